import AccountWeb
import Blobs
import Foundation
import HTTPServer
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
      let (origin, landmarks) = (guest.origin, guest.landmarks)
      let bytes = try await member.read { connection in
        let words = try Surroundings(of: member, active: nil, in: connection).words
        let today = words.calendarDay(guest.date).text
        let days = try CalendarDays(today: today, in: connection)
        return ICalendar(
          name: words.calendarName, today: today,
          events: days.entries.map { ICalendar.Event($0, words, landmarks, origin: origin) }
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

extension Member {
  /// Throws ``Stop/notFound`` on a device: it has no calendar, since no other program could reach
  /// it.
  fileprivate func calendarBackend() throws -> any CalendarBackend {
    guard let backend = app.backend.calendars else { throw Abort.notFound }
    return backend
  }

  fileprivate func calendar(made: String? = nil) async throws -> HTTPResponse {
    let feed = try await calendarBackend().calendarFeed(of: visitor)
    let model = CalendarPage.Model(
      feed: feed.map { feed in
        CalendarPage.Model.Feed(
          madeAt: Date(milliseconds: feed.createdAt),
          lastUsedAt: feed.lastUsedAt.map { Date(milliseconds: $0) })
      }, made: made)
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
  init(
    _ entry: CalendarDays.Entry, _ words: Catalogue, _ landmarks: any Landmarks, origin: String
  ) {
    let (kind, id, route): (String, RecordID, Route)
    var description = ""
    switch entry.subject {
    case .maintenance(let entryID, _, let notes, let item, _):
      (kind, id, route) = ("maintenance", entryID, .items(.item(item)))
      description = notes
    case .warranty(let item, _): (kind, id, route) = ("warranty", item, .items(.item(item)))
    case .loan(let item, _, _): (kind, id, route) = ("loan", item, .items(.item(item)))
    case .policy(let policy, _):
      (kind, id) = ("policy", policy)
      route = landmarks.insurance(of: entry.homeID)
    }
    self.init(
      uid: "\(kind)-\(id)@hearth", day: entry.day, summary: words.calendarEntry(entry.subject),
      description: description, location: entry.homeName, url: origin + route.url)
  }
}
