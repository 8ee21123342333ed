/// What a policy says in money: what it pays at most, and the person's own share. The raw value is
/// the name of its field in the form: the register's name without its unit.
package enum PolicyAmount: String, CaseIterable, Sendable {
  case personalProperty, dwelling, lossOfUse, liability, medicalPayments, deductible

  /// `nil` for a register that is none of a policy's amounts.
  package init?(register: String) {
    let unit = "Minor"
    guard register.hasSuffix(unit) else { return nil }
    self.init(rawValue: String(register.dropLast(unit.count)))
  }
}

extension Catalogue {
  package func amount(_ amount: PolicyAmount) -> String {
    switch amount {
    case .personalProperty: say("Belongings")
    case .dwelling: say("The building")
    case .lossOfUse: say("Living elsewhere")
    case .liability: say("Liability")
    case .medicalPayments: say("Medical payments")
    case .deductible: say("Your own share")
    }
  }
}
