/// A stretch of time in which a made-up customer has a product, as whoever made the life up knows it.
package struct LifeTruth: Hashable, Sendable {
  /// The original transaction id.
  package let lineage: String
  /// Whose it is, by account token; `nil` for a family share, which carries none.
  package let subject: String?
  package let product: String
  /// Milliseconds since 1970; `until` is the first that is no longer part of it, `Int64.max` for never.
  package let from: Int64
  package let until: Int64
}
