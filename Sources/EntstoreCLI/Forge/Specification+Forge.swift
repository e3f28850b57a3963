extension Specification {
  static let forge = CommandSpecification(
    name: "forge", abstract: "Make up what a store would send, for tests.",
    subcommands: [forgeLife])

  private static let forgeLife = CommandSpecification(
    name: "life", abstract: "Make up customers and what the App Store tells of them.",
    discussion: """
      Writes decoded notifications as NDJSON, life by life: trials, renewals, failed payments, refunds, plan changes, \
      family shares and more. The same options give the same bytes; a life depends on the seed and its own number alone.
      """,
    options: [
      OptionSpecification(
        long: "subjects", valueName: "count", help: "How many customers.", isRequired: true),
      OptionSpecification(
        long: "months", valueName: "count", help: "How many months of 30 days, from 2025-01-01 on.",
        defaultText: "12"),
      OptionSpecification(
        long: "seed", valueName: "number", help: "Another seed, other lives.", defaultText: "1"),
      OptionSpecification(
        long: "duplicate", valueName: "rate", help: "Send so much of it twice: 0.1 is a tenth.",
        defaultText: "0"),
      OptionSpecification(
        long: "lose", valueName: "rate", help: "Never send so much of it.", defaultText: "0"),
      OptionSpecification(
        long: "environment", valueName: "name", help: "What the payloads say that they are from.",
        defaultText: "sandbox", allowedValues: ["production", "sandbox"]),
    ],
    flags: [
      FlagSpecification(
        long: "shuffle",
        help: "Send it out of order: each line waits among the \(LifeDelivery.window) before it for its turn."
      )
    ])
}
