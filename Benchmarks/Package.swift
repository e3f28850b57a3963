// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that SQLite is nobody's dependency. It sees what any embedder sees: public API and the tool.
let package = Package(
  name: "entstore-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "entstore", path: "..")],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CRawLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "entstore-bench",
      dependencies: [
        .product(name: "Entstore", package: "entstore"), .product(name: "EntstoreRails", package: "entstore"),
        .product(name: "entstore", package: "entstore"), "CSQLite", "CRawLMDB", "CCrypto", "CAllocations",
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
