import HTTPServer
import Hub
import SyncProtocol

/// Deleted zones: listing, restoring and permanently removing them.
extension SyncAPI {
  func deletedZones(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [hub] account, _ in
      .json(array: try hub.deletedZones(of: account.id))
    }
  }

  func restoreZone(_ zone: ZoneID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let wanted = try RestoreRequest(wireBytes: request.body)
      try hub.restoreZone(zone, by: account.id, isAlone: wanted.isAlone)
      log("zoneRestored", ["account": .text(account.id), "zone": .text(zone)])
      return HTTPResponse(status: .noContent)
    }
  }

  func purgeDeletedZone(_ zone: ZoneID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      try hub.purgeDeletedZone(zone, by: account.id)
      log("zonePurged", ["account": .text(account.id), "zone": .text(zone)])
      return HTTPResponse(status: .noContent)
    }
  }
}
