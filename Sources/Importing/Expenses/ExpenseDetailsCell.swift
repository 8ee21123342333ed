import Values

/// What this program writes of an expense into one cell of its tables: how it was split, the lines
/// of its bill, and where it is from.
struct ExpenseDetailsCell {
  private let document: JSON
  private let parts: [ImportedExpense.Part]
  private let lines: [ImportedExpense.Line]

  /// Returns `nil` for a cell that is not written by this program, or names somebody who has no
  /// columns.
  init?(_ cell: String, person: (String) -> Int?) {
    // A cell that a spreadsheet has cut off or rewritten is no document: the other columns hold.
    guard cell.first == "{", let document = try? JSONReader.read(Array(cell.utf8)) else {
      return nil
    }
    func found(_ record: JSON) -> Int? { person(record.line("name")) }
    var parts: [ImportedExpense.Part] = []
    for record in document["parts"]?.elements ?? [] {
      guard let person = found(record), !parts.contains(where: { $0.person == person }) else {
        return nil
      }
      parts.append(
        ImportedExpense.Part(
          person, paidMinor: record.integer("paid") ?? 0, owedMinor: record.integer("part") ?? 0,
          weight: record.integer("weight")))
    }
    var lines: [ImportedExpense.Line] = []
    for record in document["lines"]?.elements ?? [] {
      var sharers: [ImportedExpense.Line.Sharer] = []
      for sharer in record["for"]?.elements ?? [] {
        guard let person = found(sharer) else { return nil }
        sharers.append(.init(person: person, weight: sharer.integer("weight") ?? 1))
      }
      guard let amount = record.integer("amount") else { return nil }
      lines.append(.init(name: record.line("name"), amountMinor: amount, sharers: sharers))
    }
    guard !parts.isEmpty else { return nil }
    (self.document, self.parts, self.lines) = (document, parts, lines)
  }

  /// What everybody paid and owes, without those who have nothing to do with it.
  private static func amounts(_ parts: [ImportedExpense.Part]) -> [Int: [Int64]] {
    parts.reduce(into: [:]) { amounts, part in
      guard part.paidMinor != 0 || part.owedMinor != 0 else { return }
      amounts[part.person] = [part.paidMinor, part.owedMinor]
    }
  }

  /// Adds what the cell says to an expense that was read from the other columns, if it says the
  /// same of everybody's amounts: otherwise somebody has changed these since, and they hold.
  ///
  /// - Parameter split: the cell that names the way of splitting.
  func add(to expense: inout ImportedExpense, split: String) {
    guard Self.amounts(parts) == Self.amounts(expense.parts),
      let mode = ImportedExpense.Mode(rawValue: split), (mode == .itemised) != lines.isEmpty
    else { return }
    (expense.mode, expense.parts, expense.lines) = (mode, parts, lines)
    expense.createdAt = document.integer("at")
    guard let id = document.id("id") else { return }
    // As the document of the same group says it, so that each knows what the other has brought.
    (expense.identity, expense.source) = (id, ExpenseFormat.hearth.rawValue)
    expense.documentID = id
    if let source = document["source"]?.text, let ref = document.id("ref") {
      (expense.source, expense.identity) = (source, ref)
    }
  }
}
