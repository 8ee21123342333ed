import Household
import SQLite
import SyncProtocol

/// An inconsistency of an archive that was mended instead of refusing the whole archive.
///
/// Older hubs accepted such records, so archives made in good faith may contain them.
package struct ArchiveMending: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The place was inside another that was inside it; it is now directly in the home.
    case loop
    /// The place was too deep; it is now as far up as its own contents require.
    case tooDeep
    /// The place was inside one that its home does not have; it is now directly in the home.
    case parentMissing
    /// The item or template was in a place that its home does not have; it is now in no place.
    case placeMissing
    /// The paper belonged to maintenance that its home does not have; it stays with its item.
    case maintenanceMissing
    /// The photo was of something that its home does not have; it is now a photo of the home, whose
    /// name is given.
    case photoOfHome
    /// The photo or paper belonged to an item and to something else; it stays with the item.
    case twoOwners
    /// The item had a label that its home does not have.
    case labelMissing
    /// The label was on an item that its home does not have.
    case labelledMissing
    /// The record was part of something that its home does not have, and cannot exist alone: left
    /// out.
    case leftOut
    /// The day does not exist in the calendar; it was removed.
    case day
    /// The moment was after the year 9999; it is now the last moment of that year.
    case instant
  }

  package let kind: Kind
  /// The name of the record; may be empty.
  package let name: String
  /// The entry of the archive that holds the record.
  package let entry: String
  /// The line in the entry, from 1; `nil` if the problem lies between records.
  package let line: Int?
  /// The name of the place that it is in now; `nil` for the home itself, and for anything but a
  /// place.
  package let parent: String?

  package init(
    _ kind: Kind, _ name: String, entry: String, line: Int? = nil, parent: String? = nil
  ) {
    (self.kind, self.name) = (kind, name)
    (self.entry, self.line, self.parent) = (entry, line, parent)
  }

  /// The name of a record; empty if it has none.
  static func name(_ registers: SortedMap<FieldValue>) -> String {
    for column in ["name", "title", "provider", "caption"] {
      if let name = registers[column]?.text { return name }
    }
    return ""
  }

  // MARK: Values

  /// Corrects values that older hubs accepted and the schema does not; `nil` if there were none.
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

  /// Whether a text has the form that the tables accept for a day: `SQLShape.date`.
  private static func isShapedLikeDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 10
      && bytes.indices.allSatisfy { index in
        index == 4 || index == 7 ? bytes[index] == 0x2d : (0x30...0x39).contains(bytes[index])
      }
  }

  /// Leaves a photo or paper one owner, as the tables require: the item if there is one, or else
  /// the first.
  static func owners(
    _ registers: inout [(String, FieldValue)], of table: TableSchema
  ) -> Kind? {
    guard Things.fileTables.contains(table.name) else { return nil }
    let owners = table.owners.map(\.register)
    let given = registers.indices
      .filter { !registers[$0].1.isNull && owners.contains(registers[$0].0) }
    // A photo without an owner is one of the home.
    guard let first = given.first else { return table.name == Photo.sql.table ? nil : .leftOut }
    guard given.count > 1 else { return nil }
    let kept = given.first { registers[$0].0 == owners[0] } ?? first
    for index in given where index != kept { registers[index].1 = .null }
    return .twoOwners
  }
}
