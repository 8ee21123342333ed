import CFaultyDisk

extension FaultyDisk {
  /// Faults that can wait at the same time.
  package static let maxWaitingFaults = 8

  /// Lets the next of these operations fail, each with the code that SQLite has for it.
  ///
  /// A failed write may have written its beginning. After a failed sync some of what was unsynced
  /// is safe and the rest never will be, though reading still shows it: the system takes it for
  /// written, like Linux.
  ///
  /// - Parameters:
  ///   - skip: how many of them do not fail before.
  ///   - times: how many fail, one after the other.
  package func fail(_ operations: Operations, after skip: Int = 0, times: Int = 1) {
    let isKept = hearth_disk_fail(handle, operations.rawValue, UInt64(skip), UInt64(times)) == 0
    precondition(isKept, "at most \(Self.maxWaitingFaults) faults wait")
  }

  /// Stops everything in the middle of a change of the disk, after `count` changes; all that comes
  /// then fails, until `cutPower` or `crashProcesses` says what it was.
  package func halt(afterChanges count: Int) { hearth_disk_halt(handle, UInt64(count)) }

  /// Whether everything has stopped.
  package var isHalted: Bool { hearth_disk_is_halted(handle) != 0 }

  /// Forgets faults that have not happened, and a stop that has not come.
  package func forgetFaults() { hearth_disk_forget_faults(handle) }

  /// How many bytes of files there is room for, with the shared memory of open databases, which is
  /// a file on a real disk; `nil`: no limit. It may be less than what is used: nothing grows then.
  package func limit(capacityBytes: Int?) {
    hearth_disk_set_capacity(handle, Int64(capacityBytes ?? -1))
  }

  /// Bytes in use, counted like the limit.
  package var usedBytes: Int { Int(hearth_disk_used(handle)) }

  /// Whether a sync of a file makes the names of other files durable.
  ///
  /// Without this, names change in order, as in file systems with a journal: a sync of a file
  /// that was made, renamed or resized also keeps what was done to names before. With loose names
  /// it keeps its own alone, as POSIX allows, and a deleted file may come back, whatever was synced
  /// since.
  package func loosenNames(_ areLoose: Bool = true) {
    hearth_disk_set_loose_names(handle, areLoose ? 1 : 0)
  }

  /// A disk that says it has synced and has not, from here on.
  package func lie(_ isLying: Bool = true) { hearth_disk_set_lying(handle, isLying ? 1 : 0) }

  /// What has happened since the disk was made or reset.
  package struct Counts: Equatable, Sendable {
    /// How often each single operation was asked for.
    package var operations: [Operations: Int] = [:]
    package var bytesWritten = 0
    /// Operations that were made to fail.
    package var faults = 0
    /// Writes for which there was no room.
    package var refusals = 0
    package var powerCuts = 0
    package var processCrashes = 0
    /// Unsynced sectors that survived a power cut or a failed sync, and those that did not.
    package var keptSectors = 0
    package var lostSectors = 0
    package var tornSectors = 0

    /// All operations that `halt` counts.
    package var changes: Int {
      operations.reduce(0) { Operations.changes.contains($1.key) ? $0 + $1.value : $0 }
    }
  }

  package var counts: Counts {
    var raw = hearth_disk_count(handle)
    var counts = Counts(
      bytesWritten: Int(raw.bytes_written), faults: Int(raw.faults), refusals: Int(raw.refusals),
      powerCuts: Int(raw.power_cuts), processCrashes: Int(raw.process_crashes),
      keptSectors: Int(raw.sectors_kept), lostSectors: Int(raw.sectors_lost),
      tornSectors: Int(raw.sectors_torn))
    withUnsafeBytes(of: &raw.operations) { bytes in
      for (bit, count) in bytes.bindMemory(to: UInt64.self).enumerated() where count > 0 {
        counts.operations[Operations(rawValue: 1 << UInt32(bit))] = Int(count)
      }
    }
    return counts
  }
}
