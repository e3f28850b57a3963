extension [UInt8] {
  /// The bytes, where they lie.
  package var rawSpan: RawSpan {
    @_lifetime(borrow self)
    get { unsafe span.bytes }
  }
}
