import Finances
import HTTPServer
import Household
import Values
import Web

extension FormName {
  static let everyCount = FormName(rawValue: "everyCount")
  static let everyUnit = FormName(rawValue: "everyUnit")
  static let endsOn = FormName(rawValue: "endsOn")

  /// The fields that say how an expense repeats.
  static let ofRepeating: [FormName] = [.everyCount, .everyUnit, .endsOn]
}

extension FormValues<FormName> {
  /// Takes what a form says about repeating.
  mutating func takeRepeating(_ form: HTTPParameters) {
    for name in FormName.ofRepeating {
      self[name] = FieldValue(form.first(name.rawValue) ?? "")
    }
  }

  /// Shows how something repeats.
  mutating func showRepeating(_ details: RepeatingDetails) {
    self[.everyUnit] = FieldValue(details.everyUnit.rawValue)
    self[.everyCount] = FieldValue(String(details.everyCount))
    self[.endsOn] = FieldValue(details.endsOn ?? "")
  }

  /// What is typed about repeating; `nil` for what does not repeat, and for what cannot be read,
  /// which sets a problem.
  mutating func repeating(of expense: ExpenseDetails) -> RepeatingDetails? {
    guard !self[.everyUnit].text.isEmpty else { return nil }
    var details = RepeatingDetails(expense)
    let unit = RepeatSchedule.Unit(rawValue: self[.everyUnit].text)
    if unit == nil { self[.everyUnit].problem = .notOffered }
    let text = InputText.line(self[.everyCount].text)
    let range = RepeatSchedule.counts
    let count = text.isEmpty ? 1 : Int64(text)
    if count.map({ range.contains($0) }) != true {
      self[.everyCount].problem = .unreadableNumber(
        text, min: Int(range.lowerBound), max: Int(range.upperBound))
    }
    details.endsOn = day(.endsOn)
    guard let unit, let count, range.contains(count), self[.endsOn].problem == nil else {
      return nil
    }
    (details.everyUnit, details.everyCount) = (unit, count)
    return details
  }

  /// Whether something typed about repeating cannot be read.
  var hasRepeatingProblem: Bool { FormName.ofRepeating.contains { self[$0].problem != nil } }
}

extension ExpenseForm {
  /// See ``FormValues/repeating(of:)``; `nil` for a form that does not ask.
  mutating func repeating(of expense: ExpenseDetails) -> RepeatingDetails? {
    offersRepeating ? values.repeating(of: expense) : nil
  }

  /// The form of what comes next of something that repeats.
  init(
    _ repeating: RepeatingExpense, _ names: MemberNames, today: CalendarDay, words: Catalogue
  ) {
    let details = repeating.details
    let next = repeating.row.nextOn ?? details.startsOn
    self.init(details.expense(on: next), repeating.money, names, words: words)
    repeatingID = repeating.id
    offersRepeating = true
    values.showRepeating(details)
    version += "&" + RepeatVersion(details).text
  }
}

/// How something repeats, as its form showed it first, behind the version of the expense.
struct RepeatVersion: Equatable {
  var startsOn: String?
  var everyCount: Int64
  var everyUnit: RepeatSchedule.Unit
  var endsOn: String?

  init(_ details: RepeatingDetails) {
    (startsOn, endsOn) = (details.startsOn, details.endsOn)
    (everyCount, everyUnit) = (details.everyCount, details.everyUnit)
  }

  var text: String {
    URLCoding.encode([
      ("startsOn", startsOn ?? ""), ("endsOn", endsOn ?? ""), ("everyCount", String(everyCount)),
      ("everyUnit", everyUnit.rawValue),
    ])
  }

  /// `nil` for a text that does not tell.
  init?(text: String) {
    guard let form = HTTPParameters(version: text),
      let count = form.first("everyCount").flatMap({ Int64($0) }),
      let unit = form.first("everyUnit").flatMap({ RepeatSchedule.Unit(rawValue: $0) })
    else { return nil }
    func day(_ name: String) -> String? { form.first(name).flatMap { $0.isEmpty ? nil : $0 } }
    (startsOn, endsOn) = (day("startsOn"), day("endsOn"))
    (everyCount, everyUnit) = (count, unit)
  }

  func apply(to details: inout RepeatingDetails) {
    (details.startsOn, details.endsOn) = (startsOn, endsOn)
    (details.everyCount, details.everyUnit) = (everyCount, everyUnit)
  }
}
