import Foundation

/// The path of a program that was built beside the tests.
package func builtProgram(_ name: String) -> String {
  let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  let bundles = Bundle.allBundles.map(\.bundlePath).filter { $0.hasSuffix(".xctest") }
  for image in [program].compactMap(\.self) + bundles {
    let candidate = URL(fileURLWithPath: image).deletingLastPathComponent().appendingPathComponent(name)
    if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
  }
  preconditionFailure("\(name) is not built beside the tests")
}
