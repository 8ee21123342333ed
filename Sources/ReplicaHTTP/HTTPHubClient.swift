import Replica
import SyncProtocol

/// Calls a hub's sharing and account functions over HTTP, as the account of the transport's token.
public struct HTTPHubClient: HubClient {
  private static let maxReplyBytes = 1 << 20
  /// Larger than the hub's limit, which the last record of a copy may exceed.
  private static let maxCopyBytes = 72 << 20
  /// More than the entries that the hub reads for one page, including their records' earlier state.
  private static let maxHistoryBytes = 72 << 20

  /// Room for as many matches as the hub returns, some with values of the greatest length.
  private static let maxMatchBytes = 32 << 20

  private let connection: HubConnection

  /// Uses the connections of `transport`.
  public init(_ transport: HTTPTransport) { connection = transport.connection }

  public func account() async throws(HubClientError) -> AccountSummary {
    try await ask("GET", ["me"])
  }

  public func sharingNews() async throws(HubClientError) -> SharingNews {
    try await ask("GET", ["flags"])
  }

  /// The sharing news with its entity tag; `nil` when the hub's tag is still `tag`.
  package func sharingNews(
    unless tag: String
  ) async throws(HubClientError) -> (news: SharingNews, tag: String)? {
    let reply = try await reply(
      "GET", ["flags"], nil, headers: tag.isEmpty ? [] : ["If-None-Match: \(tag)"])
    if reply.status == 304 { return nil }
    do throws(WireError) {
      return (try SharingNews(wireBytes: reply.body), reply.entityTag ?? "")
    } catch {
      throw .transport(.protocolError(error.description))
    }
  }

  public func setDisplayName(_ name: String) async throws(HubClientError) {
    _ = try await send("PUT", ["me"], NameRequest(name: name))
  }

  public func sessions() async throws(HubClientError) -> [SessionSummary] {
    try await list(["sessions"])
  }

  public func endSession(_ id: String) async throws(HubClientError) {
    _ = try await send("DELETE", ["sessions", id], nil)
  }

  /// Ends this device's session; its token is then invalid.
  public func signOut() async throws(HubClientError) {
    _ = try await send("POST", ["sign-out"], nil)
  }

  /// Changes the account's password and ends its other sessions.
  public func changePassword(
    from old: String, to new: String
  ) async throws(PasswordChangeFailure) {
    let reply: HubReply
    do throws(TransportError) {
      reply = try await connection.send(
        HubCall(
          method: "PUT", path: "password", body: PasswordRequest(old: old, new: new).wireBytes,
          maxReplyBytes: Self.maxReplyBytes))
    } catch {
      throw .transport(error)
    }
    if (200..<300).contains(reply.status) { return }
    // Another body than a problem's is a proxy's.
    switch (try? ProblemReply(wireBytes: reply.body))?.error {
    case "wrongPassword": throw .wrongPassword
    case "tooShort": throw .tooShort
    case "tooLong": throw .tooLong
    case "isTheName": throw .isTheName
    case "tooMany":
      throw .tooManyAttempts(retryAfterSeconds: Int(reply.retryAfterSeconds ?? 60))
    default: throw .transport(TransportError(reply))
    }
  }

  public func createInvite(
    _ request: InviteRequest
  ) async throws(HubClientError) -> IssuedInvite {
    try await ask("POST", ["invites"], request)
  }

  public func revokeInvite(_ id: String) async throws(HubClientError) {
    _ = try await send("DELETE", ["invites", id], nil)
  }

  public func preview(_ key: InviteKey) async throws(HubClientError) -> InviteOffer {
    try await ask("POST", ["invites", "preview"], key)
  }

  public func redeem(
    _ key: InviteKey, as kind: ZoneKind?, leaving: ZoneID?
  ) async throws(HubClientError) -> ZoneID {
    let reply: ZoneReply = try await ask(
      "POST", ["invites", "redeem"], RedeemRequest(key, as: kind, leaving: leaving))
    return reply.zone
  }

  public func setRole(
    _ role: Role, of account: AccountID, in zone: ZoneID
  ) async throws(HubClientError) {
    _ = try await send(
      "PUT", ["zones", zone, "participants", account], RoleRequest(role: role))
  }

  public func remove(_ account: AccountID, from zone: ZoneID) async throws(HubClientError) {
    _ = try await send("DELETE", ["zones", zone, "participants", account], nil)
  }

  public func stopSharing(_ zone: ZoneID) async throws(HubClientError) {
    _ = try await send("DELETE", ["zones", zone, "participants"], nil)
  }

  public func offerOwnership(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError) {
    _ = try await send("POST", ["zones", zone, "owner"], OwnerRequest(account: account))
  }

  public func withdrawOffer(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError) {
    _ = try await send("DELETE", ["zones", zone, "owner", account], nil)
  }

  public func share(of zone: ZoneID) async throws(HubClientError) -> Share {
    try await ask("GET", ["zones", zone, "share"])
  }

  public func acceptOwnership(notice id: String) async throws(HubClientError) {
    _ = try await send("POST", ["notices", id, "accept"], nil)
  }

  public func notices() async throws(HubClientError) -> [AccountNotice] {
    let body = try await reply(
      "GET", ["notices"], nil, query: "understands=\(AccountNotice.understandsAll)"
    ).body
    do throws(WireError) {
      return try AccountNotice.list(wireBytes: body)
    } catch {
      throw .transport(.protocolError(error.description))
    }
  }

  public func zoneCopy(ofNotice id: String) async throws(HubClientError) -> [UInt8] {
    try await send("GET", ["notices", id, "copy"], nil, maxReplyBytes: Self.maxCopyBytes)
  }

  public func dismissNotice(_ id: String) async throws(HubClientError) {
    _ = try await send("DELETE", ["notices", id], nil)
  }

  public func deletedZones() async throws(HubClientError) -> [DeletedZoneSummary] {
    try await list(["deleted"])
  }

  public func restoreZone(_ zone: ZoneID, isAlone: Bool) async throws(HubClientError) {
    _ = try await send("POST", ["deleted", zone, "restore"], RestoreRequest(isAlone: isAlone))
  }

  public func purgeDeletedZone(_ zone: ZoneID) async throws(HubClientError) {
    _ = try await send("DELETE", ["deleted", zone], nil)
  }

  public func history(_ request: HistoryRequest) async throws(HubClientError) -> HistoryPage {
    try await ask("POST", ["history"], request, maxReplyBytes: Self.maxHistoryBytes)
  }

  public func keepJoin(
    _ key: InviteKey, choice: String
  ) async throws(HubClientError) -> PendingJoin {
    try await ask("POST", ["joins"], KeepJoinRequest(key, choice: choice))
  }

  public func pendingJoins() async throws(HubClientError) -> [PendingJoin] {
    try await list(["joins"])
  }

  public func setJoinChoice(
    _ id: String, _ choice: String, seeing role: Role?
  ) async throws(HubClientError) {
    _ = try await send("PUT", ["joins", id], JoinChoiceRequest(choice: choice, role: role))
  }

  public func redeemJoin(_ id: String) async throws(HubClientError) -> ZoneID {
    let reply: ZoneReply = try await ask("POST", ["joins", id, "redeem"])
    return reply.zone
  }

  public func forgetJoin(_ id: String) async throws(HubClientError) {
    _ = try await send("DELETE", ["joins", id], nil)
  }

  public func matchInvite(
    _ subject: MatchSubject, queries: [MatchQuery]
  ) async throws(HubClientError) -> MatchReply {
    try await ask(
      "POST", ["invites", "match"], MatchRequest(subject, queries: queries),
      maxReplyBytes: Self.maxMatchBytes)
  }

  private func list<Element: WireCodable>(
    _ path: [String]
  ) async throws(HubClientError) -> [Element] {
    let body = try await send("GET", path, nil)
    do throws(WireError) {
      return try WireReader.read(body) { reader throws(WireError) in
        var elements: [Element] = []
        try reader.array { reader throws(WireError) in
          elements.append(try Element(from: &reader))
        }
        return elements
      }
    } catch {
      throw .transport(.protocolError(error.description))
    }
  }

  private func ask<Answer: WireCodable>(
    _ method: String, _ path: [String], _ body: (any WireCodable)? = nil,
    maxReplyBytes: Int = maxReplyBytes
  ) async throws(HubClientError) -> Answer {
    let bytes = try await send(method, path, body, maxReplyBytes: maxReplyBytes)
    do throws(WireError) {
      return try Answer(wireBytes: bytes)
    } catch {
      throw .transport(.protocolError(error.description))
    }
  }

  private func send(
    _ method: String, _ path: [String], _ body: (any WireCodable)?,
    maxReplyBytes: Int = maxReplyBytes
  ) async throws(HubClientError) -> [UInt8] {
    try await reply(method, path, body, maxReplyBytes: maxReplyBytes).body
  }

  private func reply(
    _ method: String, _ path: [String], _ body: (any WireCodable)?,
    query: String = "", maxReplyBytes: Int = maxReplyBytes, headers: [String] = []
  ) async throws(HubClientError) -> HubReply {
    let path = path.map(Self.encode).joined(separator: "/")
    let reply: HubReply
    do throws(TransportError) {
      reply = try await connection.send(
        HubCall(
          method: method, path: query.isEmpty ? path : "\(path)?\(query)",
          body: body?.wireBytes, maxReplyBytes: maxReplyBytes, headers: headers))
    } catch {
      throw .transport(error)
    }
    if (200..<300).contains(reply.status) || reply.status == 304 { return reply }
    // Another body than a problem's is a proxy's.
    if let problem = try? ProblemReply(wireBytes: reply.body) {
      if let refusal = SharingRefusal(rawValue: problem.error) { throw .refused(refusal) }
    }
    if reply.status == 429 {
      throw .tooManyAttempts(retryAfterSeconds: Int(reply.retryAfterSeconds ?? 60))
    }
    throw .transport(TransportError(reply))
  }

  /// Percent-encodes everything but letters, digits and `-._~`.
  private static func encode(_ segment: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in segment.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why a password was not changed.
public enum PasswordChangeFailure: Error, Equatable, Sendable {
  case wrongPassword
  case tooShort, tooLong
  /// The new password is the account's name.
  case isTheName
  case tooManyAttempts(retryAfterSeconds: Int)
  case transport(TransportError)
}
