import SQLite
import SyncProtocol

/// Something of an archive that does not fit together, and was mended instead of refusing all of
/// it: hubs once took it, so that honest archives may have it.
package struct ArchiveMending: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The place was inside something that was inside it; it stands in the home.
    case loop
    /// The place was deeper than places may be; it stands as far up as what is in it needs.
    case tooDeep
    /// The place was in one that its home does not have; it stands in the home.
    case parentMissing
    /// The item or template was in a place that its home does not have; it is in none.
    case placeMissing
    /// The paper was of maintenance that its home does not have; it stays with its item.
    case maintenanceMissing
    /// The photo was of something that its home does not have; it is one of the home, which the
    /// name is of.
    case photoOfHome
    /// The photo or paper was of an item and of something else; it is the item's.
    case twoOwners
    /// The item had a label that its home does not have.
    case labelMissing
    /// The label was on an item that its home does not have.
    case labelledMissing
    /// It was part of something that its home does not have, and cannot be without it: left out.
    case leftOut
    /// A day that the calendar does not have; there is none now.
    case day
    /// A moment after the year 9999; it is the last one of it now.
    case instant
  }

  package let kind: Kind
  /// Of the record; may be empty.
  package let name: String
  /// The entry of the archive.
  package let entry: String
  /// In the entry, from 1; `nil` when it is about how records stand to each other.
  package let line: Int?
  /// The place that it is in now; `nil` for the home itself, and for what is no place.
  package let parent: String?

  package init(
    _ kind: Kind, _ name: String, entry: String, line: Int? = nil, parent: String? = nil
  ) {
    (self.kind, self.name) = (kind, name)
    (self.entry, self.line, self.parent) = (entry, line, parent)
  }

  /// What one record is called.
  static func name(_ registers: SortedMap<FieldValue>) -> String {
    for column in ["name", "title", "provider", "caption"] {
      if let name = registers[column]?.text { return name }
    }
    return ""
  }

  // MARK: Values

  /// Brings what older hubs took into the ranges of the schema; `nil` when there was nothing to do.
  static func values(
    _ registers: inout [(String, FieldValue)], of table: TableSchema
  ) -> Kind? {
    var kind: Kind?
    for index in registers.indices {
      guard let register = table.register(registers[index].0), register.rule != .aggregate else {
        continue
      }
      let column = register.columns[0]
      switch registers[index].1 {
      case .integer(let instant) where column.kind == .integer(TimeLimit.milliseconds):
        guard instant > TimeLimit.milliseconds.upperBound else { continue }
        registers[index].1 = .integer(TimeLimit.milliseconds.upperBound)
        kind = .instant
      case .text(let text) where column.form == .day && column.isNullable:
        guard isShapedLikeDay(text), column.problem(with: .text(text)) != nil else { continue }
        registers[index].1 = .null
        kind = .day
      default: continue
      }
    }
    return kind
  }

  /// What the tables take for a day: `SQLShape.date`.
  private static func isShapedLikeDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 10
      && bytes.indices.allSatisfy { index in
        index == 4 || index == 7 ? bytes[index] == 0x2d : (0x30...0x39).contains(bytes[index])
      }
  }

  /// Leaves a photo or paper one owner, as the tables want it: of several the item, or the first.
  static func owners(
    _ registers: inout [(String, FieldValue)], of table: TableSchema
  ) -> Kind? {
    guard Household.fileTables.contains(table.name) else { return nil }
    let owners = table.owners.map(\.register)
    let given = registers.indices
      .filter { !registers[$0].1.isNull && owners.contains(registers[$0].0) }
    // A photo of nothing is one of the home.
    guard let first = given.first else { return table.name == Photo.sql.table ? nil : .leftOut }
    guard given.count > 1 else { return nil }
    let kept = given.first { registers[$0].0 == owners[0] } ?? first
    for index in given where index != kept { registers[index].1 = .null }
    return .twoOwners
  }
}
