import CFaultyDisk
import Glibc

/// A file operation that failed, with the code of `errno` that a real disk gives: `ENOENT`, `EIO`,
/// `ENOSPC`, and `ERANGE` for a place beyond the end of a file.
package struct DiskError: Error, Equatable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  fileprivate static func check(_ code: Int32) throws(DiskError) {
    if code != 0 { throw DiskError(code: code) }
  }
}

/// Files beside a database. These fail, stop and count like those of SQLite.
extension FaultyDisk {
  /// Makes the file or empties it, and writes to it. Nothing is synced.
  package func write(_ bytes: [UInt8], to name: String) throws(DiskError) {
    try DiskError.check(hearth_disk_write_file(handle, name, bytes, bytes.count))
  }

  /// Up to `maxBytes` of a file.
  package func read(_ name: String, maxBytes: Int = .max) throws(DiskError) -> [UInt8] {
    let size = Int(hearth_disk_file_size(handle, name))
    guard size >= 0 else { throw DiskError(code: ENOENT) }
    var bytes = [UInt8](repeating: 0, count: min(size, maxBytes))
    var count = 0
    try DiskError.check(hearth_disk_read_file(handle, name, 0, &bytes, bytes.count, &count))
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Makes durable what is in a file, and that it has this name.
  package func sync(_ name: String) throws(DiskError) {
    try DiskError.check(hearth_disk_sync_file(handle, name))
  }

  /// Gives a file another name, in the place of the one that has it, at once. Durable after
  /// `syncDirectory`.
  package func rename(_ name: String, to newName: String) throws(DiskError) {
    try DiskError.check(hearth_disk_rename(handle, name, newName))
  }

  /// Removes a file. Until `syncDirectory` it may come back.
  package func remove(_ name: String) throws(DiskError) {
    try DiskError.check(hearth_disk_delete(handle, name))
  }

  /// Makes durable which names there are, of all files.
  package func syncDirectory() throws(DiskError) {
    try DiskError.check(hearth_disk_sync_directory(handle))
  }
}

/// Done to the disk from outside: never fails for a planted fault, and counts as nothing.
extension FaultyDisk {
  /// Names in the order in which they were first used.
  package var files: [String] {
    var names: [String] = []
    while let name = hearth_disk_file_name(handle, names.count) {
      names.append(String(cString: name))
      free(name)
    }
    return names
  }

  /// The size in bytes; `nil` where there is no file.
  package func size(of name: String) -> Int? {
    let size = hearth_disk_file_size(handle, name)
    return size < 0 ? nil : Int(size)
  }

  /// Says which file this is and when it was last changed or renamed, like an inode with its ctime:
  /// a copy has another mark, a file in a snapshot that was put back has the one of that time.
  package func mark(of name: String) -> String? {
    var (file, changed): (UInt64, UInt64) = (0, 0)
    guard hearth_disk_file_mark(handle, name, &file, &changed) == 0 else { return nil }
    return "\(file).\(changed)"
  }

  /// Copies a file as it is now, over another one or to a new name. The copy is durable, and
  /// connections to a file that was there stay with the old one.
  package func copy(_ name: String, to copyName: String) throws(DiskError) {
    try DiskError.check(hearth_disk_copy(handle, name, copyName))
  }

  /// Overwrites bytes inside a file. What is unsynced there may still be written over it, and a
  /// connection may have the old bytes in its cache.
  package func damage(_ name: String, offset: Int, bytes: [UInt8]) throws(DiskError) {
    guard offset >= 0 else { throw DiskError(code: ERANGE) }
    try DiskError.check(hearth_disk_damage(handle, name, offset, bytes, bytes.count))
  }

  /// Overwrites a page; pages are numbered from 1, as in SQLite.
  package func damage(
    _ name: String, page: Int, pageBytes: Int, bytes: [UInt8]
  ) throws(DiskError) {
    try damage(name, offset: (page - 1) * pageBytes, bytes: bytes)
  }

  /// Turns over one bit of a file.
  package func flipBit(_ bit: Int, ofByte offset: Int, in name: String) throws(DiskError) {
    var byte: UInt8 = 0
    var count = 0
    guard let size = size(of: name) else { throw DiskError(code: ENOENT) }
    guard (0..<size).contains(offset), (0..<8).contains(bit) else {
      throw DiskError(code: ERANGE)
    }
    try DiskError.check(hearth_disk_look(handle, name, offset, &byte, 1, &count))
    try damage(name, offset: offset, bytes: [byte ^ (1 << UInt8(bit))])
  }
}

extension FaultyDisk {
  /// All files of a disk at one moment, with what was not yet synced. It may be put back as often
  /// as wanted, also on another disk.
  ///
  /// `@unchecked Sendable` because nothing in it changes that is not locked.
  package final class Snapshot: @unchecked Sendable {
    fileprivate let handle: OpaquePointer

    fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { hearth_disk_free_snapshot(handle) }
  }

  package func snapshot() -> Snapshot { Snapshot(hearth_disk_take_snapshot(handle)) }

  /// Puts all files back as they were, as when a virtual machine is. What is open is dead; what was
  /// not synced still is not: let `cutPower` decide about it. Faults and limits stay.
  package func restore(_ snapshot: Snapshot) { hearth_disk_restore(handle, snapshot.handle) }
}
