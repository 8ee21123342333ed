import Finances
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Values
import Web

/// Adding up rows of a ledger that somebody has picked, and taking them along.
extension WebApplication {
  /// Goes to the list, for example when the totals are reloaded.
  func ledgerSelectionPage(_ query: LedgerQuery) -> Endpoint {
    .member { member in member.goTo(.ledger(.ledger(query))) }
  }

  func takeLedgerSelection(_ query: LedgerQuery) -> Endpoint {
    .member { member in
      guard let action = SelectionPage.Action(rawValue: member.field("do")) else {
        throw Abort.badRequest
      }
      let isAll = member.field("all") == "yes"
      let kept = member.field("entries").split(separator: ",").map { String($0) }
      let picked = isAll ? [] : Set((member.form.all("entry") + kept).compactMap { Key($0) })
      guard picked.count <= LedgerSelection.maxPicked else { throw Abort.badRequest }
      let keys = picked.sorted { ($0.zoneID, $0.sourceID) < ($1.zoneID, $1.sourceID) }
      switch action {
      case .total: return try await member.ledgerTotals(query, keys, isAll: isAll)
      case .export: return try await member.exportLedger(query, keys, isAll: isAll)
      }
    }
  }
}

private typealias Key = LedgerSelection.Key

extension LedgerSelection.Key {
  /// The key of a row in the list: its zone and what it is from.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: " ").map { String($0) }
    guard parts.count == 2, parts.allSatisfy(isRecordID) else { return nil }
    self.init(zone: parts[0], source: parts[1])
  }

  fileprivate var text: String { "\(zoneID) \(sourceID)" }
}

extension Member {
  fileprivate func ledgerTotals(
    _ query: LedgerQuery, _ keys: [LedgerSelection.Key], isAll: Bool
  ) async throws -> HTTPResponse {
    try await page(
      status: keys.isEmpty && !isAll ? .unprocessableContent : .ok, tellsWaiting: true,
      { LedgerSelectionPage.view($0, in: $1) },
      load: { reader in try LedgerSelectionPage.Model(query, keys, isAll: isAll, reader) })
  }

  /// The rows as a table; without any, the page that says so.
  fileprivate func exportLedger(
    _ query: LedgerQuery, _ keys: [LedgerSelection.Key], isAll: Bool
  ) async throws -> HTTPResponse {
    guard isAll || !keys.isEmpty else { return try await ledgerTotals(query, keys, isAll: isAll) }
    let folder = app.configuration.importDirectory
    let setting = try await searchSetting()
    let name = try await words().personal
    let table = try await read { connection in
      let selection = try LedgerSelection(query, keys, isAll: isAll, setting, connection)
      return try SpooledFile(unnamedIn: folder) {
        try LedgerTable.writeCSV(only: selection, in: connection, to: $0)
      }
    }
    return .table(table, name: name)
  }
}

extension LedgerSelection {
  fileprivate init(
    _ query: LedgerQuery, _ keys: [Key], isAll: Bool, _ setting: SearchSetting,
    _ connection: Connection
  ) throws {
    guard isAll else {
      self = .rows(keys)
      return
    }
    self = .matching(
      LedgerList.Filter(
        query, LedgerSearchQuery(query.search, setting),
        month: query.month.flatMap { LedgerMonth($0) },
        try Profile.own(in: connection)?.id ?? "", try LedgerCategories(in: connection)))
  }
}

extension LedgerSelectionPage.Model {
  /// The most rows that are listed below their totals.
  private static let maxShown = 100

  fileprivate init(
    _ query: LedgerQuery, _ keys: [LedgerSelection.Key], isAll: Bool, _ reader: PageReader
  ) throws {
    let connection = reader.connection
    let selection = try LedgerSelection(
      query, keys, isAll: isAll, reader.searchSetting(), connection)
    let sums = try LedgerTotals(of: selection, in: connection)
    let categories = try LedgerCategories(in: connection)
    let groups = try GroupOverview(of: reader.accountID, in: connection).rows.reduce(into: [:]) {
      $0[$1.id] = $1.name
    }
    let shown = try keys.prefix(Self.maxShown).compactMap {
      try LedgerList.row($0.sourceID, in: $0.zoneID, connection)
    }
    self.init(
      query: query, totals: LedgerPage.Total.all(sums.total, sums.currency),
      unconverted: Int(clamping: sums.unconverted), currency: sums.currency,
      isWhole: sums.isWhole, count: Int(clamping: sums.count),
      rows: try shown.sorted { ($0.day, $0.serial) > ($1.day, $1.serial) }.map { row in
        var shown = try LedgerPage.Row(
          row, categories, groups, reader.surroundings.profile?.id ?? "", sums.currency, connection)
        shown.isWaiting =
          reader.waitingExpenses.ids.contains(row.sourceID)
          || reader.waitingEntries.ids.contains(row.sourceID)
        return shown
      },
      kept: [
        isAll
          ? .init(name: "all", value: "yes")
          : .init(name: "entries", value: keys.map(\.text).joined(separator: ","))
      ])
    waitingCount = try reader.waitingCount(of: selection)
    if sums.currencies.count > 1 {
      currencies = sums.currencies.sorted { $0.key < $1.key }.map {
        LedgerPage.Total.all($0.value, $0.key)
      }
    }
  }
}
