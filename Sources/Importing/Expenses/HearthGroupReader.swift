import Values

/// Reads a group that this program has written as JSON, with everything in it.
struct HearthGroupReader {
  /// What `format` says in such a document.
  static let format = "hearth-group"
  /// The version of its layout; a document of a greater one is refused.
  static let version: Int64 = 1

  private var builder: GroupBuilder

  static func matches(_ document: JSON) -> Bool { document["format"]?.text == format }

  static func read(
    _ document: JSON, file: String, options: ImportOptions
  ) throws(ImportFailure) -> ImportedGroup {
    guard let version = document.integer("version"), version <= Self.version else {
      throw .unsupportedKind(file: file, .newerHearth)
    }
    var reader = HearthGroupReader(
      builder: GroupBuilder(.hearth, file: file, options: options))
    return try reader.group(document)
  }

  private mutating func group(_ document: JSON) throws(ImportFailure) -> ImportedGroup {
    let group = document["group"] ?? .null
    builder.group.name = group.line("name")
    builder.group.emoji = group.line("emoji")
    builder.group.colorIndex = group.integer("colorIndex").flatMap { Int(exactly: $0) }
    builder.group.note = group.lines("note")
    if let picture = document["picture"], let hash = hash(picture) {
      builder.group.picture = ImportedPicture(
        blobHash: hash, createdAt: picture.integer("createdAt"))
    }
    builder.group.currency = Currency(code: group.line("currency"))?.code
    if group["simplifies"] != nil { builder.group.simplifies = group.isTrue("simplifies") }
    builder.group.isArchived = group.isTrue("isArchived")
    for record in document["members"]?.elements ?? [] {
      guard let id = record.id("id") else { continue }
      var person = ImportedPerson(name: record.line("name"))
      if person.name.isEmpty { person.name = id }
      person.weight = record.integer("weight")
      person.payment = record.line("payment")
      person.isArchived = record.isTrue("isArchived")
      person.otherNames = record.lines("otherNames")
      _ = try builder.add(person, key: id)
    }
    for record in document["categories"]?.elements ?? [] {
      guard let id = record.id("id") else { continue }
      var category = ImportedCategory(name: record.line("name"))
      category.emoji = record.line("emoji")
      category.colorIndex = record.integer("colorIndex").flatMap { Int(exactly: $0) }
      guard !category.name.isEmpty else { continue }
      _ = builder.addCategory(category, key: id)
    }
    for (index, record) in (document["expenses"]?.elements ?? []).enumerated() {
      read(record, number: index + 1)
    }
    for (index, record) in (document["repeating"]?.elements ?? []).enumerated() {
      readRepeating(record, number: index + 1)
    }
    builder.group.rates = (document["rates"]?.elements ?? []).map { record in
      ImportedRate(
        from: record.line("fromCurrency"), to: record.line("toCurrency"),
        day: record.line("day"), rate: record.line("rate"))
    }
    return try builder.finished()
  }

  private mutating func read(_ record: JSON, number: Int) {
    let title = record.line("title")
    do throws(ExpenseProblem.Reason) {
      var expense = try expense(record, number)
      guard !title.isEmpty else { throw .missingTitle }
      expense.title = title
      expense.note = record.lines("note")
      expense.place = record.line("place")
      expense.identity = record.id("id") ?? ""
      if let source = record["importSource"]?.text, let origin = record.id("importRef") {
        (expense.source, expense.identity) = (source, origin)
        expense.documentID = record.id("id")
      }
      expense.createdAt = record.integer("createdAt")
      expense.category = record.id("categoryID").flatMap(builder.category)
      expense.receipts = receipts(record)
      expense.comments = comments(record)
      builder.add(expense, day: record["day"]?.text ?? "")
    } catch {
      builder.leaveOut(number, title, error)
    }
  }

  private mutating func readRepeating(_ record: JSON, number: Int) {
    let title = record.line("title")
    do throws(ExpenseProblem.Reason) {
      var expense = try expense(record, number)
      guard !title.isEmpty else { throw .missingTitle }
      guard let identity = record.id("id"), let start = day("startsOn", record) else {
        throw .incomplete
      }
      (expense.title, expense.identity, expense.day) = (title, identity, start)
      (expense.note, expense.place) = (record.lines("note"), record.line("place"))
      expense.createdAt = record.integer("createdAt")
      expense.category = record.id("categoryID").flatMap(builder.category)
      builder.group.repeating.append(
        ImportedRepeating(
          expense: expense, everyCount: record.integer("everyCount") ?? 1,
          everyUnit: record.line("everyUnit"), endsOn: day("endsOn", record),
          isPaused: record.isTrue("isPaused"), nextOn: day("nextOn", record)))
    } catch {
      builder.leaveOut(number, title, error)
    }
  }

  private func day(_ name: String, _ record: JSON) -> String? {
    record[name]?.text.flatMap { CalendarDay($0) }?.text
  }

  private func receipts(_ record: JSON) -> [ImportedReceipt] {
    (record["receipts"]?.elements ?? []).compactMap { receipt in
      guard let hash = hash(receipt), let byteCount = receipt.integer("byteCount"), byteCount > 0
      else { return nil }
      return ImportedReceipt(
        name: receipt.line("name"), blobHash: hash, byteCount: byteCount,
        media: receipt.line("media"), createdAt: receipt.integer("createdAt"))
    }
  }

  /// The hash of the file that a record names; `nil` if it is none.
  private func hash(_ record: JSON) -> String? {
    let hash = record.line("blobHash")
    let isHash =
      hash.utf8.count == 64
      && hash.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isHash ? hash : nil
  }

  private func comments(_ record: JSON) -> [ImportedComment] {
    (record["comments"]?.elements ?? []).compactMap { comment in
      let text = comment.lines("text")
      guard !text.isEmpty else { return nil }
      return ImportedComment(
        text: text, createdBy: comment.id("createdBy"), createdAt: comment.integer("createdAt"))
    }
  }

  private func expense(
    _ record: JSON, _ number: Int
  ) throws(ExpenseProblem.Reason) -> ImportedExpense {
    guard let currency = Currency(code: record.line("currency")) else {
      throw .cell(.unknownCurrency)
    }
    let amount = try minor("amountMinor", record)
    guard amount != 0 else { throw .zeroAmount }
    guard let mode = ImportedExpense.Mode(rawValue: record.line("mode")) else { throw .incomplete }
    var parts: [ImportedExpense.Part] = []
    var (paid, owed): (Int128, Int128) = (0, 0)
    for share in record["shares"]?.elements ?? [] {
      guard let person = share.id("memberID").flatMap(builder.person),
        !parts.contains(where: { $0.person == person })
      else { throw .unknownPerson }
      let part = ImportedExpense.Part(
        person, paidMinor: try minor("paidMinor", share), owedMinor: try minor("owedMinor", share),
        weight: share.integer("weight"))
      paid += Int128(part.paidMinor)
      owed += Int128(part.owedMinor)
      parts.append(part)
    }
    guard !parts.isEmpty else { throw .nobodyShares }
    guard paid == Int128(amount), owed == Int128(amount) else { throw .partsDiffer }
    var expense = ImportedExpense(
      line: number, currency: currency.code, amountMinor: amount, mode: mode, parts: parts)
    expense.kind = record.line("kind") == "transfer" ? .payment : .expense
    expense.lines = try lines(record)
    return expense
  }

  private func lines(_ record: JSON) throws(ExpenseProblem.Reason) -> [ImportedExpense.Line] {
    var lines: [ImportedExpense.Line] = []
    for line in record["lines"]?.elements ?? [] {
      var sharers: [ImportedExpense.Line.Sharer] = []
      for sharer in line["sharers"]?.elements ?? [] {
        guard let person = sharer.id("memberID").flatMap(builder.person) else {
          throw .unknownPerson
        }
        sharers.append(.init(person: person, weight: sharer.integer("weight") ?? 1))
      }
      lines.append(
        .init(
          name: line.line("name"), amountMinor: try minor("amountMinor", line), sharers: sharers))
    }
    return lines
  }

  private func minor(_ name: String, _ record: JSON) throws(ExpenseProblem.Reason) -> Int64 {
    guard let minor = record.integer(name) else { throw .cell(.unreadableAmount) }
    guard minor.magnitude <= ExpenseAmount.max.magnitude else { throw .cell(.amountTooLarge) }
    return minor
  }
}
