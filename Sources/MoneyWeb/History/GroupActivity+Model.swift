import FoundationEssentials
import SharingWeb
import Values
import Web

/// What happened in a group or to an expense, the newest first; or one change in full.
package enum GroupActivityPage {
  /// What a change is about.
  package enum Thing: String, CaseIterable, Sendable {
    case expense, payment, member, category, receipt, comment, picture, group
    /// A kind of record that has no words of its own.
    case other
  }

  package enum Verb: String, CaseIterable, Sendable {
    case added, changed, removed
  }

  /// What was changed, by the name that it then had.
  package struct Subject: Equatable, Sendable {
    package var thing: Thing
    /// Empty when it has none. Of a comment it is the text.
    package var name: String
    /// The expense of a receipt or comment.
    package var owner: String
    /// Of an expense or payment.
    package var amount: Money?
    /// Where it is shown today; `nil` when it is gone.
    package var route: Route?

    package init(
      _ thing: Thing, _ name: String, owner: String = "", amount: Money? = nil,
      route: Route? = nil
    ) {
      self.thing = thing
      self.name = name
      self.owner = owner
      self.amount = amount
      self.route = route
    }
  }

  /// What a field held.
  package enum Value: Equatable, Sendable {
    case nothing
    case text(String)
    case number(Int64)
    case day(CalendarDay)
    case yesNo(Bool)
    case way(SplitWay)
    /// Something that is gone.
    case gone
  }

  /// What somebody paid, or their part.
  package struct Part: Equatable, Sendable {
    package var member: MemberName
    package var amount: Money

    package init(_ member: MemberName, _ amount: Money) {
      self.member = member
      self.amount = amount
    }
  }

  /// One thing that is different, with what it was before.
  package enum Difference: Equatable, Sendable {
    /// A field by the name of its register.
    case field(String, before: Value, after: Value)
    case amount(before: Money, after: Money)
    case way(before: SplitWay, after: SplitWay)
    case payers(before: [Part], after: [Part])
    /// Somebody's part.
    case part(MemberName, before: Money, after: Money)
    /// The lines of the bill are other ones: how many there were, and are.
    case bill(before: Int, after: Int)
  }

  /// One thing that a change did.
  package enum Line: Equatable, Sendable {
    case record(Verb, Subject, [Difference] = [])
    case count(Verb, Thing, Int)
    /// The author is a member now, or is none any more.
    case claimed(String), released(String)
    /// Two members are one now.
    case combined(String, into: String)
    case sharing(SharingEvent)
  }

  /// One change.
  package struct Row: Equatable, Sendable {
    package var sequence: Int64
    package var person: PersonBadge
    package var isYou = false
    package var at: Date
    package var lines: [Line]
    package var canTakeBack = false
  }

  /// Whose past is shown.
  package enum Scope: Equatable, Sendable {
    case group
    case expense(id: String, title: String)
    /// One change.
    case change
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var scope = Scope.group
    package var rows: [Row] = []
    /// The sequence that older changes come before.
    package var older: Int64?
    /// Whether older changes are missing: they are not kept, or are from before the viewer joined.
    package var isCutOff = false
    /// The hub cannot be asked now.
    package var isUnreachable = false
    /// Why a change was not taken back.
    package var problem: HistoryProblem?
  }
}

/// The expenses of a group that were deleted and can be restored.
package enum DeletedExpensesPage {
  package struct Row: Equatable, Sendable {
    package var expenseID: String
    /// The change that deleted it.
    package var sequence: Int64
    package var subject: GroupActivityPage.Subject
    package var day: CalendarDay?
    package var person: PersonBadge
    package var isYou = false
    package var at: Date
    /// Whether what it held is still kept.
    package var isKnown = true
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var rows: [Row] = []
    package var older: Int64?
    package var isCutOff = false
    package var isUnreachable = false
    package var canWrite: Bool
    package var problem: HistoryProblem?
  }
}

/// Why something was not taken back or restored.
package enum HistoryProblem: String, CaseIterable, Sendable {
  case tooLarge, spansZones, nothingLeft, memberGone, doesNotAddUp
}
