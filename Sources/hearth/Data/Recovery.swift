import Hub

/// Instructions for recovering a lost hub: its newest backups, and the command to type.
enum Recovery {
  /// How many backups are named.
  private static let maxNamed = 3

  /// What to do about a damaged or missing hub's file, in whole sentences without the last full
  /// stop.
  ///
  /// - Parameter folder: the path of the data folder.
  static func words(for folder: String) -> String {
    let backups = newest(in: folder)
    guard let first = backups.first else {
      return """
        There is no backup in \(folder)/backups; put one from elsewhere in its place with: \
        \(command(nil, to: folder))
        """
    }
    var words = "Put a backup in its place with: \(command(first, to: folder))"
    if backups.count > 1 {
      words += " (older ones: \(backups.dropFirst().prefix(maxNamed - 1).joined(separator: ", ")))"
    }
    return words
  }

  /// The complete command; without `--data` it would replace another hub.
  ///
  /// - Parameter backup: the backup's path; `nil` for a placeholder.
  static func command(_ backup: String?, to folder: String) -> String {
    "hearth restore \(backup.map(quoted) ?? "BACKUP") --data \(quoted(folder)) --replace"
  }

  /// The command with the newest backup of a folder, or with a placeholder.
  static func command(to folder: String) -> String { command(newest(in: folder).first, to: folder) }

  /// The command that copies a hub's key from the newest backup with a valid one; `nil` if there is
  /// none.
  static func secret(for folder: String) -> String? {
    newest(in: folder).map { $0 + "/secret" }
      .first { Posix.size($0) == Int64(Invitations.codeKeyBytes) }
      .map { "cp -p \(quoted($0)) \(quoted(folder + "/secret"))" }
  }

  /// The paths of a data folder's backups: those named by time first, newest first, then the
  /// others.
  static func newest(in folder: String) -> [String] {
    let backups = folder + "/backups"
    // Without a backups folder there are no backups.
    let names = (try? Posix.names(in: backups)) ?? []
    let whole = names.reversed().filter {
      !$0.hasSuffix(".partial") && Posix.exists("\(backups)/\($0)/\(Backup.manifestName)")
    }
    let isTime = { (name: String) in name.utf8.first.map { (0x30...0x39).contains($0) } ?? false }
    return (whole.filter(isTime) + whole.filter { !isTime($0) }).map { "\(backups)/\($0)" }
  }

  /// The word, quoted for a shell if necessary.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "/._-+=:,@%".utf8.contains(byte)
      }
    }
    return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
