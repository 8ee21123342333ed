import HTTPServer
import Household
import Things
import Values
import Web

/// The form of an insurance policy: the texts as typed, and the values read from them.
struct PolicyDraft: Sendable {
  typealias Field = PolicyFormPage.Field

  var values = FormValues<Field>()
  private(set) var details: PolicyDetails
  /// The IDs of the other homes that the policy covers, too.
  private(set) var alsoIn: [String] = []
  /// The form's original content as one text.
  let version: String

  init(_ form: HTTPParameters, words: Catalogue) {
    values = FormValues(form, PolicyDetails.fields)
    version = form.first("version") ?? ""
    alsoIn = form.all("alsoIn")
    details = PolicyDetails(provider: "", currency: "")
    values.read(PolicyDetails.fields, into: &details, words: words) { .unreadableAmount($0) }
  }

  /// The form of a stored policy.
  init(_ details: PolicyDetails, words: Catalogue) {
    self.details = details
    values = FormValues(details, PolicyDetails.fields, words: words)
    version = URLCoding.encode(values.pairs(PolicyDetails.fields))
  }

  /// The form's original values; `nil` if they cannot be read, and then every field is written.
  func base(words: Catalogue) -> PolicyDetails? {
    guard let form = HTTPParameters(version: version) else { return nil }
    let base = PolicyDraft(form, words: words)
    return base.values.hasProblems ? nil : base.details
  }

  /// Shows each of the household's problems beside its field.
  mutating func take(_ problems: [InputProblem]) {
    values.show(problems, among: PolicyDetails.fields.map(\.formName), other: .provider)
  }
}
