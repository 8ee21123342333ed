import HTTPServer
import Household
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
    for field in Field.allCases { values[field] = FieldValue(form.first(field.rawValue) ?? "") }
    version = form.first("version") ?? ""
    alsoIn = form.all("alsoIn")
    let currency = InputText.line(values[.currency].text).uppercased()
    details = PolicyDetails(provider: values[.provider].text, currency: currency)
    details.policyNumber = values[.policyNumber].text
    details.notes = values[.notes].text
    for amount in PolicyAmount.allCases {
      details.amounts[keyPath: amount.path] = values.amount(Field(amount), currency, words)
    }
    details.startsOn = values.day(.startsOn)
    details.endsOn = values.day(.endsOn)
  }

  /// The form of a stored policy.
  init(_ details: PolicyDetails, words: Catalogue) {
    self.details = details
    values[.provider] = FieldValue(details.provider)
    values[.policyNumber] = FieldValue(details.policyNumber)
    values[.currency] = FieldValue(details.currency)
    values[.startsOn] = FieldValue(details.startsOn ?? "")
    values[.endsOn] = FieldValue(details.endsOn ?? "")
    values[.notes] = FieldValue(details.notes)
    for amount in PolicyAmount.allCases {
      let minor = details.amounts[keyPath: amount.path]
      values[Field(amount)] = FieldValue(
        minor.map { words.moneyInput(Money($0, details.currency)) } ?? "")
    }
    let values = values
    version = URLCoding.encode(Field.allCases.map { ($0.rawValue, values[$0].text) })
  }

  /// The form's original values; `nil` if they cannot be read, and then every field is written.
  func base(words: Catalogue) -> PolicyDetails? {
    guard let form = HTTPParameters(version: version) else { return nil }
    let base = PolicyDraft(form, words: words)
    return base.values.hasProblems ? nil : base.details
  }

  /// Shows each of the household's problems beside its field.
  mutating func take(_ problems: [InputProblem]) {
    for problem in problems {
      let name = problem.field.rawValue
      let field =
        Field(rawValue: name) ?? Field(rawValue: String(name.dropLast("Minor".count))) ?? .provider
      if values[field].problem == nil {
        values[field].problem = FieldProblem(problem, text: values[field].text)
      }
    }
  }
}

extension PolicyAmount {
  /// The amount's property in a stored policy.
  var path: WritableKeyPath<Policy.Amounts, Int64?> {
    switch self {
    case .personalProperty: \.personalPropertyMinor
    case .dwelling: \.dwellingMinor
    case .lossOfUse: \.lossOfUseMinor
    case .liability: \.liabilityMinor
    case .medicalPayments: \.medicalPaymentsMinor
    case .deductible: \.deductibleMinor
    }
  }
}
