import Values

/// Reads the bills of IHateMoney, as JSON or as a table.
///
/// Names are the only keys. How many shares somebody has is told with what they paid and nowhere
/// else, so that it is not known of those who never paid.
struct IHateMoneyReader {
  /// One bill, from either form.
  struct Bill {
    var line: Int
    var title: String
    var kind: String
    var amount: JSON?
    var currency: String
    var day: String
    var payer: String
    var weight: String
    var owers: [String]
    /// Whether the names could be read in several ways.
    var isAmbiguous = false
  }

  private var builder: GroupBuilder
  private var weights: [Int: String] = [:]
  private var currency: Currency?

  static func matches(_ document: JSON) -> Bool {
    guard let first = document.elements?.first else { return false }
    return first["what"] != nil && first["payer_name"] != nil
  }

  static func isHeader(_ names: Set<String>) -> Bool {
    names.isSuperset(of: ["what", "amount", "date", "payer_name", "owers"])
  }

  static func read(
    _ document: JSON, file: String, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    let bills = (document.elements ?? []).enumerated().map { index, record in
      Bill(
        line: index + 1, title: record.line("what"), kind: record.line("bill_type"),
        amount: record["amount"], currency: record.line("currency"), day: record.line("date"),
        payer: record.line("payer_name"), weight: record.number("payer_weight") ?? "1",
        owers: (record["owers"]?.elements ?? []).compactMap { $0.text.map(GroupBuilder.line) })
    }
    return try read(bills, file: file, coding: .utf8, options: options)
  }

  /// - Parameter table: at its first row, the headings.
  static func read(
    _ table: CSVReader, coding: TextCoding, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    var (table, record) = (table, CSVRecord())
    guard try table.next(into: &record) else { throw .empty(file: table.file) }
    let columns = NamedColumns(record)
    var bills: [Bill] = []
    var lists: [String] = []
    while try table.nextFilled(into: &record) {
      func cell(_ name: String) -> String { columns.text(name, record) }
      lists.append(cell("owers"))
      bills.append(
        Bill(
          line: record.line, title: GroupBuilder.line(cell("what")), kind: cell("bill_type"),
          amount: .string(cell("amount")), currency: cell("currency"), day: cell("date"),
          payer: GroupBuilder.line(cell("payer_name")), weight: cell("payer_weight"), owers: []))
    }
    // A list with one name in it, or a payer, is a name for sure.
    let sure = Set(bills.map(\.payer))
    for (index, list) in lists.enumerated() {
      let read = NameText.names(in: list, known: sure)
      (bills[index].owers, bills[index].isAmbiguous) = (read.names, read.isAmbiguous)
    }
    return try read(bills, file: table.file, coding: coding, options: options)
  }

  private static func read(
    _ bills: [Bill], file: String, coding: TextCoding, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    var reader = IHateMoneyReader(
      builder: GroupBuilder(.ihatemoney, file: file, options: options))
    if coding == .windows1252 { reader.builder.tell(nil, file, .readAsWindows) }
    for bill in bills {
      let payer = try reader.builder.person(named: bill.payer)
      if let payer, !bill.weight.isEmpty { reader.weights[payer] = bill.weight }
      for name in bill.owers { _ = try reader.builder.person(named: name) }
    }
    reader.weighPeople()
    for bill in bills { try reader.read(bill) }
    var group = try reader.builder.finished()
    group.currency = reader.currency?.code
    return group
  }

  private mutating func weighPeople() {
    let isWeighed = weights.values.contains { ExpenseAmount.weights([$0]) != [1] }
    for index in builder.group.people.indices {
      if let weight = weights[index], let whole = ExpenseAmount.weights([weight])?.first,
        (try? ExactDecimal(weight))?.scale == 0  // A fraction is no whole number of shares.
      {
        builder.group.people[index].weight = whole
      } else if isWeighed, weights[index] == nil {
        builder.tell(nil, builder.group.people[index].name, .weightUnknown)
      }
    }
  }

  private mutating func read(_ bill: Bill) throws(ImportFailure) {
    do throws(ExpenseProblem.Reason) {
      guard !bill.isAmbiguous else { throw .ambiguousNames }
      guard !bill.title.isEmpty else { throw .missingTitle }
      var expense = try expense(bill)
      expense.title = bill.title
      builder.add(expense, day: bill.day)
    } catch {
      builder.leaveOut(bill.line, bill.title, error)
    }
  }

  private mutating func currency(of bill: Bill) throws(ExpenseProblem.Reason) -> Currency {
    let usual = builder.options.currency
    guard !bill.currency.isEmpty, bill.currency != "XXX" else {
      if currency == nil { builder.tell(nil, "", .currencyAssumed(usual.code)) }
      currency = usual
      return usual
    }
    guard let known = Currency(code: bill.currency.uppercased()) else {
      throw .cell(.unknownCurrency)
    }
    if currency == nil { currency = known }
    return known
  }

  private mutating func expense(_ bill: Bill) throws(ExpenseProblem.Reason) -> ImportedExpense {
    let currency = try currency(of: bill)
    let amount: (minor: Int64, isRounded: Bool)
    do throws(ImportProblem.Reason) {
      amount = try ExpenseAmount.minor(bill.amount, in: currency)
    } catch {
      throw .cell(error)
    }
    guard let payer = builder.person(bill.payer) else { throw .nobodyPaid }
    var sharers: [Int] = []
    for name in bill.owers {
      guard let person = builder.person(name) else { throw .unknownPerson }
      if !sharers.contains(person) { sharers.append(person) }
    }
    var expense: ImportedExpense
    if bill.kind.lowercased() == "reimbursement", sharers.count == 1, sharers[0] != payer {
      expense = try ImportedExpense(
        line: bill.line, paying: amount.minor, currency.code, from: payer, to: sharers[0])
    } else {
      let weights = ExpenseAmount.weights(sharers.map { self.weights[$0] ?? "1" })
      let isEqual = weights == nil || Set(weights ?? []).count <= 1
      expense = try ImportedExpense(
        line: bill.line, currency: currency.code, amountMinor: amount.minor,
        mode: isEqual ? .equal : .shares, payers: [.init(person: payer, minor: amount.minor)],
        sharers: sharers, weights: isEqual ? nil : weights)
    }
    expense.isRounded = amount.isRounded
    return expense
  }
}
