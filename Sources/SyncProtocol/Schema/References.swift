extension ReferenceSchema {
  /// The ids that a register's value refers to by this reference.
  public func targets(in value: FieldValue) -> [RecordID] {
    if isInChild {
      guard case .map(let map) = value else { return [] }
      return map.values.flatMap { rows in (rows.list ?? []).compactMap { $0[column].text } }
    }
    if case .map = value { return value[column].text.map { [$0] } ?? [] }
    return value.text.map { [$0] } ?? []
  }

  /// Calls `body` with each id that a register's value refers to by this reference.
  @inlinable
  public func forEachTarget(
    in value: FieldValue, _ body: (RecordID) throws -> Void
  ) rethrows {
    // Nearly all values are one id.
    if case .text(let id) = value, !isInChild { return try body(id) }
    for id in targets(in: value) { try body(id) }
  }

  /// The value with each reference to `old` replaced by `new`, or by null if `new` is `nil`.
  public func replacing(_ old: RecordID, by new: RecordID?, in value: FieldValue) -> FieldValue {
    let replacement = new.map(FieldValue.text) ?? .null
    switch value {
    case .text(old): return replacement
    case .map(var map):
      if isInChild {
        for (key, rows) in map {
          guard case .list(let list) = rows else { continue }
          map[key] = .list(
            list.map { row in
              guard case .map(var row) = row, row[column]?.text == old else { return row }
              row[column] = replacement
              return .map(row)
            })
        }
      } else if map[column]?.text == old {
        map[column] = replacement
      }
      return .map(map)
    default: return value
    }
  }
}
