import Testing

@Test(arguments: [
  (
    "erase",
    """
    OVERVIEW: Erase a person.

    What identifies the subject is gone: events and payloads of the lineages that
    they hold, acts that name them, their tokens, and all that was derived. In a
    lineage that is somebody else's by now they become a pseudonym; nobody else's
    answers change. verify and rebuild work as before, and an event that is
    delivered again stays a duplicate. Reasons that others have given go where they
    name the subject as a word. What the store sends about them later is new. A
    trial can begin again.

    Free pages of the file hold the old bytes until it is compacted: --compact does
    it, while nobody else has the store open; where somebody has, the erasure stands
    and the exit code is 75. Copies, exports and backups made before are not
    touched: import the erasure there with export --after. A store of format 1 is
    migrated first.

    USAGE: entstore erase [--store <path>] --subject <subject> [--reason <text>]
                          [--dry-run] [--compact] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --subject <subject>     Who is erased: a user or an account.
      --reason <text>         Why, for whoever reads the history; not kept if it
                              names them.
      --dry-run               Say what would be erased, or why it would be refused;
                              nothing is.
      --compact               Compact the file behind it.
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "migrate",
    """
    OVERVIEW: Bring a store to the newest format.

    Stores of an older format are read and written as they are, for good; only what
    the newer format brings needs it: erase. An older entstore does not open a
    migrated store; end those that have it open. Interrupted at any moment the store
    is of the old format or of the new one. Done already, it changes nothing.

    USAGE: entstore migrate [--store <path>] [--backup <path>] [--no-backup]
                            [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --backup <path>         Where a copy is written, and verified, before.
                              (default: the store's path and .before-migration)
      --no-backup             Write no copy.
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
])
func `help says what erases for good, or migrates`(_ command: String, _ expected: String) throws {
  try expectHelp(command, expected)
}
