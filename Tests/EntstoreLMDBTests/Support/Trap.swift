import Foundation
import Testing

extension ExitTest.Condition {
  /// A failed precondition, and not an error that was thrown: that would be a failure too.
  static var trap: ExitTest.Condition {
    #if arch(x86_64)
      .signal(SIGILL)
    #else
      .signal(SIGTRAP)
    #endif
  }
}
