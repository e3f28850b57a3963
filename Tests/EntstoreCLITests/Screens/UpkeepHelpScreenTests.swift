import Testing

@Test(arguments: [
  (
    "compact",
    """
    OVERVIEW: Give back the space of deleted pages.

    With --output: writes a compact copy while others use the store. Without:
    replaces the file, only while nobody else has it open.

    Looks at every page and checksum of the store. Of a store that is damaged there
    is no copy, and its file stays as it is: exit code 74.

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
    "backup",
    """
    OVERVIEW: Write a checked copy while the store is in use.

    The copy is of one commit, without free pages, and has its name only once it is
    on disk and 'verify' has found it sound; a file that is there is never replaced.
    With - it goes to standard output, by way of a file in $TMPDIR or beside the
    store, and the report to standard error. The head names what is in it: two
    copies with the same link hold the same log.

    A backup is a store. To restore it, stop what uses the lost one, move that away,
    and copy the backup to its place.

    Exit code 1: the store or the copy is not sound, and there is no backup.

    USAGE: entstore backup [--store <path>] [--json] <path>

    ARGUMENTS:
      <path>                  Where the copy is to be; - is standard output.

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "verify",
    """
    OVERVIEW: Check every byte and every answer against the log.

    Begins with the pages of the file, and ends there if they are damaged.

    Exit code 0: sound. 1: not; what is wrong is listed, and what to do. 66: there
    is no file, or nothing in it says that it was a store.

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
    "doctor",
    """
    OVERVIEW: Look at the file, who reads it, and its host.

    Looks at what is cheap to see, also of a file that cannot be opened: versions,
    place, permissions, leftovers, room, map and free pages, readers and what they
    keep from being used again, the log's end, the clock. Changes nothing but the
    slots of readers that have died. 'verify' is what reads everything.

    Each finding is ok, a note, a warning or a problem, and says what to do. Exit
    code 0: no problem. 1: a problem.

    USAGE: entstore doctor [--store <path>] [--json] [--in-process]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --json                  Print JSON.
      --in-process            Look in this process: on some damage the engine ends
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

    The lines carry no signature of their own: importing them needs --unsigned. An
    erased event has a line, too, which says where it stood.

    Exit code 66: the log ends before --after.

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
    standard error, with --json in the document; the events need --output then.

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
