import FoundationEssentials
import Values
import Web

/// One expense or payment.
package enum ExpensePage {
  /// What one member paid and owes.
  package struct Share: Equatable, Sendable {
    package var member: MemberName
    package var paid: Money
    package var owed: Money
    /// What was entered for them; `nil` where nothing was.
    package var weight: Int64?
  }

  package struct Line: Equatable, Sendable {
    package var name: String
    package var amount: Money
    package var sharers: [MemberName]
    /// How many shares each of the sharers has; empty where all have the same.
    package var weights: [Int64] = []
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var id: String
    package var row: GroupPage.Row
    package var way: SplitWay
    package var shares: [Share]
    package var lines: [Line] = []
    package var category: GroupPage.Named?
    package var place = ""
    package var note = ""
    /// Who entered it, and when.
    package var enteredBy: String
    package var enteredAt: Date
    package var canWrite: Bool
    /// What repeats and has made it; `nil` for none that is still there.
    package var repeatingID: String?
    package var receipts = Receipts()
    package var comments = Comments()

    package var isPayment: Bool {
      if case .payment = row.what { true } else { false }
    }
  }
}
