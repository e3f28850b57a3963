import Testing

@Test(arguments: [
  (
    "compact",
    """
    OVERVIEW: Give back the space of deleted pages.

    With --output: writes a compact copy while others use the store. Without:
    replaces the file, only while nobody else has it open.

    USAGE: entstore compact [--store <path>] [--output <path>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      -o, --output <path>     Write a new file here.
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "verify",
    """
    OVERVIEW: Check every byte and every answer against the log.

    Exit code 0: sound. 1: not; what is wrong is listed.

    USAGE: entstore verify [--store <path>] [--json] [--in-process]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --json                  Print JSON.
      --in-process            Check in this process: on some damage the engine ends
                              it without a report.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "rebuild",
    """
    OVERVIEW: Derive everything again from the log.

    USAGE: entstore rebuild [--store <path>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "export",
    """
    OVERVIEW: Write the log as NDJSON that imports again.

    The lines carry no signature of their own: importing them needs --unsigned.

    USAGE: entstore export [--store <path>] [--after <sequence>]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --after <sequence>      Only events after this place in the log. (default: 0)
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "salvage",
    """
    OVERVIEW: Read what can be read out of a damaged file.

    Writes what export writes, of every event of which a sound copy is anywhere in
    the file. Goes through the file page by page, without the engine, and never
    writes to it; nobody should be using it meanwhile. What is lost is said on
    standard error, with --json in the document.

    Exit code 0: nothing is lost. 65: something is. 66: nothing of a store is in the
    file. Import the lines with --unsigned into a new store.

    USAGE: entstore salvage [--store <path>] [--output <path>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      -o, --output <path>     Write the events to this new file; - is standard
                              output. (default: -)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "stats",
    """
    OVERVIEW: Count what is in the store.

    USAGE: entstore stats [--store <path>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "demo",
    """
    OVERVIEW: Show what this is, with a few made-up customers.

    USAGE: entstore demo [--store <path>]

    OPTIONS:
      --store <path>          Keep the demo's store here. (default: a temporary
                              file, removed at the end)
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
])
func `help says what a command of upkeep takes`(_ command: String, _ expected: String) throws {
  try expectHelp(command, expected)
}
