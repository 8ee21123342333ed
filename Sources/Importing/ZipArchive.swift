import CZip
import Glibc

/// A ZIP archive opened for reading. Its contents are only streamed, never unpacked to files.
///
/// Its list of contents is checked against `ZipLimits` before anything is unpacked, and the actual
/// bytes while they are read. Must not be used from two threads at once.
package final class ZipArchive {
  /// A file in the archive.
  package struct Entry: Equatable, Hashable, Sendable {
    package let index: Int
    /// A relative path with slashes; see `EntryName.isSafe`.
    package let name: String
    /// The unpacked size.
    package let byteCount: Int
    package let packedByteCount: Int
    /// Why this entry cannot be read, although the others can.
    fileprivate let obstacle: Obstacle?

    fileprivate enum Obstacle: Hashable, Sendable {
      case encrypted
      case unknownMethod(Int)
    }
  }

  /// The name that the person knows.
  package let file: String
  /// The files with safe names, in the archive's order, without folders.
  package let entries: [Entry]
  /// Names that lead outside the archive or are not plain paths; such entries cannot be read.
  package let unsafeNames: [String]
  let limits: ZipLimits
  fileprivate let handle: OpaquePointer

  /// Opens and checks the archive at `path`; `name` is used in failures.
  package init(path: String, name: String, limits: ZipLimits = ZipLimits()) throws(ImportFailure) {
    let bytes = try FileBytes(path: path, name: name)
    try ZipDirectory.check(bytes, limits: limits)
    var code: Int32 = 0
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      throw Self.failure(opening: name, code: code)
    }
    file = name
    self.limits = limits
    self.handle = handle
    do {
      (entries, unsafeNames) = try Self.contents(
        of: handle, file: name, archiveBytes: bytes.byteCount, limits: limits)
    } catch {
      zip_discard(handle)
      throw error
    }
  }

  /// Opens an archive that is built into the program: its bytes stay where they are for ever.
  package init(
    builtIn bytes: UnsafeRawBufferPointer, name: String, limits: ZipLimits = ZipLimits()
  ) throws(ImportFailure) {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard
      let source = zip_source_buffer_create(
        bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error)
    else { throw .unreadable(file: name, errno: ENOMEM) }
    guard let handle = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw Self.failure(opening: name, code: zip_error_code_zip(&error))
    }
    file = name
    self.limits = limits
    self.handle = handle
    do {
      (entries, unsafeNames) = try Self.contents(
        of: handle, file: name, archiveBytes: bytes.count, limits: limits)
    } catch {
      zip_discard(handle)
      throw error
    }
  }

  deinit { zip_discard(handle) }

  /// The entry at a position in the archive, such as `ImportedPhoto.entryIndex`; `nil` if it is not
  /// readable.
  package func entry(at index: Int) -> Entry? {
    // The entries are in ascending order of their index.
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].index == index ? entries[low] : nil
  }

  /// Opens an entry for reading. An encrypted or unknown kind of entry is refused only here, so
  /// that the others can still be read.
  package func open(_ entry: Entry) throws(ImportFailure) -> ZipEntryStream {
    switch entry.obstacle {
    case .encrypted: throw .encryptedEntry(file: file, entry: Self.shown(entry.name))
    case .unknownMethod(let method):
      throw .unsupportedCompression(file: file, entry: Self.shown(entry.name), method: method)
    case nil: break
    }
    guard let stream = zip_fopen_index(handle, zip_uint64_t(entry.index), 0) else {
      throw .damagedArchive(file: file, entry: entry.name)
    }
    return ZipEntryStream(archive: self, entry: entry, stream: stream)
  }

  /// All bytes of an entry that is at most `maxBytes` long.
  package func bytes(of entry: Entry, maxBytes: Int) throws(ImportFailure) -> [UInt8] {
    guard entry.byteCount <= maxBytes else {
      throw .entryTooLarge(file: file, entry: entry.name, maxBytes: maxBytes)
    }
    let stream = try open(entry)
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(entry.byteCount, 1), 64 << 10))
    while true {
      let count = try stream.read(into: &chunk)
      if count == 0 { return result }
      result.append(contentsOf: chunk.prefix(count))
    }
  }

  private static func failure(opening file: String, code: Int32) -> ImportFailure {
    switch code {
    case ZIP_ER_NOENT: .notFound(file: file)
    case ZIP_ER_OPEN, ZIP_ER_READ, ZIP_ER_SEEK: .unreadable(file: file, errno: EIO)
    case ZIP_ER_MEMORY: .unreadable(file: file, errno: ENOMEM)
    // The caller has seen the first bytes of a ZIP, so libzip misses its end.
    case ZIP_ER_NOZIP: .truncatedArchive(file: file)
    default: .damagedArchive(file: file, entry: nil)
    }
  }

  private static func contents(
    of handle: OpaquePointer, file: String, archiveBytes: Int, limits: ZipLimits
  ) throws(ImportFailure) -> (entries: [Entry], unsafeNames: [String]) {
    let count = Int(zip_get_num_entries(handle, 0))
    guard count <= limits.maxEntries else {
      throw .tooManyEntries(file: file, maxEntries: limits.maxEntries)
    }
    var entries: [Entry] = []
    var unsafeNames: [String] = []
    var names: Set<String> = []
    var totalBytes = 0
    var packedBytes = 0
    for index in 0..<max(count, 0) {
      let entry = try checkedEntry(at: index, of: handle, file: file, limits: limits)
      let (total, overflow) = totalBytes.addingReportingOverflow(entry.byteCount)
      guard !overflow, total <= limits.maxTotalBytes else {
        throw .archiveTooLarge(file: file, maxBytes: limits.maxTotalBytes)
      }
      totalBytes = total
      // More packed bytes than the archive has: entries share them, as in a zip bomb.
      let (packed, packedOverflow) = packedBytes.addingReportingOverflow(entry.packedByteCount)
      guard !packedOverflow, packed <= archiveBytes else {
        throw .suspiciousCompression(
          file: file, entry: shown(entry.name), maxRatio: limits.maxRatio)
      }
      packedBytes = packed
      guard EntryName.isSafe(entry.name) else {
        unsafeNames.append(entry.name)
        continue
      }
      guard names.insert(entry.name).inserted else {
        throw .duplicateEntry(file: file, entry: entry.name)
      }
      if !entry.name.hasSuffix("/") { entries.append(entry) }
    }
    return (entries, unsafeNames)
  }

  /// A name that has not been checked yet, in a form fit for a message.
  private static func shown(_ name: String) -> String {
    CleanText.excerpt(name, maxLength: ImportProblem.maxTextLength)
  }

  private static func checkedEntry(
    at index: Int, of handle: OpaquePointer, file: String, limits: ZipLimits
  ) throws(ImportFailure) -> Entry {
    var status = zip_stat_t()
    zip_stat_init(&status)
    let wanted = zip_uint64_t(
      ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD
        | ZIP_STAT_ENCRYPTION_METHOD)
    guard zip_stat_index(handle, zip_uint64_t(index), 0, &status) == 0,
      status.valid & wanted == wanted, let pointer = status.name
    else { throw .damagedArchive(file: file, entry: nil) }
    // libzip converts the old code pages to UTF-8 itself.
    let name = String(cString: pointer)
    let method = Int32(status.comp_method)
    let isKnown = method == ZIP_CM_STORE || method == ZIP_CM_DEFLATE
    let obstacle: Entry.Obstacle? =
      status.encryption_method != ZIP_EM_NONE
      ? .encrypted : isKnown ? nil : .unknownMethod(Int(method))
    guard let byteCount = Int(exactly: status.size),
      let packed = Int(exactly: status.comp_size), byteCount <= limits.maxEntryBytes
    else { throw .entryTooLarge(file: file, entry: shown(name), maxBytes: limits.maxEntryBytes) }
    guard byteCount <= limits.ratioFreeBytes || byteCount / limits.maxRatio <= packed else {
      throw .suspiciousCompression(file: file, entry: shown(name), maxRatio: limits.maxRatio)
    }
    return Entry(
      index: index, name: name, byteCount: byteCount, packedByteCount: packed, obstacle: obstacle)
  }
}

/// Reads one entry of an archive from start to end.
package final class ZipEntryStream {
  package let entry: ZipArchive.Entry
  // Keeps the archive open as long as the stream exists.
  private let archive: ZipArchive
  private let stream: OpaquePointer
  private var byteCount = 0

  fileprivate init(archive: ZipArchive, entry: ZipArchive.Entry, stream: OpaquePointer) {
    self.archive = archive
    self.entry = entry
    self.stream = stream
  }

  deinit { zip_fclose(stream) }

  /// Fills `buffer` with the next bytes and returns how many; 0 at the end, once the checksum is
  /// verified.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    guard let start = buffer.baseAddress, buffer.count > 0 else { return 0 }
    let count = Int(zip_fread(stream, start, zip_uint64_t(buffer.count)))
    guard count >= 0 else { throw .damagedArchive(file: archive.file, entry: entry.name) }
    byteCount += count
    // The size was checked against the limits when the archive was opened.
    guard byteCount <= entry.byteCount, count > 0 || byteCount == entry.byteCount else {
      throw .damagedArchive(file: archive.file, entry: entry.name)
    }
    return count
  }

  /// Fills `chunk` from its start; see `read(into:)` above.
  package func read(into chunk: inout [UInt8]) throws(ImportFailure) -> Int {
    try chunk.withUnsafeMutableBufferPointer { buffer throws(ImportFailure) in
      try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
