import Entstore
import EntstoreCodec

extension Damage {
  private static let head = Array("head".utf8)

  /// What nothing can make good: the log is the truth, and this is what `verify` is there to say.
  static let ofLog = [
    Damage("an event is missing", in: "events") { damaged in
      try damaged.file.remove(damaged.eventKey("b"), from: "events")
    },
    Damage("the last event is missing", in: "meta") { damaged in
      try damaged.file.remove(damaged.eventKey("d"), from: "events")
    },
    Damage("a byte of an event is another", in: "events") { damaged in
      try damaged.flip("events", damaged.eventKey("b"), byte: 70)
    },
    Damage("an event's salt is another, under a right checksum", in: "events") { damaged in
      try damaged.reseal("b") { $0[0] ^= 1 }
    },
    Damage("an event's link is another, under a right checksum", in: "events") { damaged in
      try damaged.reseal("b") { $0[16] ^= 1 }
    },
    Damage("an event's content is another, under a right checksum", in: "events") { damaged in
      // The last byte of an event without a payload counts its pieces; the one before ends its facts.
      try damaged.reseal("c") { $0[$0.count - 3] ^= 1 }
    },
    Damage("an event's content is in no form known, under a right checksum", in: "events") { damaged in
      try damaged.reseal("b") { $0[48] = 9 }
    },
    Damage("an event's content does not decompress, under a right checksum", in: "events") { damaged in
      try damaged.reseal("b") { $0[48] = 1 }
    },
    Damage("two events have changed places", in: "events") { damaged in
      let (one, other) = (try damaged.eventKey("b"), try damaged.eventKey("c"))
      let payloads = (try damaged.entry("events", one).payload, try damaged.entry("events", other).payload)
      try damaged.file.putSealed(payloads.0, for: other, in: "events")
      try damaged.file.putSealed(payloads.1, for: one, in: "events")
    },
    Damage("an event too many", in: "meta") { damaged in
      let payload = try damaged.entry("events", damaged.eventKey("d")).payload
      try damaged.file.putSealed(payload, for: Key.event(7), in: "events")
    },
    Damage("an event under a key that is no sequence", in: "events") { damaged in
      try damaged.file.putSealed([1], for: [1, 2, 3], in: "events")
    },
    Damage("the head says one event less", in: "meta") { damaged in
      try damaged.changeHead { $0[7] -= 1 }
    },
    Damage("the head has another link", in: "meta") { damaged in try damaged.changeHead { $0[20] ^= 1 } },
    Damage("a byte of the head is another", in: "meta") { try $0.flip("meta", head, byte: 15) },
    Damage("the head is gone", in: "meta") { try $0.file.remove(head, from: "meta") },
    Damage("a byte of the list of apps is another", in: "meta") { damaged in
      try damaged.store.write { try $0.allow(apps: ["com.example.app"]) }
      try damaged.flip("meta", Array("apps".utf8), byte: 12)
    },
    Damage("a byte of the count of refused input is another", in: "meta") { damaged in
      try damaged.store.write { $0.countRefusal(.malformed) }
      try damaged.flip("meta", Array("refused".utf8), byte: 10)
    },
    Damage("a byte of what the store is is another", in: "meta") {
      try $0.flip("meta", Array("store".utf8), byte: 12)
    },
    Damage("a byte of a blob is another", in: "blobs") { damaged in
      try damaged.flip("blobs", damaged.file.entries("blobs")[0].key, byte: 10)
    },
    Damage("a blob is another, under a right checksum", in: "blobs") { damaged in
      try damaged.file.putSealed([6, 6], for: damaged.file.entries("blobs")[0].key, in: "blobs")
    },
    Damage("a blob is missing", in: "blobs") { damaged in
      try damaged.file.remove(damaged.file.entries("blobs")[0].key, from: "blobs")
    },
    Damage("a blob of no event", in: "blobs") { damaged in
      try damaged.file.putSealed([7], for: Array(repeating: 7, count: 32), in: "blobs")
    },
  ]
}

extension DamagedStore {
  /// Changes an event's value and seals it again.
  func reseal(_ id: EventID, _ change: (inout [UInt8]) -> Void) throws {
    let key = try eventKey(id)
    var payload = try entry("events", key).payload
    change(&payload)
    try file.putSealed(payload, for: key, in: "events")
  }

  /// Eight bytes of sequence, then the link.
  func changeHead(_ change: (inout [UInt8]) -> Void) throws {
    let key = Array("head".utf8)
    var payload = try entry("meta", key).payload
    change(&payload)
    try file.putSealed(payload, for: key, in: "meta")
  }
}
