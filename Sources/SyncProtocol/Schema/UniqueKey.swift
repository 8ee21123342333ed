/// A key that only one record of a zone may have: a value of a unique register, or the id of a
/// child row.
public struct UniqueKey: Hashable, Sendable, Comparable {
  /// `table.register`, or the child table's name.
  public let scope: String
  /// The value; an integer as decimal text.
  public let value: String
  /// Whether the key is the id of a child row.
  public let isChild: Bool

  /// The key of a register's value; `nil` if the value is neither text nor an integer.
  package init?(_ table: String, _ register: String, _ value: FieldValue) {
    switch value {
    case .text(let text): self.value = text
    case .integer(let number): self.value = String(number)
    default: return nil
    }
    scope = "\(table).\(register)"
    isChild = false
  }

  package init(childOf table: String, id: String) {
    (scope, value, isChild) = (table, id, true)
  }

  public static func < (left: UniqueKey, right: UniqueKey) -> Bool {
    (left.scope, left.value) < (right.scope, right.value)
  }
}

extension TableSchema {
  /// Whether its records can have unique keys.
  package var hasUniqueKeys: Bool { !unique.isEmpty || aggregates.contains { $0.child != nil } }

  /// The unique keys of a record with these registers, each once, sorted.
  package func uniqueKeys(of values: SortedMap<FieldValue>) -> [UniqueKey] {
    var keys: Set<UniqueKey> = []
    for name in unique {
      if let value = values[name], let key = UniqueKey(self.name, name, value) { keys.insert(key) }
    }
    for register in aggregates {
      guard let child = register.child, let rows = values[register.name]?[child.table].list else {
        continue
      }
      for row in rows {
        if let id = row[child.columns[0].name].text {
          keys.insert(UniqueKey(childOf: child.table, id: id))
        }
      }
    }
    return keys.sorted()
  }
}
