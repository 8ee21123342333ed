import HTTPServer
import Household
import SQLite
import SyncProtocol

extension WebApplication {
  /// Lets a request through to its handler, if whoever sent it may.
  func run(_ endpoint: Endpoint, for guest: Guest) async throws -> HTTPResponse {
    switch endpoint {
    case .open(let handler): return try await handler(guest)
    case .member(let handler): return try await handler(try await member(guest))
    case .viewing(let place, let handler):
      return try await handler(try await access(place, atLeast: .readOnly, guest))
    case .editing(let place, let handler):
      return try await handler(try await access(place, atLeast: .readWrite, guest))
    case .owning(let place, let handler):
      return try await handler(try await access(place, atLeast: .owner, guest))
    }
  }

  /// Who is signed in, with a workspace that is up to date.
  func member(_ guest: Guest) async throws -> Member {
    guard let visitor = guest.visitor else { throw Stop.signInFirst }
    if let device = door.device, !device.isConnected { throw Stop.goTo(.device) }
    let workspace = try await door.workspace(of: visitor)
    try await workspace.refresh()
    return Member(
      guest: guest, visitor: visitor, workspace: workspace,
      isSharingPaused: try door.isSharingPaused)
  }

  private func access<Permission>(
    _ place: Endpoint.Place, atLeast needed: Grant, _ guest: Guest
  ) async throws -> AtHome<Permission> {
    let member = try await member(guest)
    let found = try await member.read { connection in try Self.home(of: place, in: connection) }
    guard let (homeID, name, grant) = found else { throw Stop.notFound }
    guard grant >= needed else {
      // Who may edit but does not own may be told that it is the owner's; a viewer that he views.
      throw Stop.because(needed == .readWrite ? .viewOnly(home: name) : .forbidden)
    }
    if needed == .readWrite, guest.request.method == .post, member.isSharingPaused,
      try await member.read({ try Participant.all(home: homeID, in: $0).count > 1 })
    {
      throw Stop.because(.sharingPaused)
    }
    return AtHome(member: member, homeID: homeID, homeName: name, role: Role(grant))
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
