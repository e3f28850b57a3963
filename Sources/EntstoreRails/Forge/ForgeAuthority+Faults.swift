import COpenSSL
import EntstoreModel

extension ForgeAuthority {
  /// `payload` signed in a way that nobody may take.
  func faulty(_ payload: [UInt8], _ fault: ForgeFault) throws(ForgeError) -> [UInt8] {
    switch fault {
    case .expiredLeaf, .wrongOID, .noLeafOID, .noIntermediateOID, .selfMadeRoot, .foreignLeaf,
      .leafAsAuthority:
      return try replaced(fault).jws(for: payload)
    case .noCertificates: return try jws(payload, ForgedHeader(certificates: nil))
    case .oneCertificate: return try jws(payload, ForgedHeader(certificates: [leafCertificate]))
    case .twoCertificates:
      return try jws(payload, ForgedHeader(certificates: [leafCertificate, intermediateCertificate]))
    case .fourCertificates:
      return try jws(payload, ForgedHeader(certificates: chain + [rootCertificate]))
    case .outOfOrder:
      return try jws(
        payload,
        ForgedHeader(certificates: [leafCertificate, rootCertificate, intermediateCertificate]))
    case .hugeHeader:
      let filler = [UInt8](repeating: 0, count: 1_000_000)
      return try jws(payload, ForgedHeader(certificates: chain.dropLast() + [filler]))
    case .duplicateHeaderKeys:
      return try jws(
        payload, ForgedHeader(certificates: chain, firstMember: "\"alg\":\"none\","))
    case .algorithmNone, .algorithmHS256, .algorithmES384, .derSignature, .zeroSignature,
      .rOutOfRange, .sOutOfRange, .shortSignature:
      return try badlySigned(payload, fault)
    case .trailingPart: return try jws(for: payload) + Array(".e30".utf8)
    case .padding:
      var spaced = payload
      // White space after the JSON until padding is needed.
      while spaced.count % 3 != 1 { spaced.append(UInt8(ascii: " ")) }
      return try jws(
        header: ForgedHeader(certificates: chain).encoded,
        payload: encodedBase64URL(spaced) + Array("==".utf8), key: leaf.key)
    case .lineBreaks:
      let text = encodedBase64URL(payload)
      return try jws(
        header: ForgedHeader(certificates: chain).encoded,
        payload: Array(text.prefix(8)) + [UInt8(ascii: "\n")] + Array(text.dropFirst(8)), key: leaf.key)
    }
  }

  private var chain: [[UInt8]] { [leafCertificate, intermediateCertificate, rootCertificate] }

  private func jws(_ payload: [UInt8], _ header: ForgedHeader) throws(ForgeError) -> [UInt8] {
    try jws(header: header.encoded, payload: encodedBase64URL(payload), key: leaf.key)
  }

  /// The header and signature of a fault in the signature, over the content that it would be right for.
  private func badlySigned(_ payload: [UInt8], _ fault: ForgeFault) throws(ForgeError) -> [UInt8] {
    let algorithm =
      switch fault {
      case .algorithmNone: "none"
      case .algorithmHS256: "HS256"
      case .algorithmES384: "ES384"
      default: "ES256"
      }
    let header = ForgedHeader(algorithm: algorithm, certificates: chain).encoded
    let content = header + [UInt8(ascii: ".")] + encodedBase64URL(payload)
    let der = try leaf.key.signature(of: content)
    var signature = try raw(der)
    switch fault {
    case .algorithmNone: signature = []
    case .algorithmHS256: signature = try authenticationCode(of: content)
    case .algorithmES384: signature = try raw(try leaf.key.signature(of: content, digest: "SHA384"))
    case .derSignature: signature = der
    case .zeroSignature: signature = [UInt8](repeating: 0, count: signature.count)
    case .rOutOfRange: signature.replaceSubrange(..<32, with: [UInt8](repeating: 255, count: 32))
    case .sOutOfRange: signature.replaceSubrange(32..., with: [UInt8](repeating: 255, count: 32))
    default: signature.removeLast()
    }
    return content + [UInt8(ascii: ".")] + encodedBase64URL(signature)
  }

  /// HMAC-SHA256 under the leaf's public key, which everybody has.
  private func authenticationCode(of content: [UInt8]) throws(ForgeError) -> [UInt8] {
    let key = try leaf.key.publicKey()
    var code = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 32
    guard unsafe HMAC(EVP_sha256(), key, Int32(key.count), content, content.count, &code, &count) != nil
    else { throw .refusedByLibrary(step: "sign") }
    return code
  }
}
