extension Specification {
  static let catalog = CommandSpecification(
    name: "catalog", abstract: "Say which products open which key.",
    subcommands: [catalogSet, catalogDiff, catalogShow, catalogLog])

  private static let file = ArgumentSpecification(
    name: "file", help: "The catalog; - is standard input.", isFile: true)

  private static let catalogSet = CommandSpecification(
    name: "set", abstract: "Put a catalog in force.",
    discussion: """
      Takes a StoreKit configuration file (.storekit) or entstore's own JSON:

        {"entitlements": {"pro": {"appStore": ["com.example.pro.monthly"],
                                  "includes": ["basic"]},
                          "basic": {"appStore": ["com.example.basic"]}},
         "products": {"com.example.season": {"duration": "P30D",
                                             "stacks": true}}}

      What opens pro opens basic too; the season, which does not renew, lasts 30 days. Bought again while it runs, it \
      goes on behind the first one's end; without "stacks" both begin when they are bought. A product that no key \
      names stays its own key. Makes the store if there is none.
      """,
    arguments: [file], options: [store, environment], flags: [json])

  private static let catalogDiff = CommandSpecification(
    name: "diff", abstract: "Say what a catalog would change, and for whom.",
    discussion: """
      Writes nothing. First how the catalog itself differs from the one in force, then each subject and key with \
      another answer now, before -> after, then how many they are. With --json: one document a line; the first has \
      the catalog, the last the summary.
      """,
    arguments: [file], options: [store],
    flags: [
      FlagSpecification(long: "exit-code", help: "End with exit code 1 if anything differs."), json,
    ])

  private static let catalogShow = CommandSpecification(
    name: "show", abstract: "Show the catalog in force.",
    options: [
      store,
      OptionSpecification(
        long: "sequence", valueName: "number", help: "Show an earlier one, by its number in 'catalog log'.",
        defaultText: "the last"),
    ], flags: [json])

  private static let catalogLog = CommandSpecification(
    name: "log", abstract: "List every catalog that was in force, newest first.", options: [store],
    flags: [lines])
}
