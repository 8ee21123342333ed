import Hub
import SyncProtocol

/// The rules over what is stored, whoever has written it: worked out anew from a zone's records.
extension HubOracle {
  /// What the test schema says of all records of a home.
  func checkTestRules(_ image: Image) throws {
    try checkTrees(image)
    try checkMembers(image, of: "members")
    var shares: [String: RecordID] = [:]
    for record in image.records.values.map(\.record) where record.table == "expenses" {
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

  /// At most one record of a table is an account.
  func checkMembers(_ image: Image, of table: String) throws {
    var accounts: [String: RecordID] = [:]
    for record in image.records.values.map(\.record) where record.table == table {
      guard let account = record.registers["accountID"]?.value.text else { continue }
      try require(
        accounts[account] == nil, "one member for each account",
        "\(account): \(record.id) and \(accounts[account] ?? "")")
      accounts[account] = record.id
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

  /// What the test schema says of one record.
  static func checkTestRecord(_ record: HubRecord) throws {
    if record.table == "expenses" {
      let split = record.registers["split"]?.value ?? .null
      let owed = (split["shares"].list ?? []).reduce(0) { $0 + ($1["owed"].integer ?? 0) }
      try require(owed == split["total"].integer, "4 shares add up", "\(record.key)")
    }
    if record.table == "homes" {
      try require(
        record.registers["left"]?.value == record.registers["right"]?.value,
        "12 a change set is visible entirely", "\(record.key) on the hub")
    }
    if record.table == "items" {
      try require(
        record.registers["rank"]?.value == .integer(0), "9 hub-owned registers", "\(record.key)")
    }
  }

  /// What the test schema says of a change.
  func checkTestTransition(_ old: HubRecord, _ new: HubRecord) throws {
    if new.table == "events" {
      try require(
        old.registers["what"]?.value == new.registers["what"]?.value, "append-only", "\(new.key)")
    }
    if new.table == "expenses" { try checkVersion(of: "split", old, new) }
    if new.table == "items", old.diedAt == nil {
      let was = old.registers["claimedBy"]?.value ?? .null
      let now = new.registers["claimedBy"]?.value ?? .null
      let isReinserted =
        old.registers["name"]?.stamp != new.registers["name"]?.stamp
        && underWay.count > 1
      try require(
        was.isNull || now.isNull || was == now || isReinserted || underWay.count > 1,
        "8 at most one claim", "\(new.key) \(was) → \(now)")
    }
  }

  /// Nobody changes an aggregate but on the version that they saw.
  func checkVersion(of register: String, _ old: HubRecord, _ new: HubRecord) throws {
    guard underWay.count == 1, let was = old.registers[register]?.stamp.changeSet,
      let now = new.registers[register]?.stamp.changeSet, was != now
    else { return }
    let mutation = underWay[0].mutations.first { $0.key == new.key && $0.kind == .update }
    // One that writes something else of it only points it to what stands for another by now.
    try require(
      mutation == nil || mutation?.bases[register] == was,
      "an aggregate is changed on the version its author saw", "\(new.key) \(was) → \(now)")
  }

  /// Nobody changes what is guarded but who saw it. Who is hostile may leave out what they saw, as
  /// an older program does.
  func checkGuarded(_ registers: Set<String>, _ old: HubRecord, _ new: HubRecord) throws {
    guard underWay.count == 1, !isHandedBack, old.diedAt == nil, new.diedAt == nil,
      !underWay[0].id.replica.hasPrefix("evil-"),
      let mutation = underWay[0].mutations.first(where: { $0.key == new.key }),
      mutation.kind == .update
    else { return }
    for name in registers.sorted() where mutation.registers[name] != nil {
      let (was, now) = (old.registers[name]?.value, new.registers[name]?.value)
      try require(
        was == now || mutation.seen[name] == was,
        "what is guarded is changed by who saw it", "\(new.key).\(name) by \(underWay[0].id)")
    }
  }

  /// Who somebody is, they say themselves, or the home's owner.
  func checkClaim(
    of table: String, _ old: HubRecord, _ new: HubRecord, _ owners: Set<AccountID>
  ) throws {
    guard new.table == table, underWay.count == 1, let author else { return }
    let was = old.registers["accountID"]?.value ?? .null
    let now = new.registers["accountID"]?.value ?? .null
    guard was != now, !owners.contains(author) else { return }
    let own = FieldValue.text(author)
    // Who is brought back may have lost it to somebody else.
    try require(
      now.isNull ? was == own || old.isDead : now == own && was.isNull,
      "who somebody is they say themselves", "\(new.key) \(was) → \(now) by \(author)")
  }

  /// How somebody is paid who is in the zone, only they say.
  func checkPayment(of table: String, _ old: HubRecord, _ new: HubRecord) throws {
    guard new.table == table, underWay.count == 1, let author, !new.isDead, !old.isDead,
      let holder = new.registers["accountID"]?.value.text, holder != author,
      images[new.zone]?.records.values.contains(where: {
        $0.record.table == "participants" && $0.record.registers["accountID"]?.value.text == holder
      }) == true
    else { return }
    try require(
      old.registers["payment"]?.value == new.registers["payment"]?.value,
      "how somebody is paid they say themselves", "\(new.key) by \(author)")
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
