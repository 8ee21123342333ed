import FoundationEssentials
import SyncProtocol
import Web

/// Describes the changes of a zone's log for a person. Each area says what its records are.
package protocol ActivityTeller: SendableMetatype {
  associatedtype Page: ZoneActivity

  /// `nil` for somebody who has no access.
  init?(_ reader: PageReader, _ zone: ZoneID) throws

  var reader: PageReader { get }
  /// Whether the person may take changes back.
  var canEdit: Bool { get }

  /// What the person may see of a change; `nil` for nothing.
  func shown(_ entry: HistoryEntry) -> HistoryEntry?
  /// What is told of records of one kind in another way than one by one or by their count: nothing
  /// for those that come or go with something else. `nil` for the usual.
  func lines(
    _ count: HistoryEntry.Count, _ changes: [RecordChange], _ entry: HistoryEntry
  ) throws -> [Page.Line]?
  /// What is told of one record in a way of its own; `nil` for the usual.
  func event(_ change: RecordChange) -> Page.Event?
  func verb(_ change: RecordChange) -> ActivityVerb
  func subject(_ change: RecordChange, _ entry: HistoryEntry) throws -> Page.Subject
  /// What is different of a record that was changed.
  func differences(_ change: RecordChange, _ entry: HistoryEntry) throws -> [Page.Difference]
  /// The rows of a page with one for several that belong together.
  func folded(_ rows: [Page.Row]) -> [Page.Row]
}

extension ActivityTeller {
  package func shown(_ entry: HistoryEntry) -> HistoryEntry? { entry }
  package func event(_ change: RecordChange) -> Page.Event? { nil }
  package func verb(_ change: RecordChange) -> ActivityVerb { ActivityVerb(change.kind) }
  package func folded(_ rows: [Page.Row]) -> [Page.Row] { rows }

  /// Who made a change.
  package func person(_ entry: HistoryEntry) -> PersonBadge {
    // A change by the hub itself has no author.
    let name = entry.author.isEmpty ? reader.words.hubItself : entry.authorName
    return PersonBadge(id: entry.author, name: name)
  }

  /// `nil` for a change that leaves nothing to show.
  ///
  /// - Parameter maxLines: the number of records of one kind up to which each is listed; more are
  ///   only counted.
  fileprivate func row(_ entry: HistoryEntry, maxLines: Int) throws -> Page.Row? {
    guard let entry = shown(entry) else { return nil }
    let lines = try entry.counts.flatMap { try self.lines($0, entry, maxLines) }
    guard !lines.isEmpty else { return nil }
    // Of a home nothing is combined, so that this holds for homes and for groups.
    return Page.Row(
      sequence: entry.sequence, person: person(entry), isYou: entry.author == reader.accountID,
      at: Date(milliseconds: entry.at), lines: lines,
      canTakeBack: canEdit && entry.canTakeBackInGroup)
  }

  private func lines(
    _ count: HistoryEntry.Count, _ entry: HistoryEntry, _ maxLines: Int
  ) throws -> [Page.Line] {
    let changes = entry.changes.filter { $0.kind == count.kind && $0.table == count.table }
    if HistoryEntry.hubOwned.contains(count.table) {
      return SharingEvent.all(changes, entry).map { .sharing($0) }
    }
    if let own = try lines(count, changes, entry) { return own }
    guard count.count <= maxLines, changes.count == count.count else {
      return [
        .count(verb(count, changes, entry), Page.Thing(table: count.table), count.count)
      ]
    }
    return try changes.map { change in
      if let event = event(change) { return .own(event) }
      return .record(
        verb(change), try subject(change, entry),
        change.kind == .patch ? try differences(change, entry) : [])
    }
  }

  /// The verb for many records. The known changes stand for all of them, because a change set moves
  /// all its records the same way.
  private func verb(
    _ count: HistoryEntry.Count, _ changes: [RecordChange], _ entry: HistoryEntry
  ) -> ActivityVerb {
    let told = changes.isEmpty ? entry.changes.filter { $0.kind == count.kind } : changes
    let verbs = Set(told.map { verb($0) })
    guard verbs.count == 1, let only = verbs.first else { return ActivityVerb(count.kind) }
    return only
  }
}

extension ActivityModel {
  /// - Parameter history: `nil` when the hub could not be asked.
  init?<Teller: ActivityTeller>(
    _ history: HistoryPage?, of scope: ActivityScope, in zone: ZoneLink, by _: Teller.Type,
    _ reader: PageReader
  ) throws where Teller.Page == Page {
    guard let teller = try Teller(reader, zone.id) else { return nil }
    self.init(zone: zone, scope: scope, isUnreachable: history == nil)
    guard let history else { return }
    rows = teller.folded(
      try history.entries.compactMap {
        try teller.row($0, maxLines: scope == .change ? 60 : 3)
      })
    guard scope != .change else { return }
    older = history.next
    isCutOff = history.isCutOff
  }
}

extension ActivityVerb {
  package init(_ kind: Effect.Kind) {
    switch kind {
    case .put: self = .added
    case .patch: self = .changed
    case .drop: self = .removed
    }
  }
}

extension HistoryEntry {
  /// Whether something of a table was added, changed or removed, too.
  package func also(_ kind: Effect.Kind, _ table: String) -> Bool {
    counts.contains { $0.table == table && $0.kind == kind }
  }
}

extension RecordChange {
  /// What is known of the record, as it was before where that has changed.
  package var registers: SortedMap<SyncProtocol.FieldValue> {
    before.merging(after) { before, _ in before }
  }

  /// Some fields that are different, in their order.
  package func different(
    _ fields: [String]?
  ) -> [(name: String, before: SyncProtocol.FieldValue, after: SyncProtocol.FieldValue)] {
    (fields ?? []).compactMap { name in
      guard let after = after[name], let before = before[name] else { return nil }
      return (name, before, after)
    }
  }
}
