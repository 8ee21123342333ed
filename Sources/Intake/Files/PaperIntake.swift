import Blobs
import HTTPServer
import Household
import Images
import Things
import Threads
import Wording

/// Stores papers, after a check that each file is of the kind that its name says.
///
/// Pictures are cleaned as photos are. PDFs and texts are kept byte for byte; browsers are told to
/// save them and not to show them.
package struct PaperIntake: Sendable {
  /// The largest paper, in bytes: a scanned manual fits.
  package static let maxBytes = 25_000_000
  /// How many bytes are read at a time.
  private static let pieceBytes = 256 << 10
  /// The end of a PDF file. Mail programs may add some bytes after it.
  private static let pdfEnd = Array("%%EOF".utf8)
  private static let pdfTailBytes = 2048

  package let pictures: PhotoIntake
  /// The problem of a file that is neither a picture nor a PDF, by its name; `nil` where texts are
  /// accepted, too.
  private let textProblem: (@Sendable (String) -> FieldProblem)?

  package init(
    pictures: PhotoIntake, textProblem: (@Sendable (String) -> FieldProblem)? = nil
  ) {
    self.pictures = pictures
    self.textProblem = textProblem
  }

  /// A paper that was refused, with the problem to show to the person.
  package struct Refused: Error {
    package let problem: FieldProblem
  }

  /// Checks and keeps a file; returns it with the name to show. Throws ``Refused`` when the file is
  /// not accepted or the account has no room, and other errors otherwise.
  package func store(
    _ file: MultipartForm.File
  ) async throws -> (name: String, file: StoredPaper) {
    let shown = InputText.line(file.filename)
    do {
      return try await store(file, called: shown)
    } catch is NoFileRoom {
      throw Refused(problem: .noRoomForFiles(fileName: shown))
    }
  }

  private func store(
    _ file: MultipartForm.File, called shown: String
  ) async throws -> (name: String, file: StoredPaper) {
    if FileName.hidesCharacters(file.filename) {
      throw Refused(problem: .hiddenCharacters(fileName: shown))
    }
    guard !FileName.hasPath(shown), !shown.isEmpty else {
      throw Refused(problem: .pathInName(fileName: shown))
    }
    let size = file.content.size
    if size == 0 { throw Refused(problem: .emptyFile(fileName: shown)) }
    if size > Self.maxBytes {
      throw Refused(problem: .paperTooLarge(fileName: shown, maxBytes: Int64(Self.maxBytes)))
    }
    let head = try await pictures.pool.run { try file.content.read(count: 1024) }
    let ending = Self.ending(of: shown)
    if head.starts(with: Array("%PDF-".utf8)) {
      try Self.require(ending, of: .pdf, shown)
      try await checkEnd(of: file, shown)
      return (shown, try await keep(file, as: .pdf))
    }
    do throws(ImageError) {
      _ = try ImageKind.sniff(head)
    } catch {
      return (shown, try await storeText(file, shown, ending, error))
    }
    // A phone may call a HEIC picture .jpg: a picture may have the ending of any other picture.
    if Self.media(ofEnding: ending).map({ [.pdf, .text].contains($0) }) == true {
      throw Refused(problem: .notWhatItSays(fileName: shown, ending: ending))
    }
    return try await storePicture(file, shown)
  }

  /// The media type of a paper, from its first bytes alone; `nil` for a kind that is not accepted.
  /// Anything that may be a text counts as one.
  package func mediaType(of file: SpooledFile) async throws -> String? {
    let head = try await pictures.pool.run { try file.read(count: 1024) }
    if head.starts(with: Array("%PDF-".utf8)) { return "application/pdf" }
    do throws(ImageError) {
      return try ImageKind.sniff(head).mediaType
    } catch {
      guard case .unsupportedKind(.text) = error else { return nil }
      return "text/plain"
    }
  }

  // MARK: Kinds

  private func storePicture(
    _ file: MultipartForm.File, _ shown: String
  ) async throws -> (name: String, file: StoredPaper) {
    do {
      // The upload is a file without a name; this path leads to it while it is open.
      let picture = try await pictures.store(
        at: "/proc/self/fd/\(file.content.file.descriptor)")
      let media = StoredPaper.Media(picture.kind)
      return (
        Self.renamed(shown, for: media),
        StoredPaper(blobHash: picture.blobHash, byteCount: picture.byteCount, media: media)
      )
    } catch let error as ImageError {
      if case .tooManyBytes = error {
        throw Refused(problem: .paperTooLarge(fileName: shown, maxBytes: Int64(Self.maxBytes)))
      }
      guard let problem = FieldProblem(error, fileName: shown) else { throw error }
      throw Refused(problem: problem)
    }
  }

  private func storeText(
    _ file: MultipartForm.File, _ shown: String, _ ending: String, _ error: ImageError
  ) async throws -> StoredPaper {
    if let textProblem, case .unsupportedKind(let kind) = error, !kind.isPicture {
      throw Refused(problem: textProblem(shown))
    }
    guard case .unsupportedKind(let lookalike) = error else {
      throw Refused(problem: FieldProblem(error, fileName: shown) ?? .notAPaper(fileName: shown))
    }
    let says = Self.media(ofEnding: ending)
    guard ending.isEmpty || says != nil, ![.html, .svg].contains(lookalike) || says == .text else {
      throw Refused(
        problem: .notAPaper(
          fileName: shown, looksLike: lookalike == .unknown ? nil : lookalike.name))
    }
    if let says, says != .text {
      throw Refused(problem: .notWhatItSays(fileName: shown, ending: ending))
    }
    guard try await isPlainText(file) else {
      throw Refused(
        problem: lookalike == .text || lookalike == .unknown
          ? .notPlainText(fileName: shown)
          : .notAPaper(fileName: shown, looksLike: lookalike.name))
    }
    return try await keep(file, as: .text)
  }

  /// Refuses a PDF without the end of one: it is cut off, and might not open.
  private func checkEnd(of file: MultipartForm.File, _ shown: String) async throws {
    let start = max(0, file.content.size - Self.pdfTailBytes)
    let tail = try await pictures.pool.run {
      try file.content.read(at: start, count: Self.pdfTailBytes)
    }
    let isWhole = tail.indices.contains { tail[$0...].starts(with: Self.pdfEnd) }
    if !isWhole { throw Refused(problem: .cutOffFile(fileName: shown)) }
  }

  /// Whether the file is UTF-8 text whose only ASCII control characters are tabs and those that end
  /// lines and pages.
  private func isPlainText(_ file: MultipartForm.File) async throws -> Bool {
    try await pictures.pool.run {
      var check = PlainTextCheck()
      var offset = 0
      while offset < file.content.size {
        let piece = try file.content.read(at: offset, count: Self.pieceBytes)
        guard !piece.isEmpty, check.take(piece) else { return false }
        offset += piece.count
      }
      return check.isComplete
    }
  }

  private func keep(
    _ file: MultipartForm.File, as media: StoredPaper.Media
  ) async throws -> StoredPaper {
    let path = "/proc/self/fd/\(file.content.file.descriptor)"
    let (hash, count) = try await pictures.pool.run { [pictures] in
      try pictures.photos.keep(path, of: pictures.account)
    }
    return StoredPaper(blobHash: hash.description, byteCount: Int64(count), media: media)
  }

  // MARK: Names

  private static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  private static func media(ofEnding ending: String) -> StoredPaper.Media? {
    if ["heic", "heif"].contains(ending) { return .jpeg }
    return StoredPaper.Media.allCases.first { $0.endings.contains(ending) }
  }

  private static func require(
    _ ending: String, of media: StoredPaper.Media, _ shown: String
  ) throws {
    guard ending.isEmpty || media.endings.contains(ending) else {
      throw Refused(problem: .notWhatItSays(fileName: shown, ending: ending))
    }
  }

  /// The name with the ending of the kept picture's kind: HEIC is kept as JPEG.
  private static func renamed(_ name: String, for media: StoredPaper.Media) -> String {
    let ending = ending(of: name)
    guard !media.endings.contains(ending), Self.media(ofEnding: ending) != nil else { return name }
    return name.dropLast(ending.count) + media.endings[0]
  }
}

/// Checks piece by piece that a text is UTF-8 without hidden control characters. A character's
/// bytes may be split between two pieces.
package struct PlainTextCheck {
  private var rest: [UInt8] = []

  /// Whether the text does not end inside a character's bytes.
  package var isComplete: Bool { rest.isEmpty }

  /// Checks the next piece; `false` when the whole cannot be plain text, whatever follows.
  package mutating func take(_ piece: [UInt8]) -> Bool {
    var bytes = rest + piece
    rest = Array(Self.openSequence(at: bytes))
    bytes.removeLast(rest.count)
    let isClean = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    return isClean && String(validating: bytes, as: UTF8.self) != nil
  }

  /// The first bytes of a character that is cut off at the end; empty when none is.
  private static func openSequence(at bytes: [UInt8]) -> ArraySlice<UInt8> {
    for length in 1...3 where bytes.count >= length {
      let first = bytes[bytes.count - length]
      let wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
      if wanted > length { return bytes.suffix(length) }
      if first >= 0xC0 || first < 0x80 { break }
    }
    return []
  }
}
