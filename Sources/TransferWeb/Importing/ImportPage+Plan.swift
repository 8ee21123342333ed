import Household
import Importing
import SQLite
import Things
import Values
import Web

extension ImportPage.Preview {
  /// The plan as the person sees it.
  init(
    _ plan: ImportPlan, _ entry: ImportShelf.Entry, isStale: Bool, _ reader: PageReader
  ) {
    let words = reader.words
    let document = plan.document
    func rows(_ bucket: PlannedItem.Bucket.Kind) -> [ImportPage.Row] {
      plan.items(in: bucket).prefix(maxImportRows).map {
        ImportPage.Row($0, document.items[$0.index], words)
      }
    }
    func count(_ bucket: PlannedItem.Bucket.Kind) -> Int {
      plan.items.count { $0.bucket.kind == bucket }
    }
    let problems = plan.problemRows(words)
    self.init(
      id: entry.id, fileName: entry.fileName, format: words.importFormat(document.format),
      homes: reader.surroundings.writableHomes, homeID: plan.choices.homeID,
      newHomeName: entry.newHomeName, newCount: count(.new), updatedCount: count(.updated),
      unchangedCount: count(.unchanged), needsFixingCount: count(.needsFixing),
      newRows: rows(.new), updatedRows: rows(.updated),
      newRooms: plan.locations.filter { $0.existingID == nil }.compactMap(\.path.last),
      newLabels: plan.labels.filter { $0.existingID == nil }.map(\.name),
      photoCount: plan.photos.count, problems: problems.blocking, notices: problems.notices)
    // The list of columns shows the columns that match no field.
    if !document.columns.isEmpty { notices.removeAll { $0.reason == .columnKeptAsCustomField } }
    columns = document.columns.map { column in
      ImportPage.Column(name: column.name, field: column.field.map { words.meaning(of: $0) })
    }
    elsewhereCount = plan.items.count(where: \.isElsewhere)
    fileHomes = document.homes.map(\.name)
    asksForHome = plan.needsHome
    if [.movingBoxArchive, .movingBoxInventory].contains(document.format) {
      readIn = plan.choices.currency
    }
    self.isStale = isStale
  }
}

extension ImportPage.Row {
  fileprivate init(_ planned: PlannedItem, _ item: ImportedItem, _ words: Catalogue) {
    var changes: [String] = []
    if case .updated(_, let fields) = planned.bucket {
      for name in fields.map({ words.name(of: $0.field) }) where !changes.contains(name) {
        changes.append(name)
      }
    }
    self.init(
      name: item.name, place: item.locationPath,
      value: item.unitPrice.map { Money($0.minor, $0.currency) }, changes: changes)
  }
}

extension ImportProgress {
  init(_ entry: ImportShelf.Entry, _ step: ImportRun.Step?) {
    switch step {
    case .photos(let done, let total):
      self.init(fileName: entry.fileName, done: done, of: total, areFiles: true)
    case .writing(let done, let total):
      self.init(fileName: entry.fileName, done: done, of: total)
    case nil:
      self.init(fileName: entry.fileName, done: 0, of: 0)
    }
  }
}

extension ImportPage.Result {
  /// The result of an import; counts are of what was written, but for unchanged and skipped rows.
  init(_ outcome: ImportRun.Outcome, of plan: ImportPlan, in connection: Connection) throws {
    let profile = try Profile.own(in: connection)
    var words = Catalogue()
    words.region = profile.flatMap { Region.named($0.locale) } ?? words.region
    let home = try outcome.result.homeIDs.lazy.compactMap {
      try Home.find($0, in: connection)
    }.first
    let refused = outcome.refusedPhotos.map { ImportProblemRow($0) }
    self.init(
      home: ZoneLink(id: home?.id ?? "", name: home?.name ?? ""),
      newCount: outcome.result.newItemCount, updatedCount: outcome.result.updatedItemCount,
      unchangedCount: plan.items.count { $0.bucket.kind == .unchanged },
      skippedCount: plan.items.count {
        $0.bucket.kind == .needsFixing || $0.bucket.kind == .skipped
      },
      photoCount: outcome.result.photoCount,
      problems: plan.problemRows(words).blocking + refused)
  }
}

extension ImportShelf.Entry {
  /// The suggested name of a new home; empty when the target is an existing one.
  fileprivate var newHomeName: String {
    if case .newHome(let name) = target { name } else { "" }
  }
}
