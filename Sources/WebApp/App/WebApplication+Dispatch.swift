import HTTPServer
import Household
import SQLite
import SyncProtocol

extension WebApplication {
  /// Passes a request to its handler, if the person who sent it may use that.
  func run(_ endpoint: Endpoint, for guest: Guest) async throws -> HTTPResponse {
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
    case .owning(let place, let handler):
      return try await handler(try await access(place, atLeast: .owner, guest))
    }
  }

  /// The person who is signed in, with a refreshed workspace. Throws ``Stop`` when nobody is.
  func member(_ guest: Guest) async throws -> Member {
    guard let visitor = guest.visitor else { throw Stop.signInFirst }
    if let device = door.device, !device.isConnected { throw Stop.goTo(.session(.device)) }
    let workspace = try await door.workspace(of: visitor)
    try await workspace.refresh()
    return Member(
      guest: guest, visitor: visitor, workspace: workspace,
      isSharingPaused: try door.isSharingPaused, hidden: try await workspace.hiddenZones())
  }

  private func access<Permission>(
    _ place: Endpoint.Place, atLeast needed: Grant, _ guest: Guest
  ) async throws -> AtHome<Permission> {
    let member = try await member(guest)
    try await member.checkNothingHidden()
    let found = try await member.read { connection in try Self.home(of: place, in: connection) }
    guard let (homeID, name, grant) = found else { throw try await Self.missing(place, member) }
    guard grant >= needed else {
      throw Stop.because(needed == .readWrite ? .viewOnly(home: name) : .ownerOnly)
    }
    if needed == .readWrite, guest.request.method == .post, member.isSharingPaused,
      try await member.read({ try Participant.all(home: homeID, in: $0).count > 1 })
    {
      throw Stop.because(.sharingPaused)
    }
    return AtHome(member: member, homeID: homeID, homeName: name, role: Role(grant))
  }

  /// The answer to a request for a home that is not there. A page of a merged home leads to the
  /// home that it became part of. A form of a home that is merged, deleted or lost is not saved,
  /// and the person is told where it can be saved (D-MRG-20).
  private static func missing(_ place: Endpoint.Place, _ member: Member) async throws -> Stop {
    guard case .home(let home) = place else { return await missingThing(member) }
    let found = try await member.read { connection -> (HomeMerge, Home?)? in
      guard let merge = try HomeMerge.of(source: home, in: connection) else { return nil }
      return (merge, try Home.find(merge.restoredID ?? merge.targetID, in: connection))
    }
    guard let (merge, target) = found else {
      guard member.guest.request.method == .post else { return .notFound }
      return await member.lost(home).map { .because($0) } ?? .notFound
    }
    // A merge may be sent twice: the second request leads to the result as well.
    let isMerge = member.guest.route.place(of: MergeRoute.self) != nil
    guard member.guest.request.method == .post, !isMerge, let target else {
      return .goTo(merge.restoredID.map { .homes(.home($0)) } ?? .merging(.merged(merge.id)))
    }
    return .because(
      .homeMerged(
        HomeLink(id: home, name: merge.sourceName), into: HomeLink(id: target.id, name: target.name)
      ))
  }

  /// The answer when something in a home is gone. If its home is gone as well, the person who sent
  /// a form is told that.
  private static func missingThing(_ member: Member) async -> Stop {
    guard member.guest.request.method == .post, let home = member.form.first(FormField.homeOfPage)
    else { return .notFound }
    return await member.lost(home).map { .because($0) } ?? .notFound
  }

  private static func home(
    of place: Endpoint.Place, in connection: Connection
  ) throws -> (ZoneID, String, Grant)? {
    let id: ZoneID?
    switch place {
    case .home(let home): id = home
    case .item(let item): id = try Item.find(item, in: connection)?.homeID
    case .attachment(let paper): id = try Attachment.find(paper, in: connection)?.homeID
    case .maintenance(let entry): id = try MaintenanceEntry.find(entry, in: connection)?.homeID
    }
    guard let id else { return nil }
    return try connection.first(
      "SELECT h.name, z.role FROM homes AS h JOIN syncZones AS z ON z.id = h.id WHERE h.id = ?",
      .text(id)
    ) { row in Grant(rawValue: row.text(1)).map { (id, row.text(0), $0) } } ?? nil
  }
}

extension Member {
  /// Why the person has lost a home: it was deleted, or they lost access. `nil` when nothing is
  /// known, as for a home that they never had access to.
  fileprivate func lost(_ home: ZoneID) async -> ErrorReason? {
    if let deleted = await deletedHomes()?.first(where: { $0.zone == home }) {
      return .homeDeleted(HomeLink(id: home, name: deleted.title), canRestore: true)
    }
    for notice in await notices() where notice.zone == home {
      let link = HomeLink(id: home, name: notice.title)
      switch notice.kind {
      case .zoneDeleted: return .homeDeleted(link, canRestore: false)
      case .left, .removed: return .homeLost(link)
      default: break
      }
    }
    return nil
  }

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
  func requireShown(_ texts: some Sequence<some StringProtocol>) async throws {
    guard hidden != nil else { return }
    let ids = Set(texts.lazy.filter { $0.utf8.count <= Self.maxIDBytes }.map { String($0) })
    if try await workspace.hides(anyOf: ids) { throw Stop.because(.sharedHomesHidden) }
  }

  /// The length of the longest id, in bytes.
  private static let maxIDBytes = 64
}
