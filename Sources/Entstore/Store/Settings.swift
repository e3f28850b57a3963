import EntstoreCodec
import EntstoreLMDB
import Synchronization

/// Catalog and policies as they stand, and what follows from them.
final class Settings: Sendable {
  /// The bytes that this was made of: equal bytes, equal settings.
  let source: [UInt8]
  let catalog: Catalog
  let policy: Policy
  let identity: IdentityPolicy
  let index: CatalogIndex
  let openers: KeyOpeners

  init(source: [UInt8], catalog: Catalog, policy: Policy, identity: IdentityPolicy) {
    self.source = source
    self.catalog = catalog
    self.policy = policy
    self.identity = identity
    index = CatalogIndex(catalog)
    openers = KeyOpeners(index)
  }

  var context: FoldContext { FoldContext(policy: policy, catalog: catalog) }

  /// Reads the settings of a snapshot.
  static func load(_ reader: Reader, _ tables: Tables) throws -> Settings {
    let (catalogKey, policyKey, identityKey) = (MetaKey.catalog, MetaKey.policy, MetaKey.identity)
    var catalog = Catalog()
    var policy = Policy.standard
    var identity = IdentityPolicy.standard
    var source: [UInt8] = []
    if let payload = try reader.payload(for: catalogKey.rawSpan, in: tables.meta) {
      catalog = try Catalog(payload)
      source += catalog.encoded()
    }
    if let payload = try reader.payload(for: policyKey.rawSpan, in: tables.meta) {
      policy = try Policy(payload)
      source += policy.encoded()
    }
    if let payload = try reader.payload(for: identityKey.rawSpan, in: tables.meta) {
      identity = try IdentityPolicy(payload)
      source += identity.encoded()
    }
    return Settings(source: source, catalog: catalog, policy: policy, identity: identity)
  }
}

/// The settings last read, by the transaction that they were read in: a catalog is parsed once, not at every question.
final class SettingsCache: Sendable {
  private let last = Mutex<(transaction: Int, settings: Settings)?>(nil)

  /// - Parameter transaction: The number of the commit that `reader` reads; in a write transaction that has changed nothing yet,
  ///   of the one before.
  /// - Throws: ``StoreError/damaged(table:reason:)``, also where the log does not end where its head says.
  func settings(of transaction: Int, in reader: Reader, _ tables: Tables) throws -> Settings {
    if let known = last.withLock({ $0 }), known.transaction == transaction { return known.settings }
    // An older page might hold the catalog of some commits ago.
    _ = try Head.load(reader, tables)
    let loaded = try Settings.load(reader, tables)
    return last.withLock { last in
      // Nearly every commit leaves the settings alone: the old object saves working out its index again.
      let kept = last.map { $0.settings.source == loaded.source ? $0.settings : loaded } ?? loaded
      if transaction >= last?.transaction ?? 0 { last = (transaction, kept) }
      return kept
    }
  }
}

/// Which stored product bytes open a key, so that a row answers without a text being made. Worked out once for each key asked.
final class KeyOpeners: Sendable {
  private let index: CatalogIndex
  private let known = Mutex<Known>(Known())
  /// Keys come from callers: beyond this many the oldest knowledge is thrown away.
  private static let capacity = 1_024

  init(_ index: CatalogIndex) {
    self.index = index
  }

  /// The products that open `key`; a product that the catalog does not name is its own key.
  func matcher(for key: EntitlementKey) -> Matcher {
    if let matcher = known.withLock({ $0.matcher(for: key) }) { return matcher }
    let itself = ProductID(canonical: key.text)
    let matcher = Matcher(
      openers: index.products(opening: key).map { ($0.rail, Array($0.product.text.utf8)) }, itself: itself,
      namedRails: Rail.allCases.filter { index.names(itself, on: $0) })
    known.withLock { known in
      if known.all.count >= Self.capacity { known.all.removeAll() }
      known.all[key] = matcher
    }
    return matcher
  }

  private struct Known {
    var all: [EntitlementKey: Matcher] = [:]
    /// Most backends ask for one key all day: it is compared, not hashed.
    private var last: (key: EntitlementKey, matcher: Matcher)?

    mutating func matcher(for key: EntitlementKey) -> Matcher? {
      if let last, last.key == key { return last.matcher }
      guard let matcher = all[key] else { return nil }
      last = (key, matcher)
      return matcher
    }
  }

  /// Shared rather than copied: a question takes hold of it once.
  final class Matcher: Sendable {
    private let openers: [(rail: Rail, product: [UInt8])]
    private let itself: [UInt8]
    private let namedRails: [Rail]

    init(openers: [(rail: Rail, product: [UInt8])], itself: ProductID, namedRails: [Rail]) {
      self.openers = openers
      self.itself = Array(itself.text.utf8)
      self.namedRails = namedRails
    }

    func opens(_ product: RawSpan, on rail: Rail) -> Bool {
      for opener in openers where opener.rail == rail {
        let bytes = opener.product
        if product.isEqual(to: bytes.rawSpan) { return true }
      }
      let bytes = itself
      return product.isEqual(to: bytes.rawSpan) && !namedRails.contains(rail)
    }
  }
}

extension RawSpan {
  func hasPrefix(_ prefix: RawSpan) -> Bool {
    byteCount >= prefix.byteCount && extracting(0..<prefix.byteCount).isEqual(to: prefix)
  }
}
