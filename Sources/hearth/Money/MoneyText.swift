import Finances
import Household
import SyncProtocol
import Values
import Wording

/// Rows of texts as lines whose columns stand below each other.
struct TextColumns {
  private static let gap = "  "

  /// The columns whose texts end below each other, such as amounts.
  var right: Set<Int> = []
  var rows: [[String]]

  init(_ rows: [[String]], right: Set<Int> = []) {
    self.rows = rows
    self.right = right
  }

  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - text.count)
        line += column == 0 ? "" : Self.gap
        line += right.contains(column) ? space + text : text + space
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  var text: String { lines.joined(separator: "\n") }
}

/// The names of a group's members, and sentences about what they pay and owe.
struct MoneyNames {
  private let names: [RecordID: String]
  private let own: RecordID?
  let words: Catalogue

  init(_ members: [GroupMember], own: RecordID?, _ words: Catalogue) {
    names = members.reduce(into: [:]) { $0[$1.id] = $1.details.name }
    self.own = own
    self.words = words
  }

  subscript(_ id: RecordID) -> String { names[id] ?? "somebody" }

  /// The name in a list, with a word on whose it is.
  func inList(_ id: RecordID) -> String { id == own ? "\(self[id]) (you)" : self[id] }

  func money(_ minor: some BinaryInteger, _ currency: String) -> String {
    words.money(Money(minor, currency))
  }

  /// Whose an expense was: who paid, or who gave money to whom.
  func payers(of money: ExpenseMoney) -> String {
    if let payment = money.payment { return "\(self[payment.from]) paid \(self[payment.to])" }
    let payers = money.shares.filter { $0.paidMinor != 0 }.map { self[$0.memberID] }
    let list = payers.count > 2 ? "\(payers.count) people" : payers.joined(separator: " and ")
    return money.amountMinor < 0 ? "refund to \(list)" : "\(list) paid"
  }

  /// How an expense is split.
  func split(of money: ExpenseMoney) -> String {
    if money.problem != nil { return "does not add up" }
    if money.kind == .transfer { return "payment" }
    let count = money.sharerCount
    return switch money.mode {
    case .equal: count == 1 ? "split between 1" : "split equally between \(count)"
    case .shares: "by shares"
    case .percentage: "by percentages"
    case .exact: "by amounts"
    case .adjustment: "equally, with extras"
    case .itemised: "by the lines of the bill"
    }
  }

  /// What is typed for somebody's part; empty where the parts follow from the amount alone.
  func weight(_ share: ExpenseMoney.Share, _ money: ExpenseMoney) -> String {
    guard let weight = share.weight else { return "" }
    switch money.mode {
    case .shares: return weight == 1 ? "1 share" : "\(weight) shares"
    case .percentage: return percent(weight)
    case .adjustment:
      return weight == 0
        ? "" : "extra \(weight > 0 ? "+" : "")\(self.money(weight, money.currency))"
    case .equal, .exact, .itemised: return ""
    }
  }

  /// Hundredths of a percent: 33.34 %.
  private func percent(_ points: Int64) -> String {
    let (whole, part) = points.magnitude.quotientAndRemainder(dividingBy: 100)
    guard part != 0 else { return "\(whole) %" }
    return "\(whole)\(words.region.decimalSeparator)\(part < 10 ? "0" : "")\(part) %"
  }

  /// What somebody stands with: `is owed €12.40`.
  func standing(_ net: Money) -> String {
    if net.minor == 0 { return "settled" }
    let amount = words.money(Money(net.minor.magnitude, net.currency))
    return net.minor < 0 ? "owes \(amount)" : "is owed \(amount)"
  }
}
