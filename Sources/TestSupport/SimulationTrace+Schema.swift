import SyncProtocol

/// The schema as data, for who judges by it in another language. What is a function in it
/// (`join`, `validate`) is told by whether it is there.
extension SimulationTrace {
  static func schema(of subject: any SimulatedSubject) -> FieldValue {
    .map([
      "maxWrittenBytes": .integer(Int64(subject.maxWrittenBytes)),
      "tables": .list(subject.toldSchema.tables.map(table)),
      "zoneKinds": .map(
        SortedMap(
          uniqueKeysWithValues: subject.toldSchema.zoneKinds.map { kind, limits in
            (kind.rawValue, zoneKind(limits))
          }.sorted { $0.0 < $1.0 })),
    ])
  }

  private static func zoneKind(_ kind: ZoneKindSchema) -> FieldValue {
    .map([
      "rootTable": .text(kind.rootTable),
      "titleRegister": text(kind.titleRegister),
      "minimumPerAccount": .integer(Int64(kind.minimumPerAccount)),
      "freshRoot": .map(kind.freshRoot),
      "maxOwned": .integer(Int64(kind.maxOwned)),
      "maxRecords": .integer(Int64(kind.maxRecords)),
      "maxParticipants": .integer(Int64(kind.maxParticipants)),
      "maxMemberships": kind.maxMemberships.map { .integer(Int64($0)) } ?? .null,
      "managerRole": .text(kind.managerRole.rawValue),
      "restrictsReaders": flag(kind.restrictsReaders),
    ])
  }

  private static func table(_ table: TableSchema) -> FieldValue {
    .map([
      "name": .text(table.name),
      "zoneKinds": .list(table.zoneKinds.map(\.rawValue).sorted().map { .text($0) }),
      "zoneColumn": text(table.zoneColumn),
      "minimumRole": .text(table.minimumRole.rawValue),
      "insertRole": .text(table.insertRole.rawValue),
      "authorRegisters": .list(table.authorRegisters.sorted().map { .text($0) }),
      "authorReference": table.authorReference.map { .list([.text($0.register), .text($0.table)]) }
        ?? .null,
      "isAppendOnly": flag(table.isAppendOnly),
      "hasNaturalID": flag(table.hasNaturalID),
      "isHubOwned": flag(table.isHubOwned),
      "retired": .list(table.retired.sorted().map { .text($0) }),
      "unique": .list(table.unique.sorted().map { .text($0) }),
      "keptWhenDeleted": .list(table.keptWhenDeleted.sorted().map { .text($0) }),
      "registers": .list(table.registers.map(register)),
      "references": .list(table.references.map(reference)),
    ])
  }

  private static func register(_ register: RegisterSchema) -> FieldValue {
    .map([
      "name": .text(register.name),
      "rule": .text(register.rule.rawValue),
      "columns": .list(register.columns.map(column)),
      "child": register.child.map { child in
        .map([
          "table": .text(child.table), "parentColumn": .text(child.parentColumn),
          "zoneColumn": text(child.zoneColumn), "columns": .list(child.columns.map(column)),
        ])
      } ?? .null,
      "isGuarded": flag(register.isGuarded),
      "heldBy": text(register.heldBy),
      "isJoined": flag(register.join != nil),
      "isValidated": flag(register.validate != nil),
    ])
  }

  private static func column(_ column: ColumnSchema) -> FieldValue {
    var limits: SortedMap<FieldValue> = [
      "name": .text(column.name),
      "isNullable": flag(column.isNullable),
      "namesBlob": flag(column.namesBlob),
      "default": column.defaultValue,
      "form": form(column.form),
      "choices": column.choices.map { .list($0.sorted().map { .text($0) }) } ?? .null,
    ]
    switch column.kind {
    case .text(let maxBytes):
      (limits["type"], limits["maxBytes"]) = ("text", .integer(Int64(maxBytes)))
    case .integer(let range):
      limits["type"] = "integer"
      (limits["min"], limits["max"]) = (.integer(range.lowerBound), .integer(range.upperBound))
    case .real: limits["type"] = "real"
    case .blob(let maxBytes):
      (limits["type"], limits["maxBytes"]) = ("blob", .integer(Int64(maxBytes)))
    }
    return .map(limits)
  }

  private static func form(_ form: ColumnSchema.TextForm?) -> FieldValue {
    switch form {
    case nil: .null
    case .day: "day"
    case .sha256: "sha256"
    case .currencyCode: "currencyCode"
    }
  }

  private static func reference(_ reference: ReferenceSchema) -> FieldValue {
    var rule: SortedMap<FieldValue> = [
      "register": .text(reference.register), "column": .text(reference.column),
      "isInChild": flag(reference.isInChild), "target": .text(reference.target),
      "maxDepth": reference.maxDepth.map { .integer(Int64($0)) } ?? .null,
    ]
    switch reference.rule {
    case .contained: rule["rule"] = "contained"
    case .nullify: rule["rule"] = "nullify"
    case .revive(let register, let value):
      rule["rule"] = "revive"
      (rule["reviveRegister"], rule["reviveValue"]) = (.text(register), value)
    }
    return .map(rule)
  }

  private static func text(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }
  private static func flag(_ flag: Bool) -> FieldValue { .integer(flag ? 1 : 0) }
}
