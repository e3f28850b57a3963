import EntstoreRails

extension Specification {
  static let forge = CommandSpecification(
    name: "forge", abstract: "Make up what a store would send, for tests.",
    subcommands: [forgeCA, forgeSign, forgeLife])

  private static let authority = OptionSpecification(
    long: "ca", valueName: "folder", help: "The development authority that signs, made by 'forge ca'.",
    isFile: true)

  private static let forgeCA = CommandSpecification(
    name: "ca", abstract: "Make a development authority.",
    discussion: """
      Writes a root, an intermediate and a leaf certificate and their keys (PEM) into a folder. Nobody \
      trusts what they sign who was not given the root. Never overwrites.
      """,
    arguments: [
      ArgumentSpecification(
        name: "folder", help: "Where to; made if it is not there.", isFile: true,
        mayBeStream: false)
    ],
    options: [
      OptionSpecification(
        long: "from", valueName: "time", help: "When the certificates' validity begins.",
        defaultText: "2020-01-01"),
      OptionSpecification(
        long: "until", valueName: "time", help: "When it ends.", defaultText: "2040-01-01"),
    ])

  private static let forgeSign = CommandSpecification(
    name: "sign", abstract: "Sign decoded payloads as a store does.",
    discussion: """
      Reads decoded notifications (NDJSON) and writes each as the body that a webhook gets, signed, and \
      its transaction and renewal info signed inside. Any other object becomes a signed payload by itself. \
      Says nothing of its own: environment and dates are those of the input.
      """,
    arguments: [
      ArgumentSpecification(
        name: "file", help: "What to sign; - or nothing is standard input.", isOptional: true, isFile: true)
    ],
    options: [
      OptionSpecification(
        long: "ca", valueName: "folder", help: authority.help, isRequired: true, isFile: true),
      OptionSpecification(
        long: "fault", valueName: "name", help: "Sign it so that no verifier may take it.",
        allowedValues: ForgeFault.allCases.map(\.rawValue)),
      OptionSpecification(
        long: "fault-in", valueName: "part", help: "Which signature has the fault.",
        defaultText: "notification",
        allowedValues: PayloadSigner.Part.names),
    ])

  private static let forgeLife = CommandSpecification(
    name: "life", abstract: "Make up customers and what the App Store tells of them.",
    discussion: """
      Writes decoded notifications as NDJSON, life by life: trials, renewals, failed payments, refunds, \
      plan changes, family shares and more. The same options give the same bytes (signatures differ); a \
      life depends on the seed and its own number alone. They are sandbox events unless --environment says otherwise: a store \
      that takes them is made with 'import --environment sandbox'.
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
      authority,
    ],
    flags: [
      FlagSpecification(
        long: "signed", help: "Send it signed, as a webhook gets it, by the authority of --ca."),
      FlagSpecification(
        long: "shuffle",
        help: "Send it out of order: each line waits among the \(LifeDelivery.window) before it for its turn."
      ),
    ])
}
