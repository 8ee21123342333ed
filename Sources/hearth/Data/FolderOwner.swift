import Glibc
import Rates

/// The ownership of a data folder's files. Files that root creates there are given to the folder's
/// owner, because the service running as that user could not read them otherwise.
struct FolderOwner {
  let path: String
  /// Whether a name in the folder is one of Hearth's; other files are left alone.
  let isOwn: (String) -> Bool

  private struct User {
    let user: uid_t
    let group: gid_t
  }

  /// Gives files that root created to the folder's owner. Does nothing for another user, or if root
  /// owns the folder.
  ///
  /// Symbolic links are not followed, and files with several hard links are left as they are, so
  /// that the folder's owner cannot obtain other people's files.
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
    // Checks the opened file, because the name may by now lead to another.
    guard fstat(file, &info) == 0 else { return }
    let isFolder = info.st_mode & S_IFMT == S_IFDIR
    let isFile = info.st_mode & S_IFMT == S_IFREG && info.st_nlink == 1
    // hearth doctor reports files whose owner could not be changed.
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

  /// The paths of Hearth's files and folders that do not belong to the folder's owner, in order.
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
  /// The ownership of the hub's files.
  var ownership: FolderOwner {
    let names = [
      "blobs", "replicas", "imports", "thumbnails", "backups", "upgrades.log", "secret", "seal",
      "VERSION",
      "tmp", "lock", "high-water", "ended-requests", CurrentRates.fileName,
    ]
    return FolderOwner(path: path) { name in
      names.contains(name)
        || ["hub.db", "analytics.", Self.restoringPrefix, Self.replacedPrefix].contains {
          name.hasPrefix($0)
        }
    }
  }
}

extension DeviceFolder {
  /// The ownership of the device's files.
  var ownership: FolderOwner {
    let names = [
      "hub", "session", "browsers", "joins", "renamed", "flags", "unsent", "blobs", "thumbnails",
      "imports",
      CurrentRates.fileName,
      "backups",
      "tmp", "lock",
    ]
    return FolderOwner(path: path) { names.contains($0) || $0.hasPrefix("replica.db") }
  }
}
