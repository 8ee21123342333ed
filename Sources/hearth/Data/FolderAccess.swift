import Glibc

/// What the user who runs a command may not do with a data folder. A file that cannot be opened is
/// not a damaged one.
enum FolderAccess {
  /// One sentence for each file or folder that this user may not read or write.
  static func problems(of folder: DataFolder) throws(CommandFailure) -> [String] {
    // In a folder that cannot be entered nothing else can be asked.
    if let problem = problem(folder.path, R_OK | W_OK | X_OK) { return [problem] }
    let written = ["", "-wal", "-shm"].map { folder.hub + $0 }
    let read = ["secret", "VERSION"].map { "\(folder.path)/\($0)" }
    let entered = [folder.blobs, folder.replicas, folder.backups]
    var problems = written.compactMap { problem($0, R_OK | W_OK) }
    problems += read.compactMap { problem($0, R_OK) }
    problems += entered.compactMap { problem($0, R_OK | X_OK) }
    if Posix.isFolder(folder.blobs), Posix.may(R_OK | X_OK, folder.blobs) {
      for name in try Posix.names(in: folder.blobs) where Posix.isFolder("\(folder.blobs)/\(name)")
      {
        if let problem = problem("\(folder.blobs)/\(name)", R_OK | X_OK) {
          problems.append(problem)
        }
      }
    }
    return problems
  }

  /// What to do about them.
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
    // Called by one command, once; nobody else asks for users meanwhile.
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}
