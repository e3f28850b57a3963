import Foundation
import TestProcesses
import TortureSupport

/// A folder in memory with one store in it, gone with the test.
final class Arena {
  let path: String
  private let records: String

  init() throws {
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    let name = base + "/entstore-torture-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
    // The shim compares paths as they are.
    path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
    records = path + ".record"
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: records)
  }

  var store: String { path + "/" + Self.storeName }
  static let storeName = "s.entstore"
  static let backupName = Rehearsal.backupName(of: storeName)

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func empty() throws {
    for name in try names { try FileManager.default.removeItem(atPath: path + "/" + name) }
  }

  /// The driver on this folder's store, with the shim in front of it if there is something for it to do.
  func drive(
    _ workload: Workload, seed: UInt64, fault: Fault? = nil, isRecorded: Bool = false
  ) throws -> Child {
    try start(
      "entstore-torture-driver", [store, workload.rawValue, "\(seed)"], fault: fault, isRecorded: isRecorded)
  }

  func start(
    _ program: String, _ words: [String], fault: Fault? = nil, isRecorded: Bool = false
  ) throws -> Child {
    var environment: [String: String] = [:]
    if fault != nil || isRecorded {
      environment["LD_PRELOAD"] = Torture.shim
      environment["TORTURE_FOLDER"] = path
    }
    if let fault { environment["TORTURE_FAULT"] = fault.description }
    if isRecorded { environment["TORTURE_RECORD"] = records }
    return try Child(builtProgram(program), words, environment: environment)
  }

  /// What a run of a workload did, call by call.
  func record(_ workload: Workload, seed: UInt64) throws -> [Call] {
    try record(drive(workload, seed: seed, isRecorded: true))
  }

  func record(_ child: Child, code expected: Int32 = 0) throws -> [Call] {
    let code = child.finish()
    guard code == expected else { throw SystemFailure(code: code) }
    return try Call.all(in: Array(Data(contentsOf: URL(fileURLWithPath: records))))
  }
}
