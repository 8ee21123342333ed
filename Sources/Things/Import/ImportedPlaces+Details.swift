import Household
import Importing
import Values

extension ImportedHome {
  /// - Parameter currency: for a home without a price.
  func details(currency: String) -> HomeDetails {
    var details = HomeDetails(name: name)
    details.address.address1 = address1
    details.address.address2 = address2
    details.address.city = city
    details.address.state = state
    details.address.zip = postalCode
    details.address.country = country
    details.purchasedOn = purchaseDate
    details.purchaseMinor = purchasePrice?.minor
    details.currency = purchasePrice?.currency ?? currency
    if let colorName, let color = PaletteColour(name: colorName) {
      details.colorIndex = color.rawValue
    }
    details.note = customFields.map { "\($0.name): \($0.text)" }.joined(separator: "\n")
    return details
  }
}

extension ImportedLocation {
  /// The parts of its text that are not empty, separated by blank lines.
  var note: String {
    ([description, notes] + customFields.map { "\($0.name): \($0.text)" })
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The problems that prevent the place, or one around it, from being stored.
  func check() -> [InputProblem] {
    var check = InputCheck()
    if path.count > Location.maxDepth { check.fail(.locationID, .tooDeep(max: Location.maxDepth)) }
    for name in path { _ = check.name(name) }
    _ = check.lines(note, .note)
    return check.problems
  }
}

extension ImportedLabel {
  /// The problems that prevent the label from being stored.
  func check() -> [InputProblem] {
    var check = InputCheck()
    check.label(name, description)
    return check.problems
  }
}

extension InputCheck {
  mutating func label(_ name: String, _ note: String) {
    _ = self.name(name)
    _ = lines(note, .note)
  }
}

extension ImportedPolicy {
  private var imported: [ImportedAmount?] {
    [
      deductible, dwellingCoverage, personalPropertyCoverage, lossOfUseCoverage,
      liabilityCoverage, medicalPaymentsCoverage,
    ]
  }

  var currencies: Set<String> { Set(imported.compactMap { $0?.currency }) }

  var amounts: Policy.Amounts {
    var amounts = Policy.Amounts()
    amounts.deductibleMinor = deductible?.minor
    amounts.dwellingMinor = dwellingCoverage?.minor
    amounts.personalPropertyMinor = personalPropertyCoverage?.minor
    amounts.lossOfUseMinor = lossOfUseCoverage?.minor
    amounts.liabilityMinor = liabilityCoverage?.minor
    amounts.medicalPaymentsMinor = medicalPaymentsCoverage?.minor
    return amounts
  }

  var note: String {
    InputText.lines(customFields.map { "\($0.name): \($0.text)" }.joined(separator: "\n"))
  }

  /// The problems that prevent the policy from being stored.
  func check() -> [InputProblem] {
    var check = InputCheck()
    var details = PolicyDetails(provider: providerName, currency: "")
    (details.policyNumber, details.notes, details.amounts) = (policyNumber, note, amounts)
    (details.startsOn, details.endsOn) = (startDate, endDate)
    _ = check.clean(details, PolicyDetails.fields.filter { $0.name != "currency" })
    if currencies.count > 1 { check.fail(.currency, .severalCurrencies) }
    return check.problems
  }
}
