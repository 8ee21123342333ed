import Values
import Web

/// The form of an expense as it is shown, and as it was typed.
package struct ExpenseForm: Equatable, Sendable {
  /// The choice of several payers.
  package static let several = "several"

  /// A member's row.
  package struct Row: Equatable, Sendable {
    package var member: MemberName
    /// Whether they share the expense.
    package var isIn: Bool
    /// What they paid, where several did.
    package var paid = FieldValue()
    /// What was typed for each way to split.
    package var weights: [SplitWay: FieldValue] = [:]

    package init(_ member: MemberName, isIn: Bool = true) {
      self.member = member
      self.isIn = isIn
    }
  }

  /// A line of a bill.
  package struct Line: Equatable, Sendable {
    package var name = ""
    package var amount = FieldValue()
    /// Who shares it; empty for everybody who shares the expense.
    package var sharerIDs: [String] = []
    /// By how many shares each shares it; empty where all have one. Who is not named has one.
    package var weights: [String: Int64] = [:]

    package init(
      name: String = "", amount: FieldValue = FieldValue(), sharerIDs: [String] = [],
      weights: [String: Int64] = [:]
    ) {
      (self.name, self.amount, self.sharerIDs) = (name, amount, sharerIDs)
      self.weights = weights
    }

    var isBlank: Bool { name.isEmpty && amount.text.isEmpty }
  }

  /// Title, amount, currency, day, category, place, note; `payer` and `split` hold the problems of
  /// these parts.
  package var values = FormValues<FormName>()
  /// The member who paid, ``several``, or empty.
  package var payerID = ""
  package var way = SplitWay.equal
  package var rows: [Row]
  /// Those of the form who are no members any more.
  package var goneRows: [Row] = []
  package var lines: [Line] = []
  /// The expense as the form showed it first; empty for a new one.
  package var version = ""
  /// What repeats and is changed by the form; empty for a form of one expense.
  package var repeatingID = ""
  /// Whether the form asks how often the expense comes.
  package var offersRepeating = false

  package init(rows: [Row]) { self.rows = rows }

  package static let minLines = 3
  package static let maxLines = 100

  /// The parts about money that count for the chosen way: two forms with the same say the same.
  var moneyInputs: [String: String] {
    var inputs = [
      "amount": values[.amount].text, "currency": values[.currency].text, "payer": payerID,
    ]
    for row in rows + goneRows where payerID == Self.several && !row.paid.text.isEmpty {
      inputs["paid." + row.member.id] = row.paid.text
    }
    inputs.merge(splitInputs) { $1 }
    if way == .itemised {
      for (index, line) in lines.enumerated() where !line.isBlank {
        inputs["line.\(index)"] =
          line.name + "\n" + line.amount.text + "\n"
          + line.sharerIDs.sorted().joined(separator: " ") + "\n" + line.weightsText
      }
    }
    return inputs
  }

  /// How an amount is split and between whom, without the lines of a bill.
  var splitInputs: [String: String] {
    var inputs = ["way": way.rawValue]
    for row in rows + goneRows where row.isIn {
      inputs["in." + row.member.id] = "1"
      if let text = row.weights[way]?.text, !text.isEmpty {
        inputs["weight." + row.member.id] = text
      }
    }
    return inputs
  }
}

extension FormName {
  static let amount = FormName(rawValue: "amount")
  static let day = FormName(rawValue: "day")
  static let place = FormName(rawValue: "place")
  static let categoryID = FormName(rawValue: "categoryID")
  static let payer = FormName(rawValue: "payer")
  static let split = FormName(rawValue: "split")
  static let from = FormName(rawValue: "from")
  static let to = FormName(rawValue: "to")
}

/// The form that adds or changes an expense.
package enum ExpenseFormPage {
  /// Somebody's part.
  package struct Share: Equatable, Sendable {
    package var member: MemberName
    package var amount: Money
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    /// `nil` for a new one.
    package var expenseID: String?
    package var form: ExpenseForm
    package var categories: [GroupPage.Named] = []
    /// The currencies that the group uses, its own first.
    package var currencies: [String] = []
    /// Everybody's part as typed; `nil` while it cannot be told.
    package var preview: [Share]?
    /// What another person has saved meanwhile, beside what was typed.
    package var versions: ExpenseVersions?
    /// Whether the form begins with another expense: what was typed before is not put over it.
    package var isCopy = false
    /// Whether it has what the person has just sent: what was typed before is not put over it.
    package var isTyped = false
    /// The refused change that the form began with.
    package var changeID: String?
    /// The last expense of the group, if its split is not the one that the form begins with.
    package var last: GroupPage.Named?

    package init(
      group: ZoneLink, expenseID: String? = nil, form: ExpenseForm,
      categories: [GroupPage.Named] = [], currencies: [String] = []
    ) {
      self.group = group
      self.expenseID = expenseID
      self.form = form
      self.categories = categories
      self.currencies = currencies
    }
  }
}
