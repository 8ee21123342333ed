import HTTPServer
import Hub
import SyncProtocol

/// What of the asker's is in a zone that they may join.
extension SyncAPI {
  func matchInvite(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [self] account, _ in
      let wanted = try MatchRequest(wireBytes: request.body)
      let reply = try invitations.matches(
        wanted, by: account.id, address: request.clientAddress)
      return .json(reply.wireBytes)
    }
  }
}
