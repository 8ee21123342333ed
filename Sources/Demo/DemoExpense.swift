import Finances
import SyncProtocol
import Values

/// An expense or payment of a made-up group.
///
/// It is written as one line: `day|title|category|amount|payers|split|note`. The day counts from
/// today. The amount is in the group's currency unless a code follows. Payers are one name, or
/// names with amounts; the split is empty for everybody, names, or a mode with names and numbers:
/// `shares Ana=2, Ben=1`; `itemised Pizza=24.00@Ana+Ben, Wine=18.00`. A payment has the split
/// `to NAME`.
package struct DemoExpense: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package var name: String
    /// Empty where there is none.
    package var number: String
    /// Who shares a line of a bill; empty for everybody.
    package var sharers: [String] = []
  }

  package enum Split: Equatable, Sendable {
    case mode(ExpenseMoney.Mode, [Part])
    case payment(to: String)
  }

  /// Days from today, or nothing for a line whose day is said beside it.
  package var days: Int
  package var title: String
  package var category: String
  package var amount: String
  /// Empty for the group's.
  package var currency: String
  package var payers: [Part]
  package var split: Split
  package var note: String

  /// How it is split; `nil` for a payment.
  package var mode: ExpenseMoney.Mode? {
    if case .mode(let mode, _) = split { mode } else { nil }
  }

  /// `nil` for a text of another form.
  package init?(_ line: String) {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 7, let days = Int(parts[0]), !parts[1].isEmpty else { return nil }
    // A text that is no number makes the whole line none.
    let amount = parts[3].split(separator: " ").map(String.init)
    guard (1...2).contains(amount.count), (try? ExactDecimal(Self.magnitude(amount[0]))) != nil,
      amount.count == 1 || Currency(code: amount[1]) != nil
    else { return nil }
    guard let payers = Self.parts(parts[4]), !payers.isEmpty, let split = Self.split(parts[5])
    else { return nil }
    (self.days, title, category) = (days, parts[1], parts[2])
    (self.amount, currency) = (amount[0], amount.count == 2 ? amount[1] : "")
    (self.payers, self.split, note) = (payers, split, parts[6])
  }

  private static func split(_ text: String) -> Split? {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    if words.count == 2, words[0] == "to" { return .payment(to: words[1]) }
    guard let first = words.first, let mode = ExpenseMoney.Mode(rawValue: first) else {
      return parts(text).map { .mode(.equal, $0) }
    }
    guard words.count == 2, let parts = parts(words[1]) else { return nil }
    return .mode(mode, parts)
  }

  /// Names with numbers: `Ana=2, Ben=1`. `nil` for a number that is none.
  private static func parts(_ text: String) -> [Part]? {
    var parts: [Part] = []
    for piece in text.split(separator: ", ") {
      let halves = piece.split(separator: "=", maxSplits: 1).map(String.init)
      let number = halves.count == 2 ? halves[1].split(separator: "@").map(String.init) : []
      let digits = number.first ?? ""
      // A text that is no number makes the whole line none.
      guard digits.isEmpty || (try? ExactDecimal(magnitude(digits))) != nil else { return nil }
      parts.append(
        Part(
          name: halves[0], number: digits,
          sharers: number.count == 2 ? number[1].split(separator: "+").map(String.init) : []))
    }
    return parts
  }

  static func magnitude(_ text: String) -> Substring {
    text.hasPrefix("-") ? text.dropFirst() : text[...]
  }
}

extension DemoExpense {
  /// The members and the currency of the group that an expense is in.
  package struct Setting {
    package var members: [(name: String, id: RecordID)]
    package var currency: String

    /// - Precondition: somebody has the name.
    func member(_ name: String) -> RecordID {
      guard let member = members.first(where: { $0.name == name }) else {
        preconditionFailure("the demonstration names \(name), who is not in the group")
      }
      return member.id
    }

    package init(members: [(name: String, id: RecordID)], currency: String) {
      (self.members, self.currency) = (members, currency)
    }
  }

  /// The amounts, split by the use cases' own rule.
  package func money(in setting: Setting) throws -> ExpenseMoney {
    let code = currency.isEmpty ? setting.currency : currency
    let exponent = Currency.exponent(of: code)
    func minor(_ text: String, _ exponent: Int) -> Int64 {
      // Checked when the line was read.
      let number = (try? ExactDecimal(Self.magnitude(text)))?.minor(exponent: exponent)
      guard let number else { preconditionFailure("\(title) has an amount that is none: \(text)") }
      return text.hasPrefix("-") ? 0 - number : number
    }
    let total = minor(amount, exponent)
    let sharers: [Part]
    let mode: ExpenseMoney.Mode
    switch split {
    case .payment(let to):
      return ExpenseMoney(
        paying: total, code, from: setting.member(payers[0].name), to: setting.member(to))
    case .mode(let wanted, let parts): (mode, sharers) = (wanted, parts)
    }
    func lineSharers(_ part: Part) -> [ExpenseMoney.Sharer] {
      let names = part.sharers.isEmpty ? setting.members.map(\.name) : part.sharers
      return names.map { ExpenseMoney.Sharer(setting.member($0)) }
    }
    let isBill = mode == .itemised
    let draft = ExpenseDraft(
      currency: code, amountMinor: total, mode: mode,
      payers: payers.map { payer in
        ExpenseDraft.Payer(
          setting.member(payer.name), payer.number.isEmpty ? total : minor(payer.number, exponent))
      },
      sharers: isBill || sharers.isEmpty
        ? setting.members.map { ExpenseDraft.Sharer($0.id) }
        : sharers.map { part in
          ExpenseDraft.Sharer(
            setting.member(part.name), weight: weight(part.number, mode, exponent, minor))
        },
      lines: isBill
        ? sharers.map { part in
          ExpenseMoney.Line(
            name: part.name, amountMinor: minor(part.number, exponent),
            sharers: lineSharers(part))
        } : [])
    return try draft.money()
  }

  private func weight(
    _ text: String, _ mode: ExpenseMoney.Mode, _ exponent: Int,
    _ minor: (String, Int) -> Int64
  ) -> Int64 {
    switch mode {
    case .equal, .itemised: 1
    case .shares: text.isEmpty ? 1 : minor(text, 0)
    case .percentage: minor(text, 2)
    case .exact: minor(text, exponent)
    case .adjustment: text.isEmpty ? 0 : minor(text, exponent)
    }
  }
}
