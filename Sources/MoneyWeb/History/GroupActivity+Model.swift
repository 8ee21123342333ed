import FoundationEssentials
import SharingWeb
import Values
import Web

/// What happened in a group or to an expense, the newest first; or one change in full.
package enum GroupActivityPage {
  /// What a change is about.
  package enum Thing: String, ActivityThing, CaseIterable {
    case expense, payment, member, category, receipt, comment, picture, group
    /// A kind of record that has no words of its own.
    case other
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
    case field(String, before: ActivityValue, after: ActivityValue)
    case amount(before: Money, after: Money)
    /// How somebody is paid, which the person is not shown.
    case paymentDetails
    case way(before: SplitWay, after: SplitWay)
    case payers(before: [Part], after: [Part])
    /// Somebody's part.
    case part(MemberName, before: Money, after: Money)
    /// The lines of the bill are other ones: how many there were, and are.
    case bill(before: Int, after: Int)
  }

  package enum Event: Equatable, Sendable {
    /// The author is a member now, or is none any more.
    case claimed(String), released(String)
    /// Two members are one now.
    case combined(String, into: String)
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
