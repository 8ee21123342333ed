import SyncProtocol

/// Looks up records by a name that was typed.
package enum NamedRecords {
  /// The records with this name, ignoring case and spaces; if there are none, those whose name
  /// begins with it.
  package static func ids(
    named name: String, among rows: [(id: RecordID, nameKey: String)]
  ) -> [RecordID] {
    let key = NameKey.make(name)
    let same = rows.filter { $0.nameKey == key }
    return (same.isEmpty ? rows.filter { $0.nameKey.hasPrefix(key) } : same).map(\.id)
  }
}
