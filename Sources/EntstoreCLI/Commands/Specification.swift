/// The commands and what they take: help, parsing and completions are all made from this.
enum Specification {
  static let version = "0.1.0"

  static let entstore = CommandSpecification(
    name: "entstore",
    abstract: "Who may use what, now, and until when: answered from one file.",
    subcommands: [importEvents, query, history, verdict, catalog] + identity + [
      erase, compact, backup, migrate, verify, doctor, rebuild, export, salvage, stats, forge, demo,
    ])

  static let store = OptionSpecification(
    long: "store", valueName: "path", help: "The store's file.",
    defaultText: "$ENTSTORE_PATH or entitlements.entstore", isFile: true, mayBeStream: false)
  static let environment = OptionSpecification(
    long: "environment", valueName: "name", help: "What a new store holds, and what an old one must hold.",
    defaultText: "production for a new store", allowedValues: ["production", "sandbox"])
  static let reason = OptionSpecification(
    long: "reason", valueName: "text", help: "Why, for whoever reads the history.")
  static let json = FlagSpecification(long: "json", help: "Print JSON.")
  /// Of who lists things of which there may be any number.
  static let lines = FlagSpecification(long: "json", help: "Print JSON, one line for each.")
  static let subject = OptionSpecification(
    long: "subject", valueName: "subject", help: "Who: a user or an account.")
  static let lineage = OptionSpecification(
    long: "lineage", valueName: "lineage", help: "One line of purchases: an original transaction id.")

  /// What makes input believed.
  static let trust = [
    OptionSpecification(
      long: "app", valueName: "id", help: "An app whose events are taken; kept in the store.",
      isRepeating: true),
    OptionSpecification(
      long: "root", valueName: "certificate", help: "Trust this root instead of Apple's (DER or PEM).",
      isRepeating: true, isFile: true),
    OptionSpecification(
      long: "deny-serial", valueName: "number",
      help: "Refuse certificates of this serial number (hexadecimal).",
      isRepeating: true),
  ]
  static let unsigned = FlagSpecification(
    long: "unsigned",
    help: "Check no signature, also where there is one: you vouch for where all of it comes from.")

  static let timeForms =
    "A time is 2026-02-01T12:30:00Z, with +01:00 for Z as well, 2026-02-01 for its midnight in UTC, or milliseconds since 1970."

  private static let importEvents = CommandSpecification(
    name: "import", abstract: "Take in what the stores sent.",
    discussion: """
      Reads NDJSON (one payload a line), a JSON document or array, or signed payloads (JWS), one a line, and finds \
      out by shape which it is. A bad line never stops the rest. Running it again is harmless.

      applied: new, and its facts count. recorded: new and kept, with nothing that opens or closes anything. \
      duplicate: in the log already by its store, event id and signed date, whatever else it holds; nothing changed. \
      refused: not taken; the reason is said with file and line.

      With --subject a lineage that somebody else keeps is a conflict: said on standard error and in the JSON, and the exit \
      code stays 0, because what was read was taken. claim ends with 1.

      With --follow the store has the log of another one, event by event: nothing else may write to it. The first line that is not \
      the next event, or one that is here, is the last one that is looked at (65). Where nothing comes at all the exit code is 66; a \
      store is made only for a line that a log begins with.
      """,
    arguments: [
      ArgumentSpecification(
        name: "file", help: "Files to read; - is standard input.", isRepeating: true, isFile: true)
    ],
    options: [
      store, environment,
    ] + trust + [
      OptionSpecification(
        long: "subject", valueName: "subject",
        help: "Who submits it all, signed in: binds its lineages to them and says what they may use now."),
      reason,
    ],
    flags: [
      unsigned,
      FlagSpecification(
        long: "known-tokens-only",
        help: "From here on, a token that nobody made known leaves its lineage unbound; kept in the store."),
      FlagSpecification(
        long: "follow",
        help: "Take lines of an export in their own places only; the store holds the same log as the other."),
      json,
    ])

  private static let query = CommandSpecification(
    name: "query", abstract: "Ask what a subject may use.",
    discussion: """
      Without --key: every entitlement, lapsed ones too, best first. With --key: the one answer, also as the exit \
      code: 0 entitled, 1 not.

      --at: what was so at that instant, by what was signed by then; left out, it is now, by all that has come, signed ahead \
      of this host's clock too. --known-at leaves out what had not come by then. Who holds what, shares, catalog and policies \
      are those of today for either.

      \(timeForms)
      """,
    options: [
      store, subject, lineage,
      OptionSpecification(
        long: "key", valueName: "key", help: "What it would be used for: a key of the catalog."),
      OptionSpecification(
        long: "at", valueName: "time", help: "The instant asked about.", defaultText: "now"),
      OptionSpecification(
        long: "known-at", valueName: "time",
        help: "Count only what this store had received by then, whenever it was signed."),
    ], flags: [json])

  private static let history = CommandSpecification(
    name: "history", abstract: "Tell what happened, newest first.", discussion: timeForms,
    options: [
      store, subject, lineage,
      OptionSpecification(
        long: "since", valueName: "time", help: "Only events signed at this time or later."),
      OptionSpecification(long: "until", valueName: "time", help: "Only events signed before this time."),
      OptionSpecification(
        long: "limit", valueName: "count", help: "At most so many events.", defaultText: "all"),
    ],
    flags: [
      FlagSpecification(
        long: "raw", help: "Print the payloads, byte for byte as they came, each with a newline behind it."),
      lines,
    ])

  private static let demo = CommandSpecification(
    name: "demo", abstract: "Show what this is, with a few made-up customers.",
    options: [
      OptionSpecification(
        long: "store", valueName: "path", help: "Keep the demo's store here.",
        defaultText: "a temporary file, removed at the end", isFile: true, mayBeStream: false)
    ])
}
