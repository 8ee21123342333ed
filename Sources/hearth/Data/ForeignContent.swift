/// Looks for content in a folder that is not Hearth's, before Hearth takes the folder over and may
/// move or remove its files.
struct ForeignContent {
  let path: String
  /// Whether a name belongs to a file or folder of Hearth's, whatever its content.
  let isOwn: (String) -> Bool
  /// Folder names that other programs use too: these count as Hearth's only while no file is
  /// inside.
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
