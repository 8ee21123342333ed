import Household
import Glibc

/// An archive whose tables are written and whose files are still to be added.
package protocol OpenArchive: Sendable {
  /// Photos and papers still to be added, in order.
  var files: [ArchiveFile] { get }
  /// Begins a file. The archive continues with the returned bytes and then exactly the file's
  /// bytes.
  mutating func begin(_ file: ArchiveFile, byteCount: Int, crc: UInt32) -> [UInt8]
  /// Records that a file is missing.
  mutating func leaveOut(_ file: ArchiveFile)
  /// Writes the end of the archive.
  mutating func finish(to sink: @escaping HouseholdExport.Sink) throws
}

/// The rest of an archive after its tables: photos, papers and the list of contents, piece by piece
/// on demand.
///
/// Each file is hashed before it is sent: a file that is missing or does not match its hash is left
/// out. One file is open at a time. For one reader at a time.
package final class ArchivePieces {
  /// The path of the file with this hash; `nil` if it is not here.
  package typealias Locate = (_ blobHash: String) -> String?

  package enum Failure: Error, Equatable {
    /// A file became shorter between being hashed and being sent.
    case fileChanged(String)
  }

  private static let pieceBytes = 256 << 10

  private var writer: any OpenArchive
  private let locate: Locate
  private var index = 0
  private var open: (file: OpenedFile, rest: Int)?
  private var ending: [[UInt8]]?

  package init(_ writer: any OpenArchive, locate: @escaping Locate) {
    self.writer = writer
    self.locate = locate
  }

  /// The file that the next piece begins; `nil` in the middle of a file and after the last one.
  package var upcoming: ArchiveFile? {
    open == nil && index < writer.files.count ? writer.files[index] : nil
  }

  /// Photos and papers that have been left out so far.
  package private(set) var missing: [ArchiveFile] = []

  /// The next bytes of the archive; `nil` at its end. Blocks.
  package func next() throws -> [UInt8]? {
    while true {
      if let (file, rest) = open {
        guard rest > 0 else {
          open = nil
          continue
        }
        let piece = file.read(min(rest, Self.pieceBytes))
        guard !piece.isEmpty else { throw Failure.fileChanged(file.path) }
        open = (file, rest - piece.count)
        return piece
      }
      if index < writer.files.count {
        if let head = begin(writer.files[index]) { return head }
        continue
      }
      var pieces = try ending ?? finish()
      let piece = pieces.isEmpty ? nil : pieces.removeFirst()
      ending = pieces
      return piece
    }
  }

  /// The header of a file; `nil` if the file is left out.
  private func begin(_ entry: ArchiveFile) -> [UInt8]? {
    index += 1
    guard let path = locate(entry.blobHash), let file = OpenedFile(path),
      let sum = file.sum(), sum.sha256 == entry.blobHash
    else {
      missing.append(entry)
      writer.leaveOut(entry)
      return nil
    }
    open = (file, sum.byteCount)
    return writer.begin(entry, byteCount: sum.byteCount, crc: sum.crc)
  }

  private func finish() throws -> [[UInt8]] {
    let box = Pieces()
    try writer.finish { box.pieces.append($0) }
    return box.pieces
  }

  private final class Pieces { var pieces: [[UInt8]] = [] }
}

/// A file that is read twice from start to end: once to be hashed, once to be sent.
private final class OpenedFile {
  let path: String
  private let descriptor: Int32
  private var offset = 0

  init?(_ path: String) {
    self.path = path
    descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Returns fewer bytes than requested only at the end, and none once reading fails.
  func read(_ count: Int) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
    }
    offset += bytes.count
    return bytes
  }

  /// The hash, checksum and size; `nil` for a file that is empty or cannot be read.
  func sum() -> (sha256: String, crc: UInt32, byteCount: Int)? {
    let hash = SHA256Sum()
    var crc: UInt32 = 0
    offset = 0
    while case let piece = read(256 << 10), !piece.isEmpty {
      hash.add(piece)
      crc = ZipSum.crc32(piece, after: crc)
    }
    defer { offset = 0 }
    return offset > 0 ? (hash.finish(), crc, offset) : nil
  }
}
