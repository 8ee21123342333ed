import HTTPServer
import Household
import SyncProtocol
import Web

/// The form of a template: the texts as typed, and the values read from them.
struct TemplateDraft: Sendable {
  typealias Field = TemplateFormPage.Field

  private(set) var values = FormValues<Field>()
  private(set) var details: TemplateDetails
  /// The form's original content as one text.
  let version: String

  init(_ form: HTTPParameters) {
    func typed(_ field: Field) -> String { form.first(field.rawValue) ?? "" }
    for field in Field.allCases { values[field] = FieldValue(typed(field)) }
    version = form.first("version") ?? ""
    details = TemplateDetails(name: typed(.name))
    var content = ItemTemplate.Content()
    content.itemName = typed(.itemName)
    content.description = typed(.description)
    content.notes = typed(.notes)
    content.manufacturer = typed(.manufacturer)
    content.model = typed(.model)
    content.purchasedFrom = typed(.purchasedFrom)
    content.warrantyDetails = typed(.warrantyDetails)
    content.isLifetimeWarranty = typed(.isLifetimeWarranty) == "yes"
    content.isInsured = typed(.isInsured) == "yes"
    content.locationID = typed(.locationID).isEmpty ? nil : typed(.locationID)
    content.labelIDs = form.all("labels").sorted()
    content.fieldNames = InputText.lines(typed(.fieldNames)).split(separator: "\n")
      .map(String.init).filter { !InputText.line($0).isEmpty }
    let quantity = InputText.line(typed(.quantity))
    if let number = Int64(quantity.isEmpty ? "1" : quantity), number >= 1 {
      content.quantity = number
    } else {
      values[.quantity].problem = .unreadableQuantity(quantity)
    }
    details.content = content
  }

  init(_ details: TemplateDetails) {
    self.details = details
    let content = details.content
    let texts: [(Field, String)] = [
      (.name, details.name), (.itemName, content.itemName),
      (.locationID, content.locationID ?? ""), (.quantity, String(content.quantity)),
      (.manufacturer, content.manufacturer), (.model, content.model),
      (.purchasedFrom, content.purchasedFrom), (.warrantyDetails, content.warrantyDetails),
      (.isLifetimeWarranty, content.isLifetimeWarranty ? "yes" : ""),
      (.isInsured, content.isInsured ? "yes" : ""), (.description, content.description),
      (.notes, content.notes), (.fieldNames, content.fieldNames.joined(separator: "\n")),
    ]
    for (field, text) in texts { values[field] = FieldValue(text) }
    let pairs = texts.map { ($0.rawValue, $1) } + content.labelIDs.map { ("labels", $0) }
    version = URLCoding.encode(pairs)
  }

  /// The form's original values; `nil` if they cannot be read.
  var base: TemplateDetails? {
    guard let form = HTTPParameters(version: version) else { return nil }
    let draft = TemplateDraft(form)
    return draft.values.hasProblems ? nil : draft.details
  }

  mutating func take(_ problems: [InputProblem]) {
    for problem in problems {
      let field: Field =
        switch problem.field {
        case .fields: .fieldNames
        case .labels: .name
        default: Field(rawValue: problem.field.rawValue) ?? .name
        }
      guard values[field].problem == nil else { continue }
      values[field].problem = FieldProblem(problem, text: values[field].text)
    }
  }

  mutating func takeTakenName() { values[.name].problem = .nameTaken(values[.name].text) }
}
