/// The commands that change for good what a store holds, or how.
extension Specification {
  static let erase = CommandSpecification(
    name: "erase", abstract: "Erase a person.",
    discussion: """
      What identifies the subject is gone: events and payloads of the lineages that they hold, acts that name them, their tokens, and \
      all that was derived. In a lineage that is somebody else's by now they become a pseudonym; nobody else's answers change. \
      verify and rebuild work as before, and an event that is delivered again stays a duplicate. Reasons that others have given go \
      where they name the subject as a word. What the store sends about them later is new. A trial can begin again.

      Free pages of the file hold the old bytes until it is compacted: --compact does it, while nobody else has the store open; \
      where somebody has, the erasure stands and the exit code is 75. \
      Copies, exports and backups made before are not touched: import the erasure there with export --after. A store of format 1 \
      is migrated first.
      """,
    options: [
      store,
      OptionSpecification(
        long: "subject", valueName: "subject", help: "Who is erased: a user or an account.", isRequired: true),
      OptionSpecification(
        long: "reason", valueName: "text",
        help: "Why, for whoever reads the history; not kept if it names them."),
    ],
    flags: [
      FlagSpecification(
        long: "dry-run", help: "Say what would be erased, or why it would be refused; nothing is."),
      FlagSpecification(long: "compact", help: "Compact the file behind it."), json,
    ])

  static let migrate = CommandSpecification(
    name: "migrate", abstract: "Bring a store to the newest format.",
    discussion: """
      Stores of an older format are read and written as they are, for good; only what the newer format brings needs it: erase. An \
      older entstore does not open a migrated store; end those that have it open. Interrupted at any moment the store is of the \
      old format or of the new one. Done already, it changes nothing.
      """,
    options: [
      store,
      OptionSpecification(
        long: "backup", valueName: "path", help: "Where a copy is written, and verified, before.",
        defaultText: "the store's path and .before-migration", isFile: true, mayBeStream: false),
    ],
    flags: [FlagSpecification(long: "no-backup", help: "Write no copy."), json])
}
