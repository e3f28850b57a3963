import Foundation

/// The exit status of a child that runs `body` and nothing else.
func inForkedChild(_ body: () -> Int32) -> Int32 {
  let symbol = unsafe dlsym(nil, "fork")
  let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
  let child = fork()
  if child == 0 { _exit(body()) }
  var status: Int32 = 0
  unsafe waitpid(child, &status, 0)
  return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
}
