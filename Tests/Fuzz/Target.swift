import Foundation

/// Holds one input to what it should be; ends the process where it is not.
typealias Target = @Sendable ([UInt8]) -> Void

/// What is done with each input: that which `FUZZ_TARGET` names.
private let target: Target = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "nothing"
  guard let target = targets[name] else { fatalError("there is no target \(name); run Scripts/fuzz") }
  return target
}()

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  target(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Around the making of what lives as long as the process: of a pointer that shares its word with the case of an enum the leak
/// detector sees nothing.
@_silgen_name("__lsan_disable") func ignoreLeaks()
@_silgen_name("__lsan_enable") func noticeLeaks()
