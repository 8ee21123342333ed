import Household
import Replica
import SQLite
import SyncProtocol

/// Makes one change to many items, to all of them or none, and returns what is needed to undo it.
package struct ChangeItems: Sendable {
  package var itemIDs: [RecordID]
  package var change: Change

  package enum Change: Equatable, Sendable {
    /// To a place in a home; `nil` for no particular place there.
    case move(home: ZoneID, location: RecordID?)
    /// By label name. Items of several homes get the label of their own home, which is created if
    /// missing (X01).
    case label(adding: [String], removing: [String])
    case edit(ItemEdit)
    case delete
  }

  package enum Failure: Error, Equatable {
    case nothingSelected
    case tooMany(max: Int)
    /// An item is gone.
    case itemNotFound
    /// The destination home is gone, or the person has no access.
    case homeNotFound
    case locationNotFound
    case readOnlyHome(ZoneID)
    case invalid([InputProblem])
  }

  package init(_ itemIDs: [RecordID], _ change: Change) {
    self.itemIDs = itemIDs
    self.change = change
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoChanges {
    guard !itemIDs.isEmpty else { throw Failure.nothingSelected }
    guard itemIDs.count <= SelectedItems.maxItems else {
      throw Failure.tooMany(max: SelectedItems.maxItems)
    }
    let connection = transaction.connection
    let homes = try touchedHomes(connection)
    let labels = try Self.labelIDs(homes: homes, in: connection)
    var steps: [UndoChanges.Step] = []
    switch change {
    case .move(let home, let location):
      for id in itemIDs {
        let before = try item(id, transaction)
        do {
          try MoveItem(itemID: id, homeID: home, locationID: location)(transaction)
        } catch let failure as MoveItem.Failure {
          throw Failure(failure)
        }
        let isMoved = before.homeID != home || before.details.locationID != location
        if isMoved { steps.append(.move(before, home: home, location: location)) }
      }
    case .label(let adding, let removing):
      steps = try label(adding, removing, transaction)
    case .edit(let edit):
      for id in itemIDs {
        let before = try item(id, transaction).details
        var details = before
        edit.apply(to: &details)
        if details == before { continue }
        do {
          let after = try EditItem(itemID: id, details: details)(transaction).details
          if after != before { steps.append(.edit(id, before: before, after: after, edit)) }
        } catch EditItem.Failure.invalid(let problems) {
          throw Failure.invalid(problems)
        }
      }
    case .delete:
      for id in itemIDs {
        _ = try item(id, transaction)
        steps.append(.delete(try DeleteItem(itemID: id)(transaction)))
      }
    }
    let made = try Self.labelIDs(homes: homes, in: connection).subtracting(labels)
    return UndoChanges(steps: steps, madeLabels: made.sorted())
  }

  /// The item, whose home must be writable.
  private func item(_ id: RecordID, _ transaction: WriteTransaction) throws -> Item {
    guard let item = try Item.find(id, in: transaction.connection) else {
      throw Failure.itemNotFound
    }
    try transaction.requireWritable(
      item.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome(item.homeID))
    return item
  }

  private func touchedHomes(_ connection: Connection) throws -> Set<ZoneID> {
    var homes = Set(
      try connection.query(
        """
        SELECT DISTINCT i.homeID FROM json_each(?) AS c CROSS JOIN items AS i ON i.id = c.value
        """, IDList.value(itemIDs)
      ) { $0.text(0) })
    if case .move(let home, _) = change { homes.insert(home) }
    return homes
  }

  private static func labelIDs(
    homes: Set<ZoneID>, in connection: Connection
  ) throws -> Set<RecordID> {
    Set(
      try connection.query(
        "SELECT id FROM labels WHERE homeID IN (SELECT value FROM json_each(?))",
        IDList.value(homes)
      ) { $0.text(0) })
  }

  // MARK: - Labels

  private func label(
    _ adding: [String], _ removing: [String], _ transaction: WriteTransaction
  ) throws -> [UndoChanges.Step] {
    var check = InputCheck()
    let added = adding.map { check.name($0, .labels) }
    let removed = Set(removing.map { NameKey.make($0) })
    if added.isEmpty, removed.isEmpty { check.fail(.labels, .missing) }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let connection = transaction.connection
    var known: [ZoneID: [String: RecordID]] = [:]
    var steps: [UndoChanges.Step] = []
    for id in itemIDs {
      let item = try item(id, transaction)
      var wanted: Set<RecordID> = []
      for name in added where !removed.contains(NameKey.make(name)) {
        let key = NameKey.make(name)
        if known[item.homeID]?[key] == nil {
          known[item.homeID, default: [:]][key] =
            try Self.label(named: name, in: item.homeID, transaction)
        }
        if let label = known[item.homeID]?[key] { wanted.insert(label) }
      }
      let present = Set(try ItemLabel.of(item, in: connection).map(\.labelID))
      let unwanted = try present.filter { label in
        try Label.find(label, in: connection).map { removed.contains($0.nameKey) } ?? false
      }
      let after = present.union(wanted).subtracting(unwanted)
      if after == present { continue }
      try SetItemLabels(itemID: id, labelIDs: after)(transaction)
      steps.append(
        .labels(id, added: after.subtracting(present), removed: present.subtracting(after)))
    }
    return steps
  }

  /// The first problem with the names of labels to be added, checked before anything is done.
  package static func problem(ofLabels names: [String]) -> InputProblem? {
    var check = InputCheck()
    for name in names { _ = check.name(name, .labels) }
    return check.problems.first
  }

  /// The home's label with this name; if missing, it is created to look as in another home.
  private static func label(
    named name: String, in home: ZoneID, _ transaction: WriteTransaction
  ) throws -> RecordID {
    let connection = transaction.connection
    let key = NameKey.make(name)
    if let own = try Label.named(key, home: home, in: connection) { return own.id }
    let other = try Label.all(
      where: "nameKey = ? ORDER BY createdAt, id LIMIT 1", [.text(key)], in: connection
    ).first
    if let other { return try Label.matching(other, in: home, transaction) }
    let label = Label(
      id: transaction.newID(), homeID: home, name: name, createdAt: transaction.nowMilliseconds)
    try label.insert(in: connection)
    return label.id
  }
}

extension ChangeItems.Failure {
  fileprivate init(_ failure: MoveItem.Failure) {
    switch failure {
    case .itemNotFound: self = .itemNotFound
    case .homeNotFound: self = .homeNotFound
    case .readOnlyHome(let home): self = .readOnlyHome(home)
    case .locationNotFound: self = .locationNotFound
    }
  }
}

/// One value to set for many items at once.
package enum ItemEdit: Equatable, Sendable {
  case archived(Bool)
  case insured(Bool)
  case condition(String)
  case manufacturer(String)
  case purchasedFrom(String)
  /// `YYYY-MM-DD`; `nil` to clear the day.
  case purchasedOn(String?)
  case warrantyUntil(String?)

  /// The problem with the value, checked before anything is done; `nil` if there is none.
  package var problem: InputProblem? {
    var check = InputCheck()
    var details = ItemDetails(name: "-", currency: "EUR")
    apply(to: &details)
    _ = check.clean(details, ItemDetails.fields)
    return check.problems.first
  }

  func apply(to details: inout ItemDetails) {
    switch self {
    // A sold item stays archived; it leaves the archive when its sale is reversed.
    case .archived(let isArchived): details.isArchived = isArchived || details.isSold
    case .insured(let isInsured): details.isInsured = isInsured
    case .condition(let text): details.condition = text
    case .manufacturer(let text): details.manufacturer = text
    case .purchasedFrom(let text): details.purchasedFrom = text
    case .purchasedOn(let day): details.purchasedOn = day
    case .warrantyUntil(let day): details.warrantyUntil = day
    }
  }

  /// The same edit with the value that `details` have.
  func value(in details: ItemDetails) -> ItemEdit {
    switch self {
    case .archived: .archived(details.isArchived)
    case .insured: .insured(details.isInsured)
    case .condition: .condition(details.condition)
    case .manufacturer: .manufacturer(details.manufacturer)
    case .purchasedFrom: .purchasedFrom(details.purchasedFrom)
    case .purchasedOn: .purchasedOn(details.purchasedOn)
    case .warrantyUntil: .warrantyUntil(details.warrantyUntil)
    }
  }
}
