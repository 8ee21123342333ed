import CFaultyDisk

/// A disk in memory for SQLite databases, which fails like a real one: what was not synced may be
/// lost, kept or torn; operations fail; it runs full; it is copied, put back and damaged.
///
/// Everything that happens on it follows from its seed and from what is done with it; there is no
/// real file, time or randomness. SQLite's own random numbers are those of the whole process, see
/// `seedSQLite`. A connection opens a file through `path(_:)`:
///
/// ```swift
/// let disk = FaultyDisk(seed: 7)
/// let connection = try Connection(path: disk.path("hub.db"), durability: .full)
/// disk.halt(afterChanges: 40)
/// // … until SQLite fails, then:
/// disk.cutPower(.torn)
/// ```
///
/// After a power cut, a crash, a restored snapshot and a reset, what was open is dead: SQLite gets
/// `SQLITE_IOERR` from it. Close it and open the files again.
///
/// `@unchecked Sendable` because the disk locks itself in each call.
package final class FaultyDisk: @unchecked Sendable {
  /// What is done with a disk.
  package struct Operations: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ bit: Int) { rawValue = UInt32(bit) }

    /// Opening a file that is there.
    package static let open = Self(HEARTH_DISK_OPEN)
    /// Opening or writing one that is not.
    package static let create = Self(HEARTH_DISK_CREATE)
    package static let read = Self(HEARTH_DISK_READ)
    package static let write = Self(HEARTH_DISK_WRITE)
    package static let truncate = Self(HEARTH_DISK_TRUNCATE)
    package static let sync = Self(HEARTH_DISK_SYNC)
    package static let delete = Self(HEARTH_DISK_DELETE)
    package static let rename = Self(HEARTH_DISK_RENAME)
    /// Asking how large a file is.
    package static let size = Self(HEARTH_DISK_SIZE)
    /// Asking whether a file is there.
    package static let access = Self(HEARTH_DISK_ACCESS)
    package static let lock = Self(HEARTH_DISK_LOCK)
    /// Mapping and locking the index of a write-ahead log.
    package static let sharedMemory = Self(HEARTH_DISK_SHARED_MEMORY)

    /// Those after which the disk is another one; they are what `halt` counts.
    package static let changes: Self = [.create, .write, .truncate, .sync, .delete, .rename]
    package static let all = Self(rawValue: (1 << UInt32(HEARTH_DISK_OPERATION_COUNT)) - 1)
  }

  /// What becomes of the sectors and file names that were changed and not synced.
  package enum Survival: CaseIterable, Sendable {
    case nothing, everything
    /// Any part of them, in any order, each sector as a whole.
    case some
    /// The same, and some sectors are new at one end only.
    case torn

    fileprivate var code: Int32 {
      switch self {
      case .nothing: Int32(HEARTH_DISK_LOSE_ALL)
      case .everything: Int32(HEARTH_DISK_KEEP_ALL)
      case .some: Int32(HEARTH_DISK_KEEP_SOME)
      case .torn: Int32(HEARTH_DISK_TEAR_SOME)
      }
    }
  }

  let handle: OpaquePointer

  /// A new, empty disk.
  ///
  /// - Parameter sectorBytes: what survives a power cut or is lost as one, from 1 on.
  package init(seed: UInt64, sectorBytes: Int = 512) {
    precondition(sectorBytes > 0, "a sector has bytes")
    handle = hearth_disk_make(seed, UInt32(sectorBytes))
  }

  /// Its memory goes with the last connection that has a file of it open.
  deinit { hearth_disk_release(handle) }

  /// The name under which SQLite knows the disk, as a VFS.
  package var vfsName: String { String(cString: hearth_disk_vfs_name(handle)) }

  /// A file of the disk as a path for SQLite: an URI, which a connection that reads or writes
  /// takes. `name` is any path; there are no folders to make.
  package func path(_ name: String) -> String {
    let name = name.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return "file:\(name)?vfs=\(vfsName)"
  }

  /// Empties the disk for another use: no files, faults, limit or counts. Cheaper than a new one.
  package func reset(seed: UInt64) { hearth_disk_reset(handle, seed) }

  /// The clock that SQLite sees, milliseconds since 1970. It moves when SQLite waits for a lock,
  /// and when it is set.
  package var milliseconds: Int64 {
    get { hearth_disk_time(handle) }
    set { hearth_disk_set_time(handle, newValue) }
  }

  /// Makes SQLite's own random numbers, such as the salts of its logs, follow from a seed in the
  /// whole process, for one that simulates on one thread; `nil` makes them random again. Without it
  /// the same history writes other bytes each time, with the same meaning.
  package static func seedSQLite(_ seed: UInt32?) {
    hearth_disk_seed_sqlite(seed.map { max($0, 1) } ?? 0)
  }
}

extension FaultyDisk {
  /// The power is cut, and comes back.
  package func cutPower(_ survival: Survival) { hearth_disk_power_cut(handle, survival.code) }

  /// The processes that use the disk end and start again: what they wrote is there, and their locks
  /// are gone. What was not synced still is not.
  package func crashProcesses() { hearth_disk_process_crash(handle) }

  /// Makes all that was written durable, as the system does after a while.
  package func settle() { hearth_disk_settle(handle) }
}
