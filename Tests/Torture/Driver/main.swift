import TortureSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Runs a workload on a store and says after each step, on standard output, that the store has acknowledged it. Written with
// `write` and no buffer, so that what stands in front of the system calls sees it in its place among them.

private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress!, $0.count) }
}

let words = CommandLine.arguments
guard words.count == 4, let workload = Workload(rawValue: words[2]), let seed = UInt64(words[3]) else {
  say("usage: entstore-torture-driver STORE WORKLOAD SEED")
  exit(64)
}
await Rehearsal(path: words[1], seed: seed, say: say).run(workload)
