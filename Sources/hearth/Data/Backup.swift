import Blobs
import FoundationEssentials
import Glibc
import Household
import Hub

/// A copy of a hub in its own folder: its database, photos and keys, and a manifest with their
/// hashes.
///
/// It has the layout of a data folder, so that it can also be inspected as one.
struct Backup {
  struct Manifest: Codable, Equatable {
    struct File: Codable, Equatable {
      let path: String
      let byteCount: Int64
      let sha256: String
    }

    var formatVersion = 1
    var hearth: String
    /// Milliseconds since 1970.
    var createdAt: Int64
    var files: [File]
  }

  static let manifestName = "manifest.json"
  /// Room for the manifest of a million photos.
  private static let maxManifestBytes = 256 << 20
  /// How much room must stay free beside a backup.
  static let reserveBytes: Int64 = 64 << 20

  let path: String
  let manifest: Manifest

  /// The size of all files, in bytes.
  var byteCount: Int64 { manifest.files.reduce(0) { $0.addingSaturating($1.byteCount) } }

  /// Writes a backup to a new folder and verifies it. Others may read and write meanwhile.
  static func make(
    of folder: DataFolder, from store: any HubMaintenance, to path: String, now: Int64
  ) throws -> Backup {
    try folder.refuseOutput(path)
    guard !Posix.exists(path) else {
      throw CommandFailure.refused("\(path) exists already; name a new folder with --out")
    }
    let partial = path + partialEnding
    if Posix.exists(partial), try !removeCut(partial) {
      throw CommandFailure.refused(
        """
        another backup is being written to \(partial), or there is something else in it; name \
        another folder with --out
        """)
    }
    try Posix.makeFolder(partial)
    guard let held = try hold(partial) else {
      throw CommandFailure.refused("another backup is being written to \(partial)")
    }
    defer { close(held) }
    do {
      try checkSpace(for: folder, at: partial)
      // The database first: every photo it refers to is then already in the folder.
      try store.backup(to: partial + "/hub.db")
      try copy(folder.path, "secret", to: partial, mayLink: false)
      try copy(folder.path, "VERSION", to: partial, mayLink: false)
      // This file lists who does not want to be counted. The counts themselves are not a
      // household's data.
      try copy(folder.path, DataFolder.analyticsSettingsName, to: partial, mayLink: false)
      if Posix.isFolder(folder.blobs) {
        for file in try Posix.files(below: folder.blobs) where isStored(file) {
          try copyReadable(folder.path, "blobs/" + file, to: partial)
        }
      }
      let files = try list(partial)
      let manifest = Manifest(hearth: Program.version, createdAt: now, files: files)
      try Posix.write(JSONText.encode(manifest).utf8, to: partial + "/" + manifestName)
      let backup = Backup(path: partial, manifest: manifest)
      if let file = try backup.verify().first { throw differs(file) }
      try Posix.move(partial, to: path)
      return Backup(path: path, manifest: manifest)
    } catch {
      // An incomplete copy is useless, and the original is unchanged.
      try? FileManager.default.removeItem(atPath: partial)
      throw error
    }
  }

  /// Opens a backup, reading only its manifest.
  init(path: String) throws {
    let list = path + "/" + Self.manifestName
    // Without access to the folder nobody can tell what is in it.
    for (place, mode) in [(path, X_OK), (list, R_OK)] where !Posix.may(mode, place) {
      guard errno == EACCES else { break }
      throw CommandFailure.failed(
        """
        \(place) may not be read by this user; give this user the right to it, or run hearth as \
        its owner
        """)
    }
    guard Posix.isFolder(path) else {
      throw CommandFailure.refused(
        "there is no backup at \(path); it is a folder with a manifest.json")
    }
    guard
      let bytes = Posix.read(
        list, maxBytes: Int(min(Posix.size(list) ?? 0, Int64(Self.maxManifestBytes))))
    else {
      throw CommandFailure.refused(
        "\(path) has no \(Self.manifestName): it is not a backup of Hearth")
    }
    do {
      manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes))
    } catch {
      throw CommandFailure.unusable(
        """
        \(list) is damaged, or is not a list that hearth backup has written; nothing was changed. \
        Take another backup
        """)
    }
    guard manifest.formatVersion <= 1 else {
      throw CommandFailure.unusable("the backup was written by a newer Hearth; install that one")
    }
    self.path = path
  }

  init(path: String, manifest: Manifest) {
    self.path = path
    self.manifest = manifest
  }

  /// Reads every file and compares it with the manifest. Throws at the first essential file that
  /// differs.
  ///
  /// - Returns: the paths of missing or damaged photos and attachments, in order.
  func verify() throws -> [String] {
    var bad: [String] = []
    for file in manifest.files {
      guard Self.isInside(file.path) else {
        throw CommandFailure.unusable(
          "the backup's list names \(file.path), which is outside of it")
      }
      // An unreadable file counts as missing, because nobody can restore it.
      let found = try? SHA256File.hash(path + "/" + file.path)
      if let found, found.sha256 == file.sha256, found.byteCount == file.byteCount { continue }
      guard Self.isPhotoOrPaper(file.path) else {
        throw found == nil
          ? CommandFailure.unusable("the backup is incomplete: \(file.path) is missing")
          : Self.differs(file.path)
      }
      bad.append(file.path)
    }
    guard manifest.files.contains(where: { $0.path == "hub.db" }) else {
      throw CommandFailure.unusable("the backup holds no hub.db")
    }
    return bad
  }

  /// Reads every file, as `verify` does.
  ///
  /// - Returns: the paths of photos and attachments that are missing, differ from the manifest, or
  ///   were already damaged when the manifest was written.
  func unusableFiles() throws -> Set<String> {
    let damaged = Set(damaged())
    let rotted = manifest.files.filter { Self.hash($0.path).map(damaged.contains) ?? false }
    return Set(try verify()).union(rotted.map(\.path))
  }

  private static func differs(_ file: String) -> CommandFailure {
    .unusable("the backup is damaged: \(file) is not what was written")
  }

  /// The hashes of photos and attachments that the backup's hub refers to and its manifest lacks.
  ///
  /// - Throws: if the hub's file is not of this program's version.
  func missing() throws -> [String] {
    let listed = Set(manifest.files.compactMap { Self.hash($0.path) })
    return try HubFile.files(path + "/hub.db", mode: .immutable).subtracting(listed).sorted()
  }

  /// The hashes of photos and attachments in the manifest whose bytes do not match their names. No
  /// file is read: the manifest has the hashes of the bytes found when it was written.
  func damaged() -> [String] {
    manifest.files.compactMap { file in
      Self.hash(file.path).flatMap { $0 == file.sha256 ? nil : $0 }
    }.sorted()
  }

  private static func isPhotoOrPaper(_ path: String) -> Bool { hash(path) != nil }

  /// The hash at the end of a photo's or attachment's path; `nil` for any other file.
  static func hash(_ path: String) -> String? {
    guard path.hasPrefix("blobs/"), let name = path.split(separator: "/").last else { return nil }
    return BlobHash(String(name)).map(\.description)
  }

  /// Whether files of the backup can be hard-linked into a folder.
  func canLink(into folder: String) -> Bool {
    let probe = folder + "/probe"
    defer { unlink(probe) }
    return link(path + "/hub.db", probe) == 0
  }

  private static func isInside(_ path: String) -> Bool {
    !path.hasPrefix("/")
      && !path.split(separator: "/", omittingEmptySubsequences: false)
        .contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }

  /// Whether a file belongs in a backup: unfinished uploads and files that can be made again do
  /// not.
  static func isStored(_ file: String) -> Bool {
    !["uploads/", "tmp/", "thumbnails/"].contains { file.hasPrefix($0) }
  }

  static func copy(
    _ source: String, _ file: String, to destination: String, mayLink: Bool
  ) throws(CommandFailure) {
    guard Posix.exists(source + "/" + file) else { return }
    var folder = destination
    for part in file.split(separator: "/").dropLast() {
      folder += "/" + part
      try Posix.makeFolder(folder)
    }
    try Posix.copy(source + "/" + file, to: destination + "/" + file, mayLink: mayLink)
  }

  /// Copies a photo or an attachment. An unreadable one is left out, and `missing` reports it.
  private static func copyReadable(
    _ source: String, _ file: String, to destination: String
  ) throws(CommandFailure) {
    let copied = "\(destination)/\(file)"
    do {
      try copy(source, file, to: destination, mayLink: true)
    } catch {
      // Only an unreadable file is left out; a failure such as a full disk is thrown.
      guard (try? SHA256File.hash("\(source)/\(file)")) == nil else { throw error }
      unlink(copied)
    }
  }

  private static func list(_ folder: String) throws -> [Manifest.File] {
    try Posix.files(below: folder).filter { $0 != manifestName }.compactMap { file in
      do {
        let found = try SHA256File.hash(folder + "/" + file)
        return Manifest.File(path: file, byteCount: found.byteCount, sha256: found.sha256)
      } catch {
        // A link to an unreadable file.
        guard isPhotoOrPaper(file) else { throw error }
        unlink("\(folder)/\(file)")
        return nil
      }
    }
  }

  /// D-MIG-5: checks for room before writing. All files are counted as if they were copied,
  /// although linked photos need no room.
  private static func checkSpace(for folder: DataFolder, at path: String) throws {
    let blobs = Posix.isFolder(folder.blobs) ? try Posix.files(below: folder.blobs) : []
    let needed = blobs.reduce(Posix.size(folder.hub) ?? 0) {
      $0 + (Posix.size(folder.blobs + "/" + $1) ?? 0)
    }
    guard let free = Posix.freeBytes(at: path), free < needed + reserveBytes else { return }
    Posix.removeEmptyFolder(path)
    throw CommandFailure.failed(
      """
      a backup needs \(ByteText.text(needed)) and there are \(ByteText.text(free)) left; make room \
      or name a folder on another disk with --out. Nothing was written
      """)
  }
}
