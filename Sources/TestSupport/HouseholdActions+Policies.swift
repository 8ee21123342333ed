import Replica
import SyncProtocol
import Things

/// What people of a simulated household do with its insurance policies.
extension HouseholdPerson {
  func performOnPolicy(_ action: HouseholdAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addPolicy:
      let details = policyDetails()
      let policy = try AddPolicy(homeID: home, details)(transaction)
      try require(
        try AddPolicy(homeID: home, details)(transaction) == policy,
        "a form that is sent twice adds one policy", "\(device.name) \(policy.id)")
      return
    case .submitPolicy: return try submitPolicy(transaction)
    default: break
    }
    guard let id = try device.pick("policies", in: home),
      let policy = try Policy.find(id, in: transaction.connection)
    else { return }
    if action == .openPolicy {
      memory.policyForm = (id, policy.details)
    } else {
      try DeletePolicy(policyID: id)(transaction)
    }
  }

  private func policyDetails() -> PolicyDetails {
    var details = PolicyDetails(provider: name, currency: device.random.pick(["EUR", "JPY"])!)
    details.policyNumber = "P\(number)"
    details.amounts.personalPropertyMinor = device.random.chance(0.3) ? nil : number
    details.endsOn = device.random.pick([nil, "2026-01-31", "2027-06-30"])!
    return details
  }

  /// Sends a form that may have been open for long, and checks that it changes what its person has
  /// changed, and nothing that somebody else has changed meanwhile.
  private func submitPolicy(_ transaction: WriteTransaction) throws {
    guard let (id, shown) = memory.policyForm,
      let before = try Policy.find(id, in: transaction.connection)
    else { return }
    memory.policyForm = nil
    var details = shown
    switch device.random.number(0..<4) {
    case 0: details.provider = name
    case 1: details.amounts.personalPropertyMinor = number
    case 2: details.policyNumber = "P\(number)"
    default: details.notes = "\(device.name) \(number)"
    }
    let after = try EditPolicy(policyID: id, details: details, base: shown)(transaction)
    var (opened, sent) = (before, before)
    (opened.details, sent.details) = (shown, details)
    for (index, column) in Policy.sql.columns.enumerated() where column != "nameKey" {
      let isEdited = opened.values[index] != sent.values[index]
      try require(
        after.values[index] == (isEdited ? sent : before).values[index],
        "a form changes what its person changed", "\(device.name) \(id).\(column)")
    }
  }
}
