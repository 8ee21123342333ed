import Glibc

/// An archive whose tables are written and whose files are still to come.
package protocol OpenArchive: Sendable {
  /// Photos and papers that are to follow, in their order.
  var files: [ArchiveFile] { get }
  /// Begins a file: what this returns, then exactly its bytes, come next.
  mutating func begin(_ file: ArchiveFile, byteCount: Int, crc: UInt32) -> [UInt8]
  /// Says of a file that it is not there.
  mutating func leaveOut(_ file: ArchiveFile)
  /// Writes what ends the archive.
  mutating func finish(to sink: @escaping HouseholdExport.Sink) throws
}

/// What follows an archive's tables: its photos and papers and the list of contents, in pieces as
/// they are asked for. One file is open at a time.
///
/// Each file is summed up before it is sent: one that is not there, or is not what its name says,
/// is left out. For one reader at a time.
package final class ArchivePieces {
  /// Where a file with this hash lies; `nil` when it is not here.
  package typealias Locate = (_ blobHash: String) -> String?

  package enum Failure: Error, Equatable {
    /// A file that was whole a moment ago has become shorter.
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

  /// The file that the next piece begins with; `nil` in the middle of one, and after the last.
  package var upcoming: ArchiveFile? {
    open == nil && index < writer.files.count ? writer.files[index] : nil
  }

  /// Photos and papers that were left out by now.
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

  /// The head of a file; `nil` when it is left out.
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

/// A file that is read from its beginning to its end, once to be summed up and once to be sent.
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

  /// Fewer bytes than asked for at the end alone; none when it cannot be read any more.
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

  /// `nil` for an empty file, and for one that cannot be read.
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
