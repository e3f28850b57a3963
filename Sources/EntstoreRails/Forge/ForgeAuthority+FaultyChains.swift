import EntstoreModel

extension ForgeAuthority {
  /// This authority with the certificates of a fault in the chain.
  func replaced(_ fault: ForgeFault) throws(ForgeError) -> ForgeAuthority {
    let from = root.certificate.validity.lowerBound
    let until = root.certificate.validity.upperBound
    let request = CertificateRequest(
      name: root.certificate.name, isAuthority: true, validFrom: from, validUntil: until)
    var leafRequest = CertificateRequest.leaf(request, leaf.certificate.name)
    var middleRequest = CertificateRequest.intermediate(request, intermediate.certificate.name)
    switch fault {
    case .expiredLeaf:
      leafRequest.validFrom = from.advanced(by: .days(-30))
      leafRequest.validUntil = from.advanced(by: .seconds(-1))
    case .wrongOID: leafRequest.marker = CertificateRequest.intermediateMarker
    case .noLeafOID: leafRequest.marker = nil
    case .noIntermediateOID:
      middleRequest.marker = nil
      let middle = try Self.link(middleRequest, by: root)
      return ForgeAuthority(
        root: root, intermediate: middle, leaf: try Self.link(leafRequest, by: middle))
    case .selfMadeRoot: return try impostor(from, until)
    case .foreignLeaf:
      // The name and all are right; only the key is another.
      let other = try Self.link(middleRequest, by: root)
      return ForgeAuthority(
        root: root, intermediate: intermediate, leaf: try Self.link(leafRequest, by: other))
    default:
      return ForgeAuthority(
        root: root, intermediate: leaf, leaf: try Self.link(leafRequest, by: leaf))
    }
    return ForgeAuthority(
      root: root, intermediate: intermediate, leaf: try Self.link(leafRequest, by: intermediate))
  }

  private func impostor(_ from: Instant, _ until: Instant) throws(ForgeError) -> ForgeAuthority {
    let request = CertificateRequest(
      name: "Apple Root CA - G3", isAuthority: true, validFrom: from, validUntil: until)
    let root = try Self.link(request, by: nil)
    let middle = try Self.link(
      .intermediate(request, "Apple Worldwide Developer Relations Certification Authority"), by: root)
    let leaf = try Self.link(
      .leaf(request, "Prod ECC Mac App Store and iTunes Store Receipt Signing"), by: middle)
    return ForgeAuthority(root: root, intermediate: middle, leaf: leaf)
  }
}
