import Foundation
import Web

/// A home that was deleted and can be restored, as lists and questions show it.
package struct DeletedHomeRow: Equatable, Sendable {
  package var home: ZoneLink
  /// What was in it. `rooms` counts the places inside of rooms, too.
  package var contents: HomeSettingsPage.Contents
  package var deletedAt: Date
  /// Who deleted it; `nil` for the viewer.
  package var deletedBy: PersonBadge?
  /// The last moment at which the home can be restored.
  package var until: Date
  /// Who gets it back besides the viewer.
  package var others: [PersonBadge]

  package init(
    _ home: ZoneLink, contents: HomeSettingsPage.Contents, deletedAt: Date,
    deletedBy: PersonBadge? = nil, until: Date, others: [PersonBadge] = []
  ) {
    self.home = home
    self.contents = contents
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
  /// The homes that can be restored; nothing when there are none.
  ///
  /// - Parameter rows: `nil` when the hub could not be asked.
  func deletedHomes(_ rows: [DeletedHomeRow]?) -> HTML {
    guard let rows else {
      return p(.class("muted")) { words.deletedHomesUnknown }
    }
    guard !rows.isEmpty else { return .empty }
    return card(words.recentlyDeleted, id: "deleted") {
      p(.class("muted")) { words.recentlyDeletedText }
      ul(.class("lines")) { rows.map(deletedHome) }
    }
  }

  private func deletedHome(_ row: DeletedHomeRow) -> HTML {
    li(.class("member"), .dataKey(row.home.id)) {
      div(.class("grow")) {
        b { row.home.name }
        small { words.deletedWhen(row, ago: words.ago(row.deletedAt, now: now)) }
        small { words.deletedContents(row.contents) }
        small { words.daysLeft(row.daysLeft(now: now)) }
      }
      div(.class("inline", "row", "wrap")) {
        if row.others.isEmpty {
          postButton(
            .deletedHome(.restoreHome(row.home.id)), words.restoreHome(row.home.name), .undo)
        } else {
          linkButton(
            .deletedHome(.restoreHome(row.home.id)), words.restoreHome(row.home.name), .undo)
        }
        linkButton(
          .deletedHome(.purgeHome(row.home.id)), words.purgeHome(row.home.name), style: .danger)
      }
    }
  }
}
