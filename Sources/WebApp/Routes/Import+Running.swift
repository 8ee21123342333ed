import Blobs
import Foundation
import Glibc
import HTTPServer
import Household
import Images
import Importing
import Replica
import SQLite
import SyncProtocol

/// Importing itself: photos first, then everything in one transaction.
extension WebApplication {
  /// How long an answer waits for an import that is nearly done, before it shows the progress.
  private static let patienceSeconds = 1.5

  func runImport(_ id: String) -> Endpoint {
    .member { member in
      let upload = try member.upload(id)
      guard case .waiting = upload.stage else { return member.goTo(.importProgress(id)) }
      let typed = member.field("home")
      let home = typed.isEmpty ? nil : typed
      try await member.requireWritable(home)
      guard home == upload.homeID else {
        // Another home makes another plan, which is looked at first.
        member.app.imports.update(id) { $0.homeID = home }
        return member.goTo(.importPreview(id))
      }
      let document = try await member.document(of: upload)
      let job = ImportJob(
        member: member, upload: upload, document: document,
        newHomeName: InputText.line(member.field("newHomeName")))
      guard let shown = upload.shown, shown == (try await job.counts()),
        member.app.imports.begin(id, totalCount: 1)
      else { return member.goTo(.importPreview(id)) }
      let work = Task { await job.run() }
      await Self.wait(for: work)
      return member.goTo(.importProgress(id))
    }
  }

  /// Waits for the import, but not long: it goes on by itself.
  private static func wait(for work: Task<Void, Never>) async {
    let (ended, signal) = AsyncStream.makeStream(of: Void.self)
    let onTime = Task {
      // Cancelled when the import is done first.
      try? await Task.sleep(for: .seconds(patienceSeconds))
      signal.finish()
    }
    let onDone = Task {
      await work.value
      signal.finish()
    }
    for await _ in ended {}
    onTime.cancel()
    onDone.cancel()
  }
}

/// One import under way.
struct ImportJob: Sendable {
  let member: Member
  let upload: ImportShelf.Upload
  let document: ImportDocument
  let newHomeName: String

  private var app: WebApplication { member.app }

  /// What would be done now.
  func counts() async throws -> ImportCounts {
    let (document, home) = (document, upload.homeID)
    return try await member.read { connection in
      try ImportOutline(document, home: home, currency: nil, in: connection).counts
    }
  }

  func run() async {
    do {
      app.imports.finish(upload, .done(try await write()))
    } catch {
      app.imports.finish(upload, .failed(ErrorReason(error, requestID: member.guest.requestID)))
    }
  }

  private func write() async throws -> ImportPage.Result {
    let (document, homeID) = (document, upload.homeID)
    let outline = try await member.read { connection in
      try ImportOutline(document, home: homeID, currency: nil, in: connection)
    }
    let (files, problems) = try await storePhotos(outline.photos)
    let name = newHomeName.isEmpty ? upload.fileName.withoutExtension : newHomeName
    let (result, home, rest) = try await member.write { transaction in
      var target = homeID
      if target == nil, outline.needsHome {
        target = try CreateHome(HomeDetails(name: name), rooms: [])(transaction).id
      }
      let choices = try ImportOutline.choices(
        for: document, home: target, currency: nil, in: transaction.connection)
      let plan = try ImportPlan(document, choices, in: transaction.connection)
      let result = try ApplyImport(plan, photos: files)(transaction)
      let home = try Self.home(of: plan, target, in: transaction.connection)
      return (result, home, ImportCounts(plan))
    }
    return ImportPage.Result(
      home: home, newCount: result.newItemCount, updatedCount: result.updatedItemCount,
      unchangedCount: rest.unchanged, skippedCount: rest.needsFixing,
      photoCount: result.photoCount, problems: outline.problems + problems)
  }

  /// The home that the result leads to: the chosen one, or the first of the file's.
  private static func home(
    of plan: ImportPlan, _ target: ZoneID?, in connection: Connection
  ) throws -> HomeLink {
    let names = plan.homes.map(\.name)
    let rows = try HomeList.rows(in: connection)
    let id = target ?? plan.homes.compactMap(\.existingID).first
    if let id, let home = try Home.find(id, in: connection) {
      return HomeLink(id: id, name: home.name)
    }
    let keys = Set(names.map { NameKey.make($0) })
    let made = try Home.all(where: "TRUE ORDER BY createdAt DESC, id DESC", [], in: connection)
      .first { keys.contains($0.nameKey) }
    guard let made else {
      return HomeLink(id: rows.first?.id ?? "", name: rows.first?.name ?? "")
    }
    return HomeLink(id: made.id, name: made.name)
  }

  /// Cleans and keeps the photos of the archive; one that cannot be taken is left out and told.
  private func storePhotos(
    _ photos: [ImportedPhoto]
  ) async throws -> ([String: StoredPhoto], [ImportProblemRow]) {
    var files: [String: StoredPhoto] = [:]
    var problems: [ImportProblemRow] = []
    guard !photos.isEmpty else { return (files, problems) }
    app.imports.update(upload.id) {
      $0.stage = .running(doneCount: 0, totalCount: photos.count + 1)
    }
    for (index, photo) in photos.enumerated() {
      let path = app.photos.unfinishedPath()
      defer { unlink(path) }
      do {
        let (archivePath, name) = (upload.path, upload.fileName)
        try await app.pool.run {
          try ArchivedPhoto.extract(photo, from: archivePath, name: name, to: path)
        }
        files[photo.entryName] = try await app.storePhoto(at: path)
      } catch let error as ImageError {
        guard FieldProblem(error, fileName: photo.entryName) != nil else { throw error }
        problems.append(
          ImportProblemRow(
            file: upload.fileName, line: nil, text: photo.entryName,
            reason: .photoTypeUnsupported))
      } catch BlobError.wrongSize {
        problems.append(
          ImportProblemRow(
            file: upload.fileName, line: nil, text: photo.entryName,
            reason: .photoTooLarge(maxBytes: Int64(BlobFolder.maxBytes))))
      }
      app.imports.update(upload.id) {
        $0.stage = .running(doneCount: index + 1, totalCount: photos.count + 1)
      }
    }
    return (files, problems)
  }
}

/// A photo in an archive.
enum ArchivedPhoto {
  private static let pieceBytes = 256 << 10

  /// Unpacks a photo into a new file. Blocks.
  static func extract(
    _ photo: ImportedPhoto, from archivePath: String, name: String, to path: String
  ) throws {
    let archive = try ZipArchive(path: archivePath, name: name)
    guard let entry = archive.entry(at: photo.entryIndex) else {
      throw ImportFailure.missingEntry(file: name, entry: photo.entryName)
    }
    let stream = try archive.open(entry)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BlobError.storage(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: pieceBytes)
    while true {
      let count = try stream.read(into: &piece)
      if count == 0 { return }
      var written = 0
      while written < count {
        let result = piece.withUnsafeBytes { buffer -> Int in
          guard let start = buffer.baseAddress else { return 0 }
          return Glibc.write(descriptor, start + written, count - written)
        }
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { throw BlobError.storage(String(cString: strerror(errno))) }
        written += result
      }
    }
  }
}

extension String {
  /// A file's name without its last extension, to offer as a name.
  var withoutExtension: String {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
    return String(self[..<dot])
  }
}
