import TortureSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Runs a workload on a store and says after each step, on standard output, that the store has acknowledged it; or is one of a
// crowd at a store. Written with `write` and no buffer, so that what stands in front of the system calls sees it in its place
// among them.

private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress!, $0.count) }
}

let words = CommandLine.arguments.dropFirst()
let (path, role) = (words.first ?? "", words.dropFirst().first ?? "")
let numbers = words.dropFirst(2).compactMap { Int($0) }
let crowd = Crowd(path: path, isReopening: words.last == "reopening", say: say)
switch (role, numbers.first, numbers.last) {
case ("write", let writer?, let count?): try crowd.write(count, as: writer)
case ("read", let count?, _): try crowd.read(until: UInt64(count))
case ("hold", _, _): try crowd.hold { raise(SIGSTOP) }
case ("pause", _, _): try crowd.pause { raise(SIGSTOP) }
case (_, let seed?, _):
  guard let workload = Workload(rawValue: role) else { fallthrough }
  await Rehearsal(path: path, seed: UInt64(seed), say: say).run(workload)
default:
  say(
    "usage: entstore-torture-driver STORE WORKLOAD SEED | write NUMBER PAIRS | read EVENTS | hold | pause [reopening]"
  )
  exit(64)
}
