import Values

/// Reads a table of expenses by what its columns are said to hold.
struct ExpenseTableReader {
  /// What a column of somebody's own money calls income, and spending.
  private static let incomes: Set<String> = ["income", "credit", "deposit", "einnahme"]
  private static let spendings: Set<String> = ["spending", "expense", "debit", "ausgabe"]
  private static let payments: Set<String> = [
    "payment", "transfer", "reimbursement", "settlement", "yes", "true", "1",
  ]

  private var builder: GroupBuilder
  private let columns: ExpenseColumns
  private let width: Int
  /// Of amounts whose row names no currency, if their heading does.
  private let headingCurrency: Currency?
  /// The people of columns of their own, by column.
  private var people: [Int: Int] = [:]
  private var usedCurrency: Set<String> = []
  /// The ids that this program has written.
  private var documentIDs: Set<String> = []
  /// The one person of a table of somebody's own money.
  private var own: Int?
  /// Whether a row says by itself that it is spending or income.
  private var saysKind = false

  static func read(
    _ table: CSVReader, skippedCount: Int, columns: ExpenseColumns, coding: TextCoding,
    options: ImportOptions, isOwn: Bool = false
  ) throws(ImportFailure) -> ImportedGroup {
    var (table, record) = (table, CSVRecord())
    for _ in 0...skippedCount {
      guard try table.nextFilled(into: &record) else { throw .empty(file: table.file) }
    }
    var reader = ExpenseTableReader(
      builder: GroupBuilder(.table, file: table.file, options: options), columns: columns,
      width: record.count)
    reader.builder.group.columns = columns
    if coding == .windows1252 { reader.builder.tell(nil, table.file, .readAsWindows) }
    // A table without rows is still asked for its columns.
    guard (isOwn ? columns.missingOfOwn : columns.missing).isEmpty else {
      return reader.builder.group
    }
    if isOwn { return try reader.readOwn(&table) }
    for (index, column) in columns.columns.enumerated() where column.role.isOfPerson {
      reader.people[index] = try reader.builder.person(named: column.person)
    }
    var records: [CSVRecord] = []
    // Who shares what names nobody is known once all rows are read.
    while try table.nextFilled(into: &record) {
      records.append(record)
      if record.strayQuoteCell == nil { try reader.findPeople(record) }
    }
    if columns.index(.sharers) == nil, reader.people.isEmpty {
      reader.builder.tell(nil, table.file, .sharedByAll)
    }
    for record in records { reader.read(record) }
    return try reader.builder.finished()
  }

  /// Reads a table of somebody's own money.
  private mutating func readOwn(_ table: inout CSVReader) throws(ImportFailure) -> ImportedGroup {
    own = try builder.person(named: "own")
    var record = CSVRecord()
    while try table.nextFilled(into: &record) { read(record) }
    // Where nothing is below zero and no row says what it is, somebody has listed what they spent.
    if !saysKind, builder.group.expenses.allSatisfy({ $0.amountMinor > 0 }) {
      for index in builder.group.expenses.indices {
        builder.group.expenses[index].amountMinor = 0 - builder.group.expenses[index].amountMinor
      }
    }
    return try builder.finished()
  }

  /// What somebody has spent, below zero, or earned.
  private mutating func ownAmount(
    _ record: CSVRecord, _ person: Int, _ currency: Currency
  ) throws(ExpenseProblem.Reason) -> ImportedExpense {
    guard var amount = try amount(columns.index(.amount), record, currency) else {
      throw .cell(.unreadableAmount)
    }
    guard amount != 0 else { throw .zeroAmount }
    guard amount.magnitude <= ExpenseAmount.max.magnitude else { throw .cell(.amountTooLarge) }
    let kind = text(.kind, record).lowercased()
    if Self.incomes.contains(kind) {
      (amount, saysKind) = (Int64(amount.magnitude), true)
    } else if Self.spendings.contains(kind) {
      (amount, saysKind) = (0 - Int64(amount.magnitude), true)
    }
    return try ImportedExpense(
      line: record.line, currency: currency.code, amountMinor: amount, mode: .equal,
      payers: [.init(person: person, minor: amount)], sharers: [person])
  }

  private init(builder: GroupBuilder, columns: ExpenseColumns, width: Int) {
    (self.builder, self.columns, self.width) = (builder, columns, width)
    headingCurrency = columns.currencyOfAmounts(default: builder.options.currency)
  }

  /// The text of a cell, without the apostrophe that disarms a formula.
  private func cell(_ index: Int?, _ record: CSVRecord) -> String {
    guard let index, index < record.count else { return "" }
    let text = record.text(index)
    // A text that began with apostrophes has one more of them.
    guard text.utf8.first == 0x27, let start = text.utf8.first(where: { $0 != 0x27 }),
      [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D].contains(start)
    else { return text }
    return String(text.dropFirst())
  }

  private func text(_ role: ExpenseColumns.Role, _ record: CSVRecord) -> String {
    GroupBuilder.line(cell(columns.index(role), record))
  }

  private mutating func findPeople(_ record: CSVRecord) throws(ImportFailure) {
    _ = try builder.person(named: text(.payer, record))
    for name in sharers(record) { _ = try builder.person(named: name) }
  }

  private func sharers(_ record: CSVRecord) -> [String] {
    let known = Set(builder.group.people.map(\.name))
    return NameText.names(in: cell(columns.index(.sharers), record), known: known).names
  }

  private mutating func read(_ record: CSVRecord) {
    let category = text(.category, record)
    let title = text(.title, record).isEmpty ? category : text(.title, record)
    do throws(ExpenseProblem.Reason) {
      guard record.strayQuoteCell == nil else { throw .cell(.strayQuote) }
      guard record.count <= width else {
        throw .cell(.wrongWidth(expected: width, found: record.count))
      }
      guard !title.isEmpty else { throw .missingTitle }
      var expense = try expense(record)
      expense.title = title
      expense.note = GroupBuilder.lines(cell(columns.index(.note), record))
      expense.place = text(.place, record)
      expense.identity = String(text(.id, record).prefix(200))
      takeDetails(record, into: &expense)
      if expense.kind == .expense || expense.documentID != nil {
        expense.category = builder.category(named: category)
      }
      builder.add(expense, day: cell(columns.index(.day), record))
    } catch {
      builder.leaveOut(record.line, title, error)
    }
  }

  /// Takes what this program has written beside the amounts. Of a row that somebody has copied the
  /// first one is what it was.
  private mutating func takeDetails(_ record: CSVRecord, into expense: inout ImportedExpense) {
    guard columns.index(.details) != nil,
      let details = ExpenseDetailsCell(
        cell(columns.index(.details), record), person: { builder.person($0) })
    else { return }
    let identity = expense.identity
    details.add(to: &expense, split: text(.split, record))
    guard let id = expense.documentID, !documentIDs.insert(id).inserted else { return }
    (expense.identity, expense.source, expense.documentID) = (identity, nil, nil)
  }

  private mutating func currency(
    _ record: CSVRecord
  ) throws(ExpenseProblem.Reason) -> Currency {
    let usual = builder.options.currency
    let text = text(.currency, record)
    guard !text.isEmpty else {
      if let headingCurrency { return headingCurrency }
      if usedCurrency.insert("").inserted { builder.tell(nil, "", .currencyAssumed(usual.code)) }
      return usual
    }
    guard let known = ExpenseAmount.currency(text, default: usual) else {
      throw .cell(.unknownCurrency)
    }
    return known
  }

  private func amount(
    _ index: Int?, _ record: CSVRecord, _ currency: Currency
  ) throws(ExpenseProblem.Reason) -> Int64? {
    do throws(ImportProblem.Reason) {
      return try ExpenseAmount.minor(cell(index, record), in: currency)
    } catch {
      throw .cell(error)
    }
  }

  /// What a role's columns say of people, without those of whom they say nothing.
  private func amounts(
    _ role: ExpenseColumns.Role, _ record: CSVRecord, _ currency: Currency
  ) throws(ExpenseProblem.Reason) -> [(person: Int, minor: Int64)] {
    var found: [(person: Int, minor: Int64)] = []
    for (index, column) in columns.columns.enumerated() where column.role == role {
      guard let person = people[index], let minor = try amount(index, record, currency), minor != 0
      else { continue }
      found.append((person, minor))
    }
    return found
  }

  private mutating func expense(
    _ record: CSVRecord
  ) throws(ExpenseProblem.Reason) -> ImportedExpense {
    let currency = try currency(record)
    if let own { return try ownAmount(record, own, currency) }
    let isPayment = Self.payments.contains(text(.kind, record).lowercased())
    let paid = try amounts(.paid, record, currency)
    let sum = paid.reduce(Int128(0)) { $0 + Int128($1.minor) }
    var amount = try amount(columns.index(.amount), record, currency)
    if amount == nil, columns.index(.amount) == nil { amount = Int64(exactly: sum) }
    guard let amount else { throw .cell(.unreadableAmount) }
    guard amount != 0 else { throw .zeroAmount }
    guard amount.magnitude <= ExpenseAmount.max.magnitude else { throw .cell(.amountTooLarge) }
    if columns.index(.net) != nil {
      let nets = try amounts(.net, record, currency)
      let off = nets.reduce(Int128(0)) { $0 + Int128($1.minor) }
      guard off == 0 else { throw .unbalanced(by: Int64(clamping: off), currency: currency.code) }
      guard !nets.isEmpty else { throw .ownOnly }
      return try ImportedExpense(
        line: record.line, currency: currency.code, amountMinor: amount, nets: nets,
        isPayment: isPayment)
    }
    let payers = try payers(record, paid, amount)
    if columns.index(.owed) != nil {
      return try expense(record, amount, currency, payers, isPayment)
    }
    var sharers: [Int] = []
    for name in self.sharers(record) {
      guard let person = builder.person(name) else { throw .unknownPerson }
      if !sharers.contains(person) { sharers.append(person) }
    }
    if columns.index(.sharers) == nil { sharers = Array(builder.group.people.indices) }
    if isPayment, payers.count == 1, sharers.count == 1, sharers[0] != payers[0].person {
      return try ImportedExpense(
        line: record.line, paying: amount, currency.code, from: payers[0].person, to: sharers[0])
    }
    return try ImportedExpense(
      line: record.line, currency: currency.code, amountMinor: amount, mode: .equal,
      payers: payers, sharers: sharers)
  }

  private func payers(
    _ record: CSVRecord, _ paid: [(person: Int, minor: Int64)], _ amount: Int64
  ) throws(ExpenseProblem.Reason) -> [ImportedExpense.Payer] {
    guard columns.index(.paid) == nil else {
      let sum = paid.reduce(Int128(0)) { $0 + Int128($1.minor) }
      guard !paid.isEmpty else { throw .nobodyPaid }
      guard sum == Int128(amount) else { throw .partsDiffer }
      return paid.map { .init(person: $0.person, minor: $0.minor) }
    }
    let name = text(.payer, record)
    guard !name.isEmpty else { throw .nobodyPaid }
    guard let person = builder.person(name) else { throw .unknownPerson }
    return [.init(person: person, minor: amount)]
  }

  /// An expense with everybody's part in columns of their own.
  private func expense(
    _ record: CSVRecord, _ amount: Int64, _ currency: Currency,
    _ payers: [ImportedExpense.Payer], _ isPayment: Bool
  ) throws(ExpenseProblem.Reason) -> ImportedExpense {
    let owed = try amounts(.owed, record, currency)
    guard !owed.isEmpty else { throw .nobodyShares }
    if isPayment, payers.count == 1, owed.count == 1, payers[0].person != owed[0].person,
      owed[0].minor == amount
    {
      return try ImportedExpense(
        line: record.line, paying: amount, currency.code, from: payers[0].person,
        to: owed[0].person)
    }
    var expense = try ImportedExpense(
      line: record.line, currency: currency.code, amountMinor: amount, mode: .exact,
      payers: payers, sharers: owed.map(\.person), weights: owed.map(\.minor))
    if text(.split, record) == "equal" { expense.mode = .equal }
    return expense
  }
}
