import Foundation

/// A pipe whose text is read once the writing end is closed.
final class Capture {
  private let pipe = Pipe()
  var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

  func text() throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
