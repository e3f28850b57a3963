// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
]

let package = Package(
  name: "entstore",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Entstore", targets: ["Entstore"]),
    .library(name: "EntstoreRails", targets: ["EntstoreRails"]),
    .library(name: "EntstoreModel", targets: ["EntstoreModel"]),
    .executable(name: "entstore", targets: ["EntstoreCLI"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .systemLibrary(
      name: "CXXHash", pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

    .target(name: "EntstoreModel", swiftSettings: strict),
    .target(name: "EntstoreCodec", dependencies: ["EntstoreModel"], swiftSettings: strict),
    .target(
      name: "EntstoreDigest", dependencies: ["COpenSSL", "CXXHash", "CZstd"], swiftSettings: strict),
    .target(name: "EntstoreLMDB", dependencies: ["CLMDB"], swiftSettings: strict),
    .target(
      name: "Entstore",
      dependencies: ["EntstoreModel", "EntstoreCodec", "EntstoreDigest", "EntstoreLMDB"],
      swiftSettings: strict),
    .target(
      name: "EntstoreRails", dependencies: ["EntstoreModel", "EntstoreDigest", "COpenSSL"],
      swiftSettings: strict),
    .executableTarget(
      name: "EntstoreCLI", dependencies: ["Entstore", "EntstoreRails", "EntstoreModel"],
      swiftSettings: strict),
    // What Scripts/allocations runs: it must be a release build, which tests are not.
    .executableTarget(
      name: "access-allocations", dependencies: ["Entstore"], path: "Tests/Allocations",
      exclude: ["counter.c"],
      swiftSettings: strict),
    // How tests start other programs and hear of them.
    .target(name: "TestProcesses", path: "Tests/Processes", swiftSettings: strict),
    // What EntstoreTortureTests run, kill and put faults under, and what both know of it.
    .target(
      name: "TortureSupport", dependencies: ["Entstore", "EntstoreLMDB"], path: "Tests/Torture/Support",
      swiftSettings: strict),
    .executableTarget(
      name: "entstore-torture-driver", dependencies: ["TortureSupport"], path: "Tests/Torture/Driver",
      swiftSettings: strict),

    .testTarget(
      name: "EntstoreModelTests", dependencies: ["EntstoreModel"], swiftSettings: strict),
    .testTarget(
      name: "EntstoreCodecTests", dependencies: ["EntstoreModel", "EntstoreCodec", "EntstoreDigest"],
      swiftSettings: strict),
    .testTarget(name: "EntstoreLMDBTests", dependencies: ["EntstoreLMDB"], swiftSettings: strict),
    .testTarget(
      name: "EntstoreTests",
      dependencies: [
        "Entstore", "EntstoreRails", "EntstoreModel", "EntstoreCodec", "EntstoreDigest", "EntstoreLMDB",
      ],
      // Stores that older versions wrote, which tests open where they lie.
      exclude: ["Stores"],
      swiftSettings: strict),
    .testTarget(
      name: "EntstoreRailsTests", dependencies: ["EntstoreRails", "EntstoreDigest"],
      swiftSettings: strict),
    .testTarget(
      name: "EntstoreCLITests", dependencies: ["EntstoreCLI", "TestProcesses"], swiftSettings: strict),
    .testTarget(
      name: "EntstoreTortureTests",
      dependencies: [
        "Entstore", "EntstoreDigest", "EntstoreLMDB", "EntstoreCLI", "TestProcesses", "TortureSupport",
        "entstore-torture-driver",
      ],
      swiftSettings: strict),
  ]
)
