import Replica
import SyncProtocol
import Things
import Values
import Web

/// What things want attention: what is due, and what others changed.
extension ThingsArea {
  package static func attention(
    of member: Member, since: Int64?
  ) async throws -> AttentionReading {
    let changes = await member.changesOfOthers(since: since)
    return { limit, reader in
      try reader.reminders(limit: limit) + changes.map { Attention($0, reader.words) }
    }
  }
}

extension PageReader {
  /// The fewest reminders among which the most urgent are sought.
  private static let sortedReminders = 200

  /// What is due in all homes.
  fileprivate func reminders(limit: Int) throws -> [Attention] {
    let today = today
    let homes = surroundings.sidebar.homes
    // They come by day, and are shown by how urgent they are.
    let stored = try Reminders(
      homes: homes.map(\.id), today: today.text, limit: max(limit, Self.sortedReminders),
      in: connection)
    return stored.rows.compactMap { stored in
      if case .policy = stored.subject, hidesAmounts(in: stored.homeID) { return nil }
      guard let row = ReminderRow(stored, today: today, landmarks) else { return nil }
      let home = homes.count > 1 ? homes.first { $0.id == stored.homeID }?.name : nil
      return Attention(
        row.attentionKind, day: row.day, row.icon, row.title,
        detail: [words.reminder(row), home].compactMap(\.self).joined(separator: " · "), row.route)
    }
  }
}

extension ReminderRow {
  fileprivate var attentionKind: Attention.Kind {
    switch subject {
    case .maintenance: days < 0 ? .overdue : .upcoming
    case .loan: .toReturn
    case .warranty, .policy: .ending
    }
  }
}

/// What others changed in a home since the person last looked.
struct ChangesOfOthers: Equatable {
  var home: ZoneLink
  /// Each author once, the latest first.
  var people: [String]
  var count: Int
  /// Whether there are more changes than were looked at.
  var hasMore: Bool
}

extension Attention {
  fileprivate init(_ changes: ChangesOfOthers, _ words: Catalogue) {
    self.init(
      .changes, .people, words.changed(by: changes.people, in: changes.home.name),
      detail: words.changeCount(changes.count, isMore: changes.hasMore),
      .activity(.homeActivity(home: changes.home.id)))
  }
}

extension Member {
  /// The most homes that are asked about, and the most changes that are looked at in each.
  private static let askedHomes = 5
  private static let askedChanges = 20

  /// Asks the hub about shared homes; nothing while a device cannot reach it, and on the first
  /// visit, when everything would be new.
  fileprivate func changesOfOthers(since: Int64?) async -> [ChangesOfOthers] {
    guard let since, canAskHub else { return [] }
    let homes = try? await read { connection in try HomeList.rows(in: connection) }
    var found: [ChangesOfOthers] = []
    let shared = (homes ?? []).filter { $0.participants.count > 1 }
    for home in shared.prefix(Self.askedHomes) {
      // The page is shown without them; the home's activity shows them all.
      guard
        let page = try? await hub.history(
          HistoryRequest(zone: home.id, limit: Self.askedChanges, changeLimit: 1))
      else { continue }
      let fresh = page.entries.filter { $0.at > since }
      let others = fresh.filter { $0.author != accountID && !$0.author.isEmpty }
      guard !others.isEmpty else { continue }
      var people: [String] = []
      for entry in others where !people.contains(entry.authorName) {
        people.append(entry.authorName)
      }
      found.append(
        ChangesOfOthers(
          home: ZoneLink(id: home.id, name: home.name), people: people.filter { !$0.isEmpty },
          count: others.count, hasMore: fresh.count == Self.askedChanges))
    }
    return found
  }
}
