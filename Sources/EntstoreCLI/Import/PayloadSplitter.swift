import EntstoreRails

/// Cuts a stream of bytes into payloads: lines, or JSON documents that run over several lines, or the elements of an array.
///
/// Holds one payload at a time, whatever the size of the input.
package struct PayloadSplitter {
  private let file: String
  private var line = 1
  private var pending: [UInt8] = []
  private var pendingLine = 1
  private var isOversized = false
  /// What has been passed over of a payload that is too large, in search of its end.
  private var passedOver = 0
  private var json = JSONBalance()
  /// Which element of an array is being read.
  private var element = 0
  private var mode = Mode.undecided
  /// What has come so far, until there is enough of it to tell whether it is text.
  private var beginning: FileBeginning? = FileBeginning()
  /// Nothing has come yet, and something should.
  private var isEmpty: Bool
  /// No line has been a payload by itself yet.
  private var mayBeDocument = true

  private enum Mode {
    /// Nothing but white space so far.
    case undecided
    /// Every line is a payload.
    case lines
    /// The first line opened a document that it did not close.
    case document
    /// The elements of one array are the payloads.
    case array
    /// Nothing more is looked at.
    case refused
  }

  /// - Parameter mayBeEmpty: Whether no input at all is right.
  package init(file: String, mayBeEmpty: Bool = false) {
    self.file = file
    isEmpty = !mayBeEmpty
  }

  /// How much of a payload that is too large is passed over in search of its end. Input may have none.
  package static let longestPassedOver = 1 << 30

  /// Whether more bytes would change nothing: the rest of the input is refused.
  package var isDone: Bool { mode == .refused }

  /// Takes more bytes; hands out the payloads that they complete.
  package mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (Payload) throws -> Void) rethrows {
    if beginning == nil { return try cut(bytes, body) }
    beginning?.add(bytes)
    if beginning?.isEnough == true { try begin(body) }
  }

  private mutating func begin(_ body: (Payload) throws -> Void) rethrows {
    guard let known = beginning else { return }
    beginning = nil
    if let reason = known.refusal {
      try refuse(reason, body)
      mode = .refused
    } else {
      try cut(known.text, body)
    }
  }

  private mutating func cut(_ bytes: ArraySlice<UInt8>, _ body: (Payload) throws -> Void) rethrows {
    var bytes = bytes
    while let byte = bytes.first {
      if mode == .refused { return }
      // What is too large is no document.
      if mode == .lines, !mayBeDocument || isOversized {
        bytes = try takeLine(bytes, body)
      } else {
        bytes = bytes.dropFirst()
        try take(byte, body)
      }
    }
  }

  /// The quick way through lines: up to the next break, or to the end of what is there.
  private mutating func takeLine(
    _ bytes: ArraySlice<UInt8>, _ body: (Payload) throws -> Void
  ) rethrows -> ArraySlice<UInt8> {
    let end = firstBreak(in: bytes)
    let piece = bytes[..<(end ?? bytes.endIndex)]
    if let end, pending.isEmpty, !isOversized, piece.count <= limit(of: piece) {
      // A line that is here as a whole is copied once.
      try emit(piece, body)
      line += 1
      pendingLine = line
      return bytes[(end + 1)...]
    }
    let room = limit(of: pending.isEmpty ? piece : pending[...]) - pending.count
    pending.append(contentsOf: piece.prefix(room))
    if piece.count > room { try passOver(piece.count - room, body) }
    guard let end, mode == .lines else { return [] }
    try endLine(body)
    return bytes[(end + 1)...]
  }

  /// Hands out what is left when the input has ended.
  package mutating func finish(_ body: (Payload) throws -> Void) rethrows {
    try begin(body)
    switch mode {
    case .undecided: if isEmpty { try refuse("the file is empty", body) }
    case .lines: try endLine(body)
    case .document:
      try giveUpOnDocument(body)
      try endLine(body)
    case .array: try finishArray(body)
    case .refused: break
    }
  }

  private mutating func finishArray(_ body: (Payload) throws -> Void) rethrows {
    let isOpen = json.depth > 0
    // What was held as one element may be a broken line with whole ones behind it.
    if isOpen, !isPendingWhole, pending.contains(UInt8(ascii: "\n")) { try giveUpOnDocument(body) }
    try emit(body)
    if isOpen { try refuse("the array is not closed; is the file cut off?", body) }
  }

  /// Whether what is held is one object or array, with nothing behind it.
  private var isPendingWhole: Bool {
    var json = JSONBalance()
    let end = pending.firstIndex {
      json.take($0)
      return json.isBalanced
    }
    return end.map { pending[($0 + 1)...].allSatisfy(isBlankOrBreak) } ?? false
  }

  private mutating func take(_ byte: UInt8, _ body: (Payload) throws -> Void) rethrows {
    switch mode {
    case .refused: return
    case .undecided:
      if byte == UInt8(ascii: "[") {
        isEmpty = false
        mode = .array
        element = 0
        json = JSONBalance()
        json.take(byte)
        return
      }
      if byte == UInt8(ascii: "\n") || isBlank(byte) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        return
      }
      mode = .lines
      pendingLine = line
      try takeInLine(byte, body)
    case .lines: try takeInLine(byte, body)
    case .document:
      if isFull {
        try giveUpOnDocument(body)
        return try take(byte, body)
      }
      json.take(byte)
      try append(byte, body)
      if byte == UInt8(ascii: "\n") { line += 1 }
      if json.isBalanced {
        try emit(body)
        mode = .undecided
      }
    case .array: try takeInArray(byte, body)
    }
  }

  private mutating func takeInLine(_ byte: UInt8, _ body: (Payload) throws -> Void) rethrows {
    guard byte == UInt8(ascii: "\n") else {
      if mayBeDocument { json.take(byte) }
      return try append(byte, body)
    }
    if mayBeDocument, !isOversized, json.isOpen {
      // The first line opens more than it closes: a document laid out for reading.
      mode = .document
      json.take(byte)
      try append(byte, body)
      line += 1
      return
    }
    try endLine(body)
  }

  private mutating func endLine(_ body: (Payload) throws -> Void) rethrows {
    mayBeDocument = false
    try emit(body)
    line += 1
    pendingLine = line
  }

  private mutating func takeInArray(_ byte: UInt8, _ body: (Payload) throws -> Void) rethrows {
    if byte == UInt8(ascii: "\n") { line += 1 }
    let wasOutside = json.depth == 1 && !json.isInString
    json.take(byte)
    if wasOutside, json.depth == 0 {
      try emit(body)
      mode = .undecided
    } else if wasOutside, byte == UInt8(ascii: ",") {
      try emit(body)
      element += 1
    } else if !pending.isEmpty || isOversized || !isBlankOrBreak(byte) {
      if pending.isEmpty { pendingLine = line }
      try append(byte, body)
    }
  }

  /// The document never closed: its first line is the broken one, and what follows is read line by line.
  private mutating func giveUpOnDocument(_ body: (Payload) throws -> Void) rethrows {
    let held = pending
    // Let go of: emptied while it is held here, it would be copied with all its room.
    pending = []
    line = pendingLine
    mode = .lines
    mayBeDocument = false
    reset()
    try cut(held[...], body)
  }

  /// How much is held of a payload that begins like this.
  private func limit(of beginning: ArraySlice<UInt8>) -> Int {
    ExchangeLine.matches(beginning) ? Payload.largestLine : Payload.largest
  }

  private var isFull: Bool {
    // What a long one is, is asked once in a while.
    guard pending.count >= Payload.largest, pending.count.isMultiple(of: 1 << 20) else { return false }
    return pending.count >= limit(of: pending[...])
  }

  private mutating func append(_ byte: UInt8, _ body: (Payload) throws -> Void) rethrows {
    if isFull {
      try passOver(1, body)
    } else {
      pending.append(byte)
    }
  }

  private mutating func passOver(_ count: Int, _ body: (Payload) throws -> Void) rethrows {
    isOversized = true
    passedOver += count
    guard passedOver > Self.longestPassedOver else { return }
    line = pendingLine
    try refuse(
      "the payload is larger than \(limit(of: pending[...]) >> 20) MiB and does not end within "
        + "\(Self.longestPassedOver >> 30) GiB more; nothing behind it was read", body)
    mode = .refused
    pending = []
  }

  private mutating func emit(_ body: (Payload) throws -> Void) rethrows {
    defer { reset() }
    if isOversized {
      isEmpty = false
      let limit = limit(of: pending[...]) >> 20
      try body(found(.refused("the payload is larger than \(limit) MiB")))
      return
    }
    try emit(pending[...], body)
  }

  private mutating func emit(_ payload: ArraySlice<UInt8>, _ body: (Payload) throws -> Void) rethrows {
    var bytes = payload
    while let last = bytes.last, isBlankOrBreak(last) { bytes = bytes.dropLast() }
    while let first = bytes.first, isBlankOrBreak(first) { bytes = bytes.dropFirst() }
    if bytes.isEmpty { return }
    isEmpty = false
    // Bytes of their own: an array made of a slice may be all that the slice is of, with all its room.
    var own: [UInt8] = []
    own.reserveCapacity(bytes.count)
    own.append(contentsOf: bytes)
    try body(found(.bytes(own)))
  }

  private func found(_ content: Payload.Content) -> Payload {
    Payload(file: file, line: pendingLine, element: mode == .array ? element : nil, content: content)
  }

  private mutating func refuse(_ reason: String, _ body: (Payload) throws -> Void) rethrows {
    isEmpty = false
    try body(Payload(file: file, line: line, content: .refused(reason)))
  }

  private mutating func reset() {
    pending.removeAll(keepingCapacity: true)
    isOversized = false
    passedOver = 0
    if mode != .array { json = JSONBalance() }
    pendingLine = line
  }
}
