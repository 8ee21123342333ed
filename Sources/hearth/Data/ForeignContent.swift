/// What a folder holds that is none of Hearth's, to be looked for before Hearth takes the folder:
/// what it keeps there it also moves and removes.
struct ForeignContent {
  let path: String
  /// Whether a name is that of a file or folder of Hearth's, whatever is in it.
  let isOwn: (String) -> Bool
  /// Names of folders that others have, too: they are Hearth's for as long as no file is in them.
  let folders: [String]

  /// The first name that is neither Hearth's nor the system's; `nil` when there is none.
  func first() throws(CommandFailure) -> String? {
    for name in try Posix.names(in: path) {
      if name.hasPrefix(".") || name == "lost+found" || isOwn(name) { continue }
      if folders.contains(name), Posix.isFolder("\(path)/\(name)"),
        try Posix.isEmptyTree("\(path)/\(name)")
      {
        continue
      }
      return name
    }
    return nil
  }
}
