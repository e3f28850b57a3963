import EntstoreCodec
import EntstoreModel

/// Bytes as the file of a catalog, entstore's own or StoreKit's.
///
/// What was understood is printed as a file that means the same, and stored as bytes that do.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do throws(CatalogFileError) {
    let catalog = try CatalogFile.catalog(in: unsafe bytes(start, count))
    let file = Array(CatalogFile.json(for: catalog).line.utf8)
    precondition(try CatalogFile.catalog(in: file) == catalog, "what is printed is another catalog")
    let stored = catalog.encoded()
    guard let again = try? Catalog(unsafe stored.span.bytes) else {
      fatalError("what is stored cannot be read")
    }
    precondition(again == catalog, "what is stored is another catalog")
    _ = CatalogIndex(catalog)
  } catch {
    precondition(!error.description.isEmpty)
  }
  return 0
}
