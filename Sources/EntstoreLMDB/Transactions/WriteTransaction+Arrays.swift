/// The same for bytes that lie in arrays.
extension WriteTransaction {
  package mutating func put(_ key: [UInt8], _ value: [UInt8], in table: Table) throws(LMDBError) {
    unsafe try put(key.span.bytes, value.span.bytes, in: table)
  }

  package mutating func insert(
    _ key: [UInt8], _ value: [UInt8], in table: Table
  ) throws(LMDBError) -> Bool {
    unsafe try insert(key.span.bytes, value.span.bytes, in: table)
  }

  package mutating func append(_ key: [UInt8], _ value: [UInt8], in table: Table) throws(LMDBError) {
    unsafe try append(key.span.bytes, value.span.bytes, in: table)
  }

  package mutating func delete(_ key: [UInt8], in table: Table) throws(LMDBError) -> Bool {
    unsafe try delete(key.span.bytes, in: table)
  }
}
