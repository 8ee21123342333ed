/// Checks of what a client sends against the schema; the client may be hostile. Pure functions.
extension TableSchema {
  /// The first reason why `registers` cannot be stored; `nil` if they can.
  ///
  /// - Parameter isInsert: an insert must bring a value for every column without a default.
  public func check(
    _ registers: SortedMap<FieldValue>, isInsert: Bool, record: RecordKey
  ) -> Refusal? {
    for (name, value) in registers {
      guard let register = register(name) else {
        // An older program's register: it is ignored, whatever it holds.
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
  /// What is wrong with `value` as the content of this register; `nil` if nothing.
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
  /// The greatest number of child rows in one aggregate.
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
  /// What is wrong with `value` in this column; `nil` if nothing.
  public func problem(with value: FieldValue) -> String? {
    switch (kind, value) {
    case (_, .null): return isNullable ? nil : "missing"
    case (.text(let maxBytes), .text(let text)):
      if text.utf8.count > maxBytes { return "longer than \(maxBytes) bytes" }
      if text.containsNUL { return "contains a NUL character" }
      if let choices, !choices.contains(text) { return "not one of the choices" }
      return form?.problem(with: text)
    case (.integer(let range), .integer(let integer)):
      return range.contains(integer) ? nil : "outside \(range.lowerBound)…\(range.upperBound)"
    case (.real, .real(let real)): return real.isFinite ? nil : "not a number"
    case (.real, .integer): return nil
    case (.blob(let maxBytes), .blob(let blob)):
      return blob.count > maxBytes ? "longer than \(maxBytes) bytes" : nil
    default: return "of the wrong type"
    }
  }
}

extension ColumnSchema.TextForm {
  fileprivate func problem(with text: String) -> String? {
    switch self {
    case .day: Self.isDay(text) ? nil : "not a day of the calendar"
    case .sha256:
      text.utf8.count == 64
        && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        ? nil : "not a SHA-256"
    case .currencyCode:
      text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5a).contains($0) }
        ? nil : "not a currency's code"
    }
  }

  private static func isDay(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard digits.count == 10, digits[4] == -3, digits[7] == -3 else { return false }
    func number(_ range: Range<Int>) -> Int? {
      digits[range].reduce(0) { total, digit in
        guard let total, (0...9).contains(digit) else { return nil }
        return total * 10 + digit
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      year >= 1000, (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
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
  /// Checked in every text that is pushed, where a sequence's `contains` would be noticeably slow.
  fileprivate var containsNUL: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var found = false
      for byte in bytes where byte == 0 { found = true }
      return found
    }
  }
}
