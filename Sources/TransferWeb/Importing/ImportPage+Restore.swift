import SQLite
import Things
import Values
import Web

extension ImportPage.Preview {
  /// The preview of a restore, from its plan.
  init(
    _ plan: RestorePlan, _ entry: ImportShelf.Entry, isStale: Bool, _ reader: PageReader
  ) {
    let words = reader.words
    self.init(
      id: entry.id, fileName: entry.fileName, format: words.hearthArchive,
      homes: reader.surroundings.writableHomes, newCount: plan.newCounts["items"] ?? 0,
      updatedCount: 0, unchangedCount: plan.presentCounts["items"] ?? 0, needsFixingCount: 0,
      newRows: plan.newItems.map { item in
        ImportPage.Row(
          name: item.name, value: item.priceMinor.map { Money($0, item.currency) })
      }, updatedRows: [], newRooms: plan.newRooms, newLabels: plan.newLabels,
      photoCount: plan.newCounts["photos"] ?? 0, notices: plan.missingFiles + plan.mendedRows)
    fileHomes = plan.homes.map(\.name)
    newHomes = plan.homes.filter { $0.existingID == nil }.map(\.name)
    paperCount = plan.newCounts["attachments"] ?? 0
    otherCount = plan.otherCount
    asksForHome = false
    isArchive = true
    groupCount = plan.archive.manifest.files.count {
      $0.path.hasPrefix("groups/") && $0.path.hasSuffix("/group.json")
    }
    self.isStale = isStale
  }
}

extension ImportPage.Result {
  /// The result of a restore.
  init(_ outcome: RestoreRun.Outcome, of plan: RestorePlan, in connection: Connection) throws {
    let home = try outcome.result.homeIDs.first.flatMap { try Home.find($0, in: connection) }
    let mended = plan.mendedRows
    self.init(
      home: ZoneLink(id: home?.id ?? "", name: home?.name ?? ""),
      newCount: outcome.result.newItemCount, updatedCount: 0,
      unchangedCount: plan.presentCounts["items"] ?? 0, skippedCount: 0,
      photoCount: outcome.result.photoCount, problems: outcome.refused.map { ImportProblemRow($0) },
      notices: Array(mended.prefix(maxImportRows)), noticeCount: mended.count)
  }
}

extension ApplyRestore.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .forbidden
    }
  }
}

extension HouseholdArchive.Failure: HouseholdFailure {
  package var reason: ErrorReason { .unsupportedFile }
}
