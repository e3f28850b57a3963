import Entstore

extension Specification {
  static let verdict = CommandSpecification(
    name: "verdict", abstract: "Hand out answers to who cannot ask the store.",
    subcommands: [verdictIssue, verdictKey, verdictCheck])

  private static let verdictIssue = CommandSpecification(
    name: "issue", abstract: "Sign what is known of a subject.",
    discussion: """
      Prints one line of text (a compact JWS, Ed25519): the subject's keys with their schedules, whether they have \
      ever paid, and when to ask again. An app, a keyboard extension or another service can hold it and answer from \
      it when it cannot ask.
      """,
    options: [
      store,
      OptionSpecification(
        long: "subject", valueName: "subject", help: "Who: a user or an account.", isRequired: true),
      OptionSpecification(
        long: "key-file", valueName: "file", help: "The private key, made by 'verdict key'.",
        isRequired: true,
        isFile: true),
      OptionSpecification(
        long: "extension", valueName: "duration",
        help: "How far who has ever paid stays open past their end while the store cannot be asked.",
        defaultText: Term.text(OfflinePolicy.standard.extendsBy)),
      OptionSpecification(
        long: "ask-within", valueName: "duration", help: "After how long to ask again at the latest.",
        defaultText: Term.text(OfflinePolicy.standard.asksWithin)),
      OptionSpecification(
        long: "at", valueName: "time", help: "The instant of the issue.", defaultText: "now"),
    ], flags: [json])

  private static let verdictKey = CommandSpecification(
    name: "key", abstract: "Make the key that signs verdicts.",
    discussion: """
      Writes an Ed25519 private key (PKCS#8 in PEM, not encrypted, for its owner alone to read) and prints the public \
      key: what apps and services check verdicts with. Never overwrites.
      """,
    options: [
      OptionSpecification(
        long: "output", short: "o", valueName: "file", help: "Where to.", isRequired: true, isFile: true,
        mayBeStream: false)
    ], flags: [json])

  private static let verdictCheck = CommandSpecification(
    name: "check", abstract: "Check a verdict and answer from it.",
    discussion: """
      Needs no store. Without --key: every key, by the verdict. With --key: the one answer, also as the exit code: 0 \
      entitled, 1 not. A text that is not genuine: 65.
      """,
    arguments: [
      ArgumentSpecification(name: "text", help: "The verdict's text; - is standard input.")
    ],
    options: [
      OptionSpecification(
        long: "public-key", valueName: "file|base64",
        help: "A key that is trusted: a file of PEM, or 32 bytes in base64.", isRequired: true,
        isRepeating: true, isFile: true),
      OptionSpecification(
        long: "subject", valueName: "subject", help: "Whose verdict it must be.",
        defaultText: "whoever it speaks of"),
      OptionSpecification(
        long: "environment", valueName: "name", help: "What it must speak of.",
        defaultText: "production", allowedValues: ["production", "sandbox"]),
      OptionSpecification(
        long: "key", valueName: "key", help: "What it would be used for: a key of the catalog."),
      OptionSpecification(
        long: "at", valueName: "time", help: "The instant asked about.", defaultText: "now"),
    ], flags: [json])
}
