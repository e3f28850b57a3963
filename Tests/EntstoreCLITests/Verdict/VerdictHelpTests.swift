import Testing

@Test(arguments: [
  (
    "verdict",
    """
    OVERVIEW: Hand out answers to who cannot ask the store.

    USAGE: entstore verdict <subcommand>

    OPTIONS:
      --version               Show the version.
      -h, --help              Show help information.

    SUBCOMMANDS:
      issue                   Sign what is known of a subject.
      key                     Make the key that signs verdicts.
      check                   Check a verdict and answer from it.

      See 'entstore help verdict <subcommand>' for detailed information.

    """
  ),
  (
    "verdict issue",
    """
    OVERVIEW: Sign what is known of a subject.

    Prints one line of text (a compact JWS, Ed25519): the subject's keys with their
    schedules, whether they have ever paid, and when to ask again. An app, a
    keyboard extension or another service can hold it and answer from it when it
    cannot ask.

    USAGE: entstore verdict issue [--store <path>] --subject <subject>
                                  --key-file <file> [--extension <duration>]
                                  [--ask-within <duration>] [--at <time>] [--json]

    OPTIONS:
      --store <path>          The store's file. (default: $ENTSTORE_PATH or
                              entitlements.entstore)
      --subject <subject>     Who: a user or an account.
      --key-file <file>       The private key, made by 'verdict key'.
      --extension <duration>  How far who has ever paid stays open past their end
                              while the store cannot be asked. (default: P7D)
      --ask-within <duration> After how long to ask again at the latest. (default:
                              P1D)
      --at <time>             The instant of the issue. (default: now)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "verdict key",
    """
    OVERVIEW: Make the key that signs verdicts.

    Writes an Ed25519 private key (PKCS#8 in PEM, not encrypted, for its owner alone
    to read) and prints the public key: what apps and services check verdicts with.
    Never overwrites.

    USAGE: entstore verdict key --output <file> [--json]

    OPTIONS:
      -o, --output <file>     Where to.
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
  (
    "verdict check",
    """
    OVERVIEW: Check a verdict and answer from it.

    Needs no store. Without --key: every key, by the verdict. With --key: the one
    answer, also as the exit code: 0 entitled, 1 not. A text that is not genuine:
    65.

    USAGE: entstore verdict check --public-key <file|base64> ...
                                  [--subject <subject>] [--environment <name>]
                                  [--key <key>] [--at <time>] [--json] <text>

    ARGUMENTS:
      <text>                  The verdict's text; - is standard input.

    OPTIONS:
      --public-key <file|base64>
                              A key that is trusted: a file of PEM, or 32 bytes in
                              base64.
      --subject <subject>     Whose verdict it must be. (default: whoever it speaks
                              of)
      --environment <name>    What it must speak of. (values: production, sandbox;
                              default: production)
      --key <key>             What it would be used for: a key of the catalog.
      --at <time>             The instant asked about. (default: now)
      --json                  Print JSON.
      --version               Show the version.
      -h, --help              Show help information.

    """
  ),
])
func `help says what a command about verdicts takes`(_ command: String, _ expected: String) throws {
  try expectHelp(command, expected)
}
