import Values

/// Reads the JSON that Spliit exports of a group.
///
/// Amounts are in minor units of the group's currency; a currency of people's own has two decimals
/// and no code.
struct SpliitReader {
  private let document: JSON
  private let currency: Currency
  /// Whether it is a currency with a code. Amounts of any other have two decimals.
  private let hasCode: Bool
  private var builder: GroupBuilder

  static func matches(_ document: JSON) -> Bool {
    document["expenses"]?.elements != nil && document["participants"]?.elements != nil
  }

  static func read(
    _ document: JSON, file: String, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    var reader = SpliitReader(document, file: file, options: options)
    return try reader.group()
  }

  private init(_ document: JSON, file: String, options: ImportOptions) {
    self.document = document
    builder = GroupBuilder(.spliit, file: file, options: options)
    let code = document.line("currencyCode")
    let known = ExpenseAmount.currency(
      code.isEmpty ? document.line("currency") : code, default: options.currency)
    currency = known ?? options.currency
    hasCode = !code.isEmpty && known != nil
    if known == nil {
      builder.tell(nil, document.line("currency"), .currencyAssumed(currency.code))
    }
  }

  private mutating func group() throws(ImportFailure) -> ImportedGroup {
    builder.group.name = document.line("name")
    builder.group.note = document.lines("information")
    builder.group.currency = currency.code
    for participant in document["participants"]?.elements ?? [] {
      guard let id = participant.id("id") else { continue }
      let name = participant.line("name")
      _ = try builder.add(ImportedPerson(name: name.isEmpty ? id : name), key: id)
    }
    for (index, record) in (document["expenses"]?.elements ?? []).enumerated() {
      read(record, number: index + 1)
    }
    return try builder.finished()
  }

  private mutating func read(_ record: JSON, number: Int) {
    let title = record.line("title")
    do throws(ExpenseProblem.Reason) {
      var expense = try expense(record, number)
      guard !title.isEmpty else { throw .missingTitle }
      expense.title = title
      expense.note = note(record)
      expense.identity = record.id("id") ?? ""
      // Only a hint of when it was entered.
      expense.createdAt =
        record["createdAt"]?.text.flatMap { try? DateText.milliseconds($0) }
      if record.isTrue("isReimbursement") == false {
        expense.category = builder.category(named: record["category"]?.line("name") ?? "")
      }
      if let rule = record["recurrenceRule"]?.text, rule != "NONE" {
        builder.tell(number, title, .repeats)
      }
      builder.add(expense, day: String((record["expenseDate"]?.text ?? "").prefix(10)))
    } catch {
      builder.leaveOut(number, title, error)
    }
  }

  private func minor(_ value: Int64) throws(ExpenseProblem.Reason) -> Int64 {
    guard !hasCode, currency.exponent != 2 else { return value }
    let text = ExactDecimal.text(minor: value, exponent: 2)
    do throws(ImportProblem.Reason) {
      return try ExpenseAmount.rounded(text, in: currency).minor
    } catch {
      throw .cell(error)
    }
  }

  private func expense(
    _ record: JSON, _ number: Int
  ) throws(ExpenseProblem.Reason) -> ImportedExpense {
    guard let stored = record.integer("amount") else { throw .cell(.unreadableAmount) }
    guard stored.magnitude <= ExpenseAmount.max.magnitude else { throw .cell(.amountTooLarge) }
    let amount = try minor(stored)
    guard let payer = record.id("paidById").flatMap(builder.person) else { throw .unknownPerson }
    var sharers: [Int] = []
    var weights: [Int64] = []
    for share in record["paidFor"]?.elements ?? [] {
      guard let id = share.id("participantId") ?? share["participant"]?.id("id"),
        let person = builder.person(id), !sharers.contains(person)
      else { throw .unknownPerson }
      guard let weight = share.integer("shares"), weight.magnitude <= ExpenseAmount.max.magnitude
      else { throw .incomplete }
      sharers.append(person)
      weights.append(weight)
    }
    if record.isTrue("isReimbursement"), sharers.count == 1, sharers[0] != payer {
      return try ImportedExpense(
        line: number, paying: amount, currency.code, from: payer, to: sharers[0])
    }
    func make(
      _ mode: ImportedExpense.Mode, _ weights: [Int64]?
    ) throws(ExpenseProblem.Reason) -> ImportedExpense {
      try ImportedExpense(
        line: number, currency: currency.code, amountMinor: amount, mode: mode,
        payers: [.init(person: payer, minor: amount)], sharers: sharers, weights: weights)
    }
    let sum = weights.reduce(Int128(0)) { $0 + Int128($1) }
    switch record["splitMode"]?.text ?? "EVENLY" {
    case "EVENLY": return try make(.equal, nil)
    case "BY_PERCENTAGE":
      guard sum == 10_000 else { throw .partsDiffer }
      return try make(.percentage, weights)
    case "BY_AMOUNT":
      guard sum == Int128(stored) else { throw .partsDiffer }
      // Amounts that this currency does not have are parts of the one that it has.
      return try make(stored == amount ? .exact : .shares, weights)
    case "BY_SHARES":
      // Shares have two decimals there; whole ones are written as whole numbers.
      let isWhole = weights.allSatisfy { $0 % 100 == 0 }
      return try make(.shares, isWhole ? weights.map { $0 / 100 } : weights)
    // A way that no Spliit of today knows: what its numbers mean is not guessed.
    default: throw .incomplete
    }
  }

  /// The note, and what was paid in another currency.
  private func note(_ record: JSON) -> String {
    var lines = [record.lines("notes")]
    if let original = record.integer("originalAmount"), let rate = record.number("conversionRate") {
      let code = record.line("originalCurrency")
      let amount = ExactDecimal.text(minor: original, exponent: Currency.exponent(of: code))
      lines.append("\(amount) \(code) × \(GroupBuilder.line(rate))")
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
