import Household
import SQLite
import SyncProtocol

/// The details of an insurance policy that people enter: everything its form can change.
package struct PolicyDetails: Equatable, Sendable {
  package var provider: String
  package var policyNumber = ""
  /// The currency of all amounts.
  package var currency: String
  package var amounts = Policy.Amounts()
  package var startsOn: String?
  package var endsOn: String?
  package var notes = ""

  package init(provider: String, currency: String) {
    self.provider = provider
    self.currency = currency
  }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<PolicyDetails>] = [
    .name("provider", \.provider, "Who insures.", example: "Harbour Mutual"),
    .line("policyNumber", \.policyNumber, "Its number.", example: "HM-4711"),
    .currency(
      \.currency, "ISO 4217, of all amounts; the home's or the person's own when it is not said."),
    .amount("deductibleMinor", \.amounts.deductibleMinor, "The person's own share."),
    .amount("dwellingMinor", \.amounts.dwellingMinor, "At most for the building."),
    .amount(
      "personalPropertyMinor", \.amounts.personalPropertyMinor, "At most for belongings."),
    .amount("lossOfUseMinor", \.amounts.lossOfUseMinor, "At most for living elsewhere."),
    .amount("liabilityMinor", \.amounts.liabilityMinor, "At most for liability."),
    .amount("medicalPaymentsMinor", \.amounts.medicalPaymentsMinor, "At most for treatment."),
    .day("startsOn", \.startsOn, "The first day.", example: "2026-01-01"),
    .day("endsOn", \.endsOn, "The last day.", example: "2026-12-31"),
    .lines("notes", \.notes, "What else is to be known.", example: "Glass, too"),
  ]
}

extension Policy {
  package var details: PolicyDetails {
    get {
      var details = PolicyDetails(provider: provider, currency: currency)
      details.policyNumber = policyNumber
      details.amounts = amounts
      details.startsOn = startsOn
      details.endsOn = endsOn
      details.notes = notes
      return details
    }
    set {
      provider = newValue.provider
      nameKey = NameKey.make(newValue.provider)
      policyNumber = newValue.policyNumber
      currency = newValue.currency
      amounts = newValue.amounts
      startsOn = newValue.startsOn
      endsOn = newValue.endsOn
      notes = newValue.notes
    }
  }
}

extension InputCheck {
  /// Returns the cleaned details; problems are added to `problems`.
  mutating func policy(_ input: PolicyDetails) -> PolicyDetails {
    let details = clean(input, PolicyDetails.fields)
    if let start = details.startsOn, let end = details.endsOn, CalendarDate.isValid(start),
      CalendarDate.isValid(end), end < start
    {
      fail(.endsOn, .tooEarly)
    }
    return details
  }
}
