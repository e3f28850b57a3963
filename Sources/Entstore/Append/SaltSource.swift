import EntstoreDigest

/// Salts for events, drawn from the system's random source a few hundred at a time.
struct SaltSource {
  private var pool: [UInt8] = []

  mutating func next() throws -> [UInt8] {
    if pool.count < LogEntry.saltByteCount {
      pool = try RandomBytes.make(count: 256 * LogEntry.saltByteCount)
    }
    defer { pool.removeLast(LogEntry.saltByteCount) }
    return Array(pool.suffix(LogEntry.saltByteCount))
  }
}
