import HTTPServer
import Hub
import SyncProtocol

/// Joins that are not finished yet.
extension SyncAPI {
  func keepJoin(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let wanted = try KeepJoinRequest(wireBytes: request.body)
      let invite = try invitations.find(
        wanted.key, by: account.id, address: request.clientAddress)
      let join = try hub.keepJoin(inviteID: invite.id, choice: wanted.choice, by: account.id)
      log("joinKept", ["account": .text(account.id), "invite": .text(invite.id)])
      return .json(join.wireBytes)
    }
  }

  func pendingJoins(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [hub] account, _ in
      .json(array: try hub.pendingJoins(of: account.id))
    }
  }

  func setJoinChoice(_ id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [hub] account, _ in
      let wanted = try JoinChoiceRequest(wireBytes: request.body)
      try hub.setJoinChoice(id, wanted.choice, seeing: wanted.role, by: account.id)
      return HTTPResponse(status: .noContent)
    }
  }

  func redeemJoin(_ id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let zone = try hub.redeemJoin(id, by: account.id)
      log(
        "joinRedeemed", ["account": .text(account.id), "join": .text(id), "zone": .text(zone)])
      return .json(ZoneReply(zone: zone).wireBytes)
    }
  }

  func forgetJoin(_ id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [hub] account, _ in
      try hub.forgetJoin(id, of: account.id)
      return HTTPResponse(status: .noContent)
    }
  }
}
