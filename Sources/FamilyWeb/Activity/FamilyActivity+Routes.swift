import Families
import FoundationEssentials
import Household
import SharingWeb
import SyncProtocol
import Values
import Web

/// The history of a family, as the hub tells it. Nothing is taken back here: what is noted of a
/// routine is undone where it stands.
extension WebApplication {
  func familyActivity(_ family: ZoneID, before: Int64?) -> Endpoint {
    .viewing(.family(family)) { at in
      let history = try await at.member.history(.page(of: family, before: before))
      let zone = at.zone
      return try await at.member.page(
        { FamilyActivityPage.view($0, in: $1) },
        load: { try FamilyActivityPage.Model(history, in: zone, $0) })
    }
  }
}

extension FamilyActivityPage.Model {
  /// - Parameter history: `nil` when the hub could not be asked.
  fileprivate init?(_ history: HistoryPage?, in family: ZoneLink, _ reader: PageReader) throws {
    guard let role = reader.grantedRole(in: family.id) else { return nil }
    self.init(family: family)
    isUnreachable = history == nil
    guard let history else { return }
    let teller = try FamilyTeller(reader, family.id, isParent: role != .viewer)
    rows = FamilyActivityPage.folded(history.entries.compactMap { teller.row($0) }) {
      reader.words.calendarDay($0)
    }
    older = history.next
    isCutOff = history.isCutOff
  }
}

/// Describes a change of a family's log for a person.
private struct FamilyTeller {
  /// The number of records of one kind up to which each is listed; more are only counted.
  private static let maxLines = 3
  private static let maxCharacters = 200

  let reader: PageReader
  let family: ZoneID
  /// Invites are the parents' business.
  let isParent: Bool
  private let routines: [RecordID: String]
  private let rewards: [RecordID: String]
  private let people: [AccountID: String]

  init(_ reader: PageReader, _ family: ZoneID, isParent: Bool) throws {
    (self.reader, self.family, self.isParent) = (reader, family, isParent)
    let connection = reader.connection
    routines = try Routine.titles(of: family, in: connection)
    rewards = try Reward.titles(of: family, in: connection)
    people = try FamilyPerson.all(of: family, in: connection).reduce(into: [:]) {
      $0[$1.id] = $1.name
    }
  }

  /// `nil` for a change that leaves nothing to show.
  func row(_ entry: HistoryEntry) -> FamilyActivityPage.Row? {
    // A change by the hub itself has no author.
    let name = entry.author.isEmpty ? reader.words.familyServer : entry.authorName
    var row = FamilyActivityPage.Row(
      sequence: entry.sequence, person: PersonBadge(id: entry.author, name: name),
      isYou: entry.author == reader.accountID, at: Date(milliseconds: entry.at), lines: [])
    for count in entry.counts { tell(count, entry, &row) }
    return row.lines.isEmpty ? nil : row
  }

  private func tell(
    _ count: HistoryEntry.Count, _ entry: HistoryEntry, _ row: inout FamilyActivityPage.Row
  ) {
    let changes = entry.changes.filter { $0.kind == count.kind && $0.table == count.table }
    if HistoryEntry.hubOwned.contains(count.table) {
      guard isParent || count.table != "invites" else { return }
      row.lines += changes.compactMap { SharingEvent($0, entry).map { .sharing($0) } }
      return
    }
    func happened(to table: String) -> Bool {
      entry.counts.contains { $0.table == table && $0.kind == count.kind }
    }
    // What comes with a new family or goes with its routine gets no line of its own.
    if count.kind == .put, count.table != "families", happened(to: "families") { return }
    if count.kind == .drop, count.table != "routines", happened(to: "routines") { return }
    if count.kind == .put, let first = changes.first, note(first) != nil {
      for change in changes {
        if let note = note(change) { row.add(note, [name(change)].compactMap(\.self)) }
      }
      return
    }
    let verb = FamilyActivityPage.Verb(count.kind)
    guard count.count <= Self.maxLines, changes.count == count.count else {
      let thing = FamilyActivityPage.Thing(table: count.table)
      row.lines.append(.count(verb, thing, count.count))
      return
    }
    row.lines += changes.map {
      .record(verb, subject($0), $0.kind == .patch ? differences($0) : [])
    }
  }

  /// What a record that is only ever added says; `nil` for any other.
  private func note(_ change: RecordChange) -> FamilyActivityPage.Note? {
    let takesBack = change.after["undoesID"]?.text != nil
    switch change.table {
    case "routineEvents":
      switch change.after["kind"]?.text.flatMap({ RoutineEvent.Kind(rawValue: $0) }) {
      case .done: return .done
      case .skip: return .skipped
      case .swap: return .swapped
      case .undo, nil: return .undone
      }
    case "routineProofs": return .photo
    case "routineApprovals": return takesBack ? .unapproved : .approved
    case "rewardWishes": return takesBack ? .withdrawn : .wished
    case "starGrants":
      if takesBack { return .reopened }
      return change.after["isGranted"]?.integer == 1 ? .granted : .refused
    default: return nil
    }
  }

  /// The routine or reward that something was noted of; `nil` if it is gone.
  private func name(_ change: RecordChange) -> String? {
    let registers = change.before.merging(change.after) { before, _ in before }
    if let title = registers["title"]?.text { return title }
    if let id = registers["rewardID"]?.text { return rewards[id] }
    return registers["routineID"]?.text.flatMap { routines[$0] }
  }

  // MARK: What it is about

  private func subject(_ change: RecordChange) -> FamilyActivityPage.Subject {
    let registers = change.before.merging(change.after) { before, _ in before }
    func text(_ name: String) -> String { registers[name]?.text ?? "" }
    var subject = FamilyActivityPage.Subject(FamilyActivityPage.Thing(table: change.table), "")
    switch subject.thing {
    case .family: subject.route = .family(.familySettings(family))
    case .face:
      subject.name = people[text("accountID")] ?? ""
      subject.route = .family(.familySettings(family))
    case .absence:
      subject.name = people[text("personID")] ?? ""
      subject.route = .family(.absences(family))
    case .routine:
      subject.name = text("title")
      if routines[change.id] != nil {
        subject.route = .routines(.week(family: family, routine: change.id))
      }
    case .stepPicture, .photo: subject.name = name(change) ?? ""
    case .reward:
      subject.name = text("title")
      subject.route = .rewards(.rewards(family))
    case .other: subject.name = text("title")
    }
    return subject
  }

  private func differences(_ change: RecordChange) -> [FamilyActivityPage.Difference] {
    guard !change.before.isEmpty else { return [] }
    var told: [FamilyActivityPage.Difference] = []
    for register in Families.fieldNames[change.table] ?? [] {
      guard let after = change.after[register], let before = change.before[register] else {
        continue
      }
      told.append(
        .field(register, before: value(before, register), after: value(after, register)))
    }
    if change.after["plan"] != nil { told.append(.plan) }
    if change.after["steps"] != nil { told.append(.steps) }
    return told
  }

  private func value(
    _ value: SyncProtocol.FieldValue, _ register: String
  ) -> FamilyActivityPage.Value {
    switch value {
    case .text(let text) where text.isEmpty: .nothing
    case .text(let text):
      if let day = CalendarDay(text) {
        .day(day)
      } else if register == "partOfDay", let part = FamilyDayPage.Part(rawValue: text) {
        .part(part)
      } else {
        .text(
          text.count > Self.maxCharacters ? text.prefix(Self.maxCharacters) + "…" : text)
      }
    case .integer(let number):
      ["stars", "price", "colorIndex"].contains(register)
        ? .number(number) : .yesNo(number != 0)
    default: .nothing
    }
  }
}

extension FamilyActivityPage.Verb {
  fileprivate init(_ kind: Effect.Kind) {
    switch kind {
    case .put: self = .added
    case .patch: self = .changed
    case .drop: self = .removed
    }
  }
}

extension FamilyActivityPage.Thing {
  fileprivate init(table: String) {
    switch table {
    case "families": self = .family
    case "familyFaces": self = .face
    case "routines": self = .routine
    case "absences": self = .absence
    case "stepPictures": self = .stepPicture
    case "routineProofs": self = .photo
    case "rewards": self = .reward
    default: self = .other
    }
  }
}
