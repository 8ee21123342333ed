import SyncProtocol

/// Nobody signs with the name of somebody else, or writes what is theirs.
extension Judge {
  /// Throws if an insert names somebody else as its author, see ``TableSchema/authorRegisters``.
  ///
  /// Counts what is added by those who may only add.
  mutating func checkAuthor(
    _ mutation: Mutation, _ table: TableSchema, in zone: ZoneID
  ) throws {
    if table.authorRegisters.isEmpty, table.insertRole == table.minimumRole { return }
    let mayChange = try role(in: zone) >= table.minimumRole
    if !mayChange { addedCount += 1 }
    for register in table.authorRegisters.sorted() {
      let named = mutation.registers[register]?.text
      if named == author { continue }
      if mayChange {
        guard let named, try draft.grant(in: zone, for: named) != nil, !isPlanted(.authorUnchecked)
        else { continue }
        let former = try draft.record(RecordPlace(zone: zone, id: mutation.id))
        if former?.table == table.name, former?.registers[register]?.value.text == named {
          continue
        }
        if try isNamed(named, in: register, byOriginOf: mutation, table, in: zone) { continue }
      }
      throw Refusal(.permission, mutation.key, register)
    }
  }

  /// Whether the record of ``TableSchema/authorReference`` names an account as its author. Throws
  /// `gone` if nothing is kept of that record but that it was there.
  private func isNamed(
    _ account: AccountID, in register: String, byOriginOf mutation: Mutation, _ table: TableSchema,
    in zone: ZoneID
  ) throws -> Bool {
    guard let reference = table.authorReference,
      let id = mutation.registers[reference.register]?.text,
      let origin = try draft.record(RecordPlace(zone: zone, id: id)),
      origin.table == reference.table
    else { return false }
    guard let value = origin.registers[register]?.value, !value.isNull else {
      if origin.isDead { throw Refusal(.gone, mutation.key, id) }
      return false
    }
    return value.text == account
  }

  /// Throws if registers of a record would get another value that belong to somebody else of the
  /// zone, see ``RegisterSchema/heldBy``.
  ///
  /// - Parameters:
  ///   - record: as it will be, so that what the same mutation says of the claim counts.
  ///   - former: as it is now; for one that is made anew, as it was when it was deleted.
  func checkHeld(
    _ record: HubRecord, _ table: TableSchema, over former: HubRecord?,
    _ registers: [RegisterSchema]
  ) throws {
    for register in registers where !isPlanted(.heldByAnybody) {
      guard let claim = register.heldBy,
        let holder = record.registers[claim]?.value.text, holder != author,
        try draft.grant(in: record.zone, for: holder) != nil
      else { continue }
      let before = former?.registers[register.name]?.value ?? register.defaultContent
      if record.registers[register.name]?.value != before {
        throw Refusal(.claimed, record.key, register.name)
      }
    }
  }
}
