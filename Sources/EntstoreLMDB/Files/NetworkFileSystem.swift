import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// File systems whose memory maps and locks are not shared between the hosts that mount them.
package enum NetworkFileSystem {
  /// The file system's name if a file on it may be mapped by another host, else nil.
  static func kind(of file: borrowing FileDescriptor, path: String) throws(LMDBError) -> String? {
    var status = statfs()
    if unsafe fstatfs(file.number, &status) != 0 { throw .system("fstatfs", path: path, errno: errno) }
    #if canImport(Darwin)
      if status.f_flags & UInt32(MNT_LOCAL) != 0 { return nil }
      return unsafe withUnsafeBytes(of: status.f_fstypename) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    #else
      return kind(magic: UInt32(truncatingIfNeeded: status.f_type))
    #endif
  }

  /// The name belonging to a Linux `f_type`; nil for local file systems and FUSE, which may be either.
  ///
  /// Source: statfs(2), linux/magic.h.
  package static func kind(magic: UInt32) -> String? {
    switch magic {
    case 0x0000_6969: "NFS"
    case 0x0000_517B, 0xFE53_4D42: "SMB"
    case 0xFF53_4D42: "CIFS"
    case 0x0102_1997: "9P"
    case 0x00C3_6400: "Ceph"
    case 0x5346_414F, 0x6B41_4653: "AFS"
    case 0x7375_7245: "Coda"
    case 0x0BD0_0BD0: "Lustre"
    case 0x0116_1970: "GFS2"
    case 0x7461_636F: "OCFS2"
    default: nil
    }
  }
}
