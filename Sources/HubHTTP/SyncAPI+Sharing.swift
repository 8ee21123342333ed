import HTTPServer
import Hub
import SyncProtocol

/// Invites and participants.
extension SyncAPI {
  func createInvite(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let wanted = try InviteRequest(wireBytes: request.body)
      let issued = try invitations.issue(wanted, by: account.id)
      log(
        "inviteIssued",
        [
          "account": .text(account.id), "invite": .text(issued.id), "zone": .text(wanted.zone),
        ])
      return .json(issued.wireBytes, status: .created)
    }
  }

  func previewInvite(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [self] account, _ in
      let key = try InviteKey(wireBytes: request.body)
      let invite = try invitations.find(key, by: account.id, address: request.clientAddress)
      return .json(
        InviteOffer(try hub.preview(inviteID: invite.id, viewer: account.id)).wireBytes)
    }
  }

  func redeemInvite(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let wanted = try RedeemRequest(wireBytes: request.body)
      let invite = try invitations.find(
        wanted.key, by: account.id, address: request.clientAddress)
      let zone = try hub.redeem(
        inviteID: invite.id, by: account.id, as: wanted.kind, leaving: wanted.leaving)
      log(
        "inviteRedeemed",
        ["account": .text(account.id), "invite": .text(invite.id), "zone": .text(zone)])
      return .json(ZoneReply(zone: zone).wireBytes)
    }
  }

  func revokeInvite(_ id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      try hub.revokeInvite(id, by: account.id)
      log("inviteRevoked", ["account": .text(account.id), "invite": .text(id)])
      return HTTPResponse(status: .noContent)
    }
  }

  func setRole(
    of participant: AccountID, in zone: ZoneID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let wanted = try RoleRequest(wireBytes: request.body)
      try hub.setRole(wanted.role, of: participant, in: zone, by: account.id)
      log(
        "roleChanged",
        [
          "account": .text(account.id), "participant": .text(participant), "zone": .text(zone),
          "role": .text(wanted.role.rawValue),
        ])
      return HTTPResponse(status: .noContent)
    }
  }

  func remove(
    _ participant: AccountID, from zone: ZoneID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      try hub.remove(participant, from: zone, by: account.id)
      log(
        "participantRemoved",
        [
          "account": .text(account.id), "participant": .text(participant), "zone": .text(zone),
        ])
      return HTTPResponse(status: .noContent)
    }
  }

  func stopSharing(_ zone: ZoneID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      try hub.stopSharing(zone, by: account.id)
      log("sharingStopped", ["account": .text(account.id), "zone": .text(zone)])
      return HTTPResponse(status: .noContent)
    }
  }

  func share(of zone: ZoneID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [hub] account, _ in
      .json(try hub.share(of: zone, by: account.id).wireBytes)
    }
  }

  /// Creates the zone's share: 201 with the invite's secrets. If it exists already, 200 without
  /// them.
  func makeShare(of zone: ZoneID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let wanted = try InviteRequest(wireBytes: request.body)
      guard wanted.zone == zone else {
        throw Problem(.badRequest, "malformed", "the body names another zone than the path")
      }
      let share = try invitations.share(wanted, by: account.id)
      guard let issued = share.issued else { return .json(share.wireBytes) }
      log(
        "inviteIssued",
        ["account": .text(account.id), "invite": .text(issued.id), "zone": .text(zone)])
      return .json(share.wireBytes, status: .created)
    }
  }

  func offerOwnership(of zone: ZoneID, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      let wanted = try OwnerRequest(wireBytes: request.body)
      try hub.offerOwnership(of: zone, to: wanted.account, by: account.id)
      log(
        "ownershipOffered",
        [
          "account": .text(account.id), "participant": .text(wanted.account), "zone": .text(zone),
        ])
      return HTTPResponse(status: .noContent)
    }
  }

  func withdrawOffer(
    of zone: ZoneID, to participant: AccountID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      try hub.withdrawOffer(of: zone, to: participant, by: account.id)
      log(
        "offerWithdrawn",
        [
          "account": .text(account.id), "participant": .text(participant), "zone": .text(zone),
        ])
      return HTTPResponse(status: .noContent)
    }
  }

  func acceptOwnership(notice id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      try hub.acceptOwnership(notice: id, by: account.id)
      log("ownershipAccepted", ["account": .text(account.id), "notice": .text(id)])
      return HTTPResponse(status: .noContent)
    }
  }

  func notices(_ request: HTTPRequest) async throws -> HTTPResponse {
    // One notice of a kind unknown to the client would make the whole list unreadable for it.
    let known = request.query.first("understands").flatMap { Int($0) } ?? 1
    return try await reading(request) { [hub] account, _ in
      .json(array: try hub.notices(of: account.id).filter { $0.kind.since <= known })
    }
  }

  func zoneCopy(ofNotice id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [hub] account, _ in
      .json(try hub.copy(ofNotice: id, of: account.id))
    }
  }

  func dismissNotice(_ id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [hub] account, _ in
      try hub.dismissNotice(id, of: account.id)
      return HTTPResponse(status: .noContent)
    }
  }
}

extension HTTPResponse {
  static func json(array elements: [some WireCodable]) -> HTTPResponse {
    var writer = WireWriter()
    writer.array { writer in
      for element in elements { element.write(to: &writer) }
    }
    return .json(writer.bytes)
  }
}
