import EntstoreCodec
import EntstoreModel

/// The first byte says as what the others are read: any record or key of a store's file.
///
/// What is read is written as the same bytes again: there are no two forms of one thing, or an index could hold it twice.
@Sendable func record(_ input: [UInt8]) {
  guard let kind = input.first else { return }
  let stored = Array(input.dropFirst())
  do throws(CodecError) {
    if let written = try read(stored, as: kind % 19) {
      precondition(written == stored, "two forms of one thing")
    }
  } catch {
    precondition(!"\(error)".isEmpty)
  }
}

/// - Returns: What is written of it, where it is more than looked at.
private func read(_ stored: [UInt8], as kind: UInt8) throws(CodecError) -> [UInt8]? {
  let span = unsafe stored.span.bytes
  switch kind {
  case 0: return try EventRecord(span).encoded()
  case 1: return try timeline(stored)
  case 2: return try row(stored)
  case 3: return try LineageRecord(span).encoded()
  case 4: return try Account(span).encoded()
  case 5: return try Catalog(span).encoded()
  case 6: return try Policy(span).encoded()
  case 7: return try IdentityPolicy(span).encoded()
  case 8: return try RefusedRecord(span).encoded()
  case 9: return MintedRecord.encoded(try MintedRecord.token(span))
  case 10: return Key.event(try Key.sequence(span))
  case 11: return Key.date(try Key.date(span))
  case 12:
    let (lineage, position) = try Key.timeline(span)
    return Key.timeline(lineage, position)
  case 13:
    let (subject, lineage) = try Key.entitlement(span)
    return Key.entitlement(subject, lineage)
  case 14:
    let (instant, subject, lineage) = try Key.deadline(span)
    return Key.deadline(instant, subject, lineage)
  case 15:
    let (lineage, position) = try Key.timeline(span)
    return Key.timelinePrefix(lineage) + Key.date(position)
  case 16:
    let prefix = Key.mentionPrefix("t")
    guard stored.starts(with: prefix) else { return nil }
    return Key.mention("t", try Key.lineage(in: span, behind: prefix))
  case 17:
    guard let prefix = Key.familyPrefix(in: stored) else { return nil }
    return prefix + (try Key.lineage(in: span, behind: prefix)).text.utf8
  default:
    let prefix = Key.timelinePrefix("L")
    guard stored.starts(with: prefix) else { return nil }
    return Key.timeline("L", try Key.position(in: span, behind: prefix))
  }
}

/// A timeline record in full, and the purchase where it lies: both say the same.
private func timeline(_ stored: [UInt8]) throws(CodecError) -> [UInt8] {
  let span = unsafe stored.span.bytes
  let record = try TimelineRecord(span, lineage: "L")
  let purchase = record.facts.purchase
  if let view = try TimelinePurchase(span) {
    let product = view.product
    precondition(view.kind == purchase?.kind && view.statesEnd == (purchase?.expiresAt != nil))
    let text = Array((purchase?.product.text ?? "").utf8)
    precondition(product.isEqual(to: unsafe text.span.bytes), "another product")
  } else {
    precondition(purchase == nil, "a purchase is overlooked")
  }
  return record.encoded()
}

/// A row in full and where it lies: both say the same.
private func row(_ stored: [UInt8]) throws(CodecError) -> [UInt8] {
  let span = unsafe stored.span.bytes
  let row = try RowRecord(span)
  let view = try RowView(span)
  precondition(view.segmentCount == row.schedule.segments.count && view.rail == row.rail)
  for (index, segment) in row.schedule.segments.enumerated() {
    let compact = try view.segment(index)
    precondition(compact.until == segment.until?.epochMilliseconds ?? .max)
    precondition(
      compact.status == segment.status && compact.reason == segment.reason
        && compact.isEntitled == segment.isEntitled)
    if let product = segment.product {
      let text = Array(product.text.utf8)
      let isSame = try view.product(at: compact.product) { $0.isEqual(to: unsafe text.span.bytes) }
      precondition(isSame)
    }
  }
  let expiresAt = try view.expiresAt()
  precondition(expiresAt == row.summary.expiresAt?.epochMilliseconds ?? .max)
  return row.encoded()
}
