import AccountWeb
import FoundationEssentials
import Replica
import SQLite
import SyncProtocol
import Things
import Values
import SharingWeb
import Web

extension ActivityPage.Model {
  /// - Parameter history: `nil` when the hub could not be asked.
  init?(
    _ history: HistoryPage?, of scope: ActivityPage.Scope, in home: ZoneLink, _ reader: PageReader
  ) throws {
    guard let role = reader.role(in: home.id) else { return nil }
    self.init(home: home, scope: scope, isUnreachable: history == nil)
    guard let history else { return }
    let teller = ActivityTeller(
      reader: reader, home: home.id, canEdit: role != .viewer,
      maxLines: scope == .change ? 60 : 3)
    let hidesAmounts = try AmountVeil.hides(home.id, in: reader.connection)
    rows = try history.entries.compactMap {
      try teller.row(hidesAmounts ? $0.withoutAmounts(Things.schema) : $0)
    }
    guard scope != .change else { return }
    older = history.next
    isCutOff = history.isCutOff
  }
}

/// Describes a change of the log for a person.
private struct ActivityTeller {
  let reader: PageReader
  let home: ZoneID
  let canEdit: Bool
  /// The number of records of one kind up to which each is listed; more are only counted.
  let maxLines: Int

  private static let parts: Set<String> = [
    "itemLabels", "itemFields", "photos", "attachments", "maintenance",
  ]

  /// `nil` for a change that leaves nothing to show.
  func row(_ entry: HistoryEntry) throws -> ActivityPage.Row? {
    var lines: [ActivityPage.Line] = []
    for count in entry.counts { lines += try self.lines(count, entry) }
    guard !lines.isEmpty else { return nil }
    // A change by the hub itself has no author.
    let name = entry.author.isEmpty ? reader.words.hubItself : entry.authorName
    return ActivityPage.Row(
      sequence: entry.sequence, person: PersonBadge(id: entry.author, name: name),
      isYou: entry.author == reader.accountID, at: Date(milliseconds: entry.at), lines: lines,
      canTakeBack: canEdit && entry.canTakeBack)
  }

  private func lines(
    _ count: HistoryEntry.Count, _ entry: HistoryEntry
  ) throws -> [ActivityPage.Line] {
    let changes = entry.changes.filter { $0.kind == count.kind && $0.table == count.table }
    if HistoryEntry.hubOwned.contains(count.table) {
      return changes.compactMap { SharingEvent($0, entry).map { .sharing($0) } }
    }
    // Parts that are added or removed together with their item get no line of their own.
    let withItems = entry.counts.contains { $0.table == "items" && $0.kind == count.kind }
    if Self.parts.contains(count.table), count.kind != .patch, withItems { return [] }
    guard count.count <= maxLines, changes.count == count.count else {
      let thing = ActivityPage.Thing(table: count.table)
      return [.count(verb(of: count, changes, entry), thing, count.count)]
    }
    return try changes.map { change in
      .record(
        ActivityPage.Verb(change), try subject(change, entry),
        change.kind == .patch ? try fields(change, entry) : [])
    }
  }

  /// The verb for many records. The known changes stand for all of them, because a change set moves
  /// all its records the same way.
  private func verb(
    of count: HistoryEntry.Count, _ changes: [RecordChange], _ entry: HistoryEntry
  ) -> ActivityPage.Verb {
    let told = changes.isEmpty ? entry.changes.filter { $0.kind == count.kind } : changes
    let verbs = Set(told.map { ActivityPage.Verb($0) })
    guard verbs.count == 1, let verb = verbs.first else { return ActivityPage.Verb(count.kind) }
    return verb
  }

  // MARK: What it is about

  private func subject(
    _ change: RecordChange, _ entry: HistoryEntry
  ) throws -> ActivityPage.Subject {
    var registers = change.before.merging(change.after) { before, _ in before }
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

  private func fields(
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
    case .text(let text) where text.isEmpty: return .nothing
    case .text(let id) where register == "locationID" || register == "parentID":
      let name = try name(of: id, "locations", entry)
      return name.isEmpty ? .gone : .text(name)
    case .text(let id) where register == "maintenanceID":
      let name = try name(of: id, "maintenance", entry)
      return name.isEmpty ? .gone : .text(name)
    case .text(let text):
      if let day = CalendarDay(text) { return .day(day) }
      return .text(text.count > 200 ? text.prefix(200) + "…" : text)
    case .integer(let minor) where register.hasSuffix("Minor"):
      return .money(Money(minor, currency?.text ?? ""))
    case .integer(let flag) where register.hasPrefix("is"): return .yesNo(flag != 0)
    case .integer(let number): return .number(number)
    default: return .nothing
    }
  }
}

extension ActivityPage.Verb {
  fileprivate init(_ change: RecordChange) {
    switch change.kind {
    case .put where change.hasArrived: self = .brought
    case .drop where change.movedTo != nil: self = .moved
    case .put, .patch, .drop: self.init(change.kind)
    }
  }

  fileprivate init(_ kind: Effect.Kind) {
    switch kind {
    case .put: self = .added
    case .patch: self = .changed
    case .drop: self = .removed
    }
  }
}

extension ActivityPage.Thing {
  fileprivate init(table: String) {
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
