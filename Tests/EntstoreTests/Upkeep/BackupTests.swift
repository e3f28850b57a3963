import Entstore
import Foundation
import Testing

@Test func `a backup that its caller refuses is not there`() throws {
  struct Refused: Error {}
  let folder = try TemporaryFolder()
  let store = try EntitlementStore(path: folder.file("s.entstore"), environment: .sandbox)
  var looked = ""
  #expect(throws: Refused.self) {
    try store.backup(to: folder.file("b.entstore")) { copy in
      looked = copy
      throw Refused()
    }
  }
  #expect(looked != folder.file("b.entstore") && !FileManager.default.fileExists(atPath: looked))
  #expect(!FileManager.default.fileExists(atPath: folder.file("b.entstore")))
  #expect(try store.backup(to: folder.file("b.entstore")).events == 0)
  #expect(
    try EntitlementStore(path: folder.file("b.entstore"), opening: .readOnly).identity == store.identity)
}

@Test func `a store that is not sound is not backed up`() throws {
  let folder = try TemporaryFolder()
  let store = try EntitlementStore(path: folder.file("s.entstore"), environment: .sandbox)
  try store.write { try $0.setCatalog(Catalog(entitlements: ["pro": .init(products: [.appStore: ["p"]])])) }
  let file = try StoreFile(store.path)
  try file.remove(file.entries("by_date")[0].key, from: "by_date")
  #expect {
    try store.backup(to: folder.file("b.entstore"))
  } throws: { error in
    if case StoreError.damaged(table: "by_date", _) = error { true } else { false }
  }
  #expect(!FileManager.default.fileExists(atPath: folder.file("b.entstore")))
}
