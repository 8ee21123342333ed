import Replica
import AccountWeb
import Blobs
import FoundationEssentials
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Web

/// A person's calendar feed for other programs.
extension WebApplication {
  func calendarPage() -> Endpoint {
    .member { member in try await member.calendar() }
  }

  /// Creates a feed address. Only this answer shows its secret, so it is a page and not a redirect.
  func makeCalendar() -> Endpoint {
    .member { member in
      let secret = try await member.calendarBackend().makeCalendarFeed(for: member.visitor)
      let address = member.guest.origin + Route.calendar(.calendar(secret: secret)).url
      return try await member.calendar(made: address)
    }
  }

  func removeCalendar() -> Endpoint {
    .member { member in
      try await member.calendarBackend().removeCalendarFeed(of: member.visitor)
      return member.goTo(.calendar(.calendarSettings), saying: .account(.calendarRemoved))
    }
  }

  /// The calendar, for whoever knows its secret. Every other secret is answered with "not found".
  func calendarFile(_ secret: String) -> Endpoint {
    .open { guest in
      guard let backend = guest.app.backend.calendars,
        let visitor = try await backend.calendarReader(secret, address: guest.address)
      else { throw Abort.notFound }
      let workspace = try await guest.app.backend.workspace(of: visitor)
      try await workspace.refresh()
      let member = Member(
        guest: guest, visitor: visitor, workspace: workspace, isSharingPaused: false, hidden: nil)
      let touched =
        try await guest.app.backend.notifications.notifying(of: visitor).switches
      let (origin, areas) = (guest.origin, guest.app.areas)
      let bytes = try await member.read { connection in
        let words = try Surroundings(of: member, active: nil, in: connection).words
        let today = words.calendarDay(guest.date)
        let entries = try areas.calendar(
          CalendarReader(
            connection: connection, accountID: visitor.accountID, words: words,
            landmarks: areas.landmarks, now: guest.now, today: today,
            kinds: CalendarKind.chosen(touched, isChild: try isChildOfFamily(in: connection))))
        return ICalendar(
          name: words.calendarName, today: today.text,
          events: entries.map { ICalendar.Event($0, origin: origin) }
        ).bytes
      }
      var response = HTTPResponse(headers: [
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": "inline; filename=\"hearth.ics\"",
        // Programs ask again each time, and get the file again only when it has changed.
        "Cache-Control": "private, no-cache",
      ])
      response.body = .bytes(bytes)
      return response.conditional(
        on: guest.request, tag: String(BlobHash(of: bytes).description.prefix(32)))
    }
  }
}

extension WebApplication {
  func saveCalendarKinds() -> Endpoint {
    .member { member in
      _ = try member.calendarBackend()
      let backend = member.app.backend.notifications
      let ticked = Set(member.form.all("kind"))
      // A child has one kind alone, and its form has no more.
      let shown = try await member.read { try CalendarPage.kinds(of: $0) }
      try await backend.setSwitches(
        shown.reduce(into: [:]) { $0[$1.switchName] = ticked.contains($1.rawValue) },
        of: member.visitor)
      return member.goTo(.calendar(.calendarSettings), saying: .account(.calendarSaved))
    }
  }
}

extension CalendarPage {
  /// The kinds that a person can choose: a child its own routines, only parents everybody's.
  fileprivate static func kinds(of connection: Connection) throws -> [CalendarKind] {
    if try isChildOfFamily(in: connection) { return [.routine] }
    let isInFamily = try connection.first(
      "SELECT 1 FROM syncZones WHERE kind = 'family' LIMIT 1"
    ) { _ in true }
    return CalendarKind.allCases.filter { $0 != .familyRoutine || isInFamily == true }
  }
}

extension Member {
  /// Throws ``Stop/notFound`` on a device: it has no calendar, since no other program could reach
  /// it.
  fileprivate func calendarBackend() throws -> any CalendarBackend {
    guard let backend = app.backend.calendars else { throw Abort.notFound }
    return backend
  }

  fileprivate func calendar(made: String? = nil) async throws -> HTTPResponse {
    let feed = try await calendarBackend().calendarFeed(of: visitor)
    let touched = try await app.backend.notifications.notifying(of: visitor).switches
    let kinds = try await read { connection in
      let chosen = CalendarKind.chosen(touched, isChild: try isChildOfFamily(in: connection))
      return try CalendarPage.kinds(of: connection).map {
        CalendarPage.Model.Kind(kind: $0, isOn: chosen.contains($0))
      }
    }
    let model = CalendarPage.Model(
      feed: feed.map { feed in
        CalendarPage.Model.Feed(
          madeAt: Date(milliseconds: feed.createdAt),
          lastUsedAt: feed.lastUsedAt.map { Date(milliseconds: $0) })
      }, made: made, kinds: kinds)
    return try await page { CalendarPage.view(model, in: $0) }
  }
}

extension Catalogue {
  /// The title of a calendar entry.
  func calendarEntry(_ subject: CalendarDays.Subject) -> String {
    switch subject {
    case .maintenance(_, let title, _, _, let item): say("\(title): \(item)")
    case .warranty(_, let item): say("Warranty ends: \(item)")
    case .loan(_, let item, let person): say("Back from \(person): \(item)")
    case .policy(_, let provider): say("Insurance ends: \(provider)")
    }
  }
}

extension ICalendar.Event {
  /// - Parameter origin: scheme and host of the app's address.
  init(_ entry: CalendarEntry, origin: String) {
    self.init(
      uid: "\(entry.id)@hearth", day: entry.day, summary: entry.summary,
      description: entry.description, location: entry.location, url: origin + entry.route.url)
  }
}

extension ThingsArea {
  /// What is due, ends and should come back.
  package static func calendar(_ reader: CalendarReader) throws -> [CalendarEntry] {
    let kinds: Set<CalendarKind> = [.maintenance, .warranty, .loan, .policy]
    guard !reader.kinds.isDisjoint(with: kinds) else { return [] }
    let unseen = try AmountVeil.hiddenZones(in: reader.connection)
    return try CalendarDays(today: reader.today.text, in: reader.connection).entries.compactMap {
      // There is no page of policies for who sees no amounts.
      if case .policy = $0.subject, unseen.contains($0.homeID) { return nil }
      return CalendarEntry($0, reader)
    }
  }
}

extension CalendarEntry {
  fileprivate init(_ entry: CalendarDays.Entry, _ reader: CalendarReader) {
    let (kind, id, route): (CalendarKind, RecordID, Route)
    var description = ""
    switch entry.subject {
    case .maintenance(let entryID, _, let notes, let item, _):
      (kind, id, route) = (.maintenance, entryID, .items(.item(item)))
      description = notes
    case .warranty(let item, _): (kind, id, route) = (.warranty, item, .items(.item(item)))
    case .loan(let item, _, _): (kind, id, route) = (.loan, item, .items(.item(item)))
    case .policy(let policy, _):
      (kind, id) = (.policy, policy)
      route = reader.landmarks.insurance(of: entry.homeID)
    }
    self.init(
      kind, id: "\(kind.rawValue)-\(id)", day: entry.day,
      summary: reader.words.calendarEntry(entry.subject), description: description,
      location: entry.homeName, route)
  }
}
