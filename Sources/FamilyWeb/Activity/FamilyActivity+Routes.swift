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
      try await at.member.activity(FamilyTeller.self, in: at.zone, before: before)
    }
  }
}

/// Describes a change of a family's log for a person.
private struct FamilyTeller: ActivityTeller {
  typealias Page = FamilyActivityPage

  let reader: PageReader
  let family: ZoneID
  let canEdit = false
  /// Invites are the parents' business.
  private let isParent: Bool
  private let routines: [RecordID: String]
  private let rewards: [RecordID: String]
  private let people: [AccountID: String]

  init?(_ reader: PageReader, _ family: ZoneID) throws {
    guard let role = reader.grantedRole(in: family) else { return nil }
    (self.reader, self.family, isParent) = (reader, family, role != .viewer)
    let connection = reader.connection
    routines = try Routine.titles(of: family, in: connection)
    rewards = try Reward.titles(of: family, in: connection)
    people = try FamilyPerson.all(of: family, in: connection).reduce(into: [:]) {
      $0[$1.id] = $1.name
    }
  }

  func shown(_ entry: HistoryEntry) -> HistoryEntry? {
    isParent ? entry : entry.without(["invites"])
  }

  func folded(_ rows: [FamilyActivityPage.Row]) -> [FamilyActivityPage.Row] {
    FamilyActivityPage.folded(rows) { reader.words.calendarDay($0) }
  }

  func lines(
    _ count: HistoryEntry.Count, _ changes: [RecordChange], _ entry: HistoryEntry
  ) -> [FamilyActivityPage.Line]? {
    // What comes with a new family or goes with its routine gets no line of its own.
    if count.kind == .put, count.table != "families", entry.also(.put, "families") { return [] }
    if count.kind == .drop, count.table != "routines", entry.also(.drop, "routines") { return [] }
    guard count.kind == .put, let first = changes.first, note(first) != nil else { return nil }
    var lines: [FamilyActivityPage.Line] = []
    for change in changes {
      guard let note = note(change) else { continue }
      lines.add(.init(note: note, names: [noted(change)].compactMap(\.self)))
    }
    return lines
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
    let registers = change.registers
    if let title = registers["title"]?.text { return title }
    if let id = registers["rewardID"]?.text { return rewards[id] }
    return registers["routineID"]?.text.flatMap { routines[$0] }
  }

  /// The same, with whom it was noted for, if that is somebody else.
  private func noted(_ change: RecordChange) -> String? {
    guard let name = name(change) else { return nil }
    guard change.table == "routineEvents" || change.table == "routineProofs",
      let person = change.registers["personID"]?.text,
      let author = change.registers["createdBy"]?.text, person != author,
      change.after["kind"]?.text != RoutineEvent.Kind.swap.rawValue
    else { return name }
    return reader.words.noted(name, for: people[person] ?? reader.words.somebodyWhoLeft)
  }

  // MARK: What it is about

  func subject(_ change: RecordChange, _ entry: HistoryEntry) -> FamilyActivityPage.Subject {
    let registers = change.registers
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

  func differences(
    _ change: RecordChange, _ entry: HistoryEntry
  ) -> [FamilyActivityPage.Difference] {
    guard !change.before.isEmpty else { return [] }
    var told = change.different(Families.fieldNames[change.table]).map {
      FamilyActivityPage.Difference.field(
        $0.name, before: value($0.before, $0.name), after: value($0.after, $0.name))
    }
    if change.after["plan"] != nil { told.append(.plan) }
    if change.after["steps"] != nil { told.append(.steps) }
    return told
  }

  private func value(
    _ value: SyncProtocol.FieldValue, _ register: String
  ) -> FamilyActivityPage.Value {
    switch value {
    case .text(let text):
      if register == "partOfDay", let part = FamilyDayPage.Part(rawValue: text) {
        .text(reader.words.part(part))
      } else {
        .init(text)
      }
    case .integer(let number):
      ["stars", "price", "colorIndex"].contains(register)
        ? .number(number) : .yesNo(number != 0)
    default: .nothing
    }
  }
}

extension FamilyActivityPage.Thing {
  package init(table: String) {
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
