import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// Applying one action to many items of a list, in one change.
extension WebApplication {
  func changeItems() -> Endpoint {
    .member { member in
      let request = try BulkChangeRequest(member)
      do {
        if request.action == .export { return try await member.exportItems(request) }
        guard let change = request.change else { return try await member.ask(request) }
        guard let confirmed = request.confirmed else {
          return try await member.ask(request, change)
        }
        return try await member.apply(change, request, confirmed)
      } catch SelectedItems.Failure.tooMany(let max) {
        return try await member.manyPage(request, .tooMany(max: max))
      }
    }
  }
}

/// The items, or their homes, have changed since the person confirmed the action.
private struct SelectionChanged: Error {}

extension Member {
  /// Makes the change if the items are still those that were confirmed.
  fileprivate func apply(
    _ change: ChangeItems.Change, _ request: BulkChangeRequest, _ confirmed: String
  ) async throws -> HTTPResponse {
    let setting = try await searchSetting()
    let hidden = hidden?.hidden ?? []
    do {
      let undo = try await write { transaction in
        let connection = transaction.connection
        let selected = try request.selected(setting, without: hidden, in: connection)
        guard try selected.version(in: connection) == confirmed else { throw SelectionChanged() }
        return try ChangeItems(selected.itemIDs, change)(transaction)
      }
      guard undo.count > 0 else { return goTo(request.list, saying: .things(.nothingToChange)) }
      return goTo(
        request.list, saying: .things(.itemsChanged(request.action, undo.count)),
        undo: .many(undo, list: request.list))
    } catch is SelectionChanged {
      return try await ask(request, change, hasChanged: true)
    } catch ChangeItems.Failure.locationNotFound {
      return try await ask(request, problem: .notOffered)
    } catch ChangeItems.Failure.nothingSelected {
      return try await manyPage(request, .nothing)
    } catch ChangeItems.Failure.invalid(let problems) {
      return try await ask(request, invalid: problems)
    }
  }

  fileprivate func exportItems(_ request: BulkChangeRequest) async throws -> HTTPResponse {
    let setting = try await searchSetting()
    let folder = app.configuration.importDirectory
    let table = try await read { connection -> SpooledFile? in
      let selected = try request.selected(setting, in: connection)
      guard !selected.itemIDs.isEmpty else { return nil }
      return try SpooledFile(unnamedIn: folder) {
        try HouseholdExport.writeCSV(ofItems: selected.itemIDs, in: connection, to: $0)
      }
    }
    guard let table else { return try await manyPage(request, .nothing) }
    return .table(table, name: try await words().items)
  }

  /// Asks for the details of the action: the target, the labels, or the field and its value.
  fileprivate func ask(
    _ request: BulkChangeRequest, problem: FieldProblem? = nil, invalid: [InputProblem] = []
  ) async throws -> HTTPResponse {
    let isWrong = problem != nil || !invalid.isEmpty
    return try await manyPage(request, status: isWrong ? .unprocessableContent : .ok) {
      selected, reader in
      switch request.action {
      case .move: .chooseTarget(try reader.targets(), problem: problem)
      case .label:
        try reader.labels(
          of: selected,
          new: FieldValue(
            request.newLabel,
            problem: invalid.first.map { FieldProblem($0, text: request.newLabel) }))
      case .edit:
        .chooseField(
          request.field.map { field in
            let wrong = invalid.first.map { FieldProblem($0, text: request.value) }
            return [field: FieldValue(request.value, problem: wrong)]
          } ?? [:])
      case .archive, .unarchive, .delete, .export: .nothing
      }
    }
  }

  /// Shows what would happen and asks for confirmation.
  fileprivate func ask(
    _ request: BulkChangeRequest, _ change: ChangeItems.Change, hasChanged: Bool = false
  ) async throws -> HTTPResponse {
    if case .edit(let edit) = change, let problem = edit.problem {
      return try await ask(request, invalid: [problem])
    }
    if case .label(let adding, _) = change,
      let problem = ChangeItems.problem(ofLabels: adding)
    {
      return try await ask(request, invalid: [problem])
    }
    if case .move(let home, let place) = change {
      let isThere = try await read { connection in
        try Home.find(home, in: connection) != nil
          && (place.map { try Location.find($0, in: connection)?.homeID == home } ?? true)
      }
      if !isThere { return try await ask(request, problem: .notOffered) }
    }
    return try await manyPage(
      request, status: hasChanged ? .conflict : .ok, withChoice: true, hasChanged: hasChanged
    ) { selected, reader in
      .confirm(
        try BulkChangePage.Plan(change, request, of: selected, reader),
        version: try selected.version(in: reader.connection))
    }
  }

  fileprivate func manyPage(
    _ request: BulkChangeRequest, _ stage: BulkChangePage.Stage
  ) async throws -> HTTPResponse {
    let model = BulkChangePage.Model(action: request.action, stage: stage, list: request.list)
    return try await page(
      status: .unprocessableContent, { BulkChangePage.view($0, in: $1) }, load: { _ in model })
  }

  private func manyPage(
    _ request: BulkChangeRequest, status: HTTPStatus, withChoice: Bool = false,
    hasChanged: Bool = false,
    stage: @escaping @Sendable (SelectedItems, PageReader) throws -> BulkChangePage.Stage
  ) async throws -> HTTPResponse {
    let setting = try await searchSetting()
    // When no items are left, the answer has status 422.
    let isEmpty = try await read { connection in
      try request.selected(setting, in: connection).itemIDs.isEmpty
    }
    return try await page(
      status: isEmpty ? .unprocessableContent : status, { BulkChangePage.view($0, in: $1) },
      load: { reader in
        let selected = try request.selected(setting, in: reader.connection)
        return BulkChangePage.Model(
          action: request.action,
          stage: selected.itemIDs.isEmpty ? .nothing : try stage(selected, reader),
          list: request.list, kept: request.kept(withChoice: withChoice),
          count: selected.itemIDs.count, goneCount: selected.goneCount,
          readOnlyCount: selected.readOnly.values.reduce(0, +), hasChanged: hasChanged)
      })
  }
}

extension BulkChangeRequest {
  /// The items as they are now.
  ///
  /// Throws ``Stop/notFound`` if the person does not have the list's home, and a reason that names
  /// the home if they may only view the items.
  fileprivate func selected(
    _ setting: SearchQuery.Setting, without hidden: Set<ZoneID> = [], in connection: Connection
  ) throws -> SelectedItems {
    let homes = try HomeList.rows(in: connection)
    if let homeID {
      guard let home = homes.first(where: { $0.id == homeID }) else { throw Abort.notFound }
      guard home.role >= .readWrite else { throw Abort.because(.viewOnly(home: home.name)) }
    }
    let selected = try SelectedItems(
      selection(setting, in: connection), home: homeID, without: hidden, in: connection)
    // None of our pages offers items to tick that the person may only view.
    if !isAll || selected.itemIDs.isEmpty,
      let viewed = homes.first(where: { selected.readOnly[$0.id] != nil })
    {
      throw Abort.because(.viewOnly(home: viewed.name))
    }
    return selected
  }
}

extension PageReader {
  /// The places that items can be moved to, in every home in which the person may write.
  fileprivate func targets() throws -> [BulkChangePage.Target] {
    try surroundings.sidebar.homes.filter { $0.role >= .readWrite }.map { home in
      let tree = try LocationTree(home: home.id, in: connection).nodes
      return BulkChangePage.Target(
        home: ZoneLink(id: home.id, name: home.name),
        places: tree.map { PlaceLink($0.location) }, depths: tree.map(\.depth))
    }
  }

  /// The labels of all homes to add, and those of the items to remove, each identified by its name.
  fileprivate func labels(of selected: SelectedItems, new: FieldValue) throws
    -> BulkChangePage.Stage
  {
    let groups = try LabelList.groups(home: nil, in: connection)
    let borne = try selected.labelKeys(in: connection)
    func links(_ groups: [LabelList.Group]) -> [LabelLink] {
      groups.map {
        LabelLink(
          id: $0.nameKey, name: $0.name, emoji: $0.emoji,
          colour: PaletteColour(index: $0.colorIndex))
      }
    }
    return .chooseLabels(
      add: links(groups), remove: links(groups.filter { borne.contains($0.nameKey) }), new: new)
  }
}

extension BulkChangePage.Plan {
  fileprivate init(
    _ change: ChangeItems.Change, _ request: BulkChangeRequest, of selected: SelectedItems,
    _ reader: PageReader
  ) throws {
    self.init()
    let connection = reader.connection
    let preview = try ChangePreview(change, of: selected, in: connection)
    unchangedCount = preview.unchangedCount
    (photoCount, paperCount) = (preview.photoCount, preview.paperCount)
    for made in preview.madeLabels {
      if let index = madeLabels.firstIndex(where: { $0.home == made.homeName }) {
        madeLabels[index].names.append(made.name)
      } else {
        madeLabels.append((made.homeName, [made.name]))
      }
    }
    switch change {
    case .move(let home, let place):
      target = (
        try Home.find(home, in: connection)?.name ?? "",
        try place.flatMap { try Location.find($0, in: connection)?.name }
      )
      try tellWhoSees(home, selected, reader)
    case .label(let adding, let removing): (addedLabels, removedLabels) = (adding, removing)
    case .edit:
      field = request.field
      value = request.shownValue(reader.words)
    case .delete: break
    }
  }

  /// Fills in who would newly see the items, and who would no longer see them.
  private mutating func tellWhoSees(
    _ home: ZoneID, _ selected: SelectedItems, _ reader: PageReader
  ) throws {
    func people(_ home: ZoneID) throws -> [RecordID: String] {
      let all = try Participant.all(home: home, in: reader.connection)
      return Dictionary(
        all.map { ($0.accountID, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
    let new = try people(home)
    var (gain, lose): ([RecordID: String], [RecordID: String]) = ([:], [:])
    for old in selected.homes.keys where old != home {
      let had = try people(old)
      gain.merge(new.filter { had[$0.key] == nil }) { first, _ in first }
      lose.merge(had.filter { new[$0.key] == nil }) { first, _ in first }
    }
    gaining = gain.filter { $0.key != reader.accountID }.values.sorted()
    losing = lose.filter { $0.key != reader.accountID }.values.sorted()
  }
}

extension BulkChangeRequest {
  /// The new value of a field, as the page shows it.
  fileprivate func shownValue(_ words: Catalogue) -> String {
    switch field {
    case .isInsured: value == "yes" ? words.yes : words.no
    case .purchasedOn, .warrantyUntil: CalendarDay(value).map { words.day($0) } ?? value
    case .condition, .manufacturer, .purchasedFrom: InputText.line(value)
    case nil: ""
    }
  }
}

extension ChangeItems.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .nothingSelected, .tooMany, .invalid: .badRequest
    case .itemNotFound, .locationNotFound: .conflict
    case .homeNotFound: .notFound
    case .readOnlyHome: .forbidden
    }
  }
}

extension Undo {
  /// - Parameter list: the list in which the items were chosen.
  static func many(_ undo: UndoChanges, list: Route) -> Undo {
    Undo(itemCount: undo.count) {
      let outcome = try UndoItemChanges(undo)($0)
      let isWhole = outcome.leftCount == 0
      return (
        list,
        isWhole
          ? .undone : .things(.partlyUndone(outcome.undoneCount, left: outcome.leftCount))
      )
    }
  }
}
