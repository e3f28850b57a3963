import EntstoreCLI

/// A tool with one of everything that a specification can say.
let sampleTool = CommandSpecification(
  name: "entstore", abstract: "Keep and ask who is entitled to what.",
  subcommands: [
    CommandSpecification(
      name: "import", abstract: "Take in what stores have sent.",
      discussion: """
        Reads signed payloads and decoded notifications and finds out by their shape which they are. Running \
        it again is harmless.

          entstore import --store ./pro.entstore notifications.ndjson
        """,
      arguments: [
        ArgumentSpecification(
          name: "file", help: "Files to read; '-' is standard input.", isRepeating: true, isFile: true)
      ],
      options: [
        store,
        OptionSpecification(
          long: "app", valueName: "id", help: "Take only what is meant for this app.", isRepeating: true),
        OptionSpecification(
          long: "format", short: "f", valueName: "format", help: "How the input is written.",
          defaultText: "auto", allowedValues: ["auto", "ndjson", "json", "jws"]),
        OptionSpecification(
          long: "subject", short: "s", valueName: "subject", help: "Whose the purchases are: [id]."),
      ],
      flags: [
        FlagSpecification(
          long: "unsigned", short: "u", help: "Vouch for input that doesn't carry a signature."),
        FlagSpecification(long: "json", short: "j", help: "Print one JSON document."),
      ]),
    CommandSpecification(
      name: "catalog", abstract: "Say what products open.",
      subcommands: [
        CommandSpecification(
          name: "set", abstract: "Replace the catalog.",
          arguments: [ArgumentSpecification(name: "file", help: "The new catalog.", isFile: true)],
          options: [store]),
        CommandSpecification(
          name: "show", abstract: "Print the catalog.", options: [store],
          flags: [FlagSpecification(long: "json", help: "Print one JSON document.")]),
      ]),
    CommandSpecification(
      name: "claim", abstract: "Say whose a lineage is.",
      arguments: [
        ArgumentSpecification(name: "lineage", help: "The lineage."),
        ArgumentSpecification(name: "note", help: "Why.", isOptional: true),
      ],
      options: [
        OptionSpecification(
          long: "subject", valueName: "subject", help: "Whose it is.", isRequired: true),
        OptionSpecification(long: "skew", valueName: "ms", help: "Milliseconds to add."),
      ]),
  ])

private let store = OptionSpecification(
  long: "store", valueName: "path", help: "The store's file.",
  defaultText: "$ENTSTORE_PATH, else ./entitlements.entstore", isFile: true)
