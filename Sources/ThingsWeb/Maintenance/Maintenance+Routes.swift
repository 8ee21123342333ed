import FoundationEssentials
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// Upcoming and completed maintenance of a home's items.
extension WebApplication {
  func maintenancePage(home: ZoneID, isDone: Bool, after: String?) -> Endpoint {
    .viewing(.home(home)) { at in
      try await at.member.page(
        home: home, { MaintenancePage.view($0, in: $1) },
        load: { reader in
          let cursor = after.flatMap { MaintenanceCursor($0) }
          let list =
            isDone
            ? try MaintenanceList.done(home: home, after: cursor, in: reader.connection)
            : try MaintenanceList.open(home: home, after: cursor, in: reader.connection)
          let papers = try Attachment.ofMaintenance(
            list.rows.map(\.entry.id), home: home, in: reader.connection)
          return MaintenancePage.Model(
            home: at.link, role: reader.role(in: home) ?? .viewer, isDone: isDone,
            rows: list.rows.map {
              MaintenanceRow(
                $0.entry, itemName: $0.itemName, papers: papers[$0.entry.id] ?? [],
                today: reader.today)
            },
            isFirst: cursor == nil, next: list.next?.description)
        })
    }
  }

  func newMaintenancePage(item: RecordID) -> Endpoint {
    .editing(.item(item)) { at in
      try await at.member.page(
        home: at.homeID, { MaintenanceFormPage.view($0, in: $1) },
        load: { reader in
          guard let stored = try Item.find(item, in: reader.connection) else { return nil }
          return MaintenanceFormPage.Model(
            home: at.link, itemID: item, itemName: stored.details.name,
            values: FormValues([
              .currency: FieldValue(stored.details.currency), .everyUnit: FieldValue("month"),
            ]))
        })
    }
  }

  func addMaintenance(item: RecordID) -> Endpoint {
    .editing(.item(item)) { at in
      let words = try await at.member.words()
      var draft = MaintenanceDraft(at.form, words: words)
      do {
        let add = AddMaintenance(
          itemID: item, draft.details, doneOn: draft.doneOn,
          today: words.calendarDay(at.guest.date).text)
        // Unreadable fields and values that cannot be stored are reported together.
        let isReadable = !draft.values.hasProblems
        let entry = try await at.write { transaction in
          let entry = try add(transaction)
          guard isReadable else { throw AddMaintenance.Failure.invalid([]) }
          return entry
        }
        return at.member.goTo(.items(.item(item)), saying: .things(.maintenanceAdded(entry.title)))
      } catch AddMaintenance.Failure.invalid(let problems) {
        draft.take(problems)
        return try await at.maintenanceForm(draft, entry: nil, item: item)
      }
    }
  }

  func maintenanceEntryPage(_ id: RecordID) -> Endpoint {
    .editing(.maintenance(id)) { at in
      try await at.member.page(
        home: at.homeID, { MaintenanceFormPage.view($0, in: $1) },
        load: { reader in
          guard let entry = try MaintenanceEntry.find(id, in: reader.connection),
            let item = try Item.find(entry.itemID, in: reader.connection)
          else { return nil }
          let draft = MaintenanceDraft(entry, words: reader.words)
          return try MaintenanceFormPage.Model(entry, of: item, draft, at.link, reader)
        })
    }
  }

  func editMaintenance(_ id: RecordID) -> Endpoint {
    .editing(.maintenance(id)) { at in
      let words = try await at.member.words()
      var draft = MaintenanceDraft(at.form, words: words)
      do {
        let base = draft.base(words: words)
        let edit = EditMaintenance(
          entryID: id, details: draft.details, base: base?.details,
          correction: .init(
            base: base?.doneOn, doneOn: draft.doneOn ?? "",
            today: words.calendarDay(at.guest.date).text))
        let isReadable = !draft.values.hasProblems
        let entry = try await at.write { transaction in
          let entry = try edit(transaction)
          guard isReadable else { throw EditMaintenance.Failure.invalid([]) }
          return entry
        }
        return at.member.goTo(
          .items(.item(entry.itemID)), saying: .things(.maintenanceSaved(entry.title)))
      } catch EditMaintenance.Failure.invalid(let problems) {
        draft.take(problems)
        return try await at.maintenanceForm(draft, entry: id, item: nil)
      }
    }
  }

  func completeMaintenancePage(_ id: RecordID) -> Endpoint {
    .editing(.maintenance(id)) { at in
      let today = try await at.member.words().calendarDay(at.guest.date).text
      return try await at.completePage(id, FormValues([.doneOn: FieldValue(today)]))
    }
  }

  func completeMaintenance(_ id: RecordID) -> Endpoint {
    .editing(.maintenance(id)) { at in
      let words = try await at.member.words()
      let currency = try await at.member.read { connection in
        try MaintenanceEntry.find(id, in: connection)?.currency ?? ""
      }
      var values = FormValues<CompleteMaintenancePage.Field>([
        .doneOn: FieldValue(at.field("doneOn")), .cost: FieldValue(at.field("cost")),
      ])
      let day = values.day(.doneOn) ?? ""
      let cost = values.amount(.cost, currency, words)
      do {
        guard !values.hasProblems else { throw CompleteMaintenance.Failure.invalid([]) }
        let undo = try await at.write {
          try CompleteMaintenance(
            entryID: id, doneOn: day, costMinor: cost,
            today: words.calendarDay(at.guest.date).text)($0)
        }
        // If somebody else has completed the entry already, there is nothing to undo.
        let isNew = undo.before != undo.after
        return at.member.goTo(
          .items(.item(undo.before.itemID)), saying: .things(.maintenanceDone(undo.before.title)),
          undo: isNew ? .complete(undo) : nil)
      } catch CompleteMaintenance.Failure.invalid(let problems) {
        for problem in problems {
          let field: CompleteMaintenancePage.Field = problem.field == .doneOn ? .doneOn : .cost
          if values[field].problem == nil {
            values[field].problem = FieldProblem(problem, text: values[field].text)
          }
        }
        return try await at.completePage(id, values, status: .unprocessableContent)
      }
    }
  }

  func deleteMaintenance(_ id: RecordID) -> Endpoint {
    .editing(.maintenance(id)) { at in
      let undo = try await at.write { try DeleteMaintenance(entryID: id)($0) }
      return at.member.goTo(
        .items(.item(undo.entry.itemID)), saying: .things(.maintenanceDeleted(undo.entry.title)),
        undo: .deleteMaintenance(undo))
    }
  }
}

extension AtZone<Editing> {
  /// The form again, with the typed texts and their problems.
  fileprivate func maintenanceForm(
    _ draft: MaintenanceDraft, entry id: RecordID?, item: RecordID?
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, status: .unprocessableContent, { MaintenanceFormPage.view($0, in: $1) },
      load: { reader in
        let itemID =
          try item ?? id.flatMap { try MaintenanceEntry.find($0, in: reader.connection)?.itemID }
        guard let itemID, let item = try Item.find(itemID, in: reader.connection) else {
          return nil
        }
        if let id, let entry = try MaintenanceEntry.find(id, in: reader.connection) {
          return try MaintenanceFormPage.Model(entry, of: item, draft, link, reader)
        }
        return MaintenanceFormPage.Model(
          entryID: id, home: link, itemID: itemID, itemName: item.details.name,
          values: draft.values, version: draft.version)
      })
  }

  fileprivate func completePage(
    _ id: RecordID, _ values: FormValues<CompleteMaintenancePage.Field>, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let link = link
    return try await member.page(
      home: homeID, status: status, { CompleteMaintenancePage.view($0, in: $1) },
      load: { reader in
        guard let entry = try MaintenanceEntry.find(id, in: reader.connection),
          let item = try Item.find(entry.itemID, in: reader.connection)
        else { return nil }
        return CompleteMaintenancePage.Model(
          id: id, title: entry.title, home: link, itemID: item.id, itemName: item.details.name,
          interval: entry.interval.map { MaintenanceRow.Interval($0) }, currency: entry.currency,
          values: values)
      })
  }
}

extension MaintenanceFormPage.Model {
  /// The form of a stored entry, with its documents.
  init(
    _ entry: MaintenanceEntry, of item: Item, _ draft: MaintenanceDraft, _ home: ZoneLink,
    _ reader: PageReader
  ) throws {
    self.init(
      entryID: entry.id, home: home, itemID: item.id, itemName: item.details.name,
      values: draft.values, version: draft.version, isDone: entry.doneOn != nil)
    let stored = try Attachment.ofMaintenance(
      [entry.id], home: entry.homeID, in: reader.connection)
    var papers = Papers(of: .item(item.id), stored[entry.id] ?? [], canEdit: true, reader)
    papers.entryID = entry.id
    self.papers = papers
  }
}

extension MaintenanceRow.Interval {
  init(_ stored: MaintenanceEntry.Interval) {
    // Both types use the same names for units.
    self.init(count: stored.count, unit: Unit(rawValue: stored.unit.rawValue) ?? .month)
  }
}

extension MaintenanceRow {
  init(
    _ entry: MaintenanceEntry, itemName: String? = nil, papers: [Attachment] = [],
    today: CalendarDay
  ) {
    self.init(
      id: entry.id, title: entry.title,
      standing: Standing(
        dueOn: entry.dueOn.flatMap { CalendarDay($0) },
        doneOn: entry.doneOn.flatMap { CalendarDay($0) }, today: today),
      interval: entry.interval.map { Interval($0) },
      cost: entry.costMinor.map { Money($0, entry.currency) }, notes: entry.notes,
      itemID: entry.itemID, itemName: itemName,
      papers: papers.map { Paper(id: $0.id, name: $0.name) })
  }
}

extension ItemMaintenance {
  /// - Parameter papers: documents by the ID of their maintenance entry.
  init(
    item: RecordID, _ entries: [MaintenanceEntry], papers: [RecordID: [Attachment]], canEdit: Bool,
    today: CalendarDay
  ) {
    self.init(itemID: item, canEdit: canEdit)
    func row(_ entry: MaintenanceEntry) -> MaintenanceRow {
      MaintenanceRow(entry, papers: papers[entry.id] ?? [], today: today)
    }
    open = entries.filter { $0.doneOn == nil }.map(row)
    let past = entries.filter { $0.doneOn != nil }
    done = past.map(row)
    var sums: [String: MoneySum] = [:]
    for entry in past {
      guard let cost = entry.costMinor else { continue }
      sums[entry.currency, default: 0] &+= MoneySum(cost)
    }
    costs = sums.sorted { $0.key < $1.key }.map { Money($0.value, $0.key) }
  }
}

extension Undo {
  static func complete(_ undo: UndoComplete) -> Undo {
    Undo { .items(.item(try ReopenMaintenance(undo)($0).itemID)) }
  }

  static func deleteMaintenance(_ undo: UndoDeleteMaintenance) -> Undo {
    Undo { .items(.item(try RestoreMaintenance(undo)($0).itemID)) }
  }
}
