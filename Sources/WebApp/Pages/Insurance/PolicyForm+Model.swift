/// The form that adds or changes an insurance policy.
package enum PolicyFormPage {
  /// The names of the form's fields; those of amounts are those of ``PolicyAmount``.
  package enum Field: String, CaseIterable, Sendable {
    case provider, policyNumber, startsOn, endsOn, currency
    case personalProperty, dwelling, lossOfUse, liability, medicalPayments, deductible
    case notes

    init(_ amount: PolicyAmount) {
      switch amount {
      case .personalProperty: self = .personalProperty
      case .dwelling: self = .dwelling
      case .lossOfUse: self = .lossOfUse
      case .liability: self = .liability
      case .medicalPayments: self = .medicalPayments
      case .deductible: self = .deductible
      }
    }
  }

  /// What the form shows. Texts are as typed, so amounts and dates that could not be read are kept.
  package struct Model: Equatable, Sendable {
    /// `nil` for a new policy.
    package var policyID: String?
    package var home: HomeLink
    package var values: FormValues<Field>
    /// What the form was based on; it comes back so that a change made meanwhile stays.
    package var version: String

    package init(
      policyID: String? = nil, home: HomeLink, values: FormValues<Field>, version: String = ""
    ) {
      self.policyID = policyID
      self.home = home
      self.values = values
      self.version = version
    }
  }
}
