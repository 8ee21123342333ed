/// Checks what a client sends against the schema, as if the client were hostile. Pure.
extension TableSchema {
  /// Nothing, or the first reason why `registers` cannot be stored.
  ///
  /// - Parameter isInsert: an insert must bring a value for every column that has no default.
  public func check(
    _ registers: SortedMap<FieldValue>, isInsert: Bool, record: RecordKey
  ) -> Refusal? {
    for (name, value) in registers {
      guard let register = register(name) else {
        // An older program's: whatever it holds, nobody keeps it.
        if retired.contains(name) { continue }
        return Refusal(.unknownType, record, name)
      }
      if let problem = register.problem(with: value) {
        return Refusal(.invalid, record, "\(name): \(problem)")
      }
    }
    guard isInsert else { return nil }
    for (register, column) in required where registers[register.name] == nil {
      return Refusal(.invalid, record, "\(column.name): missing")
    }
    return nil
  }
}

extension RegisterSchema {
  /// What is wrong with `value` as the content of this register, or `nil`.
  public func problem(with value: FieldValue) -> String? {
    guard rule == .aggregate else { return columns[0].problem(with: value) }
    guard case .map(let map) = value else { return "not a map" }
    for key in map.keys where child?.table != key && !columns.contains(where: { $0.name == key }) {
      return "\(key): unknown"
    }
    for column in columns {
      if let problem = column.problem(with: map[column.name] ?? .null) {
        return "\(column.name): \(problem)"
      }
    }
    if let child, let problem = child.problem(with: map[child.table] ?? .null) {
      return "\(child.table): \(problem)"
    }
    if isPlanted(.invalidAggregate) { return nil }
    return validate?(value)
  }
}

extension ChildSchema {
  /// Most child rows in one aggregate.
  public static let maxRows = 1000

  func problem(with value: FieldValue) -> String? {
    guard case .list(let rows) = value else { return "not a list" }
    guard rows.count <= Self.maxRows else { return "more than \(Self.maxRows) rows" }
    var ids: Set<String> = []
    for row in rows {
      guard case .map(let map) = row else { return "a row is not a map" }
      for key in map.keys where !columns.contains(where: { $0.name == key }) {
        return "\(key): unknown"
      }
      for column in columns {
        if let problem = column.problem(with: map[column.name] ?? .null) {
          return "\(column.name): \(problem)"
        }
      }
      guard let id = map[columns[0].name]?.text, isRecordID(id) else { return "a row has no id" }
      guard ids.insert(id).inserted else { return "two rows have one id" }
    }
    return nil
  }
}

extension ColumnSchema {
  /// What is wrong with `value` in this column, or `nil`.
  public func problem(with value: FieldValue) -> String? {
    switch (kind, value) {
    case (_, .null): return isNullable ? nil : "missing"
    case (.text(let maxBytes), .text(let text)):
      if text.utf8.count > maxBytes { return "longer than \(maxBytes) bytes" }
      if text.containsNUL { return "contains a NUL character" }
      if let choices, !choices.contains(text) { return "not one of the choices" }
      return nil
    case (.integer(let range), .integer(let integer)):
      return range.contains(integer) ? nil : "outside \(range.lowerBound)…\(range.upperBound)"
    case (.real, .real), (.real, .integer): return nil
    case (.blob(let maxBytes), .blob(let blob)):
      return blob.count > maxBytes ? "longer than \(maxBytes) bytes" : nil
    default: return "of the wrong type"
    }
  }
}

/// Whether `text` may be a record's id: 1–64 characters of `0-9 a-z -`.
public func isRecordID(_ text: String) -> Bool {
  (1...64).contains(text.utf8.count)
    && text.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7a) || $0 == 0x2d
    }
}

extension String {
  /// Looked for in all texts that are pushed, where a sequence's `contains` shows.
  fileprivate var containsNUL: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var found = false
      for byte in bytes where byte == 0 { found = true }
      return found
    }
  }
}
