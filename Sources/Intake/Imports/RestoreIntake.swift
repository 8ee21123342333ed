import Household
import Blobs
import Glibc
import HTTPServer
import Images
import Importing
import SQLite
import SyncProtocol
import Things
import Wording

/// Restoring one of Hearth's own archives: in the browser, with `hearth import`, or by the API.
extension PhotoIntake {
  /// An archive names a file that it does not contain.
  struct NotInArchive: Error {}

  /// Runs a restore from its plan to its end. See ``RestoreRun``.
  ///
  /// Photos are cleaned and papers checked like uploads, as an archive may come from anybody.
  /// Photos that were cleaned before stay byte for byte the same.
  package func run(
    _ plan: RestorePlan, progress: @Sendable (ImportRun.Step) -> Void,
    apply: @Sendable (ApplyRestore, _ relyingOn: [ZoneID]) async throws -> ApplyImport.Result
  ) async throws -> RestoreRun.Outcome {
    try await RestoreRun(plan)(
      store: { try await store($0, of: plan.archive, PaperIntake(pictures: self)) },
      isRefusal: Self.isRefusalOfFile, progress: progress, apply: apply)
  }

  /// Checks and keeps files that come with an import.
  ///
  /// - Parameters:
  ///   - papers: takes those that are no photos.
  ///   - progress: how many are done.
  package func keep(
    _ files: [FileToKeep], from source: any FileSource, as papers: PaperIntake,
    progress: @Sendable (_ doneCount: Int) -> Void
  ) async throws -> KeptFiles {
    try await KeptFiles(
      files, store: { try await store($0, of: source, papers) },
      isRefusal: Self.isRefusalOfFile, progress: progress)
  }

  private static func isRefusalOfFile(_ error: any Error) -> Bool {
    error is NotInArchive || error is PaperIntake.Refused || isRefusal(error)
  }

  private func store(
    _ file: FileToKeep, of archive: any FileSource, _ papers: PaperIntake
  ) async throws -> KeptFile {
    guard archive.content(file.blobHash) != nil else { throw NotInArchive() }
    let path = try await pool.run { try unpack(file.blobHash, of: archive) }
    defer { unlink(path) }
    guard let name = file.paperName else { return .photo(try await store(at: path)) }
    let content = try await pool.run {
      let file = try OpenFile(path: path)
      return SpooledFile(file: file, size: try file.size())
    }
    let paper = try await papers.store(
      MultipartForm.File(name: "file", filename: name, contentType: nil, content: content))
    return .paper(paper.file)
  }

  /// Unpacks a file of an archive and returns its path. Throws when its bytes do not have this
  /// hash.
  private func unpack(
    _ hash: String, of archive: any FileSource
  ) throws -> String {
    guard let content = archive.content(hash) else { throw NotInArchive() }
    let stream = try content.open()
    let file = try UnpackedFile(photos.unfinishedPath())
    var sum = BlobHash.Hasher()
    var piece = [UInt8](repeating: 0, count: UnpackedFile.pieceBytes)
    while case let count = try stream.read(into: &piece), count > 0 {
      sum.update(Array(piece[..<count]))
      try file.write(piece[..<count])
    }
    guard sum.finish().description == hash else {
      throw ImportFailure.damagedArchive(file: archive.name, entry: content.name)
    }
    file.isComplete = true
    return file.path
  }
}

extension ImportFileProblem {
  /// The problem to show when one of Hearth's own archives cannot be imported.
  package init(_ failure: HouseholdArchive.Failure) {
    let problem: Archive =
      switch failure {
      case .newer: .newer
      case .missingEntry(let entry): .missingEntry(entry)
      case .wrongSum(let entry): .wrongSum(entry)
      case .unreadableManifest: .unreadableManifest
      case .unreadableRecord(let entry, let line): .unreadableRecord(entry: entry, line: line)
      case .tooLarge(let entry, let max): .tooLarge(entry, maxBytes: Int64(max))
      case .unsafeName(let name): .unsafeName(name)
      }
    self = .archive(problem)
  }

  /// The problem to show for a failure of either kind; `nil` for any other error.
  package init?(of error: any Error) {
    switch error {
    case let failure as ImportFailure: self.init(failure)
    case let failure as HouseholdArchive.Failure: self.init(failure)
    default: return nil
    }
  }
}

extension ImportProblemRow {
  /// The row for a photo or paper that was refused; its item or other owner is imported without it.
  package init(_ refused: UnkeptFile) {
    let name =
      refused.file.paperName
      ?? refused.file.path?.split(separator: "/").suffix(2).joined(separator: "/")
      ?? String(refused.file.blobHash.prefix(12))
    let reason: ImportReason =
      switch refused.error {
      case is PhotoIntake.NotInArchive: .photoMissing
      case BlobError.wrongSize, ImportFailure.entryTooLarge:
        .photoTooLarge(maxBytes: Int64(BlobFolder.maxBytes))
      case is NoFileRoom: .photoRefused(.noRoomForFiles(fileName: name))
      case let refused as PaperIntake.Refused: .photoRefused(refused.problem)
      case let error as ImageError:
        FieldProblem(error, fileName: name).map { .photoRefused($0) } ?? .photoDamaged
      default: .photoDamaged
      }
    self.init(file: refused.file.path ?? name, line: nil, text: name, reason: reason)
  }
}

extension ImportProblemRow {
  /// How many mendings of each kind are listed before all others.
  private static let firstOfEachKind = 3

  /// The rows for what was mended in an archive, in such an order that the first ones show some of
  /// each kind.
  package static func rows(of mended: [ArchiveMending]) -> [ImportProblemRow] {
    var counts: [String: Int] = [:]
    var (first, rest): ([ImportProblemRow], [ImportProblemRow]) = ([], [])
    for row in mended.map(ImportProblemRow.init) {
      let count = counts[row.reason.name, default: 0]
      counts[row.reason.name] = count + 1
      if count < firstOfEachKind { first.append(row) } else { rest.append(row) }
    }
    return first + rest
  }

  private init(_ mended: ArchiveMending) {
    let reason: ImportReason =
      switch mended.kind {
      case .loop: .placeLeftLoop
      case .tooDeep: .placeWasTooDeep(max: Location.maxDepth, parent: mended.parent)
      case .parentMissing: .placeLostParent
      case .placeMissing: .locationNotInFile
      case .maintenanceMissing: .paperLostMaintenance
      case .photoOfHome: .photoBecameHomes
      case .twoOwners: .keptByItem
      case .labelMissing: .labelNotInFile
      case .labelledMissing: .labelledNotInFile
      case .leftOut: .partLeftOut
      case .day: .dayRemoved
      case .instant: .instantMoved
      }
    self.init(file: mended.entry, line: mended.line, text: mended.name, reason: reason)
  }
}

extension RestorePlan {
  /// A number that differs, within one run of the program, when the plan would do something else.
  package var mark: Int {
    var hasher = Hasher()
    for home in homes { hasher.combine(home.existingID) }
    hasher.combine(newCounts)
    hasher.combine(presentCounts)
    hasher.combine(mended.count)
    return hasher.finalize()
  }

  /// How many new records no other line counts, such as parts of items, policies and templates.
  package var otherCount: Int {
    let told: Set = ["homes", "locations", "labels", "items", "photos", "attachments"]
    return newCounts.filter { !told.contains($0.key) }.reduce(0) { $0 + $1.value }
  }

  /// The rows for records of the archive that did not fit together and were mended.
  package var mendedRows: [ImportProblemRow] { ImportProblemRow.rows(of: mended) }

  /// The rows for photos and papers whose bytes are not in the archive.
  package var missingFiles: [ImportProblemRow] {
    files.filter { $0.path == nil }.map {
      ImportProblemRow(UnkeptFile(file: $0, error: PhotoIntake.NotInArchive()))
    }
  }
}
