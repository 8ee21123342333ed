import Blobs
import Foundation
import Glibc
import Household
import Hub

/// A copy of a hub in a folder of its own: its file, its photos, its keys, and a list of all of
/// them with their hashes.
///
/// The same layout as a data folder, so that it can also be looked at as one.
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
  /// A manifest of a million photos.
  private static let maxManifestBytes = 256 << 20
  /// Left free beside a backup.
  static let reserveBytes: Int64 = 64 << 20

  let path: String
  let manifest: Manifest

  /// Bytes of everything in it.
  var byteCount: Int64 { manifest.files.reduce(0) { $0.addingSaturating($1.byteCount) } }

  /// Writes a backup to a new folder, reads it again and compares. Others may read and write.
  static func make(
    of folder: DataFolder, from store: any HubMaintenance, to path: String, now: Int64
  ) throws -> Backup {
    try folder.refuseOutput(path)
    guard !Posix.exists(path) else {
      throw CommandFailure.refused("\(path) exists already; name a new folder with --out")
    }
    let partial = path + ".partial"
    guard !Posix.exists(partial) else {
      throw CommandFailure.refused(
        "\(partial) is left from a backup that did not end; remove it and try again")
    }
    try Posix.makeFolder(partial)
    do {
      try checkSpace(for: folder, at: partial)
      // The file first: every photo that it names is in the folder by now.
      try store.backup(to: partial + "/hub.db")
      try copy(folder.path, "secret", to: partial, mayLink: false)
      try copy(folder.path, "VERSION", to: partial, mayLink: false)
      // Who does not want to be counted; what was counted is no part of a household's data.
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
      // What was copied is of no use to anybody, and the original is where it was.
      try? FileManager.default.removeItem(atPath: partial)
      throw error
    }
  }

  /// Opens a backup without reading more than its list.
  init(path: String) throws {
    let list = path + "/" + Self.manifestName
    // Of a folder that may not be entered nobody can say what is in it.
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

  /// Reads every file and compares it with the list. Throws at the first that differs and without
  /// which there is no hub.
  ///
  /// - Returns: the paths of the photos and papers that are missing or damaged, in order.
  func verify() throws -> [String] {
    var bad: [String] = []
    for file in manifest.files {
      guard Self.isInside(file.path) else {
        throw CommandFailure.unusable(
          "the backup's list names \(file.path), which is outside of it")
      }
      // A file that cannot be read is missing to whoever restores.
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
  /// - Returns: the paths of photos and papers that are missing, differ from the list, or were
  ///   damaged when the list was written.
  func unusableFiles() throws -> Set<String> {
    let damaged = Set(damaged())
    let rotted = manifest.files.filter { Self.hash($0.path).map(damaged.contains) ?? false }
    return Set(try verify()).union(rotted.map(\.path))
  }

  private static func differs(_ file: String) -> CommandFailure {
    .unusable("the backup is damaged: \(file) is not what was written")
  }

  /// The hashes of photos and papers that the backup's hub names and its list does not have.
  ///
  /// - Throws: when its hub is not of this program's version.
  func missing() throws -> [String] {
    let listed = Set(manifest.files.compactMap { Self.hash($0.path) })
    return try HubFile.files(path + "/hub.db", mode: .immutable).subtracting(listed).sorted()
  }

  /// The hashes of photos and papers in the list that are not what their names say. No file is
  /// read: the list has the sum of the bytes that were found when it was made.
  func damaged() -> [String] {
    manifest.files.compactMap { file in
      Self.hash(file.path).flatMap { $0 == file.sha256 ? nil : $0 }
    }.sorted()
  }

  private static func isPhotoOrPaper(_ path: String) -> Bool { hash(path) != nil }

  /// The hash that the path of a photo or a paper ends with; `nil` for any other file.
  static func hash(_ path: String) -> String? {
    guard path.hasPrefix("blobs/"), let name = path.split(separator: "/").last else { return nil }
    return BlobHash(String(name)).map(\.description)
  }

  /// Whether files of the backup can get a second name in a folder.
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

  /// Files that are still being written are not part of a backup, nor what can be made again.
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

  /// Copies a photo or a paper; one that cannot be read is left out, and missed by `missing`.
  private static func copyReadable(
    _ source: String, _ file: String, to destination: String
  ) throws(CommandFailure) {
    let copied = "\(destination)/\(file)"
    do {
      try copy(source, file, to: destination, mayLink: true)
    } catch {
      // Only a file that is at fault itself is left out; a full disk is none of its making.
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
        // The second name of one that cannot be read.
        guard isPhotoOrPaper(file) else { throw error }
        unlink("\(folder)/\(file)")
        return nil
      }
    }
  }

  /// D-MIG-5: looks before it writes. Photos that can be linked need no room, but a folder on
  /// another disk cannot link.
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
