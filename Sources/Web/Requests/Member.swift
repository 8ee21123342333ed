import Blobs
import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// A request by somebody who is signed in, with their workspace. Only the dispatcher makes one.
package struct Member: Sendable {
  package let guest: Guest
  package let visitor: Visitor
  package let workspace: any Workspace
  /// Whether shared homes may only be read now.
  package let isSharingPaused: Bool
  /// The account's homes while its shared ones are hidden; `nil` while none is.
  package let hidden: HiddenZones?

  package init(
    guest: Guest, visitor: Visitor, workspace: any Workspace, isSharingPaused: Bool,
    hidden: HiddenZones?
  ) {
    self.guest = guest
    self.visitor = visitor
    self.workspace = workspace
    self.isSharingPaused = isSharingPaused
    self.hidden = hidden
  }

  package var app: WebApplication { guest.app }
  package var landmarks: any Landmarks { guest.landmarks }
  package var form: HTTPParameters { guest.form }
  package var accountID: AccountID { visitor.accountID }
  package func field(_ name: String) -> String { guest.field(name) }
  package func goTo(_ route: Route, fragment: String? = nil) -> HTTPResponse {
    guest.goTo(route, fragment: fragment)
  }

  /// Sharing, invites and sessions at the hub.
  package var hub: any HubClient {
    let client = app.backend.hub(for: visitor, address: guest.address)
    return hidden.map { HidingHubClient(client, zones: $0) } ?? client
  }

  /// The catalogue in the person's region, for reading numbers as they write them.
  package func words() async throws -> Catalogue {
    try await read { try Surroundings(of: self, active: nil, in: $0).words }
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await workspace.read(body)
  }

  package func write<Result: Sendable>(
    relyingOn reliance: Replica.Reliance = .nothing,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await workspace.write(relyingOn: reliance, body)
  }

  /// Goes to a page that says what was done, with a button to undo it where `undo` is given.
  package func goTo(_ route: Route, saying message: FlashMessage, undo: Undo? = nil) -> HTTPResponse
  {
    let undoID = undo.map { app.notes.keep($0, of: accountID, now: guest.now) }
    let id = app.notes.keep(Flash(message, undoID: undoID), of: accountID, now: guest.now)
    var response = goTo(route)
    let seconds = Int(Notes.flashMilliseconds / 1000)
    response.headers.add(
      guest.browser.cookie(guest.browser.names.note, id, maxAgeSeconds: seconds))
    return response
  }

  /// Shows a page. Its model and its frame are read in one transaction.
  ///
  /// - Parameters:
  ///   - home: the home that the page is about; it becomes the active one of this browser
  ///    (D-WEB-4).
  ///   - place: the place in it that the page is about.
  ///   - tellsWaiting: whether the page says what a device has not sent yet; see
  ///     ``PageReader/waiting``.
  ///   - load: makes the model, or returns `nil` for a page that is not found.
  package func page<Model: Sendable>(
    home: ZoneID? = nil, place: RecordID? = nil, status: HTTPStatus = .ok,
    tellsWaiting: Bool = false,
    _ view: @escaping @Sendable (Model, ViewContext) -> HTML,
    load: @escaping @Sendable (PageReader) throws -> Model?
  ) async throws -> HTTPResponse {
    let syncState = workspace.syncState
    let flash = flash
    let version = LiveStreams.version(of: workspace, app.arrivals)
    let newCount = await newNotifications()
    // Read after the version: when the hub takes a change meanwhile, the page is loaded again.
    let waiting = tellsWaiting ? try await workspace.pendingWork?.waitingMutations() : nil
    let shown = try await workspace.read { connection -> (html: HTML, sidebar: Sidebar)? in
      let surroundings = try Surroundings(
        of: self, active: home ?? lastUsed.homeID, in: connection)
      let hubNow = guest.now.addingSaturating(try clockOffset(in: connection))
      var reader = PageReader(
        connection: connection, accountID: accountID, words: surroundings.words,
        hubNow: hubNow, surroundings: surroundings, arrivals: app.arrivals,
        areas: app.areas)
      reader.waiting = waiting ?? .none
      guard let model = try load(reader) else { return nil }
      var frame = surroundings.frame(syncState, isDevice: app.backend.device != nil)
      frame.newCount = newCount
      frame.areas = try app.areas.navigation(surroundings, reader)
      var context = ViewContext(
        words: surroundings.words, csrfToken: guest.formToken, now: guest.date,
        route: guest.route, frame: frame,
        flash: flash, isFragment: guest.isHTMX, assets: Assets.addresses,
        areas: app.areas, origin: guest.itemOrigin)
      context.hubNow = Date(milliseconds: hubNow)
      context.version = version
      context.homeID = home
      return (view(model, context), surroundings.sidebar)
    }
    guard let shown else { throw Abort.notFound }
    var response = HTTPResponse.page(shown.html, status: status)
    countPage(of: home, beside: shown.sidebar, followsForm: flash != nil)
    if let home, home == shown.sidebar.activeHomeID {
      remember(home: home, place: place, in: &response)
    }
    if flash != nil, !guest.isHTMX {
      response.headers.add(guest.browser.cookie(guest.browser.names.note, "", maxAgeSeconds: 0))
    }
    return response
  }

  /// Shows a page whose model needs nothing from the replica.
  package func page(
    status: HTTPStatus = .ok, _ view: @escaping @Sendable (ViewContext) -> HTML
  ) async throws -> HTTPResponse {
    try await page(status: status, { (_: Bool, context) in view(context) }, load: { _ in true })
  }

  /// The time by the hub's clock, as far as this machine knows it; its own clock may be wrong.
  package func hubNow() async throws -> Date { Date(milliseconds: try await hubMilliseconds()) }

  /// The hub's time in milliseconds since 1970.
  package func hubMilliseconds() async throws -> Int64 {
    let offset = try await read { connection in try clockOffset(in: connection) }
    return guest.now.addingSaturating(offset)
  }

  /// How far the hub's clock is ahead of this machine's, in milliseconds; 0 on the hub itself.
  private func clockOffset(in connection: Connection) throws -> Int64 {
    guard app.backend.device != nil else { return 0 }
    return try Replica.clockOffset(in: connection)
  }

  private var flash: Flash? {
    guard !guest.isHTMX, let id = guest.browser.noteID else { return nil }
    return app.notes.flash(id, of: accountID, now: guest.now)
  }
}

/// The sources of a page's model: one read transaction of the replica, and the person's words.
package struct PageReader {
  package let connection: Connection
  package let accountID: AccountID
  package let words: Catalogue
  /// The time by the hub's clock, milliseconds since 1970.
  package let hubNow: Int64
  package let surroundings: Surroundings
  package let arrivals: FileArrivals
  package let areas: Areas
  /// What this device has written and its hub has not taken yet. Nothing on the hub, and for pages
  /// that do not tell it.
  package var waiting = WaitingMutations.none
  package var landmarks: any Landmarks { areas.landmarks }
  /// Today in the person's time zone.
  package var today: CalendarDay { words.calendarDay(Date(milliseconds: hubNow)) }

  /// The state of the file that a row names. On a device a missing file is asked for.
  package func state(ofFile id: RecordID, blobHash: String, in home: ZoneID) -> FileState {
    // No file can have a name that is no hash.
    guard let hash = BlobHash(blobHash) else { return .failed }
    return arrivals.state(of: hash, namedBy: RecordPlace(zone: home, id: id))
  }

  /// The person's role in a home as it holds now: less than the granted one while sharing is
  /// paused. `nil` when they have no access.
  package func role(in zone: ZoneID) -> Role? {
    surroundings.zones.first { $0.zone.id == zone }.map { Role($0.role) }
  }

  /// Whether the person sees no amounts in a home; without one, in none of those that they have.
  package func hidesAmounts(in home: ZoneID? = nil) -> Bool {
    let unseen = surroundings.unseenAmounts
    if let home { return unseen.contains(home) }
    return !unseen.isEmpty && unseen.isSuperset(of: surroundings.sidebar.homes.map(\.id))
  }

  /// The person's granted role in a zone, for actions that work even while sharing is paused.
  package func grantedRole(in zone: ZoneID) -> Role? { surroundings.grantedRole(in: zone) }
}

/// A request about one zone, by somebody whose grant allows what `Permission` says. Only the
/// dispatcher makes one, after it has checked the grant.
package struct AtZone<Permission>: Sendable {
  package let member: Member
  package let zone: ZoneLink
  package let role: Role

  package var zoneID: ZoneID { zone.id }
  /// For pages of homes.
  package var homeID: ZoneID { zone.id }
  package var homeName: String { zone.name }
  package var app: WebApplication { member.app }
  package var landmarks: any Landmarks { member.landmarks }
  package var guest: Guest { member.guest }
  package var form: HTTPParameters { member.form }
  package var link: ZoneLink { zone }
  package func field(_ name: String) -> String { member.field(name) }

  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await member.write(body)
  }
}

/// May see the zone.
package enum Viewing {}
/// May change what is in the zone.
package enum Editing {}
/// Decides who is in the zone.
package enum Managing {}
/// Owns the zone.
package enum Owning {}

extension Member {
  /// The areas that the person has not hidden.
  package func shownAreas() async throws -> [any Area.Type] {
    app.areas.shown(to: try await read { try Profile.own(in: $0) })
  }
}

extension Member {
  /// The own day of somebody whose account parents keep; `nil` for everybody else.
  package func keptDay() async throws -> Route? {
    guard try await app.backend.keptAccounts?.isKept(visitor) == true else { return nil }
    let areas = app.areas
    let family = try await read { connection in
      try areas.all.first { $0.zoneKind == .family }?.zones(in: connection).first?.zone.id
    }
    // It is there and cannot be shown now. The rest of the program is not a child's.
    guard let family else {
      throw Abort.because(hidden == nil ? .unavailable : .sharedHomesHidden)
    }
    return landmarks.ownDay(of: accountID, in: family)
  }
}
