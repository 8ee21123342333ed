import Blobs
import Foundation
import Glibc
import HTTPServer
import Household
import Importing
import SQLite
import SyncProtocol

/// Importing a file: choose it, see what would happen, do it, read what came of it.
extension WebApplication {
  func importPage(home: ZoneID?) -> Endpoint {
    .member { member in try await member.chooseFile(home: home) }
  }

  func uploadImport() -> Endpoint {
    .member { member in
      let app = member.app
      let typed = member.field("home")
      let home = typed.isEmpty ? nil : typed
      guard let file = member.guest.request.multipart?.file("file") else {
        return try await member.chooseFile(home: home, .missing)
      }
      try await member.requireWritable(home)
      let upload: ImportShelf.Upload
      do {
        upload = try app.imports.add(
          fileName: file.filename, homeID: home, of: member.accountID, now: member.guest.now)
      } catch {
        return try await member.chooseFile(home: home, .tooManyWaiting)
      }
      do {
        try await app.pool.run { try file.content.keep(at: upload.path) }
        // Read now, so that what is wrong with the file as a whole is said where it was chosen.
        _ = try await member.document(of: upload)
        return member.goTo(.importPreview(upload.id))
      } catch let failure as ImportFailure {
        app.imports.remove(upload)
        return try await member.chooseFile(home: home, ImportFileProblem(failure))
      } catch {
        app.imports.remove(upload)
        throw error
      }
    }
  }

  func importPreview(_ id: String) -> Endpoint {
    .member { member in
      let upload = try member.upload(id)
      switch upload.stage {
      case .running: return member.goTo(.importProgress(id))
      case .done, .failed: return member.goTo(.importResult(id))
      case .waiting: break
      }
      let document = try await member.document(of: upload)
      return try await member.page(
        { ImportPage.view(.preview($0), in: $1) },
        load: { reader in
          let outline = try ImportOutline(document, home: upload.homeID, reader)
          member.app.imports.update(id) { $0.shown = outline.counts }
          return try ImportPage.Preview(upload, document, outline, reader)
        })
    }
  }

  func cancelImport(_ id: String) -> Endpoint {
    .member { member in
      let upload = try member.upload(id)
      guard case .waiting = upload.stage else { throw Stop.because(.conflict) }
      member.app.imports.remove(upload)
      return member.goTo(.importing(), saying: .importCancelled)
    }
  }

  func importProgress(_ id: String) -> Endpoint {
    .member { member in
      let upload = try member.upload(id)
      guard case .running(let done, let total) = upload.stage else {
        return member.goTo(.importResult(id))
      }
      let model = ImportPage.Progress(
        id: id, fileName: upload.fileName, doneCount: done, totalCount: total)
      return try await member.page { ImportPage.view(.progress(model), in: $0) }
    }
  }

  func importResult(_ id: String) -> Endpoint {
    .member { member in
      switch try member.upload(id).stage {
      case .waiting: return member.goTo(.importPreview(id))
      case .running: return member.goTo(.importProgress(id))
      case .failed(let reason): throw Stop.because(reason)
      case .done(let result):
        return try await member.page { ImportPage.view(.result(result), in: $0) }
      }
    }
  }
}

extension Member {
  /// A file of the person's own that waits or was imported; any other is not there.
  func upload(_ id: String) throws -> ImportShelf.Upload {
    guard let upload = app.imports.upload(id, of: accountID, now: guest.now) else {
      throw Stop.because(.gone)
    }
    return upload
  }

  /// What the file says. It is read anew each time: a large one would otherwise stay in memory.
  func document(of upload: ImportShelf.Upload) async throws -> ImportDocument {
    let currency = try await read { connection in
      let home = try upload.homeID.flatMap { try Home.find($0, in: connection)?.currency }
      return try home ?? Profile.own(in: connection)?.currency
    }
    let zone = try await words().timeZone
    return try await app.pool.run {
      let options = ImportOptions(
        currency: ImportCurrency(code: currency ?? "EUR") ?? ImportCurrency(code: "EUR", exponent: 2),
        utcOffsetSeconds: { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) })
      let document = try InventoryFile.open(upload.path, name: upload.fileName).read(options)
      guard !document.isEmpty else { throw ImportFailure.nothingToImport(file: upload.fileName) }
      return document
    }
  }

  /// Throws unless the person may write to the home; a new home always can be written.
  func requireWritable(_ home: ZoneID?) async throws {
    guard let home else { return }
    let row = try await read { try HomeList.rows(in: $0).first { $0.id == home } }
    guard let row else { throw Stop.notFound }
    guard row.role >= .readWrite else { throw Stop.because(.viewOnly(home: row.name)) }
  }

  fileprivate func chooseFile(
    home: ZoneID?, _ problem: ImportFileProblem? = nil
  ) async throws -> HTTPResponse {
    let maxBytes = Int64(app.configuration.limits.maxImportBytes)
    return try await page(
      status: problem == nil ? .ok : .unprocessableContent,
      { ImportPage.view(.choose($0), in: $1) },
      load: { reader in
        let homes = reader.surroundings.sidebar.homes.filter { $0.role >= .readWrite }
        let offered = home ?? reader.surroundings.sidebar.activeHomeID
        return ImportPage.Choose(
          homes: homes.map { HomeLink(id: $0.id, name: $0.name) },
          homeID: homes.contains { $0.id == offered } ? offered : nil, problem: problem,
          maxBytes: maxBytes)
      })
  }
}
