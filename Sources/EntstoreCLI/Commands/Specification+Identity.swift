/// The commands about who a subject is and what they hold.
extension Specification {
  static let identity = [claim, transfer, share, grant, token, conflicts, unbound, policy]

  private static func who(_ help: String) -> OptionSpecification {
    OptionSpecification(long: "subject", valueName: "subject", help: help, isRequired: true)
  }

  private static let theLineage = OptionSpecification(
    long: "lineage", valueName: "lineage", help: "One line of purchases: an original transaction id.",
    isRequired: true)

  private static let claim = CommandSpecification(
    name: "claim", abstract: "Bind a lineage to a subject who asks for it.",
    discussion: """
      "Restore purchases" of a subject who has signed in. A lineage that nobody who has signed in holds becomes theirs. \
      One that somebody else holds is a conflict: recorded, and answered by the policy (policy set --restore). Exit code 0: \
      they hold it. 1: a conflict; they do not.

      Who keeps it is named on a terminal and with --json only: what is passed on to whoever asked must not tell them.
      """,
    arguments: [
      ArgumentSpecification(
        name: "file", help: "Signed transactions, as import takes them; - is standard input.",
        isOptional: true,
        isFile: true)
    ],
    options: [store, who("Who asks."), lineage, reason] + trust, flags: [unsigned, json])

  private static let transfer = CommandSpecification(
    name: "transfer", abstract: "Move a lineage to a subject, whoever holds it.",
    options: [
      store, theLineage,
      OptionSpecification(
        long: "to", valueName: "subject", help: "Who holds it from now on.", isRequired: true),
      reason,
    ], flags: [json])

  private static let share = CommandSpecification(
    name: "share", abstract: "Open a lineage for a subject besides its holder.",
    discussion: "The share stays, whoever comes to hold the lineage, until it is ended.",
    options: [
      store, theLineage,
      OptionSpecification(
        long: "with", valueName: "subject", help: "For whom it opens too.", isRequired: true),
      reason,
    ],
    flags: [FlagSpecification(long: "end", help: "End the share."), json])

  private static let grant = CommandSpecification(
    name: "grant", abstract: "Open a key for a subject though no store sold it.",
    discussion: """
      Ends at --until, after --for, or never (--forever). A trial begins once for each subject and key: asked for again, it \
      is the same one, with the dates of the first time, also after it was taken back. Makes the store if there is none.

      A duration is P14D, PT2H, P1DT12H. \(timeForms)
      """,
    options: [
      store, environment,
      OptionSpecification(long: "subject", valueName: "subject", help: "Who: a user or an account."),
      OptionSpecification(
        long: "key", valueName: "key", help: "What it opens, with all that the key includes."),
      OptionSpecification(
        long: "from", valueName: "time", help: "The first instant of it.", defaultText: "now"),
      OptionSpecification(long: "until", valueName: "time", help: "The first instant after it."),
      OptionSpecification(long: "for", valueName: "duration", help: "How long it lasts."), reason,
      OptionSpecification(long: "revoke", valueName: "lineage", help: "Take the grant of this name back."),
    ],
    flags: [
      FlagSpecification(long: "forever", help: "It never ends."),
      FlagSpecification(long: "trial", help: "It is a trial, which begins now and cannot be begun again."),
      json,
    ])

  private static let token = CommandSpecification(
    name: "token", abstract: "Make account tokens, and say whom they stand for.",
    discussion: """
      Prints the token that the app hands to the store with a subject's purchases (App Store: appAccountToken), the same at \
      every call. A token that is known pairs what was bought with it to its subject. Makes the store if there is none, but for --show.
      """,
    options: [
      store, environment,
      OptionSpecification(long: "subject", valueName: "subject", help: "Whom it stands for."),
      OptionSpecification(
        long: "map", valueName: "token", help: "Say that this token, made elsewhere, stands for the subject."),
      OptionSpecification(long: "show", valueName: "token", help: "Print whom this token stands for."),
    ],
    flags: [
      FlagSpecification(long: "fresh", help: "Make another one; those made before go on standing for them."),
      json,
    ])

  private static let conflicts = CommandSpecification(
    name: "conflicts", abstract: "List who disagrees with who holds a lineage.",
    discussion:
      "Claims that were not followed, nor settled since, and tokens on purchases that stand for somebody else.",
    options: [store, lineage], flags: [lines])

  private static let unbound = CommandSpecification(
    name: "unbound", abstract: "List the lineages that nobody holds.", options: [store], flags: [lines])

  private static let policy = CommandSpecification(
    name: "policy", abstract: "Show and change the decisions of the business.",
    subcommands: [
      CommandSpecification(
        name: "show", abstract: "Show the policy in force.", options: [store], flags: [json]),
      CommandSpecification(
        name: "set", abstract: "Change the policy from here on.",
        discussion: """
          Values that are not named stay. A duration is PT2H, PT90S, P6D. A change of a duration, or of which tokens pair, derives every \
          answer again. Makes the store if there is none.
          """,
        options: [
          store, environment,
          OptionSpecification(
            long: "restore", valueName: "what",
            help: "What a claim does that disagrees with who holds the lineage.",
            allowedValues: ["keep", "transfer", "transferIfLapsed"]),
          OptionSpecification(
            long: "known-tokens-only", valueName: "choice",
            help: "Whether a token that nobody made known leaves its lineage unbound.",
            allowedValues: ["yes", "no"]),
          OptionSpecification(
            long: "renewal-leeway", valueName: "duration",
            help: "Access past a period whose renewal is expected and not heard of."),
          OptionSpecification(
            long: "soak", valueName: "duration", help: "Access past an EXPIRED that came in time."),
          OptionSpecification(
            long: "grace-fallback", valueName: "duration", help: "A grace period that names no date."),
          OptionSpecification(
            long: "early-charge", valueName: "duration", help: "How early a renewal may be charged."),
          OptionSpecification(
            long: "retry-window", valueName: "duration", help: "How long the store tries to charge."),
        ], flags: [json]),
    ])
}
