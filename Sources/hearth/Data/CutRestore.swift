import FoundationEssentials

/// A restore that ended while files were changing places: of those in the data folder some are what
/// was there before, or the backup's, and others are missing.
struct CutRestore {
  /// The folder with those of the backup that had not been moved yet.
  let staging: String
  /// The path of the backup.
  let backup: String
  /// Where what was there before was moved to, as far as it came.
  let aside: String
  /// The names of what was there before.
  private let parts: [String]
  private let folder: DataFolder

  private static let markName = "moving"
  private static let maxMarkBytes = 64 << 10

  /// Notes that from now on files change places.
  ///
  /// - Parameter parts: the names of what was there before.
  static func mark(
    _ staging: String, of backup: Backup, aside: String, _ parts: [String]
  ) throws(CommandFailure) {
    let lines = [parts.joined(separator: " "), aside, backup.path]
    try Posix.write(lines.joined(separator: "\n").utf8, to: "\(staging)/\(markName)")
    try Posix.flush(folder: staging)
  }

  /// Removes a folder of gathered files, which are copies of a backup.
  static func end(_ staging: String) throws {
    try FileManager.default.removeItem(atPath: staging)
  }

  /// Those of a data folder, the earliest first.
  static func all(in folder: DataFolder) throws(CommandFailure) -> [CutRestore] {
    var found: [CutRestore] = []
    for name in try Posix.names(in: folder.path).sorted()
    where name.hasPrefix(DataFolder.restoringPrefix) {
      let staging = "\(folder.path)/\(name)"
      guard let bytes = Posix.read("\(staging)/\(markName)", maxBytes: maxMarkBytes) else {
        continue
      }
      let lines = bytes.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard lines.count == 3 else { continue }
      found.append(
        CutRestore(
          staging: staging, backup: lines[2], aside: lines[1],
          parts: lines[0].split(separator: " ").map { String($0) }, folder: folder))
    }
    return found
  }

  /// Moves to ``aside`` what should have gone there, so that a file and its log stay together.
  func moveRestAside() throws(CommandFailure) {
    // Nothing of the backup comes before all of it is aside: what is not there is still the former.
    for part in parts
    where Posix.exists("\(folder.path)/\(part)") && !Posix.exists("\(aside)/\(part)") {
      if !Posix.exists(aside) { try Posix.makeFolder(aside) }
      try Posix.move("\(folder.path)/\(part)", to: "\(aside)/\(part)")
    }
  }

  /// Throws if the folder is half the backup's and half what was there before.
  static func refuse(in folder: DataFolder) throws(CommandFailure) {
    guard let last = try all(in: folder).last else { return }
    let before =
      Posix.exists(last.aside) ? "; what was there before is kept in \(last.aside)" : ""
    throw .unusable(
      """
      a restore of \(last.backup) ended before all its files were in place, and nothing is lost\
      \(before). Go on with: \(Recovery.command(last.backup, to: folder.path))
      """)
  }
}
