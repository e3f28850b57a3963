/// Why a development authority cannot be made, read or used.
package enum ForgeError: Error, Hashable, Sendable {
  /// libcrypto refused the named step; it is out of memory or has no such algorithm.
  case refusedByLibrary(step: String)
  /// The bytes under this name are no certificate or key in PEM.
  case notPEM(name: String)
  /// The private key under this name is not that of its certificate.
  case otherKey(name: String)
}

extension ForgeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .refusedByLibrary(let step): "libcrypto refused to \(step)"
    case .notPEM(let name): "\(name) is no certificate or key in PEM; make a new authority"
    case .otherKey(let name): "\(name) belongs to another certificate; make a new authority"
    }
  }
}
