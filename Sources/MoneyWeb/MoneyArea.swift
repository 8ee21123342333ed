import Finances
import Household
import Rates
import SQLite
import SharingWeb
import SyncProtocol
import Values
import Web

/// Money: groups who share expenses, and what their members owe each other.
package enum MoneyArea: Area {
  package static let families: [any RouteFamily.Type] = [
    GroupRoute.self, MemberRoute.self, CategoryRoute.self, ExpenseRoute.self, BalanceRoute.self,
    RepeatingRoute.self, LedgerRoute.self, HistoryRoute.self, ReceiptRoute.self, CommentRoute.self,
    GroupImportRoute.self, RateRoute.self, SelectionRoute.self, LedgerFileRoute.self,
  ]

  package static func services(
    _ configuration: WebApplication.Configuration
  ) throws -> [any Sendable] {
    // Newer rates lie in the data folder, beside the traces of imports.
    let folder = configuration.historyDirectory.split(
      separator: "/", omittingEmptySubsequences: false
    ).dropLast().joined(separator: "/")
    let homes = ImportHistory(directory: configuration.historyDirectory)
    return [
      try GroupImportShelf(directory: configuration.importDirectory + "-of-groups"),
      try LedgerImportShelf(directory: configuration.importDirectory + "-of-ledgers"),
      GroupImportHistory(beside: homes), LedgerImportHistory(beside: homes),
      CurrentRates(path: "\(folder)/\(CurrentRates.fileName)"),
    ]
  }

  package static let hiding: AreaHiding? = AreaHiding("money") { $0.money }
  package static let zoneKind: ZoneLink.Kind? = .group

  package static func zones(in connection: Connection) throws -> [ZoneRow] {
    try ZoneRow.all(.group, of: "groups", by: "t.isArchived, t.nameKey, t.id", in: connection)
  }

  package static func zone(
    _ id: ZoneID, in connection: Connection
  ) throws -> (zone: ZoneLink, role: Grant)? {
    try ZoneRow.find(id, .group, of: "groups", in: connection)
  }

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? {
    let overview = try GroupOverview(of: reader.accountID, in: reader.connection)
    let pictures = try GroupPicture.shown(in: reader.connection)
    return MoneyNavigation(
      groups: overview.rows.filter { !$0.isArchived }.map { row in
        var group = MoneyNavigation.Group(
          link: ZoneLink(.group, id: row.id, name: row.name), emoji: row.emoji,
          nets: row.nets,
          canWrite: reader.role(in: row.id).map { $0 != .viewer } ?? false)
        group.hasOthers = row.hasOthers
        group.picture = pictures[row.id].map { GroupImage($0, reader) }
          .flatMap { $0.state == .available ? $0 : nil }
        return group
      },
      totals: overview.totals)
  }

  /// What the person owes and is owed, and what others have entered since, group by group.
  package static func attention(
    of member: Member, since: Int64?
  ) async throws -> AttentionReading {
    await member.makeDueExpenses()
    let waiting = try await member.workspace.pendingWork?.waitingMutations()
    return { limit, reader in
      let waiting = waiting?.derive(WaitingExpenses.init)
      let groups = try GroupOverview(of: reader.accountID, in: reader.connection).rows
        .filter { !$0.isArchived }
      let owed = groups.flatMap { group in
        let waitingCount = waiting?.count(in: group.id) ?? 0
        return group.nets.map { net in
          Attention(
            .owed, .coin, reader.words.standingWith(net),
            detail: reader.words.inGroup(group.name)
              + (waitingCount == 0 ? "" : " · " + reader.words.includesWaiting(waitingCount)),
            .groups(.group(group.id)))
        }
      }
      let entered = try since.map { since in
        try groups.compactMap { try newExpenses(in: $0, since: since, reader) }
      }
      let repeating = try groups.flatMap { try self.repeating(in: $0, reader) }
      return Array((owed + repeating + (entered ?? [])).prefix(limit))
    }
  }

  private static func newExpenses(
    in group: GroupOverview.Row, since: Int64, _ reader: PageReader
  ) throws -> Attention? {
    let rows = try ExpenseList.entered(
      in: group.id, since: since, byOthersThan: reader.accountID, reader.connection)
    guard !rows.isEmpty else { return nil }
    return Attention(
      .changes, .coin,
      reader.words.newExpenses(
        rows.count, in: group.name, isMore: rows.count == ExpenseList.maxNew),
      detail: rows.prefix(3).map(\.details.title).joined(separator: " · "),
      .groups(.group(group.id)))
  }

  /// A form of a group that is deleted or lost, or of something in one, is not saved.
  package static func explanation(
    of missing: Endpoint.Place, to member: Member
  ) async throws -> Abort? {
    guard missing.kind == .group,
      let group = missing.zoneID ?? member.form.first(FormField.homeOfPage)
    else { return nil }
    return await member.lost(.group, group).map { .because($0) }
  }

  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try Finances.archived(in: connection)
  }

  package static func list(
    of search: SavedSearch, in zone: ZoneID?, _ connection: Connection
  ) throws -> Route? {
    guard let zone else { return nil }
    if try Profile.own(in: connection)?.id == zone {
      return .ledger(.ledger(LedgerQuery().with { $0.search = search.query }))
    }
    guard try Group.find(zone, in: connection) != nil else { return nil }
    return .groups(.group(zone, ExpenseQuery(search: search.query)))
  }

  package static func page(
    ofRecord id: RecordID, in table: String, _ connection: Connection
  ) throws -> RecordPage? {
    switch table {
    case "expenses":
      try StoredExpense.Row.find(id, in: connection).map {
        RecordPage(
          name: $0.details.title, zone: $0.groupID,
          route: .expenses(.expense(group: $0.groupID, expense: $0.id)))
      }
    case "expenseReceipts":
      try ExpenseReceipt.find(id, in: connection).flatMap {
        try page(ofRecord: $0.expenseID, in: "expenses", connection)
      }
    case "expenseComments":
      try ExpenseComment.find(id, in: connection).flatMap {
        try page(ofRecord: $0.expenseID, in: "expenses", connection)
      }
    case "groupMembers":
      try GroupMember.find(id, in: connection).map {
        RecordPage(
          name: $0.details.name, zone: $0.groupID,
          route: .members(.members(group: $0.groupID)))
      }
    case "ledgerEntries":
      try LedgerEntry.find(id, in: connection).map {
        RecordPage(name: $0.details.title, zone: $0.profileID, route: .ledger(.entry($0.id)))
      }
    default: nil
    }
  }
}

extension Endpoint.Place {
  static func group(_ id: ZoneID) -> Endpoint.Place { .zone(.group, id) }
}
