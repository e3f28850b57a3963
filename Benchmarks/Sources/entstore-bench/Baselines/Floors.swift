import CCrypto
import Foundation

/// The least that the machine can do it in.
enum Floors {
  /// Seconds of one page written at the end of a file and synced.
  static func sync(_ path: String, count: Int) throws -> [Double] {
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0 else { throw Failure("\(path) cannot be made") }
    defer {
      close(descriptor)
      unlink(path)
    }
    let page = [UInt8](repeating: 1, count: 4_096)
    return try (0..<count).map { _ in
      try timed {
        guard write(descriptor, page, page.count) == page.count, flush(descriptor) == 0 else {
          throw Failure("\(path) cannot be written")
        }
      }
    }
  }

  private static func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      fdatasync(descriptor)
    #else
      fsync(descriptor)
    #endif
  }

  /// Bare ECDSA P-256 verifications a second, on as many threads at once.
  static func verifications(threads: Int, each: Int) throws -> Double {
    let keys = try (0..<threads).map { _ in try SignedSample() }
    let taken = try timed {
      try together(keys.map { key in { for _ in 0..<each { try key.verify() } } })
    }
    return Double(threads * each) / taken
  }
}

/// A message of a notification's size with its signature.
private final class SignedSample {
  private let key: OpaquePointer
  private let message = [UInt8](repeating: 7, count: 3_000)
  private var signature = [UInt8](repeating: 0, count: 80)
  private var length = 80

  init() throws {
    var key: OpaquePointer?
    let maker = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
    defer { EVP_PKEY_CTX_free(maker) }
    guard EVP_PKEY_keygen_init(maker) == 1,
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(maker, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_keygen(maker, &key) == 1, let key
    else { throw Failure("libcrypto makes no P-256 key") }
    self.key = key
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw Failure("libcrypto does not sign") }
  }

  deinit { EVP_PKEY_free(key) }

  func verify() throws {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestVerify(context, signature, length, message, message.count) == 1
    else { throw Failure("libcrypto does not verify") }
  }
}
