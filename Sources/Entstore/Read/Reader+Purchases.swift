import EntstoreCodec
import EntstoreLMDB

extension Reader {
  /// The lineages with a purchase of one of `products` whose end only the catalog's term can say: those, and no others,
  /// whose row or whose owner's other rows a change of these terms can change.
  ///
  /// - Complexity: One scan of the timeline, in place; O(log *n*) past the rest of each lineage that is found.
  func lineages(lastingByTermOf products: Set<ProductID>, in timeline: StoreTable) throws -> Set<Lineage> {
    if products.isEmpty { return [] }
    let names = products.map { Array($0.text.utf8) }
    var found: Set<Lineage> = []
    var cursor = try cursor(in: timeline.engine)
    var isThere = try cursor.first()
    while isThere {
      let payload = try Seal.opened(cursor.value, key: cursor.key, in: timeline)
      guard let purchase = try TimelinePurchase(payload), purchase.kind == .nonRenewing, !purchase.statesEnd,
        names.contains(where: { purchase.product.isEqual(to: $0.rawSpan) })
      else {
        isThere = try cursor.next()
        continue
      }
      let lineage = try Key.timeline(cursor.key).lineage
      found.insert(lineage)
      let next = Array(lineage.text.utf8) + [1]
      isThere = try cursor.seek(to: next)
    }
    return found
  }
}

extension Snapshot {
  /// Whether any event has told of a purchase.
  public func hasPurchases() throws -> Bool {
    var isFound = false
    try reader.forEachEntry(of: tables.timeline, until: isFound) { _, payload in
      isFound = try TimelinePurchase(payload) != nil
    }
    return isFound
  }

  /// Those of `products` of which no event has told a purchase: in a catalog that is most often a slip of the pen.
  ///
  /// - Complexity: O(*n*) for *n* events, in place, and no more than it takes to find all of them.
  public func unsold(_ products: Set<ProductID>) throws -> Set<ProductID> {
    var unsold = products.map { (product: $0, name: Array($0.text.utf8)) }
    try reader.forEachEntry(of: tables.timeline, until: unsold.isEmpty) { _, payload in
      if let purchase = try TimelinePurchase(payload),
        let place = unsold.firstIndex(where: { purchase.product.isEqual(to: $0.name.rawSpan) })
      {
        unsold.remove(at: place)
      }
    }
    return Set(unsold.map(\.product))
  }

  /// The products of which an event has told a purchase that does not renew and names no end: without a term in the catalog they
  /// open nothing, however well they were paid for.
  ///
  /// - Complexity: O(*n*) for *n* events, in place.
  public func productsWithoutTerm(under catalog: Catalog) throws -> Set<ProductID> {
    var seen = Set(catalog.terms.keys.map { Array($0.text.utf8) })
    var found: Set<ProductID> = []
    try reader.forEachEntry(of: tables.timeline, until: false) { _, payload in
      guard let purchase = try TimelinePurchase(payload), purchase.kind == .nonRenewing, !purchase.statesEnd
      else { return }
      let name = purchase.product.copied()
      if seen.insert(name).inserted { found.insert(try ProductID(String(decoding: name, as: UTF8.self))) }
    }
    return found
  }
}

extension Catalog {
  /// The products that last otherwise under `next`, by their term or by whether they stack.
  func productsLastingOtherwise(under next: Catalog) -> Set<ProductID> {
    Set(changes(to: next).terms.map(\.product))
  }
}
