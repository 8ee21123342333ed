import Things
import Wording

extension PolicyAmount {
  /// The amount's property in a stored policy.
  package var path: WritableKeyPath<Policy.Amounts, Int64?> {
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
