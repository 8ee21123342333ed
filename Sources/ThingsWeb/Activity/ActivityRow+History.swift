import Replica
import SQLite
import SyncProtocol
import Things
import Values
import SharingWeb
import Web

/// Describes a change of the log for a person.
struct HomeTeller: ActivityTeller {
  typealias Page = ActivityPage

  let reader: PageReader
  let home: ZoneID
  let canEdit: Bool
  private let hidesAmounts: Bool

  private static let parts: Set<String> = [
    "itemLabels", "itemFields", "photos", "attachments", "maintenance",
  ]

  init?(_ reader: PageReader, _ home: ZoneID) throws {
    guard let role = reader.role(in: home) else { return nil }
    (self.reader, self.home, canEdit) = (reader, home, role != .viewer)
    hidesAmounts = try AmountVeil.hides(home, in: reader.connection)
  }

  func shown(_ entry: HistoryEntry) -> HistoryEntry? {
    hidesAmounts ? entry.withoutAmounts(Things.schema) : entry
  }

  func lines(
    _ count: HistoryEntry.Count, _ changes: [RecordChange], _ entry: HistoryEntry
  ) -> [ActivityPage.Line]? {
    // Parts that are added or removed together with their item get no line of their own.
    let isPart = Self.parts.contains(count.table) && count.kind != .patch
    return isPart && entry.also(count.kind, "items") ? [] : nil
  }

  func verb(_ change: RecordChange) -> ActivityVerb {
    switch change.kind {
    case .put where change.hasArrived: .brought
    case .drop where change.movedTo != nil: .moved
    case .put, .patch, .drop: ActivityVerb(change.kind)
    }
  }

  // MARK: What it is about

  func subject(_ change: RecordChange, _ entry: HistoryEntry) throws -> ActivityPage.Subject {
    var registers = change.registers
    if change.kind == .patch { try addOwners(of: change, to: &registers) }
    func text(_ name: String) -> String { registers[name]?.text ?? "" }
    let thing = ActivityPage.Thing(table: change.table)
    var subject = ActivityPage.Subject(thing, text(thing.nameRegister))
    if thing == .itemLabel { subject.name = try name(of: text("labelID"), "labels", entry) }
    if let item = registers["itemID"]?.text {
      subject.owner = try name(of: item, "items", entry)
      subject.route = try record(item, "items") == nil ? nil : .items(.item(item))
    } else if let policy = registers["policyID"]?.text {
      subject.owner = try name(of: policy, "policies", entry)
    } else if let place = registers["locationID"]?.text, thing == .photo {
      subject.owner = try name(of: place, "locations", entry)
    }
    if subject.name.isEmpty, change.kind == .patch {
      subject.name = try name(of: change.id, change.table, entry)
    }
    guard change.kind != .drop, try record(change.id, change.table) != nil else { return subject }
    switch thing {
    case .item: subject.route = .items(.item(change.id))
    case .place: subject.route = .rooms(.room(home: home, room: change.id))
    case .label: subject.route = .labels(.label(home: home, label: change.id))
    default: break
    }
    return subject
  }

  /// Adds what a part belongs to today, because a change of the part itself does not name it.
  private func addOwners(
    of change: RecordChange, to registers: inout SortedMap<SyncProtocol.FieldValue>
  ) throws {
    guard let table = Things.schema.table(change.table),
      let record = try record(change.id, table.name)
    else { return }
    for owner in table.references where owner.rule == .contained {
      guard registers[owner.register] == nil else { continue }
      if let id = try record.text(owner.column) { registers[owner.register] = .text(id) }
    }
  }

  /// The record as it is today; `nil` if it is not in the home.
  private func record(_ id: RecordID, _ table: String) throws -> StoredRecord? {
    try StoredRecord(id, in: table, of: home, reader.connection)
  }

  /// The name of a record today, or else at the time of the change. Empty when neither is known.
  private func name(
    of id: RecordID, _ table: String, _ entry: HistoryEntry
  ) throws -> String {
    let thing = ActivityPage.Thing(table: table)
    guard !id.isEmpty, !thing.nameRegister.isEmpty else { return "" }
    if let record = try record(id, table) { return try record.text(thing.nameRegister) ?? "" }
    let change = entry.changes.first { $0.key == RecordKey(table, id) }
    return (change?.before[thing.nameRegister] ?? change?.after[thing.nameRegister])?.text ?? ""
  }

  // MARK: What has changed of it

  func differences(
    _ change: RecordChange, _ entry: HistoryEntry
  ) throws -> [ActivityPage.FieldChange] {
    guard !change.before.isEmpty, let table = Things.schema.table(change.table) else {
      return []
    }
    let canRestore = try canEdit && !entry.isSpanning && record(change.id, change.table) != nil
    var fields: [ActivityPage.FieldChange] = []
    for (register, after) in change.after {
      guard let field = ActivityField(register: register),
        let rule = table.register(register)?.rule, let before = change.before[register]
      else { continue }
      let now = change.after["currency"] ?? change.before["currency"]
      fields.append(
        ActivityPage.FieldChange(
          field,
          before: try value(before, register, change.before["currency"], entry),
          after: try value(after, register, now, entry),
          // Maintenance entries are left out: the entry may be gone or belong to another item, and
          // a completed date has already led to its next entry. The whole change can be taken back
          // instead.
          restore: canRestore && rule == .lastWriter
            && !["maintenanceID", "doneOn"].contains(register)
            ? .init(table: change.table, id: change.id, register: register) : nil))
    }
    return FieldOrder(table: change.table).sorted(fields, by: \.field)
  }

  private func value(
    _ value: SyncProtocol.FieldValue, _ register: String, _ currency: SyncProtocol.FieldValue?,
    _ entry: HistoryEntry
  ) throws -> ActivityPage.Value {
    switch value {
    case .text(let text):
      let named = [
        "locationID": "locations", "parentID": "locations", "maintenanceID": "maintenance",
      ]
      guard !text.isEmpty, let table = named[register] else { return ActivityPage.Value(text) }
      let name = try name(of: text, table, entry)
      return name.isEmpty ? .gone : .text(name)
    case .integer(let minor) where register.hasSuffix("Minor"):
      return .money(Money(minor, currency?.text ?? ""))
    case .integer(let flag) where register.hasPrefix("is"): return .yesNo(flag != 0)
    case .integer(let number): return .number(number)
    default: return .nothing
    }
  }
}

extension ActivityPage.Thing {
  package init(table: String) {
    switch table {
    case "items": self = .item
    case "locations": self = .place
    case "labels": self = .label
    case "photos": self = .photo
    case "attachments": self = .paper
    case "policies": self = .policy
    case "maintenance": self = .maintenance
    case "templates": self = .template
    case "fieldPresets": self = .fieldPreset
    case "itemLabels": self = .itemLabel
    case "itemFields": self = .itemField
    case "homes": self = .home
    default: self = .other
    }
  }

  /// The register that holds the record's name; empty when it has none.
  fileprivate var nameRegister: String {
    switch self {
    case .item, .place, .label, .paper, .template, .fieldPreset, .itemField, .home: "name"
    case .policy: "provider"
    case .maintenance: "title"
    case .photo, .itemLabel, .other: ""
    }
  }
}
