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
    var details = input
    details.provider = name(input.provider, .provider)
    details.policyNumber = line(input.policyNumber, .policyNumber)
    details.currency = currency(input.currency)
    amount(input.amounts.deductibleMinor, .deductibleMinor)
    amount(input.amounts.dwellingMinor, .dwellingMinor)
    amount(input.amounts.personalPropertyMinor, .personalPropertyMinor)
    amount(input.amounts.lossOfUseMinor, .lossOfUseMinor)
    amount(input.amounts.liabilityMinor, .liabilityMinor)
    amount(input.amounts.medicalPaymentsMinor, .medicalPaymentsMinor)
    details.startsOn = date(input.startsOn, .startsOn)
    details.endsOn = date(input.endsOn, .endsOn)
    if let start = details.startsOn, let end = details.endsOn, CalendarDate.isValid(start),
      CalendarDate.isValid(end), end < start
    {
      fail(.endsOn, .tooEarly)
    }
    details.notes = lines(input.notes, .notes)
    return details
  }
}
