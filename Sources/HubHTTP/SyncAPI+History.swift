import HTTPServer
import Hub
import SyncProtocol

/// The history of zones.
extension SyncAPI {
  func history(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [hub] account, _ in
      let wanted = try HistoryRequest(wireBytes: request.body)
      return .json(try hub.history(wanted, as: account.id).wireBytes)
    }
  }
}
