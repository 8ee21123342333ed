import Values

/// Reads the table that Splitwise exports of a group: a row for each expense, and for each member
/// what they paid minus what they owe.
///
/// The headings are in the person's language, so that the table is known by its shape. At its end
/// stands a row for each currency with everybody's total.
struct SplitwiseReader {
  private static let memberColumn = 5
  /// How many rows before the headings are passed over.
  static let maxSkipped = 10
  /// What the category of a payment is called, in lower case.
  private static let payments: Set<String> = [
    "payment", "zahlung", "pago", "paiement", "pagamento", "betaling", "betalning", "płatność",
    "оплата", "платёж", "支払い", "maksu", "ödeme", "付款", "platba",
  ]

  private var builder: GroupBuilder
  private var people: [Int] = []
  private let width: Int

  /// Whether a row is the headings of such a table, told by the row below it. Without one, only the
  /// English words are known.
  static func isHeader(_ header: [String], _ next: [String]?) -> Bool {
    let names = header.prefix(memberColumn).map { CleanText.trimmed($0).lowercased() }
    guard header.count > memberColumn, names.allSatisfy({ !$0.isEmpty }),
      !CleanText.trimmed(header[memberColumn]).isEmpty
    else { return false }
    guard let next else { return names == ["date", "description", "category", "cost", "currency"] }
    guard next.count == header.count, Currency(code: CleanText.trimmed(next[4]).uppercased()) != nil
    else { return false }
    let isNumber = { (text: String) in
      (try? ExactDecimal(CleanText.trimmed(text))) != nil  // Only whether it is one matters.
    }
    let cost = CleanText.trimmed(next[3])
    guard cost.isEmpty || isNumber(cost) else { return false }
    guard next[memberColumn...].allSatisfy(isNumber) else { return false }
    // Only whether it is a day matters.
    return (try? LocalDay.parse(next[0], utcOffsetSeconds: { _ in 0 })) != nil
  }

  /// - Parameter skippedCount: the number of rows before the headings.
  static func read(
    _ table: CSVReader, skippedCount: Int, coding: TextCoding, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    var (table, record) = (table, CSVRecord())
    for _ in 0...skippedCount {
      guard try table.nextFilled(into: &record) else { throw .empty(file: table.file) }
    }
    var reader = SplitwiseReader(file: table.file, width: record.count, options: options)
    if coding == .windows1252 { reader.builder.tell(nil, table.file, .readAsWindows) }
    for column in memberColumn..<record.count { try reader.addPerson(record.text(column)) }
    while try table.nextFilled(into: &record) { reader.read(record) }
    let group = try reader.builder.finished()
    return checked(group)
  }

  private init(file: String, width: Int, options: ImportOptions) {
    builder = GroupBuilder(.splitwise, file: file, options: options)
    self.width = width
  }

  /// Two members may have one name: they stay two.
  private mutating func addPerson(_ text: String) throws(ImportFailure) {
    var name = GroupBuilder.line(text)
    var person = ImportedPerson(name: name)
    if name.hasSuffix("(removed)") {
      name = CleanText.trimmed(String(name.dropLast("(removed)".count)))
      person.isArchived = true
    }
    if name.isEmpty { name = "?" }
    var (unique, number) = (name, 1)
    while builder.person(unique) != nil {
      number += 1
      unique = "\(name) \(number)"
    }
    if number > 1 { builder.tell(nil, name, .nameTwice) }
    person.name = unique
    if let index = try builder.add(person, key: unique) { people.append(index) }
  }

  private mutating func read(_ record: CSVRecord) {
    let title = GroupBuilder.line(record.count > 1 ? record.text(1) : record.text(0))
    do throws(ExpenseProblem.Reason) {
      guard record.strayQuoteCell == nil else { throw .cell(.strayQuote) }
      guard record.count == width else {
        throw .cell(.wrongWidth(expected: width, found: record.count))
      }
      let code = CleanText.trimmed(record.text(4)).uppercased()
      guard let currency = Currency(code: code) else { throw .cell(.unknownCurrency) }
      guard let cost = try amount(record.text(3), currency) else {
        return try readTotal(record, currency)
      }
      guard !title.isEmpty else { throw .missingTitle }
      var expense = try expense(record, cost, currency)
      expense.title = title
      builder.add(expense, day: record.text(0))
    } catch {
      builder.leaveOut(record.line, title, error)
    }
  }

  private func amount(
    _ text: String, _ currency: Currency
  ) throws(ExpenseProblem.Reason) -> Int64? {
    do throws(ImportProblem.Reason) {
      return try ExpenseAmount.minor(text, in: currency)
    } catch {
      throw .cell(error)
    }
  }

  private mutating func expense(
    _ record: CSVRecord, _ cost: Int64, _ currency: Currency
  ) throws(ExpenseProblem.Reason) -> ImportedExpense {
    var nets: [(person: Int, minor: Int64)] = []
    var sum: Int128 = 0
    for (index, person) in people.enumerated() {
      let net = try amount(record.text(Self.memberColumn + index), currency) ?? 0
      sum += Int128(net)
      if net != 0 { nets.append((person, net)) }
    }
    guard sum == 0 else { throw .unbalanced(by: Int64(clamping: sum), currency: currency.code) }
    guard !nets.isEmpty else { throw cost == 0 ? .zeroAmount : .ownOnly }
    let category = GroupBuilder.line(record.text(2))
    let isPayment = Self.payments.contains(category.lowercased())
    var expense = try ImportedExpense(
      line: record.line, currency: currency.code, amountMinor: cost, nets: nets,
      isPayment: isPayment)
    if expense.kind == .expense { expense.category = builder.category(named: category) }
    return expense
  }

  private mutating func readTotal(
    _ record: CSVRecord, _ currency: Currency
  ) throws(ExpenseProblem.Reason) {
    for (index, person) in people.enumerated() {
      guard let minor = try amount(record.text(Self.memberColumn + index), currency) else {
        continue
      }
      builder.group.totals.append(
        ImportedTotal(currency: currency.code, person: person, minor: minor))
    }
  }

  /// Compares the totals of the file with what its rows come to. That they differ is told however
  /// many rows stay out.
  private static func checked(_ group: ImportedGroup) -> ImportedGroup {
    var group = group
    let nets = group.nets
    var differing: [ExpenseProblem] = []
    for total in group.totals {
      let found = nets[total.currency]?[total.person] ?? 0
      guard found != Int128(total.minor), differing.count < ImportedGroup.maxProblems else {
        continue
      }
      differing.append(
        ExpenseProblem(
          line: nil, text: group.people[total.person].name,
          reason: .totalDiffers(said: total.minor, found: found, currency: total.currency)))
    }
    let room = ImportedGroup.maxProblems - differing.count
    group.problems = group.problems.prefix(room) + differing
    return group
  }
}
