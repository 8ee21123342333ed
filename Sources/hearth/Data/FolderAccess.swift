import Glibc

/// Checks what the user who runs a command may not do with a data folder, so that a file without
/// permission is not mistaken for a damaged one.
enum FolderAccess {
  /// One sentence for each file or folder that this user cannot read or write as needed.
  static func problems(of folder: DataFolder) throws(CommandFailure) -> [String] {
    // Nothing in a folder can be checked without access to the folder itself.
    if let problem = problem(folder.path, R_OK | W_OK | X_OK) { return [problem] }
    let databases = [folder.hub, folder.analytics]
    let written =
      databases.flatMap { path in ["", "-wal", "-shm"].map { path + $0 } }
      + [folder.analyticsSettings, folder.upgrades]
    let read = ["secret", "VERSION"].map { "\(folder.path)/\($0)" }
    let entered = [folder.backups]
    let kept = [
      folder.blobs, folder.replicas, folder.temporary, folder.imports, folder.history,
      folder.path + "/thumbnails",
    ]
    var problems = written.compactMap { problem($0, R_OK | W_OK) }
    problems += read.compactMap { problem($0, R_OK) }
    problems += entered.compactMap { problem($0, R_OK | X_OK) }
    problems += kept.compactMap { problem($0, R_OK | W_OK | X_OK) }
    for parent in kept where Posix.isFolder(parent) && Posix.may(R_OK | X_OK, parent) {
      for name in try Posix.names(in: parent) {
        let path = "\(parent)/\(name)"
        guard !kept.contains(path) else { continue }
        let mode = Posix.isFolder(path) ? R_OK | W_OK | X_OK : R_OK | W_OK
        if let problem = problem(path, mode) { problems.append(problem) }
      }
    }
    return problems
  }

  /// One sentence for each of the first files and folders that do not belong to the folder's owner.
  /// Root can open them, but a service that runs as the owner cannot.
  static func strangers(in folder: DataFolder) throws(CommandFailure) -> [String] {
    let owner = Posix.owner(folder.path).map(name) ?? "its owner"
    let found = try folder.ownership.strangers()
    let told = found.prefix(DoctorCommand.maxTold).map { path in
      let other = Posix.owner(path).map(name) ?? "nobody"
      return "\(path) belongs to \(other), and \(folder.path) to \(owner)"
    }
    return told + (found.count > told.count ? ["and \(found.count - told.count) more"] : [])
  }

  /// The remedy for `strangers`.
  static func ownerRemedy(for folder: DataFolder) -> String {
    let owner = Posix.owner(folder.path).map(name) ?? "OWNER"
    return "chown -R \(owner): \(Recovery.quoted(folder.path))"
  }

  /// The remedy for `problems`.
  static func remedy(for folder: DataFolder) -> String {
    var info = stat()
    let owner = stat(folder.path, &info) == 0 ? name(of: info.st_uid) : "its owner"
    return """
      nothing here says that anything is damaged; run hearth as the owner of \(folder.path) \
      (\(owner)), or mend the permissions with chown and chmod
      """
  }

  private static func problem(_ path: String, _ mode: Int32) -> String? {
    guard Posix.exists(path), !Posix.may(mode, path) else { return nil }
    var missing: [String] = []
    if mode & R_OK != 0, !Posix.may(R_OK, path) { missing.append("read") }
    if mode & W_OK != 0, !Posix.may(W_OK, path) { missing.append("written") }
    if mode & X_OK != 0, !Posix.may(X_OK, path) { missing.append("entered") }
    let what = missing.joined(separator: " or ")
    return "\(path) cannot be \(what) by this user (\(name(of: geteuid())))"
  }

  private static func name(of user: uid_t) -> String {
    // `getpwuid` is not thread-safe; one command calls it, and nobody else does.
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}
