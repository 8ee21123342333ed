import Values

/// Reads what Cospend exports: one file of up to five tables, each with headings of its own, or the
/// JSON of its interface.
struct CospendReader {
  /// The id of the category that makes a bill a payment.
  private static let reimbursement = "-11"
  /// The title of bills by which older files name members.
  private static let placeholder = "deleteMeIfYouWant"

  private struct Bill {
    var line = 0
    var title = ""
    var amount: JSON?
    var day = ""
    var payer = ""
    var owers: [String] = []
    var isAmbiguous = false
    var category = ""
    var comment = ""
    var isDeleted = false
    var repeats = false
    var identity = ""
  }

  private var builder: GroupBuilder
  private var currency: Currency
  private var weights: [Int: String] = [:]
  private var bills: [Bill] = []
  private var lists: [String] = []

  private init(file: String, options: ImportOptions) {
    builder = GroupBuilder(.cospend, file: file, options: options)
    currency = options.currency
  }

  // MARK: Tables

  private enum Table { case members, bills, categories, modes, currencies }

  static func isHeader(_ names: [String]) -> Bool { table(names) != nil }

  private static func table(_ names: [String]) -> Table? {
    switch (names.first ?? "", names.count > 1 ? names[1] : "") {
    case ("name", "weight"): .members
    case ("what", "amount") where names.contains("payer_active"): .bills
    case ("categoryname", "categoryid"): .categories
    case ("paymentmodename", "paymentmodeid"): .modes
    case ("currencyname", "exchange_rate"): .currencies
    default: nil
    }
  }

  static func read(
    _ table: CSVReader, coding: TextCoding, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    var reader = CospendReader(file: table.file, options: options)
    if coding == .windows1252 { reader.builder.tell(nil, table.file, .readAsWindows) }
    var (table, record) = (table, CSVRecord())
    var columns = NamedColumns(record)
    var current: Table?
    var main: String?
    while try table.nextFilled(into: &record) {
      let names = (0..<record.count).map { CleanText.trimmed(record.text($0)) }
      if let next = Self.table(names) {
        (current, columns) = (next, NamedColumns(record))
        continue
      }
      func cell(_ name: String) -> String { columns.text(name, record) }
      switch current {
      case .members:
        try reader.addMember(
          cell("name"), key: cell("name"), weight: cell("weight"), isActive: cell("active") != "0")
      case .bills:
        guard record.strayQuoteCell == nil else {
          reader.builder.leaveOut(record.line, cell("what"), .cell(.strayQuote))
          continue
        }
        try reader.addBill(record.line, cell)
      case .categories: reader.addCategory(cell("categoryname"), id: cell("categoryid"))
      case .currencies where main == nil: main = cell("currencyname")
      case .modes, .currencies, nil: break
      }
    }
    reader.setCurrency(main ?? "")
    try reader.findOwers()
    return try reader.group()
  }

  private mutating func addMember(
    _ name: String, key: String, weight: String, isActive: Bool
  ) throws(ImportFailure) {
    let name = GroupBuilder.line(name)
    guard !name.isEmpty else { return }
    var person = ImportedPerson(name: name)
    person.isArchived = !isActive
    let exact = try? ExactDecimal(weight)  // What is no number says nothing.
    if exact?.scale == 0 { person.weight = ExpenseAmount.weights([weight])?.first }
    if let index = try builder.add(person, key: key == name ? name : key), exact != nil {
      weights[index] = weight
    }
  }

  private mutating func addCategory(_ name: String, id: String) {
    let name = GroupBuilder.line(name)
    guard !name.isEmpty, id != Self.reimbursement else { return }
    _ = builder.addCategory(ImportedCategory(name: name), key: id)
  }

  private mutating func addBill(
    _ line: Int, _ cell: (String) -> String
  ) throws(ImportFailure) {
    let payer = GroupBuilder.line(cell("payer_name"))
    if builder.person(payer) == nil {
      try addMember(
        payer, key: payer, weight: cell("payer_weight"), isActive: cell("payer_active") != "0")
    }
    guard cell("what") != Self.placeholder else { return }
    var bill = Bill(line: line, title: GroupBuilder.line(cell("what")))
    bill.amount = .string(cell("amount"))
    bill.day = cell("date").isEmpty ? Self.day(ofSeconds: cell("timestamp")) : cell("date")
    bill.payer = payer
    bill.category = cell("categoryid")
    bill.comment = GroupBuilder.lines(PercentCoding.decoded(cell("comment")))
    bill.isDeleted = cell("deleted") == "1"
    bill.repeats = !["", "n"].contains(cell("repeat"))
    lists.append(cell("owers"))
    bills.append(bill)
  }

  private static func day(ofSeconds text: String) -> String {
    guard let seconds = Int64(text), (-62_000_000_000...250_000_000_000).contains(seconds) else {
      return ""
    }
    return CalendarDay(daysSince1970: Int(DateText.floorDivide(seconds, 86_400))).text
  }

  /// Names are told apart once all of them are known.
  private mutating func findOwers() throws(ImportFailure) {
    let known = Set(builder.group.people.map(\.name))
    for (index, list) in lists.enumerated() {
      let read = NameText.names(in: list, known: known)
      (bills[index].owers, bills[index].isAmbiguous) = (read.names, read.isAmbiguous)
      if !read.isAmbiguous {
        for name in read.names { _ = try builder.person(named: name) }
      }
    }
  }

  private mutating func setCurrency(_ name: String) {
    let known = ExpenseAmount.currency(name, default: builder.options.currency)
    if known == nil { builder.tell(nil, name, .currencyAssumed(currency.code)) }
    currency = known ?? currency
    builder.group.currency = currency.code
  }

  // MARK: JSON

  static func matches(_ document: JSON) -> Bool {
    document["members"]?.elements != nil && document["bills"]?.elements != nil
  }

  static func read(
    _ document: JSON, file: String, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    var reader = CospendReader(file: file, options: options)
    reader.builder.group.name = document.line("name")
    for member in document["members"]?.elements ?? [] {
      guard let id = member.id("id") else { continue }
      try reader.addMember(
        member.line("name"), key: id, weight: member.number("weight") ?? "1",
        isActive: member["activated"] == nil || member.isTrue("activated"))
    }
    if case .object(let categories) = document["categories"] {
      for category in categories {
        reader.addCategory(category.value.line("name"), id: category.name)
      }
    }
    reader.setCurrency(document.line("currencyname"))
    for (index, record) in (document["bills"]?.elements ?? []).enumerated() {
      var bill = Bill(line: index + 1, title: record.line("what"))
      bill.amount = record["amount"]
      let seconds = record.number("timestamp") ?? ""
      bill.day = record["date"]?.text ?? day(ofSeconds: seconds)
      bill.payer = record.id("payer_id") ?? ""
      let owers = record["owers"]?.elements ?? []
      bill.owers = owers.compactMap { $0.id("id") }
      if owers.isEmpty, case .array(let ids) = record["owerIds"] ?? .null {
        bill.owers = ids.compactMap { if case .integer(let id) = $0 { "\(id)" } else { nil } }
      }
      bill.category = record.number("categoryid") ?? ""
      bill.comment = record.lines("comment")
      bill.isDeleted = record.isTrue("deleted")
      bill.repeats = !["", "n"].contains(record.line("repeat"))
      bill.identity = record.id("id") ?? ""
      reader.bills.append(bill)
    }
    return try reader.group()
  }

  // MARK: Bills

  private mutating func group() throws(ImportFailure) -> ImportedGroup {
    for bill in bills {
      do throws(ExpenseProblem.Reason) {
        guard !bill.isDeleted else { throw .deletedThere }
        guard !bill.isAmbiguous else { throw .ambiguousNames }
        guard !bill.title.isEmpty else { throw .missingTitle }
        var expense = try expense(bill)
        expense.title = bill.title
        expense.note = bill.comment
        expense.identity = bill.identity
        expense.category = builder.category(bill.category)
        if bill.repeats { builder.tell(bill.line, bill.title, .repeats) }
        builder.add(expense, day: bill.day)
      } catch {
        builder.leaveOut(bill.line, bill.title, error)
      }
    }
    return try builder.finished()
  }

  private func expense(_ bill: Bill) throws(ExpenseProblem.Reason) -> ImportedExpense {
    let amount: (minor: Int64, isRounded: Bool)
    do throws(ImportProblem.Reason) {
      amount = try ExpenseAmount.minor(bill.amount, in: currency)
    } catch {
      throw .cell(error)
    }
    guard !bill.payer.isEmpty else { throw .nobodyPaid }
    guard let payer = builder.person(bill.payer) else { throw .unknownPerson }
    var sharers: [Int] = []
    for ower in bill.owers {
      guard let person = builder.person(ower) else { throw .unknownPerson }
      if !sharers.contains(person) { sharers.append(person) }
    }
    var expense: ImportedExpense
    if bill.category == Self.reimbursement, sharers.count == 1, sharers[0] != payer {
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

/// Texts as addresses encode them: `%C3%A9`, and `+` for a blank.
enum PercentCoding {
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(0x25) || text.utf8.contains(0x2B) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let pair = rest.prefix(2)
      if byte == 0x25, pair.count == 2,
        let code = UInt8(String(decoding: pair, as: UTF8.self), radix: 16), pair.first != 0x2B
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
