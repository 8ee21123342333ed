import Values
import Web

/// A group: its expenses, and what everybody owes.
package enum GroupPage {
  /// What an expense means for the person.
  package enum Effect: Equatable, Sendable {
    case none
    case owes(Money)
    case getsBack(Money)
  }

  /// An expense or payment in the list.
  package struct Row: Equatable, Sendable {
    package var id: String
    package var emoji: String
    package var colour: PaletteColour
    package var title: String
    package var amount: Money
    package var day: CalendarDay?
    package var what: What
    package var effect: Effect
    /// Whether its amounts do not fit each other, so that it counts for nothing.
    package var isIncomplete = false
    /// Whether it was saved on this device and has not reached the hub.
    package var isWaiting = false
    /// Whether its box is ticked; `nil` where there are no boxes.
    package var isTicked: Bool?

    package enum What: Equatable, Sendable {
      /// Who paid, and how many share it in which way.
      case expense(payers: [MemberName], mode: SplitWay, sharerCount: Int)
      case refund(payers: [MemberName], mode: SplitWay, sharerCount: Int)
      case payment(from: MemberName, to: MemberName)
    }
  }

  /// What one member is owed in one currency.
  package struct Balance: Equatable, Sendable {
    package var member: MemberName
    package var net: Money
  }

  /// A payment that settling up proposes, or what one member owes another.
  package struct Transfer: Equatable, Sendable {
    package var from: MemberName
    package var to: MemberName
    package var amount: Money
    /// How to pay whoever gets it: an IBAN or a link; empty when they have not said.
    package var payment = ""
  }

  /// One currency of the group.
  package struct Currency: Equatable, Sendable {
    package var code: String
    /// What was spent by all.
    package var total: Money
    /// The person first, then by what they are owed.
    package var balances: [Balance]
    /// The fewest payments that settle it, or who owes whom, as the group wants it.
    package var transfers: [Transfer] = []
    /// Whether fewer payments are impossible.
    package var isExact = true

    package init(
      code: String, total: Money, balances: [Balance], transfers: [Transfer] = [],
      isExact: Bool = true
    ) {
      self.code = code
      self.total = total
      self.balances = balances
      self.transfers = transfers
      self.isExact = isExact
    }
  }

  /// What the list is narrowed to, each with its name.
  package struct Filter: Equatable, Sendable {
    package var member: String?
    package var payer: MemberName?
    package var sharer: MemberName?
    package var category: String?
    package var currency: String?
    package var members: [MemberName] = []
    package var categories: [Named] = []
    package var currencies: [String] = []
  }

  /// Something by its name.
  package struct Named: Equatable, Sendable {
    package var id: String
    package var name: String
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var emoji = ""
    package var picture: GroupImage?
    package var role: Role
    /// Whether expenses can be added and changed now.
    package var canWrite: Bool
    package var memberCount: Int
    package var note = ""
    package var isArchived = false
    /// Whether debts are shown as the fewest payments.
    package var simplifies = true
    package var rows: [Row]
    package var query = ExpenseQuery()
    /// Where the next page of the list begins; `nil` on the last.
    package var next: String?
    package var filter = Filter()
    /// The search text as it was understood.
    package var parts = SearchParts()
    /// The person's saved searches in the group.
    package var searches: [SavedSearchLink] = []
    /// What is asked for as one search text, to save it.
    package var typed = ""
    /// What all that was found comes to; `nil` while nothing is looked for.
    package var totals: SelectionTotals?
    /// Whether the page ended because too many expenses did not match.
    package var isCutShort = false
    package var currencies: [Currency]
    /// How many expenses the balances include that have not reached the hub.
    package var waitingCount = 0
    /// Expenses whose amounts do not fit each other, by name.
    package var incomplete: [Named] = []
    /// Whether the person is a member; who is none is asked which one they are.
    package var isMember = true
    /// Members that nobody has said to be, for somebody who is none.
    package var unclaimed: [MemberName] = []
    /// What repeats in the group.
    package var repeatingCount = 0
  }
}

/// How an expense is split.
package enum SplitWay: String, CaseIterable, Equatable, Sendable {
  case equal, shares, percentage, exact, adjustment, itemised
}

/// How debts are shown: as the fewest payments, or as what each owes each.
package enum DebtView: String, CaseIterable, Equatable, Hashable, Sendable {
  case fewest, each
}
