import EntstoreModel
import EntstoreRails
import Foundation

/// What both fuzzers check against: a rail, and a verifier that trusts the development authority of a folder.
///
/// The authority comes from a folder, so that what was signed in one run is genuine in the next.
struct FuzzedVerifier {
  let authority: ForgeAuthority
  let verifier: AppStoreVerifier
  let rail = AppStoreRail(environment: .sandbox)

  /// Reads the folder that `FUZZ_AUTHORITY` names.
  init() {
    ignoreLeaks()
    defer { noticeLeaks() }
    do {
      guard let folder = ProcessInfo.processInfo.environment["FUZZ_AUTHORITY"] else {
        fatalError("FUZZ_AUTHORITY names no folder; run Scripts/fuzz")
      }
      authority = try ForgeAuthority { Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
      verifier = try AppStoreVerifier(
        environment: .sandbox, apps: ["com.example.app"], roots: [authority.rootCertificate])
    } catch {
      fatalError("\(error)")
    }
  }

  /// Verifies `text`, one signed payload, and makes its event. Every reason is put into words too.
  ///
  /// - Returns: Whether `text` is a genuine payload.
  func takes(_ text: [UInt8]) -> Bool {
    do throws(VerificationError) {
      let payload = try verifier.verify(UnverifiedPayload(text))
      do throws(Refusal) {
        let draft = try rail.event(of: payload)
        precondition(draft.provenance == .verified && draft.payload == text)
      } catch {
        describe(.failure(error))
      }
      return true
    } catch {
      precondition(!error.description.isEmpty)
      return false
    }
  }

  /// What the rail makes of `text`, which may hold signed payloads anywhere.
  func read(_ text: [UInt8]) {
    for outcome in rail.events(in: UnverifiedPayload(text), verifier: verifier) { describe(outcome) }
  }
}

/// A reason that cannot be told is a fault as well.
func describe(_ outcome: Result<EventDraft, Refusal>) {
  if case .failure(let refusal) = outcome { precondition(!refusal.description.isEmpty) }
}
