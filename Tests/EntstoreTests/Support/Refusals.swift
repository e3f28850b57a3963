import Entstore
import Testing

/// The error that `body` throws, which is one of the store's.
func storeError(
  at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws -> StoreError {
  try #require(throws: StoreError.self, sourceLocation: location) { try body() }
}
