extension ForgeAuthority {
  /// Certificates and keys as the files of a folder. Keys are not encrypted: whoever writes them keeps others
  /// from reading them.
  package func pemFiles() throws(ForgeError) -> [(name: String, pem: [UInt8], isSecret: Bool)] {
    var files: [(name: String, pem: [UInt8], isSecret: Bool)] = []
    for (name, link) in [("root", root), ("intermediate", intermediate), ("leaf", leaf)] {
      files.append((name + ".pem", try PEM.text(of: link.certificate), false))
      files.append((name + ".key", try PEM.text(of: link.key), true))
    }
    return files
  }

  /// The authority that ``pemFiles()`` wrote.
  ///
  /// - Parameter read: The content of the file of that name.
  /// - Throws: What `read` throws; ``ForgeError/notPEM(name:)``; ``ForgeError/otherKey(name:)``.
  package init(pemFiles read: (String) throws -> [UInt8]) throws {
    func link(_ name: String) throws -> Link {
      guard let certificate = PEM.certificate(in: try read(name + ".pem")) else {
        throw ForgeError.notPEM(name: name + ".pem")
      }
      guard let key = PEM.key(in: try read(name + ".key")) else {
        throw ForgeError.notPEM(name: name + ".key")
      }
      guard certificate.isOf(key) else { throw ForgeError.otherKey(name: name + ".key") }
      return Link(certificate: certificate, key: key)
    }
    self.init(root: try link("root"), intermediate: try link("intermediate"), leaf: try link("leaf"))
  }
}
