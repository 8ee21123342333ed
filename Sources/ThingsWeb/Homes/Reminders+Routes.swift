import FoundationEssentials
import HTTPServer
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// Upcoming reminders of a home.
extension WebApplication {
  func remindersPage(home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      try await at.member.page(
        home: home, { RemindersPage.view($0, in: $1) },
        load: { reader in
          let (rows, hasMore) = try reader.reminders(home: home, limit: 200)
          return RemindersPage.Model(home: at.link, rows: rows, hasMore: hasMore)
        })
    }
  }
}

extension PageReader {
  /// The number of reminders on a dashboard.
  static var dashboardReminders: Int { 5 }

  func reminders(home: ZoneID, limit: Int) throws -> (rows: [ReminderRow], hasMore: Bool) {
    let (today, landmarks) = (today, landmarks)
    let stored = try Reminders(home: home, today: today.text, limit: limit, in: connection)
    let rows = stored.rows.compactMap { row -> ReminderRow? in
      if case .policy = row.subject, hidesAmounts(in: row.homeID) { return nil }
      return ReminderRow(row, today: today, landmarks)
    }
    return (rows, stored.hasMore)
  }
}

extension ReminderRow {
  /// `nil` for a date that does not exist; no stored reminder has one.
  init?(_ row: Reminders.Row, today: CalendarDay, _ landmarks: any Landmarks) {
    guard let day = CalendarDay(row.day) else { return nil }
    switch row.subject {
    case .maintenance(_, let title, let itemID, let item):
      self.init(
        .maintenance(item: item), title: title, day: day, today: today, route: .items(.item(itemID))
      )
    case .warranty(let itemID, let item):
      self.init(.warranty, title: item, day: day, today: today, route: .items(.item(itemID)))
    case .loan(let itemID, let item, let person):
      self.init(
        .loan(to: person), title: item, day: day, today: today, route: .items(.item(itemID)))
    case .policy(_, let provider):
      self.init(
        .policy, title: provider, day: day, today: today,
        route: landmarks.insurance(of: row.homeID))
    }
  }
}
