import Glibc

/// Whose the files of a data folder are. What root makes there belongs to the folder's owner: the
/// service that runs as that user could not read it otherwise.
struct FolderOwner {
  let path: String
  /// Whether a name in the folder is one of Hearth's; others are left alone.
  let isOwn: (String) -> Bool

  private struct User {
    let user: uid_t
    let group: gid_t
  }

  /// Gives what root has made to the owner of the folder. Does nothing for another user, and in a
  /// folder of root's.
  ///
  /// No symbolic link is followed, and a file with another name elsewhere is left as it is: the
  /// owner of the folder cannot have other people's files given to him.
  func giveBack() {
    guard geteuid() == 0 else { return }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    var info = stat()
    guard fstat(folder, &info) == 0, info.st_uid != 0 else { return }
    let owner = User(user: info.st_uid, group: info.st_gid)
    for name in Self.names(folder) where isOwn(name) { Self.give(name, in: folder, to: owner) }
  }

  private static func give(_ name: String, in folder: Int32, to owner: User) {
    var info = stat()
    guard fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0,
      info.st_uid == 0 || info.st_mode & S_IFMT == S_IFDIR
    else { return }
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    // Of what was opened: meanwhile the name may be another file's.
    guard fstat(file, &info) == 0 else { return }
    let isFolder = info.st_mode & S_IFMT == S_IFDIR
    let isFile = info.st_mode & S_IFMT == S_IFREG && info.st_nlink == 1
    // What cannot be given is told by hearth doctor.
    if info.st_uid == 0, isFolder || isFile { _ = fchown(file, owner.user, owner.group) }
    guard isFolder else { return }
    for inner in names(file) { give(inner, in: file, to: owner) }
  }

  private static func names(_ folder: Int32) -> [String] {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let directory = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The paths of Hearth's files and folders that are not the folder's owner's, in order.
  func strangers() throws(CommandFailure) -> [String] {
    let owner = Posix.owner(path)
    var found: [String] = []
    for name in try Posix.names(in: path) where isOwn(name) {
      try Self.find("\(path)/\(name)", not: owner, into: &found)
    }
    return found
  }

  private static func find(
    _ path: String, not owner: uid_t?, into found: inout [String]
  ) throws(CommandFailure) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    if info.st_uid != owner { found.append(path) }
    guard info.st_mode & S_IFMT == S_IFDIR else { return }
    for name in try Posix.names(in: path) { try find("\(path)/\(name)", not: owner, into: &found) }
  }
}

extension DataFolder {
  /// Whose the hub's files are.
  var ownership: FolderOwner {
    let names = [
      "blobs", "replicas", "imports", "thumbnails", "backups", "upgrades.log", "secret", "seal",
      "VERSION",
      "tmp", "lock",
    ]
    return FolderOwner(path: path) { name in
      names.contains(name)
        || ["hub.db", "analytics.", Self.restoringPrefix, "replaced-"].contains {
          name.hasPrefix($0)
        }
    }
  }
}

extension DeviceFolder {
  /// Whose the device's files are.
  var ownership: FolderOwner {
    let names = [
      "hub", "session", "browsers", "joins", "flags", "unsent", "blobs", "thumbnails", "imports",
      "backups",
      "tmp", "lock",
    ]
    return FolderOwner(path: path) { names.contains($0) || $0.hasPrefix("replica.db") }
  }
}
