/// What the process says to its caller as it ends.
///
/// Scripts rely on these numbers; those from 64 up are the ones of sysexits.h.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// Done; for a question, the answer is yes.
  case done = 0
  /// Done, and the answer is no: not entitled, or the store is not sound.
  case negative = 1
  /// The command line was wrong.
  case usage = 64
  /// Some input was refused, or some of a damaged file is lost; the rest was taken.
  case inputRefused = 65
  /// An input or store file is missing or cannot be read.
  case inputMissing = 66
  /// A fault of the program itself.
  case fault = 70
  /// The disk, the engine or another part of the host failed; nothing is half-written.
  case diskFailure = 74
  /// Another process holds what is needed.
  case busy = 75
}
