import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file system that a file or a folder lies in.
package struct FileSystem: Sendable, Hashable {
  /// What it is called; the number of its kind where that has no name here.
  package let name: String
  package let kind: Kind
  package let isReadOnly: Bool
  /// The bytes that may still be written.
  package let freeBytes: UInt64

  package enum Kind: Sendable, Hashable {
    /// A disk of this host, as far as is known.
    case local
    /// Other hosts may have it too; a store cannot be opened there.
    case network
    /// Gone with the power.
    case memory
    /// A layer of a container, gone with it.
    case layer
    /// Served by a program: local or not.
    case program
  }

  /// - Parameter path: Of a file or folder that is there; nil for any other, and where the system does not tell.
  package init?(at path: String) {
    var space = statvfs()
    guard unsafe statvfs(path, &space) == 0,
      let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
    else { return nil }
    freeBytes = UInt64(space.f_bavail) * UInt64(space.f_frsize)
    isReadOnly = space.f_flag & UInt(ST_RDONLY) != 0
    var status = statfs()
    guard unsafe fstatfs(file.number, &status) == 0 else { return nil }
    #if canImport(Darwin)
      name = unsafe withUnsafeBytes(of: status.f_fstypename) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      kind = status.f_flags & UInt32(MNT_LOCAL) != 0 ? .local : .network
    #else
      let magic = UInt32(truncatingIfNeeded: status.f_type)
      if let network = NetworkFileSystem.kind(magic: magic) {
        (name, kind) = (network, .network)
      } else {
        (name, kind) = Self.known[magic] ?? ("0x" + String(magic, radix: 16), .local)
      }
    #endif
  }

  /// By the `f_type` of Linux.
  ///
  /// Source: statfs(2), linux/magic.h.
  private static let known: [UInt32: (String, Kind)] = [
    0x0000_EF53: ("ext4", .local), 0x5846_5342: ("XFS", .local), 0x9123_683E: ("Btrfs", .local),
    0x2FC1_2FC1: ("ZFS", .local), 0xF2F5_2010: ("F2FS", .local), 0x0102_1994: ("tmpfs", .memory),
    0x8584_58F6: ("ramfs", .memory), 0x794C_7630: ("overlayfs", .layer), 0x6573_5546: ("FUSE", .program),
  ]
}
