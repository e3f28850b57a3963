import Testing

@Test(arguments: [
  (
    "catalog diff",
    """
    OVERVIEW: Say what a catalog would change, and for whom.

    Writes nothing. First how the catalog itself differs from the one in force, then
    each subject and key with another answer now, before -> after, then how many
    they are. With --json: one document a line; the first has the catalog, the last
    the summary.

    USAGE: entstore catalog diff [--store <path>] [--exit-code] [--json] <file>

    ARGUMENTS:
      <file>                  The catalog; - is standard input.

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --exit-code             End with exit code 1 if anything differs.
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "catalog show",
    """
    OVERVIEW: Show the catalog in force.

    USAGE: entstore catalog show [--store <path>] [--sequence <number>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --sequence <number>     Show an earlier one, by its number in 'catalog log'.
                              (default: the last)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "catalog log",
    """
    OVERVIEW: List every catalog that was in force, newest first.

    USAGE: entstore catalog log [--store <path>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --json                  Print JSON, one line for each.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
])
func `help says how a catalog is looked at`(_ command: String, _ expected: String) throws {
  try expectHelp(command, expected)
}
