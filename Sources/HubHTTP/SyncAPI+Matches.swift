import HTTPServer
import Hub
import SyncProtocol

/// Matches between the account's own records and those of a zone that it may join.
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
