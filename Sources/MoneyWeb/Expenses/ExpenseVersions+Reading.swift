import Finances
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Values
import Web

extension FormValues<FormName> {
  /// What a form of a payment shows of its amounts, beside those of an expense.
  private static let moneyNames: [FormName] = [.amount, .currency, .from, .to]

  private static func names(of part: VersionPart) -> [FormName] {
    part == .money ? moneyNames : [FormName(rawValue: part.rawValue)]
  }

  /// Takes a part from another version of the form.
  mutating func take(_ part: VersionPart, from other: Self) {
    for name in Self.names(of: part) { self[name] = other[name] }
  }

  /// Whether a part says the same, however its lines end and whatever stands around it.
  func says(_ part: VersionPart, as other: Self) -> Bool {
    Self.names(of: part).allSatisfy {
      InputText.lines(self[$0].text) == InputText.lines(other[$0].text)
    }
  }

  /// Takes the parts of which a form says that the saved version is kept.
  mutating func takeChosen(_ form: HTTPParameters, from saved: Self) {
    for part in VersionPart.chosen(in: form) { take(part, from: saved) }
  }

  /// Goes on from what is saved by now: what was left as it was shown is as it is saved.
  mutating func goOn(from shown: Self, to saved: Self) {
    for part in VersionPart.allCases where says(part, as: shown) { take(part, from: saved) }
  }
}

extension VersionPart {
  /// The parts of which the saved version is kept.
  static func chosen(in form: HTTPParameters) -> [VersionPart] {
    allCases.filter { form.first($0.fieldName) == saved }
  }
}

extension ExpenseForm {
  /// Takes the parts of which the form says that the saved version is kept; that is the one it
  /// began with.
  mutating func takeChosen(_ form: HTTPParameters, _ names: MemberNames, _ words: Catalogue) {
    let chosen = VersionPart.chosen(in: form)
    guard !chosen.isEmpty, let base = ExpenseVersion(text: version) else { return }
    let saved = ExpenseForm(base.details, base.money, names, words: words)
    for part in chosen { take(part, from: saved) }
  }

  private mutating func take(_ part: VersionPart, from other: ExpenseForm) {
    values.take(part, from: other.values)
    guard part == .money else { return }
    (values[.payer], values[.split]) = (FieldValue(), FieldValue())
    (payerID, way, rows, lines) = (other.payerID, other.way, other.rows, other.lines)
    goneRows = other.goneRows
  }

  /// Goes on from what is saved by now: what was left as it was shown is as it is saved.
  mutating func goOn(with saved: ExpenseVersion, _ names: MemberNames, _ words: Catalogue) {
    let stored = ExpenseForm(saved.details, saved.money, names, words: words)
    if let base = ExpenseVersion(text: version) {
      let shown = ExpenseForm(base.details, base.money, names, words: words)
      for part in VersionPart.allCases {
        let isLeft =
          part == .money
          ? moneyInputs == shown.moneyInputs : values.says(part, as: shown.values)
        if isLeft { take(part, from: stored) }
      }
    }
    // Of a schedule only what was typed is written.
    version = saved.text + RepeatVersion.suffix(of: version)
  }

  /// What would be saved now; amounts that cannot be told are `nil`.
  func version(
    over saved: ExpenseVersion, _ names: MemberNames, _ words: Catalogue
  ) -> (details: ExpenseDetails, money: ExpenseMoney?) {
    var form = self
    let details = form.details(words)
    let stored = ExpenseForm(saved.details, saved.money, names, words: words)
    if moneyInputs == stored.moneyInputs { return (details, saved.money) }
    do throws(FinanceFailure) {
      return (details, try form.draft(words)?.money())
    } catch {
      // The form tells it beside its field.
      return (details, nil)
    }
  }
}

extension RepeatVersion {
  /// What follows the version of an expense in that of what repeats; empty for one expense.
  static func suffix(of version: String) -> String {
    RepeatVersion(text: version).map { "&" + $0.text } ?? ""
  }
}

extension ExpenseVersions.Version {
  init(
    _ details: ExpenseDetails, _ money: ExpenseMoney?, _ names: MemberNames,
    _ categories: [GroupPage.Named]
  ) {
    self.init(
      title: InputText.line(details.title), day: details.day.flatMap { CalendarDay($0) },
      amounts: money.map { ExpenseVersions.Amounts($0, names) })
    category = details.categoryID.flatMap { id in categories.first { $0.id == id } }
    (place, note) = (InputText.line(details.place), InputText.lines(details.note))
  }
}

extension ExpenseVersions.Amounts {
  init(_ money: ExpenseMoney, _ names: MemberNames) {
    func amount(_ minor: Int64) -> Money { Money(minor, money.currency) }
    self.init(
      amount(money.amountMinor), SplitWay(money.mode),
      money.shares.map {
        ExpensePage.Share(
          member: names[$0.memberID], paid: amount($0.paidMinor), owed: amount($0.owedMinor),
          weight: $0.weight)
      },
      lines: money.lines.map { ExpensePage.Line($0, in: money.currency, names) },
      payment: money.payment.map { .init(from: names[$0.from], to: names[$0.to]) })
  }
}

extension PageReader {
  /// What is saved by now of an expense, or of what repeats; `nil` if it is gone, and if it is
  /// another group's.
  func savedVersion(
    of expense: RecordID?, repeating: RecordID?, in group: ZoneID
  ) throws -> ExpenseVersion? {
    if let repeating {
      let stored = try RepeatingExpense.find(repeating, in: connection)
      guard let stored, stored.groupID == group else { return nil }
      let details = stored.details
      return ExpenseVersion(
        details.expense(on: stored.row.nextOn ?? details.startsOn), stored.money)
    }
    guard let stored = try expense.flatMap({ try StoredExpense.find($0, in: connection) }),
      stored.groupID == group
    else { return nil }
    return ExpenseVersion(stored.details, stored.money)
  }
}
