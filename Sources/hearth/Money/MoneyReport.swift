import Finances
import Household
import Values

// What commands about money have in common: options, and how they print lists and what they wrote.

extension Command.Option {
  static let note = value("note", "TEXT", "anything else")
  static let emoji = value("emoji", "EMOJI", "one emoji")
  static let colour = value("colour", "N", "one of 12 colours, from 0 to 11")
  static let tags = value("tags", "WORDS", "to find it by, with commas")
  /// Of lists that have pages.
  static let paging = [
    value("limit", "N", "at most this many, from 1 to 1000; by default 50"),
    value("after", "PLACE", "those after a place that an earlier list has told"),
  ]
}

extension Invocation {
  private static let limits = 1...1000
  private static let standardLimit = 50

  /// How many rows a list has at most.
  func limit() throws(CommandFailure) -> Int {
    guard let text = self["limit"] else { return Self.standardLimit }
    guard let limit = Int(text), Self.limits.contains(limit) else {
      throw .usage(
        "--limit is a number from \(Self.limits.lowerBound) to \(Self.limits.upperBound), "
          + "not '\(text)'")
    }
    return limit
  }

  /// The place that an earlier list has told; `nil` for the first page.
  func after<Place>(_ read: (String) -> Place?) throws(CommandFailure) -> Place? {
    guard let text = self["after"] else { return nil }
    guard let place = read(text) else {
      throw .usage("--after is a place that an earlier list has told, not '\(text)'")
    }
    return place
  }

  /// The last line of a page that is not the last.
  static func more(_ next: String) -> String { "More with: --after \(next)" }

  /// One of the 12 colours; `nil` if none is named.
  func colour() throws(CommandFailure) -> Int? {
    guard let text = self["colour"] else { return nil }
    guard let index = Int(text), (0...11).contains(index) else {
      throw .usage("--colour is a number from 0 to 11, not '\(text)'")
    }
    return index
  }

  /// A currency that was typed.
  static func currency(
    _ text: String, at place: String = "--currency"
  ) throws(CommandFailure) -> Currency {
    guard let currency = Currency(code: text.uppercased()) else {
      throw .usage(
        "\(place): \(text.uppercased()) is no currency; write three letters, such as EUR")
    }
    return currency
  }
}

/// A list that is printed whole.
struct RowList<Row: Encodable>: Encodable {
  let items: [Row]
}

extension Invocation {
  /// Reads what the hub or the device has now.
  ///
  /// - Parameter ofLedger: whether it tells of the person's own ledger: what they had of groups
  ///   that they have lost is kept before.
  func read<Result: Sendable>(
    ofLedger: Bool = false, _ body: (MoneyReader) throws -> Result
  ) async throws -> Result {
    try await MoneyPlace.open(self).read(terminal, ofLedger: ofLedger, body)
  }

  /// Prints what is read: a row, or a text that says the same.
  func show<Row: Encodable & Sendable>(
    ofLedger: Bool = false, _ body: (MoneyReader) throws -> (row: Row, text: String)
  ) async throws -> ExitCode {
    let (row, text) = try await read(ofLedger: ofLedger, body)
    return try report(row) { text }
  }

  /// Prints a list.
  ///
  /// - Parameters:
  ///   - nothing: what is said of an empty one.
  ///   - columns: a row as text.
  func list<Row: Encodable>(
    _ rows: [Row], or nothing: @autoclosure () -> String, columns: (Row) -> [String]
  ) throws -> ExitCode {
    try report(RowList(items: rows)) {
      rows.isEmpty ? nothing() : TextColumns(rows.map(columns)).text
    }
  }
}

/// A page of a list.
struct RowPage<Row: Encodable & Sendable>: Encodable, Sendable {
  let items: [Row]
  /// What --after takes for the next page; `null` on the last.
  let next: OrNull<String>

  init(_ items: [Row], next: String?) { (self.items, self.next) = (items, OrNull(next)) }
}

/// What a command prints of something that it has written.
protocol WrittenRow: Encodable, Sendable {
  /// Whether the hub has it; `nil` where nothing was written.
  var isSent: Bool? { get set }
}

extension MoneyOutcome where Shown: WrittenRow {
  func report(
    _ invocation: Invocation, _ sentence: (Shown) -> String
  ) throws -> ExitCode {
    var row = shown
    row.isSent = isSent
    return try invocation.report(row) { saying(sentence(row)) }
  }
}

extension MoneyOutcome {
  /// The row alone, for a command that says something else of it.
  func row<Row>() -> MoneyOutcome<Row> where Shown == (row: Row, text: String) {
    MoneyOutcome<Row>(shown: shown.row, isSent: isSent)
  }

  /// - Parameter sentence: what was done; what it was done to follows.
  func report<Row: WrittenRow>(
    _ invocation: Invocation, _ sentence: String
  ) throws -> ExitCode where Shown == (row: Row, text: String) {
    try row().report(invocation) { _ in
      "\(sentence) \(shown.text)"
    }
  }
}

// MARK: - Writing

extension Invocation {
  typealias Change<Result: Sendable> = (MoneyReader) throws -> MoneyChange<Result>

  /// Writes, and prints what came of it.
  ///
  /// - Parameters:
  ///   - row: reads what came of it.
  ///   - sentence: says what was done.
  ///   - prepare: see ``MoneyPlace/write(_:show:)``.
  func write<Result: Sendable, Row: WrittenRow>(
    _ row: (Result, MoneyReader) throws -> Row, saying sentence: (Row) -> String,
    _ prepare: Change<Result>
  ) async throws -> ExitCode {
    try await MoneyPlace.open(self).write(prepare, show: row).report(self, sentence)
  }

  func write<Result: Sendable, Row: WrittenRow>(
    _ row: (Result) -> Row, saying sentence: (Row) -> String, _ prepare: Change<Result>
  ) async throws -> ExitCode {
    try await write({ result, _ in row(result) }, saying: sentence, prepare)
  }

  func write<Row: WrittenRow>(
    saying sentence: (Row) -> String, _ prepare: Change<Row>
  ) async throws -> ExitCode {
    try await write({ row, _ in row }, saying: sentence, prepare)
  }

  /// - Parameter shown: the row, and what a text of several lines says of it.
  func write<Result: Sendable, Row: WrittenRow>(
    _ shown: (Result, MoneyReader) throws -> (row: Row, text: String),
    saying sentence: (Row) -> String, _ prepare: Change<Result>
  ) async throws -> ExitCode {
    try await write({ try shown($0, $1).row }, saying: sentence, prepare)
  }

  /// - Parameter sentence: what was done; what it was done to follows.
  func write<Result: Sendable, Row: WrittenRow>(
    _ shown: (Result, MoneyReader) throws -> (row: Row, text: String), saying sentence: String,
    _ prepare: Change<Result>
  ) async throws -> ExitCode {
    try await MoneyPlace.open(self).write(prepare, show: shown).report(self, sentence)
  }

  func write<Row: WrittenRow>(
    saying sentence: String, _ prepare: Change<(row: Row, text: String)>
  ) async throws -> ExitCode {
    try await MoneyPlace.open(self).write(prepare) { shown, _ in shown }.report(self, sentence)
  }
}
