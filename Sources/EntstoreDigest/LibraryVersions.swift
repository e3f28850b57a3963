import COpenSSL
import CXXHash
import CZstd

/// The versions of the libraries that are linked.
package enum LibraryVersions {
  /// "OpenSSL 3.0.13 30 Jan 2024".
  package static var openSSL: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION)) }
  /// "1.5.5".
  package static var zstd: String { unsafe String(cString: ZSTD_versionString()) }
  /// "0.8.2".
  package static var xxHash: String {
    let number = XXH_versionNumber()
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
