import Household

/// A search text for a person's ledger.
package typealias LedgerSearchQuery = TypedSearch<MoneyLanguage<LedgerList.Filter.OwnTest>>

extension LedgerList.Filter {
  /// One condition of a search text. A category is the person's own, or one of groups that is like
  /// none of these; an amount is as it was entered, or in the person's currency.
  package typealias Clause = SearchClause<MoneyTest<OwnTest>>

  /// What can be asked of a ledger alone.
  package enum OwnTest: OwnMoneyTest {
    /// A tag with this name or, if there is none, those whose name begins with it.
    case tag(String)
    /// The same of groups, also of those that the person has left.
    case group(String)
    case state(State)

    package enum Name: String, SearchWord {
      case tag, group

      package init?(other word: String) {
        switch word {
        case "label", "tags": self = .tag
        case "from", "in": self = .group
        default: return nil
        }
      }
    }

    package init(_ name: Name, _ value: String) {
      self =
        switch name {
        case .tag: .tag(value)
        case .group: .group(value)
        }
    }

    package static var states: [String] { State.words }

    package init?(state: String) {
      guard let state = State(word: state) else { return nil }
      self = .state(state)
    }

    package static func other(_ word: String) -> MoneyName? {
      ["payee", "by", "payer"].contains(word) ? .title : nil
    }
  }
}

extension LedgerList.Filter.OwnTest {
  /// How a row counts. The raw values are the words typed in a search.
  package enum Kind: String, SearchWord {
    case spending, income, payment, sent, received, refund

    package init?(other word: String) {
      switch word {
      case "spent", "expense", "expenses": self = .spending
      case "earned", "earnings": self = .income
      case "payments", "transfer", "settlement": self = .payment
      case "refunds": self = .refund
      default: return nil
      }
    }

    package init(_ flow: LedgerFlow) {
      self =
        switch flow {
        case .spending: .spending
        case .income: .income
        case .sent: .sent
        case .received: .received
        }
    }

    /// `nil` where it is more than one flow, or a part of one.
    var flow: LedgerFlow? { LedgerFlow(rawValue: rawValue) }
  }

  /// The raw values are the words typed in a search.
  package enum State: String, SearchWord {
    /// The person's own, or a share of a group that they are in.
    case own, shared
    /// There is no rate into the person's currency.
    case unconverted
    /// Left out of lists and sums; then nothing else is found.
    case leftOut = "left-out"

    package init?(other word: String) {
      switch word {
      case "mine": self = .own
      case "group": self = .shared
      case "hidden": self = .leftOut
      default: return nil
      }
    }
  }

  /// Something that a row may have.
  package enum Feature: String, SearchWord {
    case category, tag, note, place

    package init?(other word: String) {
      switch word {
      case "tags": self = .tag
      case "notes": self = .note
      case "location": self = .place
      default: return nil
      }
    }
  }
}
