import FoundationEssentials
import SyncProtocol
import Values
import Web

/// A page of what happened in something that people share, the newest first, or of one change in
/// full. Each area has one: its kinds of things, its words, and where its pages are.
package protocol ZoneActivity: SendableMetatype {
  /// What a change is about.
  associatedtype Thing: ActivityThing
  /// Something that is different, with what it was before.
  associatedtype Difference: Equatable & Sendable
  /// What is told in a way of its own, beside records.
  associatedtype Event: Equatable & Sendable = Never
  /// Why a change was not taken back.
  associatedtype Problem: Equatable & Sendable = Never

  typealias Verb = ActivityVerb
  typealias Value = ActivityValue
  typealias Subject = ActivitySubject<Thing>
  typealias Line = ActivityLine<Self>
  typealias Row = ActivityRow<Self>
  typealias Model = ActivityModel<Self>

  /// What somebody did, as it follows their name.
  static func sentence(_ line: Line, _ words: Catalogue) -> String
  static func difference(
    _ difference: Difference, _ row: Row, of zone: ZoneLink, in context: ViewContext
  ) -> HTML
  static func problem(_ problem: Problem, _ words: Catalogue) -> String
  /// The title of what happened to one record.
  static func title(of record: String, _ words: Catalogue) -> String
  /// The way to a zone.
  static func crumbs(_ zone: ZoneLink, _ words: Catalogue) -> [Crumb]
  static func route(to place: ActivityPlace, in zone: ZoneID) -> Route
}

extension ZoneActivity {
  package static func title(of record: String, _ words: Catalogue) -> String {
    words.activity(of: record)
  }
}

extension ZoneActivity where Problem == Never {
  package static func problem(_ problem: Never, _ words: Catalogue) -> String {}
}

/// A kind of thing that changes are about.
package protocol ActivityThing: Equatable, Sendable {
  init(table: String)
}

/// Where a page of activity leads to.
package enum ActivityPlace: Equatable, Sendable {
  /// The page of a record that has an activity of its own.
  case record(RecordID)
  /// What happened to a record, or in the whole zone; `before` goes on with what is older.
  case activity(of: RecordID? = nil, before: Int64? = nil)
  /// One change.
  case change(Int64)
}

package enum ActivityVerb: String, CaseIterable, Sendable {
  case added, changed, removed
  /// It came from another home.
  case brought
  /// It went to another home, or became one with another.
  case moved
}

/// What was changed, by the name that it then had.
package struct ActivitySubject<Thing: ActivityThing>: Equatable, Sendable {
  package var thing: Thing
  /// Empty when it has none.
  package var name: String
  /// What it is part of: the item of a photo, the expense of a receipt.
  package var owner: String
  /// Of an expense or payment.
  package var amount: Money?
  /// Where it is shown today; `nil` when it is gone.
  package var route: Route?

  package init(
    _ thing: Thing, _ name: String, owner: String = "", amount: Money? = nil, route: Route? = nil
  ) {
    (self.thing, self.name, self.owner) = (thing, name, owner)
    (self.amount, self.route) = (amount, route)
  }
}

/// What a field held.
package enum ActivityValue: Equatable, Sendable {
  case nothing
  case text(String)
  case number(Int64)
  case money(Money)
  case day(CalendarDay)
  case yesNo(Bool)
  /// Something that is gone.
  case gone

  /// A text, which is told as a day if it is one.
  package init(_ text: String) {
    if text.isEmpty {
      self = .nothing
    } else if let day = CalendarDay(text) {
      self = .day(day)
    } else {
      self = .text(Self.shortened(text))
    }
  }

  /// A text as it stands in a line.
  package static func shortened(_ text: String) -> String {
    text.count > 200 ? text.prefix(200) + "…" : text
  }
}

/// One thing that a change did.
package enum ActivityLine<Page: ZoneActivity>: Equatable, Sendable {
  case record(ActivityVerb, ActivitySubject<Page.Thing>, [Page.Difference] = [])
  case count(ActivityVerb, Page.Thing, Int)
  case own(Page.Event)
  case sharing(SharingEvent)
}

/// One change.
package struct ActivityRow<Page: ZoneActivity>: Equatable, Sendable {
  package var sequence: Int64
  package var person: PersonBadge
  package var isYou: Bool
  package var at: Date
  package var lines: [ActivityLine<Page>]
  package var canTakeBack: Bool

  package init(
    sequence: Int64, person: PersonBadge, isYou: Bool = false, at: Date,
    lines: [ActivityLine<Page>], canTakeBack: Bool = false
  ) {
    (self.sequence, self.person, self.isYou, self.at) = (sequence, person, isYou, at)
    (self.lines, self.canTakeBack) = (lines, canTakeBack)
  }
}

/// Whose past is shown.
package enum ActivityScope: Equatable, Sendable {
  case zone
  case record(id: RecordID, name: String)
  /// One change.
  case change
}

/// What the page shows.
package struct ActivityModel<Page: ZoneActivity>: Equatable, Sendable {
  package var zone: ZoneLink
  package var scope: ActivityScope
  package var rows: [ActivityRow<Page>]
  /// The sequence that older changes come before.
  package var older: Int64?
  /// Whether older changes are missing: they are not kept, or are from before the viewer joined.
  package var isCutOff: Bool
  /// The hub cannot be asked now.
  package var isUnreachable: Bool
  /// Why a change was not taken back.
  package var problem: Page.Problem?

  package init(
    zone: ZoneLink, scope: ActivityScope = .zone, rows: [ActivityRow<Page>] = [],
    older: Int64? = nil, isCutOff: Bool = false, isUnreachable: Bool = false,
    problem: Page.Problem? = nil
  ) {
    (self.zone, self.scope, self.rows, self.older) = (zone, scope, rows, older)
    (self.isCutOff, self.isUnreachable, self.problem) = (isCutOff, isUnreachable, problem)
  }
}
