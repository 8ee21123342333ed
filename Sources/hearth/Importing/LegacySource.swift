import Glibc
import Household
import Importing
import Legacy

/// Finds an older store's database, and the photos beside it, in a folder, a file or a ZIP.
///
/// The store is only read. A database with a log of unfinished writes is copied together with the
/// log, because reading it would finish those writes.
struct LegacySource {
  private static let databaseEndings = [".sqlite", ".sqlite3", ".db", ".store"]
  private static let fileEndings = [
    ".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".pdf", ".txt",
  ]
  private static let photoFolders = ["Images", "images", "Photos", "Attachments", "attachments"]
  private static let logs = ["-wal", "-journal"]
  /// How much room must stay free beside a copy.
  private static let reserveBytes: Int64 = 64 << 20
  private static let signature = Array("SQLite format 3\0".utf8)
  /// The first bytes of each part of a ZIP.
  private static let zipSignature = Array("PK".utf8)
  /// Tells a person who gave something else what to give.
  private static let wanted = """
    Give the folder that holds it, the database itself (a file that ends in .sqlite, .sqlite3, .db \
    or .store, with the folder Images beside it if there is one), or a ZIP of them. What MovingBox \
    or Homebox exported is imported with: hearth import FILE. Nothing was changed
    """
  /// Limits that allow for a database containing all photos.
  private static var zipLimits: ZipLimits {
    var limits = ZipLimits()
    limits.maxEntryBytes = 1 << 38
    limits.maxTotalBytes = 1 << 40
    limits.maxRatio = 1100
    return limits
  }

  /// Whether `path` is an older store: a folder, a database, or a ZIP of one.
  static func isOne(_ path: String) -> Bool {
    if Posix.isFolder(path) || isDatabase(path) { return true }
    // The readers of other files report a file that is not a ZIP, or a damaged one.
    guard let zip = try? ZipArchive(path: path, name: path, limits: zipLimits) else { return false }
    let names = zip.entries.map { $0.name.lowercased() }
    let isOther = names.contains { name in
      ["manifest.json", "inventory.csv"].contains { name == $0 || name.hasSuffix("/" + $0) }
    }
    return !isOther
      && names.contains { name in databaseEndings.contains(where: name.hasSuffix) }
  }

  /// Opens the store at `path`.
  ///
  /// - Parameters:
  ///   - images: a folder with further photos.
  ///   - temporary: the caller's own folder for necessary copies; created when needed.
  static func open(
    _ path: String, images: String?, temporary: String
  ) throws -> LegacyStore {
    guard Posix.exists(path) else { throw CommandFailure.refused("there is no \(path)") }
    if let images, !Posix.isFolder(images) {
      throw CommandFailure.refused("there is no folder \(images)")
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do {
      return try store(path, name: name, images: images, temporary: temporary)
    } catch let failure as LegacyStore.Failure {
      throw CommandFailure(failure)
    }
  }

  private static func store(
    _ path: String, name: String, images: String?, temporary: String
  ) throws -> LegacyStore {
    var folders = images.map { [$0] } ?? []
    if !Posix.isFolder(path), !isDatabase(path) {
      try checkZip(path, named: name)
      try unpack(path, to: temporary)
      folders.insert(temporary, at: 0)
      return try store(
        database(in: temporary, named: name), name: name, isCopy: true, folders: folders)
    }
    let database = Posix.isFolder(path) ? try self.database(in: path, named: name) : path
    if Posix.isFolder(path) {
      folders.insert(path, at: 0)
    } else {
      let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      folders = photoFolders.map { "\(parent)/\($0)" }.filter(Posix.isFolder) + folders
    }
    guard logs.contains(where: { (Posix.size(database + $0) ?? 0) > 0 }) else {
      return try store(database, name: name, isCopy: false, folders: folders)
    }
    return try store(
      copy(database, to: temporary), name: name, isCopy: true, folders: folders)
  }

  private static func store(
    _ database: String, name: String, isCopy: Bool, folders: [String]
  ) throws -> LegacyStore {
    try LegacyStore(database: database, name: name, isCopy: isCopy, files: files(in: folders))
  }

  // MARK: Finding

  private static func isDatabase(_ path: String) -> Bool {
    !Posix.isFolder(path) && Posix.read(path, maxBytes: signature.count) == signature
  }

  /// The only database of the app in a folder.
  private static func database(in folder: String, named name: String) throws -> String {
    let found = try Posix.files(below: folder).filter { file in
      databaseEndings.contains { file.lowercased().hasSuffix($0) }
        && isDatabase("\(folder)/\(file)")
    }
    var known: [String] = []
    var failure: (any Error)?
    for file in found {
      do {
        // Without its log the database usually shows the same tables. A database with a log is
        // opened again from a copy.
        _ = try LegacyStore(database: "\(folder)/\(file)", name: file)
        known.append(file)
      } catch {
        failure = error
      }
    }
    if known.count > 1 {
      throw CommandFailure.refused(
        """
        \(name) holds several databases (\(known.prefix(5).joined(separator: ", "))); name one of \
        them
        """
      )
    }
    if let file = known.first { return "\(folder)/\(file)" }
    if found.count == 1, let file = found.first, hasLog("\(folder)/\(file)") {
      return "\(folder)/\(file)"
    }
    throw failure
      ?? CommandFailure.refused("\(name) holds no database of MovingBox. \(wanted)")
  }

  /// Refuses a file that cannot be a ZIP, before opening it as one would call it damaged.
  private static func checkZip(_ path: String, named name: String) throws {
    // Opening the file reports why it cannot be read.
    guard let first = Posix.read(path, maxBytes: zipSignature.count), first != zipSignature else {
      return
    }
    throw CommandFailure.refused(
      first.isEmpty
        ? "\(name) is empty. \(wanted)"
        : "\(name) is no database of MovingBox and no ZIP archive of one. \(wanted)")
  }

  private static func hasLog(_ database: String) -> Bool {
    logs.contains { (Posix.size(database + $0) ?? 0) > 0 }
  }

  /// The paths of photos and attachments by their file names in lower case. If two have the same
  /// name, the one in a folder of photos is used.
  private static func files(in folders: [String]) throws -> [String: String] {
    var found: [String: String] = [:]
    for folder in folders {
      let all = try Posix.files(below: folder).filter { file in
        fileEndings.contains { file.lowercased().hasSuffix($0) }
      }
      let isOfPhotos = { (file: String) in photoFolders.contains { file.contains("\($0)/") } }
      for file in all.filter(isOfPhotos) + all.filter({ !isOfPhotos($0) }) {
        let name = file.split(separator: "/").last.map { $0.lowercased() } ?? ""
        if found[name] == nil { found[name] = "\(folder)/\(file)" }
      }
    }
    return found
  }

  // MARK: Copying

  private static func copy(_ database: String, to folder: String) throws -> String {
    let parts = ([""] + logs).filter { Posix.exists(database + $0) }
    try makeRoom(parts.reduce(0) { $0 + (Posix.size(database + $1) ?? 0) }, in: folder)
    let copy = folder + "/store.sqlite"
    for part in parts { try Posix.copy(database + part, to: copy + part, mayLink: false) }
    return copy
  }

  private static func makeRoom(_ bytes: Int64, in folder: String) throws {
    try Posix.makeFolder(folder)
    guard let free = Posix.freeBytes(at: folder), free < bytes + reserveBytes else { return }
    throw CommandFailure.failed(
      """
      reading it needs \(ByteText.text(bytes)) for a copy and there are \(ByteText.text(free)) \
      left in \(folder). Make room; nothing was written
      """)
  }

  /// Unpacks a ZIP into one folder, using only the last part of each name.
  private static func unpack(_ path: String, to folder: String) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let zip = try ZipArchive(path: path, name: name, limits: zipLimits)
    try makeRoom(Int64(zip.entries.reduce(0) { $0 + $1.byteCount }), in: folder)
    var names: Set<String> = []
    for entry in zip.entries where !entry.name.hasPrefix("__MACOSX/") {
      let last = entry.name.split(separator: "/").last.map(String.init) ?? ""
      guard !last.hasPrefix("."), names.insert(last.lowercased()).inserted else { continue }
      let stream = try zip.open(entry)
      var piece = [UInt8](repeating: 0, count: 256 << 10)
      try Posix.write(to: "\(folder)/\(last)") { write in
        while case let count = try stream.read(into: &piece), count > 0 {
          try write(Array(piece[..<count]))
        }
      }
    }
  }

  /// Removes the copies from the caller's own folder.
  static func remove(_ temporary: String) {
    guard Posix.isFolder(temporary) else { return }
    // The next start of the server empties the folder of anything that cannot be removed.
    for name in (try? Posix.names(in: temporary)) ?? [] { unlink("\(temporary)/\(name)") }
    Posix.removeEmptyFolder(temporary)
  }
}

extension CommandFailure {
  init(_ failure: LegacyStore.Failure) {
    switch failure {
    case .unreadable(let file):
      self = .refused(
        """
        \(file) is damaged or no database; nothing was changed. With the sqlite3 program, .recover \
        saves what can still be read into a new file
        """)
    case .unknownTables(let file, let tables):
      let names = tables.prefix(5).joined(separator: ", ")
      self = .refused(
        """
        \(file) is no database of MovingBox: it holds \(names.isEmpty ? "no tables" : names). \
        Nothing was changed
        """)
    case .olderForm(let file):
      self = .refused(
        """
        \(file) is of a MovingBox that kept its data in another form. Open it once in a newer \
        MovingBox, which converts it, or export it there as a ZIP and import that
        """)
    }
  }
}
