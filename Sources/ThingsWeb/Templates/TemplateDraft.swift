import HTTPServer
import Household
import SyncProtocol
import Things
import Values
import Web

/// The form of a template: the texts as typed, and the values read from them.
struct TemplateDraft: Sendable {
  typealias Field = TemplateFormPage.Field

  private(set) var values = FormValues<Field>()
  private(set) var details: TemplateDetails
  /// The form's original content as one text.
  let version: String

  init(_ form: HTTPParameters) {
    values = FormValues(form, TemplateDetails.fields)
    values[.fieldNames] = FieldValue(form.first("fieldNames") ?? "")
    version = form.first("version") ?? ""
    details = TemplateDetails(name: "")
    // It has no amounts, which alone depend on how a person writes.
    values.read(TemplateDetails.fields, into: &details, words: Catalogue())
    details.content.labelIDs = form.all("labels").sorted()
    details.content.fieldNames = InputText.lines(values[.fieldNames].text).split(separator: "\n")
      .map(String.init).filter { !InputText.line($0).isEmpty }
    if details.content.quantity < 1 {
      values[.quantity].problem = .unreadableQuantity(InputText.line(values[.quantity].text))
    }
  }

  init(_ details: TemplateDetails) {
    self.details = details
    values = FormValues(details, TemplateDetails.fields, words: Catalogue())
    let names = details.content.fieldNames.joined(separator: "\n")
    values[.fieldNames] = FieldValue(names)
    version = URLCoding.encode(
      values.pairs(TemplateDetails.fields) + [("fieldNames", names)]
        + details.content.labelIDs.map { ("labels", $0) })
  }

  /// The form's original values; `nil` if they cannot be read.
  var base: TemplateDetails? {
    guard let form = HTTPParameters(version: version) else { return nil }
    let draft = TemplateDraft(form)
    return draft.values.hasProblems ? nil : draft.details
  }

  mutating func take(_ problems: [InputProblem]) {
    let problems = problems.map {
      $0.field == .fields ? InputProblem(field: InputField("fieldNames"), reason: $0.reason) : $0
    }
    values.show(
      problems, among: TemplateDetails.fields.map(\.formName) + [.fieldNames], other: .name)
  }

  mutating func takeTakenName() { values[.name].problem = .nameTaken(values[.name].text) }
}
