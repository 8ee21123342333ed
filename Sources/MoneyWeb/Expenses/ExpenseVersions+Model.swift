import Values
import Web

/// A part of an expense or payment that is kept as a whole where two people have changed it. The
/// raw value of a plain field is its name in the form.
package enum VersionPart: String, CaseIterable, Sendable {
  case title
  /// The amount, who paid, and how it is split: they add up only together.
  case money
  case day, categoryID, place, note

  /// The name of its choice in the form.
  var fieldName: String { "keep." + rawValue }
  /// The choice of what is saved; any other choice is the person's own version.
  static let saved = "saved"
}

/// Two versions of an expense or payment: what is saved, and what a person would save over it.
package struct ExpenseVersions: Equatable, Sendable {
  package struct Version: Equatable, Sendable {
    package var title: String
    package var day: CalendarDay?
    package var category: GroupPage.Named?
    package var place = ""
    package var note = ""
    /// `nil` while they cannot be told.
    package var amounts: Amounts?

    package init(title: String, day: CalendarDay?, amounts: Amounts?) {
      (self.title, self.day, self.amounts) = (title, day, amounts)
    }
  }

  package struct Amounts: Equatable, Sendable {
    package var amount: Money
    package var way: SplitWay
    package var shares: [ExpensePage.Share]
    package var lines: [ExpensePage.Line] = []
    /// Of a payment: who paid, and who got it.
    package var payment: Payment?

    package init(
      _ amount: Money, _ way: SplitWay, _ shares: [ExpensePage.Share],
      lines: [ExpensePage.Line] = [], payment: Payment? = nil
    ) {
      (self.amount, self.way, self.shares) = (amount, way, shares)
      (self.lines, self.payment) = (lines, payment)
    }

    var payers: [ExpensePage.Share] { shares.filter { $0.paid.minor != 0 } }
    /// Everybody's part, without those who only paid.
    var sharers: [ExpensePage.Share] {
      shares.filter { $0.owed.minor != 0 || $0.paid.minor == 0 || $0.weight != nil }
    }
  }

  package struct Payment: Equatable, Sendable {
    package var from: MemberName
    package var to: MemberName

    package init(from: MemberName, to: MemberName) { (self.from, self.to) = (from, to) }
  }

  package var saved: Version
  package var own: Version
  /// Whether they are of what repeats, whose day is the next one.
  package var isSeries = false

  package init(saved: Version, own: Version) { (self.saved, self.own) = (saved, own) }

  func differ(in part: VersionPart) -> Bool {
    switch part {
    case .title: saved.title != own.title
    case .money: saved.amounts != own.amounts
    case .day: saved.day != own.day
    case .categoryID: saved.category != own.category
    case .place: saved.place != own.place
    case .note: saved.note != own.note
    }
  }
}
