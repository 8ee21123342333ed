import HTTPServer
import Household
import Things
import Values
import Web

/// The form of a maintenance entry: the texts as typed, and the values read from them.
struct MaintenanceDraft: Sendable {
  typealias Field = MaintenanceFormPage.Field

  /// Those beside the fields that the domain lists.
  private static let others: [Field] = [.doneOn, .everyCount, .everyUnit]

  var values = FormValues<Field>()
  private(set) var details: MaintenanceDetails
  private(set) var doneOn: String?
  /// The form's original content as one text.
  let version: String

  init(_ form: HTTPParameters, words: Catalogue) {
    values = FormValues(form, MaintenanceDetails.fields)
    for field in Self.others { values[field] = FieldValue(form.first(field.rawValue) ?? "") }
    version = form.first("version") ?? ""
    details = MaintenanceDetails(title: "", currency: "")
    values.read(MaintenanceDetails.fields, into: &details, words: words) { .unreadableAmount($0) }
    doneOn = values.day(.doneOn)
    details.interval = interval()
  }

  /// The form of a stored entry.
  init(_ entry: MaintenanceEntry, words: Catalogue) {
    let details = entry.details
    self.details = details
    doneOn = entry.doneOn
    values = FormValues(details, MaintenanceDetails.fields, words: words)
    values[.doneOn] = FieldValue(entry.doneOn ?? "")
    values[.everyCount] = FieldValue(details.interval.map { String($0.count) } ?? "")
    values[.everyUnit] = FieldValue((details.interval?.unit ?? .month).rawValue)
    let values = values
    version = URLCoding.encode(
      values.pairs(MaintenanceDetails.fields) + Self.others.map { ($0.rawValue, values[$0].text) })
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
    values.show(
      problems, among: MaintenanceDetails.fields.map(\.formName) + Self.others, other: .title)
  }
}
