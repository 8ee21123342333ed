import Household

/// A search text for expenses.
package typealias ExpenseSearchQuery = TypedSearch<MoneyLanguage<ExpenseList.Filter.OwnTest>>

extension ExpenseList.Filter {
  /// One condition of a search text.
  package typealias Clause = SearchClause<MoneyTest<OwnTest>>

  /// What can be asked of expenses alone.
  package enum OwnTest: OwnMoneyTest {
    /// A member with this name or, if there is none, those whose name begins with it, has paid.
    case payer(String)
    /// Such a member shares it or, in a payment, gets it.
    case sharer(String)
    /// Such a member has paid or shares it.
    case participant(String)
    /// The amounts do not fit each other.
    case incomplete

    package enum Name: String, SearchWord {
      case payer, `for`, member

      package init?(other word: String) {
        switch word {
        case "by", "paid", "from": self = .payer
        case "shared", "to": self = .for
        case "with": self = .member
        default: return nil
        }
      }
    }

    package init(_ name: Name, _ value: String) {
      self =
        switch name {
        case .payer: .payer(value)
        case .for: .sharer(value)
        case .member: .participant(value)
        }
    }

    package static let states = ["incomplete"]

    package init?(state: String) {
      guard state == "incomplete" else { return nil }
      self = .incomplete
    }

    package static func other(_ word: String) -> MoneyName? { nil }
  }
}

extension ExpenseList.Filter.OwnTest {
  /// The raw values are the words typed in a search.
  package enum Kind: String, SearchWord {
    case expense, payment, refund

    package init?(other word: String) {
      switch word {
      case "expenses": self = .expense
      case "payments", "transfer", "settlement": self = .payment
      case "refunds": self = .refund
      default: return nil
      }
    }

    init(_ kind: ExpenseMoney.Kind, amountMinor: Int64) {
      self = kind == .transfer ? .payment : amountMinor < 0 ? .refund : .expense
    }
  }

  /// Something that an expense may have.
  package enum Feature: String, SearchWord {
    case receipt, note, place, category, comment

    package init?(other word: String) {
      switch word {
      case "receipts", "photo": self = .receipt
      case "notes": self = .note
      case "location": self = .place
      case "comments": self = .comment
      default: return nil
      }
    }
  }
}
