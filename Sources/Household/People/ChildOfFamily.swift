import SQLite

/// Whether a replica's person is a child of a family: they read in its zone.
package func isChildOfFamily(in connection: Connection) throws -> Bool {
  try connection.first(
    "SELECT 1 FROM syncZones WHERE kind = 'family' AND role = 'readOnly' LIMIT 1"
  ) { _ in true } ?? false
}

/// A child in a family deletes no home or group, not even its own. The hub refuses it; asked here
/// first, a device does not show as done what the hub undoes later.
package struct NotByChildren: Error, Equatable {
  /// Throws it for a child.
  package static func check(in connection: Connection) throws {
    if try isChildOfFamily(in: connection) { throw NotByChildren() }
  }
}
