import Importing
import SQLite
import SyncProtocol
import Things

extension LegacyReader {
  static let policyAmounts:
    [(column: String, path: WritableKeyPath<Policy.Amounts, Int64?> & Sendable)] = [
      ("deductibleAmount", \.deductibleMinor), ("dwellingCoverageAmount", \.dwellingMinor),
      ("personalPropertyCoverageAmount", \.personalPropertyMinor),
      ("lossOfUseCoverageAmount", \.lossOfUseMinor),
      ("liabilityCoverageAmount", \.liabilityMinor),
      ("medicalPaymentsCoverageAmount", \.medicalPaymentsMinor),
    ]

  /// Reads policies. Each becomes a row in every one of its homes; one without a home goes to the
  /// fallback home.
  func readPolicies() throws {
    let homesOfPolicy = try homesOfPolicies()
    try forEachRow(of: "insurancePolicies") { row in
      let rawID = row.text("id")
      var texts = LegacyTexts(row, table: "insurancePolicies", id: rawID)
      var provider = texts.line("providerName", .name)
      let number = texts.line("policyNumber")
      if provider.isEmpty {
        provider = number.isEmpty ? "Unnamed policy" : LegacyTexts.cut(number, .name) ?? number
        texts.tell(.guessed, .noName(given: provider))
      }
      var homes = homesOfPolicy[rawID.lowercased()] ?? []
      if homes.isEmpty {
        homes = [fallback.id]
        texts.tell(.guessed, .noHome(goesTo: fallback.name))
      }
      if homes.count > 1 {
        texts.tell(.changed, .severalHomes(homes.map(homeName)))
      }
      let id = recordID(row, "insurancePolicies", name: provider)
      var policy = Policy(
        id: id, homeID: homes[0], provider: provider, currency: choices.options.currency.code,
        createdAt: texts.instant("createdAt") ?? choices.now)
      policy.policyNumber = number
      for amount in Self.policyAmounts {
        policy.amounts[keyPath: amount.path] = texts.amount(amount.column, choices.options)
      }
      policy.startsOn = texts.day("startDate", choices.options)
      policy.endsOn = texts.day("endDate", choices.options)
      policy.notes = texts.note("")
      policy.policyKey = UUIDs.v5("policy", id)
      policy.importSource = Self.source
      policy.importRef = id
      for (index, home) in homes.enumerated() {
        try policy.copy(id: index == 0 ? id : UUIDs.v5(id, home), home: home).insert(in: staged)
      }
      texts.finish(name: provider, &decisions)
      return .taken
    }
  }

  private func homesOfPolicies() throws -> [String: [ZoneID]] {
    var result: [String: [ZoneID]] = [:]
    var known: Set<String> = []
    if let table = try store.table("insurancePolicies"), table.has("id") {
      try table.forEach { known.insert($0.text("id").lowercased()) }
    }
    try forEachRow(of: "homeInsurancePolicies") { row in
      let (table, id) = ("homeInsurancePolicies", row.text("id"))
      let policy = row.text("insurancePolicyID").lowercased()
      guard known.contains(policy) else {
        tell(table, id, "", .leftOut, .policyMissing(id: Self.shown(policy)))
        return .leftOut
      }
      guard let home = homeIDs[row.text("homeID").lowercased()] else {
        tell(
          table, id, "", .leftOut,
          .homeMissing(id: Self.shown(row.text("homeID")), goesTo: ""))
        return .leftOut
      }
      guard result[policy]?.contains(home) != true else {
        tell(table, id, "", .merged, .sameRow)
        return .merged
      }
      result[policy, default: []].append(home)
      return .taken
    }
    return result
  }
}

extension Policy {
  /// The same policy in another home.
  fileprivate func copy(id: RecordID, home: ZoneID) -> Policy {
    var copy = Policy(
      id: id, homeID: home, provider: provider, currency: currency, createdAt: createdAt)
    copy.policyKey = policyKey
    copy.policyNumber = policyNumber
    copy.amounts = amounts
    (copy.startsOn, copy.endsOn, copy.notes) = (startsOn, endsOn, notes)
    (copy.importSource, copy.importRef) = (importSource, importRef)
    return copy
  }
}
