import Finances
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Web

/// Adding up expenses that somebody has picked, and taking them along.
extension WebApplication {
  /// Goes to the list, for example when the totals are reloaded.
  func selectionPage(_ group: ZoneID, _ query: ExpenseQuery) -> Endpoint {
    .viewing(.group(group)) { at in at.member.goTo(.groups(.group(group, query))) }
  }

  func takeSelection(_ group: ZoneID, _ query: ExpenseQuery) -> Endpoint {
    .viewing(.group(group)) { at in
      guard let action = SelectionPage.Action(rawValue: at.member.field("do")) else {
        throw Abort.badRequest
      }
      let isAll = at.member.field("all") == "yes"
      let kept = at.member.field("expenses").split(separator: " ").map { String($0) }
      let picked = isAll ? [] : Set(at.member.form.all("expense") + kept).filter(isRecordID)
      guard picked.count <= ExpenseSelection.maxPicked else { throw Abort.badRequest }
      let ids = picked.sorted()
      switch action {
      case .total: return try await at.totalsPage(query, ids, isAll: isAll)
      case .export: return try await at.export(query, ids, isAll: isAll)
      }
    }
  }
}

extension AtZone<Viewing> {
  fileprivate func totalsPage(
    _ query: ExpenseQuery, _ ids: [RecordID], isAll: Bool
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: ids.isEmpty && !isAll ? .unprocessableContent : .ok, tellsWaiting: true,
      { SelectionPage.view($0, in: $1) },
      load: { reader in
        try SelectionPage.Model(zone, query, ids, isAll: isAll, reader)
      })
  }

  /// The expenses as a table; without any, the page that says so.
  fileprivate func export(
    _ query: ExpenseQuery, _ ids: [RecordID], isAll: Bool
  ) async throws -> HTTPResponse {
    guard isAll || !ids.isEmpty else { return try await totalsPage(query, ids, isAll: isAll) }
    let folder = app.configuration.importDirectory
    let (zone, account) = (zone, member.accountID)
    let setting = try await member.searchSetting()
    let table = try await member.read { connection in
      let selection = try ExpenseSelection(
        query, ids, isAll: isAll, in: zone.id, of: account, setting, connection)
      return try SpooledFile(unnamedIn: folder) {
        try GroupTable.writeCSV(of: zone.id, only: selection, in: connection, to: $0)
      }
    }
    return .table(table, name: zone.name)
  }
}

extension ExpenseSelection {
  /// - Parameter setting: how a search text is read, but for the currency, which is the group's.
  fileprivate init(
    _ query: ExpenseQuery, _ ids: [RecordID], isAll: Bool, in group: ZoneID,
    of account: AccountID, _ setting: SearchSetting, _ connection: Connection
  ) throws {
    guard isAll else {
      self = .expenses(ids)
      return
    }
    var setting = setting
    setting.currency = try Group.find(group, in: connection)?.details.currency ?? setting.currency
    self = .matching(
      ExpenseList.Filter(
        query, ExpenseSearchQuery(query.search, setting),
        own: try GroupMember.of(account, in: group, connection)?.id))
  }
}

extension SelectionPage.Model {
  /// The most expenses that are listed below their totals.
  private static let maxShown = 100

  fileprivate init(
    _ group: ZoneLink, _ query: ExpenseQuery, _ ids: [RecordID], isAll: Bool, _ reader: PageReader
  ) throws {
    let connection = reader.connection
    let names = try MemberNames(of: group.id, reader)
    let selection = try ExpenseSelection(
      query, ids, isAll: isAll, in: group.id, of: reader.accountID, reader.searchSetting(),
      connection)
    let totals = try ExpenseTotals(of: selection, in: group.id, own: names.you?.id, connection)
    let categories = try ExpenseCategory.of(group.id, in: connection)
    let shown = try ids.prefix(Self.maxShown).compactMap {
      try StoredExpense.find($0, in: connection)
    }.filter { $0.groupID == group.id }
    self.init(
      group: group, query: query,
      totals: SelectionTotals(totals, isMember: names.you != nil),
      rows: shown.sorted { ($0.details.day ?? "", $0.id) > ($1.details.day ?? "", $1.id) }
        .map { expense in
          var row = GroupPage.Row(expense, names, categories)
          row.isWaiting = reader.waitingExpenses.ids.contains(expense.id)
          return row
        },
      count: isAll && !totals.isWhole ? nil : totals.count,
      kept: [
        isAll
          ? .init(name: "all", value: "yes")
          : .init(name: "expenses", value: ids.joined(separator: " "))
      ])
    waitingCount = try reader.waitingCount(of: selection, in: group.id)
  }
}
