import Values
import ThingsWeb
import Web

/// The insurance policies of a home, and what they cover.
package enum InsurancePage {
  /// A policy in the list.
  package struct PolicyRow: Equatable, Sendable {
    package var id: String
    package var provider: String
    /// May be empty.
    package var number: String
    package var term: PolicyTerm
    package var startsOn: CalendarDay?
    package var endsOn: CalendarDay?
    /// What is known, in the order of ``PolicyAmount``.
    package var amounts: [(kind: PolicyAmount, money: Money)]
    /// Names of other homes that the same policy covers.
    package var alsoCovers: [String] = []
    package var notes = ""
    package var paperCount = 0

    package init(
      id: String, provider: String, number: String = "", term: PolicyTerm = .running,
      startsOn: CalendarDay? = nil, endsOn: CalendarDay? = nil,
      amounts: [(kind: PolicyAmount, money: Money)] = []
    ) {
      self.id = id
      self.provider = provider
      self.number = number
      self.term = term
      self.startsOn = startsOn
      self.endsOn = endsOn
      self.amounts = amounts
    }

    package static func == (left: PolicyRow, right: PolicyRow) -> Bool {
      left.id == right.id && left.provider == right.provider && left.number == right.number
        && left.term == right.term && left.startsOn == right.startsOn
        && left.endsOn == right.endsOn && left.alsoCovers == right.alsoCovers
        && left.notes == right.notes && left.paperCount == right.paperCount
        && left.amounts.map(\.kind) == right.amounts.map(\.kind)
        && left.amounts.map(\.money) == right.amounts.map(\.money)
    }
  }

  /// What the policies of one currency pay for belongings, against what those are worth.
  package struct Cover: Equatable, Sendable {
    /// In this home.
    package var documented: Money
    package var limit: Money
    package var policyCount: Int
    /// Names of the other homes that the same sum has to pay for.
    package var otherHomes: [String] = []
    /// This home and those together; `nil` when they have other policies beside, so that the sum
    /// does not stand for all of them.
    package var documentedTogether: Money?

    package init(documented: Money, limit: Money, policyCount: Int = 1) {
      self.documented = documented
      self.limit = limit
      self.policyCount = policyCount
      documentedTogether = documented
    }

    /// How the documented value compares with the cover.
    package enum Standing: Equatable, Sendable {
      /// Nothing has a price in this currency.
      case nothingDocumented
      /// More is documented than is paid for.
      case under(Money)
      /// The limit covers everything; the amount that remains up to it.
      case enough(Money)
      /// Less than half of the limit is documented.
      case over(Money)
      /// Other homes share the sum, and what is left for this one cannot be told.
      case unknown
    }

    package var standing: Standing {
      guard let documented = documentedTogether else {
        // More than all of it is here alone, whatever the others have.
        let excess = documented.minor &- limit.minor
        return excess > 0 ? .under(Money(excess, limit.currency)) : .unknown
      }
      if documented.minor <= 0 { return .nothingDocumented }
      let gap = limit.minor &- documented.minor
      if gap < 0 { return .under(Money(gap.magnitude, limit.currency)) }
      let left = Money(gap, limit.currency)
      return documented.minor < limit.minor / 2 ? .over(left) : .enough(left)
    }
  }

  /// How many items lack the evidence for a claim.
  package struct Lacking: Equatable, Sendable {
    package var items: Int
    package var photo: Int
    package var serial: Int
    package var receipt: Int
    package var price: Int
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    /// Those that have ended come last.
    package var policies: [PolicyRow]
    /// One for each currency.
    package var covers: [Cover]
    /// What is documented in currencies in which no policy pays for belongings.
    package var uncovered: [Money] = []
    package var lacking: Lacking
  }
}
