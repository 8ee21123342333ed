import Glibc
import Importing
import SQLite
import SyncProtocol
import Household
import Things

/// Finds the bytes of a store's photos and papers by their SHA-256.
struct LegacyFiles {
  enum Source {
    case file(path: String)
    /// In the column `data` of a row.
    case row(table: String, id: String)

    var name: String {
      switch self {
      case .file(let path): path.split(separator: "/").suffix(2).joined(separator: "/")
      case .row(let table, let id): "\(table)/\(id)"
      }
    }
  }

  let store: LegacyStore
  let sources: [String: Source]

  func file(_ hash: String) -> ArchivedFile? {
    guard let source = sources[hash] else { return nil }
    return ArchivedFile(name: source.name) { try open(source) }
  }

  private func open(_ source: Source) throws -> any ArchiveStream {
    switch source {
    case .file(let path): return try FileStream(path: path, name: source.name)
    case .row(let table, let id):
      guard let stored = try store.table(table) else {
        throw ImportFailure.missingEntry(file: store.name, entry: source.name)
      }
      let bytes = try store.connection.first(
        "SELECT data FROM \(stored.stored) WHERE id = ?", .text(id)
      ) { $0.blob(0) }
      guard let bytes else {
        throw ImportFailure.missingEntry(file: store.name, entry: source.name)
      }
      return BytesStream(bytes)
    }
  }

  /// The hash, size and first bytes of a file.
  struct Look {
    let sha256: String
    let byteCount: Int
    /// The first bytes, at most 32.
    let start: [UInt8]
  }

  /// Reads a file once. Returns `nil` if it cannot be read, and never throws, so that one bad file
  /// does not stop the others.
  static func look(at path: String) -> Look? {
    // Whatever the cause, the report only says that the file cannot be read.
    guard let stream = try? FileStream(path: path, name: path) else { return nil }
    let sum = SHA256Sum()
    var (count, start): (Int, [UInt8]) = (0, [])
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      // As above.
      guard let read = try? stream.read(into: &piece) else { return nil }
      if read == 0 { break }
      if start.isEmpty { start = Array(piece.prefix(min(read, 32))) }
      sum.add(Array(piece.prefix(read)))
      count += read
      if count > LegacyStore.maxFileBytes { break }
    }
    return Look(sha256: sum.finish(), byteCount: count, start: start)
  }

  static func look(at bytes: [UInt8]) -> Look {
    let sum = SHA256Sum()
    sum.add(bytes)
    return Look(sha256: sum.finish(), byteCount: bytes.count, start: Array(bytes.prefix(32)))
  }
}

extension LegacyFiles.Look {
  /// The kind of picture that the first bytes suggest; storing it finds out for certain.
  var picture: Photo.Kind? {
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return .webp
    }
    // HEIC is converted to JPEG.
    return start.dropFirst(4).starts(with: Array("ftyp".utf8)) ? .jpeg : nil
  }

  var media: Attachment.Media {
    if start.starts(with: Array("%PDF".utf8)) { return .pdf }
    return switch picture {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case nil: .text
    }
  }
}
