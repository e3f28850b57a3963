/// What lives are made up from; everything about them follows from these.
package struct LifeSettings: Sendable {
  package var subjects: Int
  /// How long the lives are told, in months of 30 days.
  package var months: Int
  package var seed: UInt64
  package var isSandbox: Bool

  package init(subjects: Int, months: Int, seed: UInt64, isSandbox: Bool = true) {
    self.subjects = subjects
    self.months = months
    self.seed = seed
    self.isSandbox = isSandbox
  }

  /// So that every transaction id has 16 digits and no two are the same.
  package static let mostSubjects = 10_000_000
  /// So that every date lies within the validity of a development certificate.
  package static let mostMonths = 120

  /// When the first life begins: 2025-01-01T00:00:00Z.
  package static let firstInstant: Int64 = 1_735_689_600_000

  /// Nothing is told from here on.
  package var horizon: Int64 { Self.firstInstant + Int64(months) * 30 * millisecondsPerDay }
}
