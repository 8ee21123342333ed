import HTTPServer
import SQLite
import SyncProtocol
import Things
import Web

/// Exports of whole homes, each as one ZIP that is written while it is downloaded.
extension WebApplication {
  /// Writes the tables of an archive in a read transaction, at a time in milliseconds since 1970.
  typealias ArchiveTables =
    @Sendable (Connection, Int64, @escaping HouseholdExport.Sink) throws -> any OpenArchive

  func exportPage() -> Endpoint {
    .member { member in
      let maxBytes = Int64(member.app.configuration.limits.maxImportBytes)
      return try await member.page({ ExportPage.view($0, in: $1) }) { reader in
        let homes = reader.surroundings.sidebar.homes.map { ZoneLink(id: $0.id, name: $0.name) }
        let size = try InventorySize(in: reader.connection)
        var model = ExportPage.Model(
          homes: homes, itemCount: size.items, fileCount: size.files, byteCount: size.fileBytes,
          maxImportBytes: maxBytes)
        model.losses = try MovingBoxLoss.all(in: reader.connection).mapValues {
          ExportPage.Loss(
            leftOutCount: $0.leftOutCount, otherCurrencyItemCount: $0.otherCurrencyItemCount,
            otherCurrencyPolicyCount: $0.otherCurrencyPolicyCount)
        }
        return model
      }
    }
  }

  func exportArchive() -> Endpoint {
    .member { member in
      let areas = member.app.areas
      return try await member.archive(name: "hearth") {
        try ArchiveWriter(
          of: nil, documents: areas.archived(in: $0), in: $0, now: $1, to: $2)
      }
    }
  }

  func exportArchive(of home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      try await at.member.archive(name: at.homeName) {
        try ArchiveWriter(of: home, in: $0, now: $1, to: $2)
      }
    }
  }

  func exportMovingBox() -> Endpoint {
    .member { member in
      try await member.archive(name: "movingbox") {
        try MovingBoxWriter(of: nil, in: $0, now: $1, to: $2)
      }
    }
  }

  func exportMovingBox(of home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      try await at.member.archive(name: at.homeName + "-movingbox") {
        try MovingBoxWriter(of: home, in: $0, now: $1, to: $2)
      }
    }
  }
}

extension Member {
  fileprivate func archive(
    name: String, _ tables: @escaping WebApplication.ArchiveTables
  ) async throws -> HTTPResponse {
    let app = app
    let now = guest.now
    let body = try await read { connection in
      try ArchiveBody.begin(
        unnamedIn: app.imports.directory, blobs: app.photos.blobs, pool: app.pool,
        fetch: { hash, place in _ = await app.arrivals.bring(hash, namedBy: place) }
      ) { try tables(connection, now, $0) }
    }
    return .archive(body, name: name)
  }
}

extension HTTPResponse {
  /// A ZIP to save under `name`.
  static func archive(_ body: Body, name: String) -> HTTPResponse {
    HTTPResponse(
      headers: [
        "Content-Type": "application/zip", "Cache-Control": "no-store",
        "Content-Disposition": DownloadName(name, ending: "zip").attachment,
      ], body: body)
  }
}
