extension CatalogIndex {
  /// The products that open other keys under `other`: everything else opens the same.
  ///
  /// - Complexity: O(*n* · *k*) for *n* products named in either and the *k* keys that each opens.
  package func productsOpeningOtherwise(under other: CatalogIndex) -> Set<CatalogChanges.Product> {
    named.union(other.named).filter { place in
      Set(keys(openedBy: place.product, on: place.rail))
        != Set(other.keys(openedBy: place.product, on: place.rail))
    }
  }
}
