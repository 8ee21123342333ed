import Documents
import FoundationEssentials
import HTTPServer
import Images
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// Labels to print: of an item, of a place, and of what a list shows.
extension WebApplication {
  func labelsPage(item: RecordID, _ query: LabelQuery) -> Endpoint {
    .viewing(.item(item)) { at in try await at.labels(of: .item(item), query) }
  }

  func labelsPage(of subject: LabelSubject, home: ZoneID, _ query: LabelQuery) -> Endpoint {
    .viewing(.home(home)) { at in try await at.labels(of: subject, query) }
  }

  func labelsFile(item: RecordID, _ query: LabelQuery) -> Endpoint {
    .viewing(.item(item)) { at in try await at.labelsFile(of: .item(item), query) }
  }

  func labelsFile(of subject: LabelSubject, home: ZoneID, _ query: LabelQuery) -> Endpoint {
    .viewing(.home(home)) { at in try await at.labelsFile(of: subject, query) }
  }

  /// Gives asset IDs to items without one: to the named item, or to all items of the home.
  func numberItems(home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      let item = at.field("item")
      let number = NumberItems(homeID: home, itemIDs: item.isEmpty ? nil : [item])
      let undo = try await at.write { try number($0) }
      return at.member.goTo(
        PrintRoute.route(of: at.field("back"), in: at.app.areas.routes)
          ?? .printing(.listLabels(home: home)),
        saying: .things(.itemsNumbered(undo.numbers.count)),
        undo: undo.numbers.isEmpty ? nil : .numbers(undo))
    }
  }
}

extension PrintRoute {
  /// The route of an address in this family; `nil` for any other text.
  fileprivate static func route(of address: String, in table: RouteTable) -> Route? {
    table.route(local: address).flatMap { $0.place(of: PrintRoute.self) == nil ? nil : $0 }
  }
}

extension AtZone {
  fileprivate func labels(
    of subject: LabelSubject, _ query: LabelQuery
  ) async throws -> HTTPResponse {
    let (link, origin) = (link, guest.codeOrigin)
    return try await member.page(
      home: homeID, { LabelSheetPage.view($0, in: $1) },
      load: { try LabelSheetPage.Model(link, subject, query, origin: origin, $0) })
  }

  /// The labels as a PDF, or the page again with 422 if they cannot be printed as requested.
  fileprivate func labelsFile(
    of subject: LabelSubject, _ query: LabelQuery
  ) async throws -> HTTPResponse {
    let (link, origin, folder) = (link, guest.codeOrigin, app.configuration.spoolDirectory)
    let (person, day) = (try await member.displayName(), try await member.hubNow())
    let words = try await member.words()
    let region = words.region
    let search = try await member.searchSetting()
    let script = try await member.read { connection -> DocumentScript.Finished? in
      let source = try LabelSource(home: link, query, origin: origin, search, in: connection)
      guard try source.shown(subject, in: connection) != nil else { throw Abort.notFound }
      let labels = try source.labels(
        of: subject, limit: LabelSheetPage.maxLabels + 1, in: connection)
      let choice = LabelChoice(query, count: labels.count, in: region)
      guard choice.problem(labels: labels) == .none, let start = choice.start.value,
        let copies = choice.copies.value
      else { return nil }
      var script = try DocumentScript(
        LabelSheet(
          format: choice.paper.format,
          information: DocumentInformation(
            title: words.printLabels + " · " + link.name, author: person,
            created: day.formatted(.iso8601)),
          start: start - 1, copies: copies, hasOutlines: query.hasOutlines), in: folder)
      for label in labels { try script.add(label) }
      return try script.finish()
    }
    guard let script else {
      return try await member.page(
        home: homeID, status: .unprocessableContent, { LabelSheetPage.view($0, in: $1) },
        load: { try LabelSheetPage.Model(link, subject, query, origin: origin, $0) })
    }
    return try await app.drawn(script, name: words.labelsFile(of: link.name)) { _ in nil }
  }
}

/// A number in a form, as it was typed and as it was read.
struct TypedNumber {
  let field: FieldValue
  /// `nil` when the text is not a number in the allowed range.
  let value: Int?

  /// A number that is not used at the moment; the typed text is kept for when it is.
  init(kept text: String, as value: Int) {
    field = FieldValue(text)
    self.value = value
  }

  init(_ text: String, in range: ClosedRange<Int>) {
    let trimmed = text.trimmed
    let number = Int(trimmed)
    value = number.flatMap { range.contains($0) ? $0 : nil }
    field = FieldValue(
      value.map { String($0) } ?? text,
      problem: value == nil
        ? .outOfRange(min: Int64(range.lowerBound), max: Int64(range.upperBound)) : nil)
  }
}

/// The checked print settings.
struct LabelChoice {
  let paper: LabelPaper
  let start: TypedNumber
  let copies: TypedNumber
  let count: Int

  init(_ query: LabelQuery, count: Int, in region: Region) {
    paper = query.sheet ?? LabelPaper(in: region)
    // A roll has no used labels to skip, so the first label's number on a sheet means nothing.
    start =
      paper.format.labelsPerSheet == 1
      ? TypedNumber(kept: query.start, as: 1)
      : TypedNumber(query.start, in: 1...paper.format.labelsPerSheet)
    copies = TypedNumber(query.copies, in: 1...LabelSheetPage.maxCopies)
    self.count = count
  }

  func problem(labels: [PrintedLabel]) -> LabelSheetPage.Problem {
    guard let first = labels.first else { return .empty }
    guard count * (copies.value ?? 1) <= LabelSheetPage.maxLabels else { return .tooMany }
    // All codes of one document have nearly the same length.
    return LabelSheet.isReadable(first.code, on: paper.format) ? .none : .unreadable
  }

  var sheetCount: Int {
    let perSheet = paper.format.labelsPerSheet
    return (count * (copies.value ?? 1) + (start.value ?? 1) - 1 + perSheet - 1) / perSheet
  }
}

extension LabelSheetPage.Model {
  fileprivate init?(
    _ home: ZoneLink, _ subject: LabelSubject, _ query: LabelQuery, origin: String,
    _ reader: PageReader
  ) throws {
    let connection = reader.connection
    let source = try LabelSource(
      home: home, query, origin: origin, reader.searchSetting(), in: connection)
    guard let shown = try source.shown(subject, in: connection) else { return nil }
    let labels = try source.labels(
      of: subject, limit: LabelSheetPage.maxLabels + 1, in: connection)
    let choice = LabelChoice(query, count: labels.count, in: reader.words.region)
    let role = reader.role(in: home.id) ?? .viewer
    self.init(
      home: home, role: role, subject: shown, query: query, paper: choice.paper,
      layout: LabelSheetPage.Layout(choice.paper.format), start: choice.start.field,
      copies: choice.copies.field, count: labels.count,
      problem: choice.problem(labels: labels), sheetCount: choice.sheetCount,
      unnumberedCount: role == .viewer
        ? 0 : try Self.unnumbered(subject, home: home.id, in: connection),
      isLocalAddress: PublicAddress.isLocal(origin: origin))
    guard canPrint else { return }
    let copies = choice.copies.value ?? 1
    let room = choice.paper.format.labelsPerSheet - (choice.start.value ?? 1) + 1
    firstSheet = labels.prefix((room + copies - 1) / copies).flatMap { label in
      Array(repeating: LabelSheetPage.Preview(label), count: copies)
    }
    firstSheet = Array(firstSheet.prefix(room))
  }

  private static func unnumbered(
    _ subject: LabelSubject, home: ZoneID, in connection: Connection
  ) throws -> Int {
    guard case .item(let id) = subject else {
      return try NumberItems.unnumberedCount(home: home, in: connection)
    }
    return try Item.find(id, in: connection)?.details.assetID.isEmpty == true ? 1 : 0
  }
}

extension LabelSheetPage.Preview {
  fileprivate init(_ label: PrintedLabel) {
    // A code that cannot be drawn is a problem of the whole sheet, and the page shows it as one.
    let code = try? DrawnQRCode(label.code)
    self.init(
      title: label.title, details: label.details, assetID: label.assetID,
      code: code.flatMap { QRCode(size: $0.side, modules: $0.modules) })
  }
}

extension Undo {
  static func numbers(_ undo: UndoNumbers) -> Undo {
    Undo {
      try TakeNumbersBack(undo)($0)
      return .items(.homeItems(home: undo.homeID))
    }
  }
}
