import EntstoreCodec
import EntstoreLMDB

/// The apps whose events a store takes; none named: any.
enum AppList {
  static func load(_ reader: Reader, _ tables: Tables) throws -> [String] {
    let key = MetaKey.apps
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.meta) else { return [] }
    return try decoded(payload)
  }

  static func decoded(_ payload: RawSpan) throws -> [String] {
    var bytes = ByteReader(payload)
    var apps: [String] = []
    for _ in 0..<(try bytes.length("app count")) { apps.append(try bytes.text("app")) }
    try bytes.finish()
    return apps
  }

  static func encoded(_ apps: [String]) -> [UInt8] {
    var writer = ByteWriter()
    writer.count(apps.count)
    for app in apps { writer.text(app) }
    return writer.bytes
  }
}

extension StoreTransaction {
  /// Adds apps (bundle ids) to those whose events the store takes. Once there are any, events of others are refused.
  public mutating func allow(apps added: [String]) throws {
    let all = apps + added.filter { !apps.contains($0) }
    guard all != apps else { return }
    apps = all
    try engine.put(AppList.encoded(all), for: MetaKey.apps, in: tables.meta)
  }
}

extension Snapshot {
  /// The apps whose events the store takes; empty: any.
  public func apps() throws -> [String] {
    try AppList.load(reader, tables)
  }
}
