import HTTPServer
import Household
import Values
import Web

/// The form of a maintenance entry: the texts as typed, and the values read from them.
struct MaintenanceDraft: Sendable {
  typealias Field = MaintenanceFormPage.Field

  var values = FormValues<Field>()
  private(set) var details: MaintenanceDetails
  private(set) var doneOn: String?
  /// The form's original content as one text.
  let version: String

  init(_ form: HTTPParameters, words: Catalogue) {
    for field in Field.allCases { values[field] = FieldValue(form.first(field.rawValue) ?? "") }
    version = form.first("version") ?? ""
    let currency = InputText.line(values[.currency].text).uppercased()
    details = MaintenanceDetails(title: values[.title].text, currency: currency)
    details.notes = values[.notes].text
    details.dueOn = values.day(.dueOn)
    doneOn = values.day(.doneOn)
    details.costMinor = values.amount(.cost, currency, words)
    details.interval = interval()
  }

  /// The form of a stored entry.
  init(_ entry: MaintenanceEntry, words: Catalogue) {
    let details = entry.details
    self.details = details
    doneOn = entry.doneOn
    values[.title] = FieldValue(details.title)
    values[.notes] = FieldValue(details.notes)
    values[.dueOn] = FieldValue(details.dueOn ?? "")
    values[.doneOn] = FieldValue(entry.doneOn ?? "")
    values[.everyCount] = FieldValue(details.interval.map { String($0.count) } ?? "")
    values[.everyUnit] = FieldValue((details.interval?.unit ?? .month).rawValue)
    values[.currency] = FieldValue(details.currency)
    values[.cost] = FieldValue(
      details.costMinor.map { words.moneyInput(Money($0, details.currency)) } ?? "")
    let values = values
    version = URLCoding.encode(Field.allCases.map { ($0.rawValue, values[$0].text) })
  }

  /// The form's original values; `nil` if they cannot be read, and then every field is written.
  func base(words: Catalogue) -> MaintenanceDraft? {
    guard let form = HTTPParameters(version: version) else { return nil }
    let base = MaintenanceDraft(form, words: words)
    return base.values.hasProblems ? nil : base
  }

  private mutating func interval() -> MaintenanceEntry.Interval? {
    let text = InputText.line(values[.everyCount].text)
    guard !text.isEmpty else { return nil }
    guard let unit = MaintenanceEntry.Interval.Unit(rawValue: values[.everyUnit].text) else {
      values[.everyUnit].problem = .notOffered
      return nil
    }
    guard let count = Int(text) else {
      values[.everyCount].problem = .unreadableNumber(
        text, min: 1, max: Int(MaintenanceEntry.counts.upperBound))
      return nil
    }
    return MaintenanceEntry.Interval(count: count, unit: unit)
  }

  /// Shows each of the household's problems beside its field.
  mutating func take(_ problems: [InputProblem]) {
    for problem in problems {
      let field =
        Field(rawValue: problem.field.rawValue) ?? (problem.field == .costMinor ? .cost : .title)
      if values[field].problem == nil {
        values[field].problem = FieldProblem(problem, text: values[field].text)
      }
    }
  }
}
