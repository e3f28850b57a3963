import Entstore
import EntstoreRails

/// What makes input believed: the operator's word, or a signature that leads to a trusted root and names a known app.
struct InputTrust {
  private let context: Context
  private let roots: [[UInt8]]
  private let deniedSerials: Set<String>
  private let apps: [String]

  /// Reads what `--root` names, and looks at what the other options say.
  init(_ context: Context) throws {
    self.context = context
    deniedSerials = Set(
      try context.command.values(for: "deny-serial").map { text in
        // One that can match nothing would deny nothing, and nobody would know.
        if let serial = SerialNumber.text(text) { return serial }
        throw context.command.usageError(
          "The value \(quoted(text)) for '--deny-serial' is no serial number; write it in hexadecimal, up to 20 bytes, "
            + "such as 47C287 or 47:C2:87.")
      })
    apps = try context.identifiers("app", as: AppID.self).map(\.text)
    // Nor would one that no app has be noticed: events of all others would be refused.
    for app in apps where app.contains(where: { $0 == "," || $0.isWhitespace }) {
      let remedy = app.contains(",") ? "; for several apps give '--app' several times" : ""
      throw context.command.usageError("The value \(quoted(app)) for '--app' is no bundle id\(remedy).")
    }
    roots = try context.command.values(for: "root").map { try InputFile($0).readAll(atMost: 1 << 20) }
    if context.command.flag("unsigned"), !roots.isEmpty {
      throw context.command.usageError(
        "With '--unsigned' no signature is checked, so '--root' means nothing.")
    }
  }

  /// Adds what `--app` names to the apps of the store.
  func allowApps(in store: EntitlementStore) throws {
    if !apps.isEmpty { try store.write { try $0.allow(apps: apps) } }
  }

  /// Reads payloads for `store`, and believes what may be believed.
  ///
  /// - Parameter wantsPlaces: Whether lines of an export are wanted with their place.
  func decoder(for store: EntitlementStore, wantsPlaces: Bool = false) throws -> PayloadDecoder {
    PayloadDecoder(
      rail: AppStoreRail(environment: store.environment), trust: try trust(in: store),
      wantsPlaces: wantsPlaces)
  }

  private func trust(in store: EntitlementStore) throws -> PayloadDecoder.Trust {
    if context.command.flag("unsigned") { return .vouched }
    let apps = try store.read { try $0.apps() }
    if apps.isEmpty { return .unknownApps }
    let denied = deniedSerials
    do {
      return .verified(
        try AppStoreVerifier(environment: store.environment, apps: Set(apps), roots: roots) { _, serial in
          denied.contains(serial)
        })
    } catch {
      throw CommandFailure(code: .inputMissing, message: "--root: \(error)")
    }
  }
}
