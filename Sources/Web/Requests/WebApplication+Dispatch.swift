import HTTPServer
import Household
import SQLite
import SyncProtocol

extension WebApplication {
  /// Passes a request to its handler, if the person who sent it may use that.
  package func run(_ endpoint: Endpoint, for guest: Guest) async throws -> HTTPResponse {
    switch endpoint {
    case .open(let handler): return try await handler(guest)
    case .member(let handler):
      let member = try await member(guest)
      try await member.checkNothingHidden()
      return try await handler(member)
    case .viewing(let place, let handler):
      return try await handler(try await access(place, atLeast: .readOnly, guest))
    case .editing(let place, let handler):
      return try await handler(try await access(place, atLeast: .readWrite, guest))
    case .managing(let place, let handler):
      let needed = Grant.allCases.min { left, right in
        let decide = { Role($0).decidesAccess(to: place.kind) }
        return decide(left) != decide(right) ? decide(left) : left < right
      }
      return try await handler(
        try await access(place, atLeast: needed ?? .owner, isWriting: false, guest))
    case .owning(let place, let handler):
      return try await handler(try await access(place, atLeast: .owner, guest))
    }
  }

  /// The person who is signed in, with a refreshed workspace. Throws ``Stop`` when nobody is.
  package func member(_ guest: Guest) async throws -> Member {
    guard let visitor = guest.visitor else { throw Abort.signInFirst }
    if let family = visitor.lock, !guest.route.has(.whileLocked) {
      throw Abort.goTo(areas.landmarks.ownDay(of: visitor.accountID, in: family))
    }
    if visitor.isAtTablet, guest.route.has(.onOwnDevice) { throw Abort.because(.atTablet) }
    if let device = backend.device, !device.isConnected {
      throw Abort.goTo(areas.landmarks.connectDevice)
    }
    let workspace = try await backend.workspace(of: visitor)
    try await workspace.refresh()
    let member = Member(
      guest: guest, visitor: visitor, workspace: workspace,
      isSharingPaused: try backend.isSharingPaused, hidden: try await workspace.hiddenZones())
    if !guest.route.has(.whileLocked), !guest.route.has(.ofChildren),
      let day = try await member.keptDay()
    {
      // A page leads to what is theirs; a form says that it has changed nothing.
      throw guest.request.method == .post ? Abort.because(.childsDevice) : .goTo(day)
    }
    return member
  }

  private func access<Permission>(
    _ place: Endpoint.Place, atLeast needed: Grant, isWriting: Bool = true, _ guest: Guest
  ) async throws -> AtZone<Permission> {
    let member = try await member(guest)
    try await member.checkNothingHidden()
    let areas = areas
    let found = try await member.read { connection in
      try place.find(connection).flatMap { id in
        try areas.zone(place.kind, id, in: connection)
      }
    }
    guard let found else { throw try await missing(place, member) }
    guard found.role >= needed else {
      let name = found.zone.name
      throw Abort.because(
        needed != .readWrite
          ? .ownerOnly
          : found.zone.kind == .family ? .parentsOnly(family: name) : .viewOnly(home: name))
    }
    if isWriting, needed == .readWrite, guest.request.method == .post, member.isSharingPaused,
      try await member.read({ try Participant.all(home: found.zone.id, in: $0).count > 1 })
    {
      throw Abort.because(.sharingPaused)
    }
    return AtZone(member: member, zone: found.zone, role: Role(found.role))
  }

  /// The answer when what an address names is not there for this person.
  private func missing(_ place: Endpoint.Place, _ member: Member) async throws -> Abort {
    for area in areas.all {
      if let known = try await area.explanation(of: place, to: member) { return known }
    }
    return .notFound
  }
}

extension Member {
  /// Throws when the request names, in its address or form, a home that is hidden now or something
  /// in one. The error tells the person why it is not shown.
  fileprivate func checkNothingHidden() async throws {
    guard hidden != nil else { return }
    let query = HTTPParameters(urlEncoded: guest.request.head.rawQuery.utf8)?.pairs ?? []
    let texts =
      guest.request.pathSegments + query.map(\.value)
      + form.pairs.lazy.filter { $0.name != "csrf" }.map(\.value)
    try await requireShown(texts.flatMap { $0.split(whereSeparator: \.isWhitespace) })
  }

  /// Throws when one of these texts is the id of a home that is hidden now, or of something in one.
  package func requireShown(_ texts: some Sequence<some StringProtocol>) async throws {
    guard hidden != nil else { return }
    let ids = Set(texts.lazy.filter { $0.utf8.count <= Self.maxIDBytes }.map { String($0) })
    if try await workspace.hides(anyOf: ids) { throw Abort.because(.sharedHomesHidden) }
  }

  /// The length of the longest id, in bytes.
  private static let maxIDBytes = 64
}
