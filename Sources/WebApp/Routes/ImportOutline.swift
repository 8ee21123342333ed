import Household
import Importing
import SQLite
import SyncProtocol

/// What importing a document would do, for the preview: a plan against the household, or the bare
/// document when all of it goes into a home that does not exist yet.
struct ImportOutline: Sendable {
  let counts: ImportCounts
  let newRows: [ImportPage.Row]
  let updatedRows: [ImportPage.Row]
  let newRooms: [String]
  let newLabels: [String]
  let photos: [ImportedPhoto]
  /// Rows that stay out, and what else was wrong.
  let problems: [ImportProblemRow]
  let notices: [ImportProblemRow]
  /// Rows name no home, so one must be chosen or made.
  let needsHome: Bool

  init(_ document: ImportDocument, home: ZoneID?, _ reader: PageReader) throws {
    try self.init(document, home: home, currency: nil, words: reader.words, in: reader.connection)
  }

  init(
    _ document: ImportDocument, home: ZoneID?, currency: String?,
    words: Catalogue = Catalogue(), in connection: Connection
  ) throws {
    needsHome = document.homes.isEmpty
    let all = document.problems + document.items.flatMap(\.problems)
    notices = all.filter { !$0.isBlocking }.map { ImportProblemRow($0) }
    guard home != nil || !needsHome else {
      (counts, newRows, newRooms, newLabels, photos, problems) = Self.bare(document, all)
      updatedRows = []
      return
    }
    let choices = try Self.choices(for: document, home: home, currency: currency, in: connection)
    let plan = try ImportPlan(document, choices, in: connection)
    counts = ImportCounts(plan)
    newRows = plan.items(in: .new).prefix(ImportPage.Preview.maxShown).map {
      ImportPage.Row(document.items[$0.index], changes: [])
    }
    updatedRows = plan.items(in: .updated).prefix(ImportPage.Preview.maxShown).map { item in
      var names: [String] = []
      if case .updated(_, let changes) = item.bucket {
        for name in changes.map({ words.name(of: $0.field) }) where !names.contains(name) {
          names.append(name)
        }
      }
      return ImportPage.Row(document.items[item.index], changes: names)
    }
    newRooms = plan.locations.filter { $0.existingID == nil }
      .map { $0.path.joined(separator: " › ") }
    newLabels = plan.labels.filter { $0.existingID == nil }.map(\.name)
    photos = plan.photos
    problems = Self.problems(plan, all)
  }

  /// Where rows go, in which currency.
  static func choices(
    for document: ImportDocument, home: ZoneID?, currency: String?, in connection: Connection
  ) throws -> ImportChoices {
    let stored = try home.flatMap { try Home.find($0, in: connection)?.currency }
    let own = try Profile.own(in: connection)?.currency
    return ImportChoices(homeID: home, currency: currency ?? stored ?? own ?? "EUR")
  }

  private static func bare(
    _ document: ImportDocument, _ problems: [ImportProblem]
  ) -> (
    ImportCounts, [ImportPage.Row], [String], [String], [ImportedPhoto], [ImportProblemRow]
  ) {
    let fit = document.items.filter { !$0.needsFixing }
    var counts = ImportCounts()
    (counts.new, counts.needsFixing) = (fit.count, document.items.count - fit.count)
    var labels: [String: String] = [:]
    for name in fit.flatMap(\.labelNames) { labels[NameKey.make(name)] = name }
    var rooms: [[String]: [String]] = [:]
    for path in fit.map(\.locationPath) where !path.isEmpty {
      rooms[path.map { NameKey.make($0) }] = path
    }
    return (
      counts,
      fit.prefix(ImportPage.Preview.maxShown).map { ImportPage.Row($0, changes: []) },
      rooms.values.map { $0.joined(separator: " › ") }.sorted(), labels.values.sorted(),
      fit.flatMap(\.photos), problems.filter(\.isBlocking).map { ImportProblemRow($0) }
    )
  }

  private static func problems(
    _ plan: ImportPlan, _ problems: [ImportProblem]
  ) -> [ImportProblemRow] {
    let read = problems.filter(\.isBlocking).map { ImportProblemRow($0) }
    let unfit = plan.items(in: .needsFixing).flatMap { item -> [ImportProblemRow] in
      guard case .needsFixing(_, let inputs) = item.bucket else { return [] }
      let source = plan.document.items[item.index]
      return inputs.map { problem in
        ImportProblemRow(
          file: source.source.file, line: source.source.line, text: source.name,
          reason: .unfit(FieldProblem(problem, text: source.name)))
      }
    }
    return read + unfit
  }
}

extension ImportCounts {
  init(_ plan: ImportPlan) {
    for item in plan.items {
      switch item.bucket.kind {
      case .new: new += 1
      case .updated: updated += 1
      case .unchanged: unchanged += 1
      case .needsFixing: needsFixing += 1
      case .skipped: break
      }
    }
  }
}

extension ImportPage.Row {
  init(_ item: ImportedItem, changes: [String]) {
    let pieces = Int64(item.quantity ?? 1)
    let value = item.unitPrice.flatMap { price -> Money? in
      let (total, hasOverflown) = price.minor.multipliedReportingOverflow(by: pieces)
      return hasOverflown ? nil : Money(total, price.currency)
    }
    self.init(name: item.name, place: item.locationPath, value: value, changes: changes)
  }
}

extension ImportPage.Preview {
  init(
    _ upload: ImportShelf.Upload, _ document: ImportDocument, _ outline: ImportOutline,
    _ reader: PageReader
  ) throws {
    let homes = reader.surroundings.sidebar.homes.filter { $0.role >= .readWrite }
    self.init(
      id: upload.id, fileName: upload.fileName,
      format: reader.words.importFormat(document.format),
      homes: homes.map { HomeLink(id: $0.id, name: $0.name) }, homeID: upload.homeID,
      newHomeName: document.homes.first?.name ?? upload.fileName.withoutExtension,
      newCount: outline.counts.new, updatedCount: outline.counts.updated,
      unchangedCount: outline.counts.unchanged, needsFixingCount: outline.counts.needsFixing,
      newRows: outline.newRows, updatedRows: outline.updatedRows, newRooms: outline.newRooms,
      newLabels: outline.newLabels, photoCount: outline.photos.count,
      problems: outline.problems, notices: outline.notices)
  }
}
