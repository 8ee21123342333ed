import Glibc
import Importing
import SyncProtocol

/// The bytes of one photo or paper, read from start to end.
package protocol ArchiveStream: AnyObject {
  /// Fills `chunk` from its start and returns how many bytes were read; 0 at the end.
  func read(into chunk: inout [UInt8]) throws -> Int
}

extension ZipEntryStream: ArchiveStream {}

/// A photo or paper in an archive.
package struct ArchivedFile {
  /// Its path in the archive, as shown to people.
  package let name: String
  /// Opens it for reading. Throws `ImportFailure`.
  package let open: () throws -> any ArchiveStream

  package init(name: String, open: @escaping () throws -> any ArchiveStream) {
    self.name = name
    self.open = open
  }
}

/// A file on this machine.
package final class FileStream: ArchiveStream {
  private let descriptor: Int32
  private let name: String

  package init(path: String, name: String) throws {
    self.name = name
    descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ImportFailure.missingEntry(file: name, entry: name) }
  }

  deinit { close(descriptor) }

  package func read(into chunk: inout [UInt8]) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw ImportFailure.damagedArchive(file: name, entry: name) }
    }
  }
}

/// Bytes in memory.
package final class BytesStream: ArchiveStream {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  package func read(into chunk: inout [UInt8]) throws -> Int {
    let piece = rest.prefix(chunk.count)
    chunk.replaceSubrange(0..<piece.count, with: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
