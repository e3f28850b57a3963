import Testing

@Test(arguments: [
  (
    "",
    """
    OVERVIEW: Who may use what, now, and until when: answered from one file.

    USAGE: entstore <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      import                  Take in what the stores sent.
      query                   Ask what a subject may use.
      history                 Tell what happened, newest first.
      verdict                 Hand out answers to who cannot ask the store.
      catalog                 Say which products open which key.
      claim                   Bind a lineage to a subject who asks for it.
      transfer                Move a lineage to a subject, whoever holds it.
      share                   Open a lineage for a subject besides its holder.
      grant                   Open a key for a subject though no store sold it.
      token                   Make account tokens, and say whom they stand for.
      conflicts               List who disagrees with who holds a lineage.
      unbound                 List the lineages that nobody holds.
      policy                  Show and change the decisions of the business.
      erase                   Erase a person.
      compact                 Give back the space of deleted pages.
      backup                  Write a checked copy while the store is in use.
      migrate                 Bring a store to the newest format.
      verify                  Check every byte and every answer against the log.
      doctor                  Look at the file, who reads it, and its host.
      rebuild                 Derive everything again from the log.
      export                  Write the log as NDJSON that imports again.
      salvage                 Read what can be read out of a damaged file.
      stats                   Count what is in the store.
      forge                   Make up what a store would send, for tests.
      demo                    Show what this is, with a few made-up customers.

      See 'entstore help <subcommand>' for detailed information.

    """
  ),
  (
    "import",
    """
    OVERVIEW: Take in what the stores sent.

    Reads NDJSON (one payload a line), a JSON document or array, or signed payloads
    (JWS), one a line, and finds out by shape which it is. A bad line never stops
    the rest. Running it again is harmless.

    applied: new, and its facts count. recorded: new and kept, with nothing that
    opens or closes anything. duplicate: in the log already by its store, event id
    and signed date, whatever else it holds; nothing changed. refused: not taken;
    the reason is said with file and line.

    With --subject a lineage that somebody else keeps is a conflict: said on
    standard error and in the JSON, and the exit code stays 0, because what was read
    was taken. claim ends with 1.

    With --follow the store has the log of another one, event by event: nothing else
    may write to it. The first line that is not the next event, or one that is here,
    is the last one that is looked at (65). Where nothing comes at all the exit code
    is 66; a store is made only for a line that a log begins with.

    USAGE: entstore import [--store <path>] [--environment <name>] [--app <id> ...]
                           [--root <certificate> ...] [--deny-serial <number> ...]
                           [--subject <subject>] [--reason <text>] [--unsigned]
                           [--known-tokens-only] [--follow] [--json] <file> ...

    ARGUMENTS:
      <file>                  Files to read; - is standard input.

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --environment <name>    What a new store holds, and what an old one must hold.
                              (values: production, sandbox; default: production for
                              a new store)
      --app <id>              An app whose events are taken; kept in the store.
      --root <certificate>    Trust this root instead of Apple's (DER or PEM).
      --deny-serial <number>  Refuse certificates of this serial number
                              (hexadecimal).
      --subject <subject>     Who submits it all, signed in: binds its lineages to
                              them and says what they may use now.
      --reason <text>         Why, for whoever reads the history.
      --unsigned              Check no signature, also where there is one: you vouch
                              for where all of it comes from.
      --known-tokens-only     From here on, a token that nobody made known leaves
                              its lineage unbound; kept in the store.
      --follow                Take lines of an export in their own places only; the
                              store holds the same log as the other.
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "query",
    """
    OVERVIEW: Ask what a subject may use.

    Without --key: every entitlement, lapsed ones too, best first. With --key: the
    one answer, also as the exit code: 0 entitled, 1 not.

    --at: what was so at that instant, by what was signed by then; left out, it is
    now, by all that has come, signed ahead of this host's clock too. --known-at
    leaves out what had not come by then. Who holds what, shares, catalog and
    policies are those of today for either.

    A time is 2026-02-01T12:30:00Z, with +01:00 for Z as well, 2026-02-01 for its
    midnight in UTC, or milliseconds since 1970.

    USAGE: entstore query [--store <path>] [--subject <subject>]
                          [--lineage <lineage>] [--key <key>] [--at <time>]
                          [--known-at <time>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --subject <subject>     Who: a user or an account.
      --lineage <lineage>     One line of purchases: an original transaction id.
      --key <key>             What it would be used for: a key of the catalog.
      --at <time>             The instant asked about. (default: now)
      --known-at <time>       Count only what this store had received by then,
                              whenever it was signed.
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "history",
    """
    OVERVIEW: Tell what happened, newest first.

    A time is 2026-02-01T12:30:00Z, with +01:00 for Z as well, 2026-02-01 for its
    midnight in UTC, or milliseconds since 1970.

    USAGE: entstore history [--store <path>] [--subject <subject>]
                            [--lineage <lineage>] [--since <time>] [--until <time>]
                            [--limit <count>] [--raw] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --subject <subject>     Who: a user or an account.
      --lineage <lineage>     One line of purchases: an original transaction id.
      --since <time>          Only events signed at this time or later.
      --until <time>          Only events signed before this time.
      --limit <count>         At most so many events. (default: all)
      --raw                   Print the payloads, byte for byte as they came, each
                              with a newline behind it.
      --json                  Print JSON, one line for each.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "catalog",
    """
    OVERVIEW: Say which products open which key.

    USAGE: entstore catalog <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      set                     Put a catalog in force.
      diff                    Say what a catalog would change, and for whom.
      show                    Show the catalog in force.
      log                     List every catalog that was in force, newest first.

      See 'entstore help catalog <subcommand>' for detailed information.

    """
  ),
  (
    "catalog set",
    """
    OVERVIEW: Put a catalog in force.

    Takes a StoreKit configuration file (.storekit) or entstore's own JSON:

      {"entitlements": {"pro": {"appStore": ["com.example.pro.monthly"],
                                "includes": ["basic"]},
                        "basic": {"appStore": ["com.example.basic"]}},
       "products": {"com.example.season": {"duration": "P30D",
                                           "stacks": true}}}

    What opens pro opens basic too; the season, which does not renew, lasts 30 days.
    Bought again while it runs, it goes on behind the first one's end; without
    "stacks" both begin when they are bought. A product that no key names stays its
    own key. Makes the store if there is none.

    USAGE: entstore catalog set [--store <path>] [--environment <name>] [--json]
                                <file>

    ARGUMENTS:
      <file>                  The catalog; - is standard input.

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --environment <name>    What a new store holds, and what an old one must hold.
                              (values: production, sandbox; default: production for
                              a new store)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
])
func `help says what a command takes`(_ command: String, _ expected: String) throws {
  try expectHelp(command, expected)
}

/// Asked for as `help COMMAND` or as `COMMAND --help`, in every place where a flag may stand.
func expectHelp(_ command: String, _ expected: String) throws {
  let folder = try TestFolder()
  let result = ToolResult(code: 0, output: expected, messages: "")
  #expect(try folder.run("help \(command)") == result)
  #expect(try folder.run("\(command) --help") == result)
  #expect(try folder.run("\(command) -h") == result)
  #expect(tooWide(expected) == [])
}
