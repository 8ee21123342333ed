import SyncProtocol

// Effects: what readers of a zone receive about a change.

extension SyncSchema {
  /// The effect that readers of a zone receive when `original` becomes `record`; `nil` if there is
  /// none.
  func effect(from original: HubRecord?, to record: HubRecord) -> Effect? {
    let wasLive = original.map { !$0.isDead } ?? false
    if record.isDead {
      guard wasLive else { return nil }
      // A moved record exists elsewhere under its own id; a combined one is represented by another
      // id.
      return Effect(.drop, record.table, record.id, isAway: record.movedTo?.id == record.id)
    }
    guard let original, wasLive else { return put(record) }
    var effect = Effect(.patch, record.table, record.id)
    for (name, register) in record.registers
    where original.registers[name]?.value != register.value
      || (isAggregate(name, of: record.table) && original.registers[name]?.stamp != register.stamp)
    {
      effect.registers[name] = register.value
    }
    return effect.registers.isEmpty ? nil : effect
  }

  /// An effect with the whole record and the version of each aggregate.
  func put(_ record: HubRecord) -> Effect {
    var effect = Effect(.put, record.table, record.id)
    effect.registers = record.registers.values
    for register in table(record.table)?.aggregates ?? [] {
      effect.versions[register.name] = record.registers[register.name]?.stamp.changeSet
    }
    return effect
  }

  func isAggregate(_ register: String, of tableName: String) -> Bool {
    table(tableName)?.register(register)?.rule == .aggregate
  }
}

extension WireWriter {
  /// Appends an effect in its wire form; `values` is that of its record's values.
  mutating func append(_ effect: Effect, values: [UInt8]) {
    guard effect.kind == .put else { return effect.write(to: &self) }
    values.withUnsafeBufferPointer {
      Effect.writePut(of: effect.key, values: $0, versions: effect.versions, to: &self)
    }
  }
}
