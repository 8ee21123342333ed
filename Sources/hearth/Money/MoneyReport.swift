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
  static func currency(_ text: String) throws(CommandFailure) -> Currency {
    guard let currency = Currency(code: text.uppercased()) else {
      throw .usage(
        "--currency: \(text.uppercased()) is no currency; write three letters, such as EUR")
    }
    return currency
  }
}

/// A list that is printed whole.
struct RowList<Row: Encodable>: Encodable {
  let items: [Row]
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
    try invocation.report(row) { saying(sentence(row)) }
    return .ok
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
