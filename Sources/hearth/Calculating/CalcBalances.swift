import RESTAPI
import Splitting

/// `hearth calc balances`: from expenses and transfers to what everybody paid, owes and gets.
enum CalcBalances {
  private enum Kind: String, CaseIterable { case expense, transfer }

  /// All amounts of a document are of one currency, whichever it is.
  private static let currency = ""

  static func answer(_ document: CalcInput) throws(CalcFailure) -> JSON {
    let list = try document.member("expenses")
    var expenses: [Expense] = []
    var people: [String] = []
    var known: Set<String> = []
    for element in try list.elements() {
      expenses.append(try expense(element))
      for (name, input) in try element.members() where name == "payers" || name == "owers" {
        for (person, _) in try input.people() where known.insert(person).inserted {
          people.append(person)
        }
      }
    }
    let balances = Balances.of(expenses).first
    func column(
      _ amount: (Balances.Balance) -> Int128
    ) throws(CalcFailure) -> JSON {
      var column: [(person: String, amount: Int64)] = []
      for person in people {
        guard let balance = balances?[person] else { continue }
        guard let amount = Int64(exactly: amount(balance)) else {
          throw list.failure("come to more for '\(CalcPerson.id(person))' than 64 bits hold")
        }
        column.append((person, amount))
      }
      return .people(column)
    }
    return [
      "paid": try column(\.paid), "owed": try column(\.owed), "net": try column(\.net),
    ]
  }

  private static func expense(_ element: CalcInput) throws(CalcFailure) -> Expense {
    let kind = try element.optional("type")?.word(of: Kind.self) ?? .expense
    let amount = try element.member("amount").integer()
    let paid = try element.member("payers").people().map { PersonAmount($0.person, $0.amount) }
    let participants = try element.member("owers").people().map {
      Participant($0.person, weight: $0.amount)
    }
    let mode =
      kind == .expense
      ? try element.member("mode").word(of: SplitMode.self) : try modeOfTransfer(element)
    do throws(Expense.Problem) {
      if kind == .transfer {
        let transfer = try Expense(
          currency: currency, transfer: amount, payers: paid,
          receivers: participants.map(\.person))
        // An amount that is named beside them is the one that they get.
        _ = try Expense(
          currency: currency, payers: paid,
          split: Split(amount: amount, mode: mode, participants: participants))
        return transfer
      }
      return try Expense(
        currency: currency, payers: paid,
        split: Split(amount: amount, mode: mode, participants: participants))
    } catch {
      let field = field(of: error, paid, participants)
      throw CalcFailure("\(element.place).\(field)", error.reason)
    }
  }

  /// Nothing of a transfer is split: what is given is what the one who gets it owes (D-GRP-14).
  private static func modeOfTransfer(_ element: CalcInput) throws(CalcFailure) -> SplitMode {
    guard let input = try element.optional("mode") else { return .equal }
    let mode = try input.word(of: SplitMode.self)
    guard mode == .equal || mode == .exact else {
      throw input.failure("is '\(mode.rawValue)': a transfer is not split, leave this out")
    }
    return mode
  }

  private static func field(
    of problem: Expense.Problem, _ paid: [PersonAmount], _ participants: [Participant]
  ) -> String {
    switch problem {
    case .amountOutOfRange, .transferNotPositive: "amount"
    case .noPayers, .paidOff: "payers"
    case .duplicatePayer(let index), .paidOutOfRange(let index), .paidAgainstAmount(let index):
      "payers.\(CalcPerson.id(paid[index].person))"
    case .transferShape: paid.count == 1 ? "owers" : "payers"
    case .split(let problem):
      switch problem.field {
      case .amount: "amount"
      case .participant(let index), .weight(let index):
        "owers.\(CalcPerson.id(participants[index].person))"
      case .participants, .lines, .line: "owers"
      }
    }
  }
}

extension CalcInput {
  /// The numbers of an object by the key of a person, in their order.
  func people() throws(CalcFailure) -> [(person: String, amount: Int64)] {
    var people: [(person: String, amount: Int64)] = []
    for (person, input) in try members() {
      guard !person.isEmpty else { throw failure("names somebody without an id") }
      people.append((CalcPerson.key(person), try input.integer()))
    }
    return people
  }
}

extension Expense.Problem {
  /// What is wrong, to be read after the name of the field.
  fileprivate var reason: String {
    switch self {
    case .amountOutOfRange, .paidOutOfRange: SplitProblem.amountOutOfRange.reason
    case .noPayers: "names nobody"
    case .duplicatePayer: "is there twice"
    case .paidAgainstAmount: "has another sign than the amount"
    case .paidOff(let off):
      "come to \(off.magnitude) \(off < 0 ? "less" : "more") than the amount"
    case .split(let problem): problem.reason
    case .transferShape: "is not one person, and another one than who pays: this is a transfer"
    case .transferNotPositive: "is not above zero: this is a transfer"
    }
  }
}
