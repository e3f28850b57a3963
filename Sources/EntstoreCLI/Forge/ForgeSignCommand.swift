import EntstoreRails
import Foundation

/// `entstore forge sign`: signs decoded payloads as a development authority does.
struct ForgeSignCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let fault = context.command.value(for: "fault")
    if fault == nil, context.command.value(for: "fault-in") != nil {
      throw context.command.usageError("'--fault-in' says where a fault is: name one with '--fault <name>'.")
    }
    let part = context.command.value(for: "fault-in").flatMap(PayloadSigner.Part.init)
    let file = try InputFile(context.command.arguments.first ?? "-")
    let authority = try AuthorityFolder(path: context.command.value(for: "ca")!).read()
    let signer = PayloadSigner(
      authority: authority, fault: fault.flatMap(ForgeFault.init), faultyPart: part ?? .notification)

    var isRefused = false
    let sign = { [context] (payload: Payload) in
      do {
        let line = try signer.signed(object(in: payload)) + [UInt8(ascii: "\n")]
        try context.output.write(unsafe line.span.bytes)
      } catch let refusal as SigningRefusal {
        isRefused = true
        context.output.note("\(payload.file):\(payload.line): \(refusal.reason)")
      }
    }
    var splitter = PayloadSplitter(file: file.name)
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let chunk = try file.read(into: &buffer)
      if chunk.isEmpty { break }
      try splitter.take(chunk, sign)
    }
    try splitter.finish(sign)
    return isRefused ? .inputRefused : .done
  }
}

/// Why a line cannot be signed.
private struct SigningRefusal: Error {
  let reason: String
}

/// The JSON object that a payload is, without white space around it.
private func object(in payload: Payload) throws -> [UInt8] {
  switch payload.content {
  case .refused(let reason): throw SigningRefusal(reason: reason)
  case .bytes(let bytes):
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")),
      let end = bytes.lastIndex(of: UInt8(ascii: "}")),
      let value = try? JSONSerialization.jsonObject(with: Data(bytes)), value is [String: Any]
    else { throw SigningRefusal(reason: "only a JSON object can be signed") }
    return Array(bytes[start...end])
  }
}
