import Hub
import SyncProtocol

/// The rules over what is stored, whoever has written it: worked out anew from a zone's records.
extension HubOracle {
  func checkRules(_ image: Image) throws {
    try checkTrees(image)
    var accounts: [String: RecordID] = [:]
    var shares: [String: RecordID] = [:]
    for record in image.records.values.map(\.record) {
      if record.table == "members", let account = record.registers["accountID"]?.value.text {
        try require(
          accounts[account] == nil, "one member for each account",
          "\(account): \(record.id) and \(accounts[account] ?? "")")
        accounts[account] = record.id
      }
      guard record.table == "expenses" else { continue }
      var members: Set<String> = []
      for share in record.registers["split"]?.value["shares"].list ?? [] {
        let id = share["id"].text ?? ""
        try require(
          shares[id] == nil, "a share belongs to one expense",
          "\(id): \(record.id) and \(shares[id] ?? "")")
        shares[id] = record.id
        try require(
          members.insert(share["memberID"].text ?? "").inserted,
          "a member has one share of an expense", "\(record.id)")
      }
    }
  }

  private func checkTrees(_ image: Image) throws {
    for record in image.records.values.map(\.record) where record.table == "places" {
      var place: HubRecord? = record
      var depth = 0
      while let current = place {
        depth += 1
        try require(
          depth <= TestSchema.maxDepth, "places stand neither in themselves nor too deep",
          "\(record.key)")
        place = current.registers["parentID"]?.value.text.flatMap { image.records[$0]?.record }
      }
    }
  }

  /// Who somebody is, they say themselves, or the home's owner.
  func checkClaim(_ old: HubRecord, _ new: HubRecord, _ owners: Set<AccountID>) throws {
    guard new.table == "members", underWay.count == 1, let author else { return }
    let was = old.registers["accountID"]?.value ?? .null
    let now = new.registers["accountID"]?.value ?? .null
    guard was != now, !owners.contains(author) else { return }
    let own = FieldValue.text(author)
    // Who is brought back may have lost it to somebody else.
    try require(
      now.isNull ? was == own || old.isDead : now == own && was.isNull,
      "who somebody is they say themselves", "\(new.key) \(was) → \(now) by \(author)")
  }

  /// What was settled stays as it was settled.
  func checkSettlement(_ old: HubRecord, _ new: HubRecord) throws {
    guard new.table == "settlements", underWay.count == 1 else { return }
    // Who had lost one to a restore may bring it back over the one that they see.
    let isMadeAnew = underWay[0].mutations.contains {
      $0.id == new.id && ($0.kind == .delete || $0.kind == .update)
    }
    for name in ["recordedBy", "money"] where !isMadeAnew {
      try require(
        old.registers[name]?.value == new.registers[name]?.value,
        "a settlement is made once", "\(new.key).\(name)")
    }
  }
}
