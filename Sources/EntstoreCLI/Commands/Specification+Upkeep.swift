/// The commands that look after a store.
extension Specification {
  static let compact = CommandSpecification(
    name: "compact", abstract: "Give back the space of deleted pages.",
    discussion: """
      With --output: writes a compact copy while others use the store. Without: replaces the file, only while nobody \
      else has it open.

      Looks at every page and checksum of the store. Of a store that is damaged there is no copy, and its file stays as it is: exit \
      code 74.
      """,
    options: [
      store,
      OptionSpecification(
        long: "output", short: "o", valueName: "path", help: "Write a new file here.", isFile: true,
        mayBeStream: false),
    ], flags: [json])

  static let backup = CommandSpecification(
    name: "backup", abstract: "Write a checked copy while the store is in use.",
    discussion: """
      The copy is of one commit, without free pages, and has its name only once it is on disk and 'verify' has found it \
      sound; a file that is there is never replaced. With - it goes to standard output, by way of a file in $TMPDIR or beside \
      the store, and the report to standard error. The head names what is in it: two copies with the same link hold the same log.

      A backup is a store. To restore it, stop what uses the lost one, move that away, and copy the backup to its place.

      Exit code 1: the store or the copy is not sound, and there is no backup.
      """,
    arguments: [
      ArgumentSpecification(
        name: "path", help: "Where the copy is to be; - is standard output.", isFile: true)
    ],
    options: [store], flags: [json])

  static let verify = CommandSpecification(
    name: "verify", abstract: "Check every byte and every answer against the log.",
    discussion: """
      Begins with the pages of the file, and ends there if they are damaged.

      Exit code 0: sound. 1: not; what is wrong is listed, and what to do. 66: there is no file, or nothing in it says that it was \
      a store.
      """, options: [store],
    flags: [
      json,
      FlagSpecification(
        long: "in-process", help: "Check in this process: on some damage the engine ends it without a report."
      ),
    ])

  static let doctor = CommandSpecification(
    name: "doctor", abstract: "Look at the file, who reads it, and its host.",
    discussion: """
      Looks at what is cheap to see, also of a file that cannot be opened: versions, place, permissions, leftovers, room, map and \
      free pages, readers and what they keep from being used again, the log's end, the clock. Changes nothing but the slots \
      of readers that have died. 'verify' is what reads everything.

      Each finding is ok, a note, a warning or a problem, and says what to do. Exit code 0: no problem. 1: a problem.
      """, options: [store],
    flags: [
      json,
      FlagSpecification(
        long: "in-process", help: "Look in this process: on some damage the engine ends it without a report."),
    ])

  static let rebuild = CommandSpecification(
    name: "rebuild", abstract: "Derive everything again from the log.", options: [store], flags: [json])

  static let export = CommandSpecification(
    name: "export", abstract: "Write the log as NDJSON that imports again.",
    discussion: """
      The lines carry no signature of their own: importing them needs --unsigned. An erased event has a line, too, which says \
      where it stood.

      Exit code 66: the log ends before --after.
      """,
    options: [
      store,
      OptionSpecification(
        long: "after", valueName: "sequence", help: "Only events after this place in the log.",
        defaultText: "0"),
    ])

  static let salvage = CommandSpecification(
    name: "salvage", abstract: "Read what can be read out of a damaged file.",
    discussion: """
      Writes what export writes, of every event of which a sound copy is anywhere in the file. Goes through the file \
      page by page, without the engine, and never writes to it; nobody should be using it meanwhile. What is lost is \
      said on standard error, with --json in the document; the events need --output then.

      Exit code 0: nothing is lost. 65: something is. 66: nothing of a store is in the file. Import the lines with \
      --unsigned into a new store.
      """,
    options: [
      store,
      OptionSpecification(
        long: "output", short: "o", valueName: "path",
        help: "Write the events to this new file; - is standard output.", defaultText: "-", isFile: true),
    ], flags: [json])

  static let stats = CommandSpecification(
    name: "stats", abstract: "Count what is in the store.", options: [store], flags: [json])
}
