import EntstoreCodec
import EntstoreModel

/// Bytes as the file of a catalog, entstore's own or StoreKit's.
///
/// What was understood is printed as a file that means the same, and stored as bytes that do.
@Sendable func catalog(_ input: [UInt8]) {
  do throws(CatalogFileError) {
    let catalog = try CatalogFile.catalog(in: input)
    let file = Array(CatalogFile.json(for: catalog).line.utf8)
    let printed = try CatalogFile.catalog(in: file)
    precondition(printed == catalog, "what is printed is another catalog")
    let stored = catalog.encoded()
    guard let again = try? Catalog(unsafe stored.span.bytes) else {
      fatalError("what is stored cannot be read")
    }
    precondition(again == catalog, "what is stored is another catalog")
    _ = CatalogIndex(catalog)
  } catch {
    precondition(!error.description.isEmpty)
  }
}
