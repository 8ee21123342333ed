import FoundationEssentials
import Web

/// A home or a group that was deleted and can be restored, as lists and questions show it.
package struct DeletedZoneRow: Equatable, Sendable {
  package var zone: ZoneLink
  /// The number of records that it had, by table.
  package var counts: [String: Int]
  package var deletedAt: Date
  /// Who deleted it; `nil` for the viewer.
  package var deletedBy: PersonBadge?
  /// The last moment at which it can be restored.
  package var until: Date
  /// Who gets it back besides the viewer.
  package var others: [PersonBadge]

  package init(
    _ zone: ZoneLink, counts: [String: Int], deletedAt: Date, deletedBy: PersonBadge? = nil,
    until: Date, others: [PersonBadge] = []
  ) {
    self.zone = zone
    self.counts = counts
    self.deletedAt = deletedAt
    self.deletedBy = deletedBy
    self.until = until
    self.others = others
  }

  /// Days that it can still be restored, at least one.
  func daysLeft(now: Date) -> Int {
    max(1, Int(min((until.timeIntervalSince(now) / 86_400).rounded(.up), 1e6)))
  }
}

extension ViewContext {
  /// What can be restored of a kind; nothing when there is nothing.
  ///
  /// - Parameter rows: `nil` when the hub could not be asked.
  package func deletedZones(_ rows: [DeletedZoneRow]?, _ kind: ZoneLink.Kind) -> HTML {
    guard let rows else {
      return p(.class("muted")) { words.deletedUnknown(kind) }
    }
    guard !rows.isEmpty else { return .empty }
    return card(words.recentlyDeleted, id: "deleted") {
      p(.class("muted")) { words.recentlyDeletedText(kind) }
      ul(.class("lines")) { rows.map(deletedZone) }
    }
  }

  private func deletedZone(_ row: DeletedZoneRow) -> HTML {
    li(.class("member"), .dataKey(row.zone.id)) {
      div(.class("grow")) {
        b { row.zone.name }
        small { words.deletedWhen(row, ago: words.ago(row.deletedAt, now: now)) }
        small { areas.sharingHost(of: row.zone.kind).summary(ofDeleted: row.counts, words) }
        small { words.daysLeft(row.daysLeft(now: now)) }
      }
      div(.class("inline", "row", "wrap")) {
        if row.others.isEmpty {
          postButton(.restore(row.zone), words.restoreZone(row.zone.name), .undo)
        } else {
          linkButton(.restore(row.zone), words.restoreZone(row.zone.name), .undo)
        }
        linkButton(.purge(row.zone), words.purgeZone(row.zone.name), style: .danger)
      }
    }
  }
}
