import EntstoreModel
import EntstoreRails
import Testing

@Suite struct RawPayloadTests {
  @Test func `a signed notification comes back byte by byte`() throws {
    var texts = SignedText(seed: 1)
    for text in [texts.notification(), texts.signed(Sample.transaction.text)] {
      let event = try draft(text)
      #expect(event.payload == Array(text.utf8))
      #expect(event.raw.bytes == event.payload && event.raw.count == 5)
    }
  }

  @Test func `every certificate of a notification is a shared piece, and nothing else is`() throws {
    var texts = SignedText(seed: 2)
    let event = try draft(texts.notification())
    let shared = event.raw.flatMap(\.shared).map { String(decoding: $0, as: UTF8.self) }
    #expect(shared.count == 9 && Set(shared) == Set(texts.chain))
    #expect(event.raw.reduce(0) { $0 + $1.ownByteCount } < 2_000)
  }

  @Test func `signed parts of a decoded payload are taken apart too`() throws {
    var texts = SignedText(seed: 3)
    let data = Sample.data.with("signedTransactionInfo", quoted(texts.signed(Sample.transaction.text)))
    let text = Sample.notification.with("data", data.text).text
    let event = try draft(text)
    #expect(event.payload == Array(text.utf8))
    #expect(event.raw.flatMap(\.shared).count == 3)
  }

  @Test func `a payload with nothing signed in it is one piece`() throws {
    let text = Sample.notification.text
    #expect(try draft(text).raw == [.inline(Array(text.utf8))])
  }

  @Test func `what is no compact JWS of one spelling comes back all the same`() {
    var texts = SignedText(seed: 4)
    let signed = texts.signed("{}")
    let parts = signed.split(separator: ".").map(String.init)
    // "Zh" and "Zg" decode to the same byte: the one has a spare bit set.
    let odd = [
      "", "e", "ey", "ey.", "ey..", "\"ey..\"", "{}", "\r\n", "eyJ9.eyJ9.Zh", "eyJ9.eyJ9.Zg", signed + "=",
      parts[0] + ".e30=." + parts[2], parts[0] + "." + parts[1], signed + "." + parts[2],
      signed + "\r\n", " " + signed, parts[0] + ".\r\n" + parts[1] + "." + parts[2],
      "{\"a\":\"\(signed)\",\"b\":\"\(signed)=\",\"c\":\"\(signed)\"}\r\n", signed + signed,
      jws("{}", header: #"{"x5c":[]}"#), jws("{}", header: #"{"x5c":["#), jws("{}", header: "no JSON"),
      jws("{}", header: #"{ "x5c" : ["#), jws(jws(jws(jws(jws(jws(signed)))))),
    ]
    for text in odd {
      #expect(RawPayload.segments(of: Array(text.utf8)).bytes == Array(text.utf8), "\(text.prefix(200))")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a text changed anywhere comes back with its change`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var texts = SignedText(seed: seed)
    let whole = Array(texts.notification().utf8)
    let others = Array("ey.=\"\\+/-_\r\nA\0\u{ff}".utf8)
    for _ in 0..<10 {
      var text = whole
      for _ in 0...Int.random(in: 0...3, using: &dice) {
        let place = Int.random(in: text.indices, using: &dice)
        let other = others.randomElement(using: &dice)!
        switch Int.random(in: 0...3, using: &dice) {
        case 0: text[place] = other
        case 1: text.insert(other, at: place)
        case 2: text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...9, using: &dice)))
        default: text.insert(contentsOf: text[place...].prefix(2_000), at: place)
        }
      }
      #expect(RawPayload.segments(of: text).bytes == text, "seed \(seed)")
    }
  }

  @Test func `content of every length is taken out, and nothing that has another spelling`() {
    var dice = Dice(seed: 6)
    for count in 1...40 {
      let content = dice.bytes(count)
      let signature = base64URL(content)
      let text = Array("\(base64URL(Array(#"{"a":1}"#.utf8))).e30.\(signature)".utf8)
      let pieces = RawPayload.segments(of: text)
      #expect(pieces.last == .base64url([.inline(content)]) && pieces.bytes == text, "\(signature)")
    }
    // Of 64 digits at the end, the first of each 16, or of each 4, leaves no bits over.
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (start, step) in [("eyJ9.e30.Z", 16), ("eyJ9.e30.ZZ", 4)] {
      for (value, digit) in digits.enumerated() {
        let text = Array((start + String(digit)).utf8)
        let pieces = RawPayload.segments(of: text)
        #expect((pieces.count == 5) == (value % step == 0) && pieces.bytes == text, "\(start)\(digit)")
      }
    }
  }

  @Test func `an exchange line gives the pieces back`() throws {
    var texts = SignedText(seed: 5)
    let event = try draft(texts.notification())
    let logged = LoggedEvent(sequence: 1, receivedAt: event.signedAt, draft: event)
    guard case .event(let read) = try ExchangeLine.event(in: ExchangeLine.line(for: logged)) else {
      Issue.record("no event")
      return
    }
    #expect(read.raw == event.raw)
  }
}

extension RawSegment {
  fileprivate var shared: [[UInt8]] {
    switch self {
    case .inline: []
    case .shared(let bytes): [bytes]
    case .base64url(let parts): parts.flatMap(\.shared)
    }
  }

  fileprivate var ownByteCount: Int {
    switch self {
    case .inline(let bytes): bytes.count
    case .shared: 0
    case .base64url(let parts): parts.reduce(0) { $0 + $1.ownByteCount }
    }
  }
}
