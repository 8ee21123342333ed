import Household
import Importing
import SQLite
import SyncProtocol

/// Reads the values of one row. A value that does not fit is cut or left empty, kept whole in
/// ``leftovers``, and reported.
struct LegacyTexts {
  let row: LegacyRow
  let table: String
  let id: String
  /// Column and text of values that did not fit, for the fields or the note of the record.
  var leftovers: [(column: String, text: String)] = []
  private var told: [(LegacyDecision.Action, LegacyDecision.Reason)] = []

  init(_ row: LegacyRow, table: String, id: String) {
    self.row = row
    self.table = table
    self.id = id
  }

  mutating func tell(_ action: LegacyDecision.Action, _ reason: LegacyDecision.Reason) {
    told.append((action, reason))
  }

  /// Adds the decisions made so far to `decisions`, under the record's final name.
  func finish(name: String, _ decisions: inout [LegacyDecision]) {
    for (action, reason) in told {
      decisions.append(
        LegacyDecision(
          table: table, id: LegacyReader.shown(id), name: LegacyReader.shown(name),
          action: action, reason: reason))
    }
  }

  mutating func line(_ column: String, _ limit: TextLimit = .line) -> String {
    fit(InputText.line(row.text(column)), column, limit)
  }

  mutating func lines(_ column: String) -> String {
    fit(InputText.lines(row.text(column)), column, .notes)
  }

  private mutating func fit(_ text: String, _ column: String, _ limit: TextLimit) -> String {
    guard let cut = Self.cut(text, limit) else { return text }
    tell(.changed, .cut(column: column, maxCharacters: limit.maxCharacters))
    leftovers.append((column, text))
    return cut
  }

  /// The beginning of a text that is too long; `nil` if it is not.
  ///
  /// It is cut between code points, since a character made of very many of them can exceed the
  /// limit in bytes.
  static func cut(_ text: String, _ limit: TextLimit) -> String? {
    let max = limit.maxCharacters
    guard text.utf8.count > max, text.utf8.count > limit.maxBytes || text.count > max else {
      return nil
    }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(max)))
  }

  /// A day, `YYYY-MM-DD`; `nil` if there is none.
  mutating func day(_ column: String, _ options: ImportOptions) -> String? {
    read(column) { text throws(ImportProblem.Reason) in
      try DateText.day(text, utcOffsetSeconds: options.utcOffsetSeconds)
    }
  }

  /// Milliseconds since 1970; `nil` if there are none.
  mutating func instant(_ column: String) -> Int64? {
    read(column) { text throws(ImportProblem.Reason) in
      try DateText.milliseconds(text)?.clamped(to: TimeLimit.milliseconds)
    }
  }

  /// An amount in minor units; `nil` for none, and for the zero that the app writes instead of
  /// none.
  mutating func amount(
    _ column: String, _ options: ImportOptions, zeroIsNone: Bool = true
  ) -> Int64? {
    let minor = read(column) { text throws(ImportProblem.Reason) -> Int64? in
      guard let amount = try AmountText.parse(text, default: options.currency) else { return nil }
      guard amount.currency == options.currency.code else {
        throw .ambiguousCurrency(sign: amount.currency)
      }
      guard MoneyLimit.minor.contains(amount.minor) else { throw .amountTooLarge }
      return amount.minor
    }
    return zeroIsNone && minor == 0 ? nil : minor
  }

  /// Reads a column with `body`; if `body` throws, the text is kept in ``leftovers`` and reported.
  mutating func read<Result>(
    _ column: String, _ body: (String) throws(ImportProblem.Reason) -> Result?
  ) -> Result? {
    let text = row.text(column)
    if text.isEmpty { return nil }
    do throws(ImportProblem.Reason) {
      return try body(text)
    } catch {
      tell(.changed, .unreadable(column: column, text: LegacyReader.shown(text)))
      leftovers.append((column, InputText.lines(text)))
      return nil
    }
  }

  /// The note with all ``leftovers`` appended.
  mutating func note(_ text: String) -> String {
    let parts = [text] + leftovers.map { "\($0.column): \($0.text)" }
    let note = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    guard let cut = Self.cut(note, .notes) else { return note }
    tell(.changed, .cut(column: "note", maxCharacters: TextLimit.notes.maxCharacters))
    return cut
  }

  /// The texts of a JSON array, or a single text; empty for anything else.
  static func list(_ text: String) -> [String] {
    guard text.hasPrefix("[") else { return text.isEmpty || text == "null" ? [] : [text] }
    // Anything but a list holds no texts.
    return (try? fields(text))?.compactMap { value in
      value.text ?? value["relative"].text ?? value["url"].text
    } ?? []
  }

  /// The elements of a JSON array. Throws `WireError` for any other text.
  static func fields(_ json: String) throws -> [FieldValue] {
    try WireReader.read(Array(json.utf8)) { reader throws(WireError) in
      guard case .list(let list) = try FieldValue(from: &reader) else {
        throw reader.failure("not an array")
      }
      return list
    }
  }
}
