import Documents
import FoundationEssentials
import Intake
import SQLite
import Things
import Values
import Wording

/// A report that can be drawn, with the photos and receipts behind its numbers.
package struct WrittenClaim: Sendable {
  package let itemCount: Int
  /// The photos that the report should show but whose files are not on this machine.
  package let missingPhotoCount: Int
  package let script: DocumentScript.Finished
  let photos: [Photo]
  let receipts: [Attachment]
}

/// Writes a report for an insurance claim, with all its data read at one moment.
struct ClaimWriter {
  /// Items read at a time.
  private static let itemsAtOnce = 200

  let home: Home
  let query: ClaimQuery
  let items: ClaimItems
  let words: Catalogue
  /// Who makes the report.
  let person: String
  let now: Date
  private var photos: [Photo] = []
  private var receipts: [Attachment] = []
  private var policy: Policy?
  /// Names of the other homes that the policy covers.
  private var otherHomes: [String] = []
  private var missingPhotos = 0
  /// The home's currency, whose amounts come first.
  private var currency = ""

  init(
    home: Home, query: ClaimQuery, items: ClaimItems, words: Catalogue, person: String, now: Date
  ) {
    self.home = home
    self.query = query
    self.items = items
    self.words = words
    self.person = person
    self.now = now
  }

  /// - Parameter isHere: whether the file with a hash is on this machine.
  mutating func write(
    in folder: String, isHere: (String) -> Bool, _ connection: Connection
  ) throws -> WrittenClaim {
    currency = try Home.currency(of: home.id, in: connection)
    if let id = query.policyID {
      // A policy that is deleted or belongs to another home counts as none.
      policy = try Policy.find(id, in: connection).flatMap { $0.homeID == home.id ? $0 : nil }
      if let policy { otherHomes = try PolicyList.otherHomes(of: policy, in: connection) }
    }
    if query.hasPhotos {
      let ids = items.places.lazy.flatMap(\.itemIDs)
      missingPhotos = try ClaimDetails.photoHashes(of: ids, home: home.id, in: connection)
        .count { !isHere($0) }
    }
    let report = try report(connection)
    var script = try DocumentScript(report, in: folder)
    for place in items.places {
      try script.add(
        .room(title: title(of: place), detail: detail(place.itemIDs.count, place.values)))
      for start in stride(from: 0, to: place.itemIDs.count, by: Self.itemsAtOnce) {
        let ids = place.itemIDs[start..<min(start + Self.itemsAtOnce, place.itemIDs.count)]
        let details = try ClaimDetails(Array(ids), home: home.id, in: connection)
        for item in details.items { try script.add(.item(entry(item, in: place, details))) }
      }
    }
    return WrittenClaim(
      itemCount: items.itemCount, missingPhotoCount: missingPhotos, script: try script.finish(),
      photos: photos, receipts: receipts)
  }

  // MARK: Before the items

  private mutating func report(_ connection: Connection) throws -> ReportScript {
    var coverPhoto: Int?
    if query.hasPhotos, let photo = try Photo.of(.home, home: home.id, in: connection).first {
      coverPhoto = number(of: photo)
    }
    let footer = [policy.map { policyName($0) }, words.day(now)].compactMap(\.self)
    return ReportScript(
      page: (query.paper ?? .init(in: words.region)).size,
      information: DocumentInformation(
        title: words.reportOf(home.name), author: person, created: now.formatted(.iso8601)),
      words: ReportScript.Words(
        header: words.reportOf(home.name), footer: footer.joined(separator: " · "),
        itemsTitle: words.items, receiptsTitle: words.receipts,
        photoProblem: words.photoNotInReport,
        continued: words.continuedItem(ReportScript.Words.first),
        receiptPage: words.receiptPage(ReportScript.Words.first, of: ReportScript.Words.second),
        receiptProblems: ClaimReport.ReceiptProblem.allCases.map { words.text($0) }),
      cover: cover, coverPhoto: coverPhoto,
      sections: [policySection, totals, coverage].compactMap(\.self))
  }

  private var cover: ClaimReport.Cover {
    let address = home.address
    let town = [address.zip, address.city, address.state].filter { !$0.isEmpty }
    let lines = [
      address.address1, address.address2, town.joined(separator: " "), address.country,
    ]
    var rows = [
      ClaimReport.Row(words.reportOwner, person), .init(words.reportDay, words.day(now)),
    ]
    if let policy { rows.append(.init(words.provider, policyName(policy))) }
    var figures = [ClaimReport.Row(words.items, words.number(items.itemCount))]
    let moneys = items.values.moneys(first: currency).map { words.money($0) }
    if !moneys.isEmpty {
      figures.append(.init(words.totalValue, moneys.joined(separator: " · ")))
    }
    if let limit { figures.append(.init(words.insuredFor, words.money(limit))) }
    return ClaimReport.Cover(
      kind: words.reportKind, title: home.name, addressLines: lines.filter { !$0.isEmpty },
      rows: rows, figures: figures)
  }

  /// The limit of the chosen policy for personal property.
  private var limit: Money? {
    policy.flatMap { policy in
      policy.amounts.personalPropertyMinor.map { Money($0, policy.currency) }
    }
  }

  private func policyName(_ policy: Policy) -> String {
    let number = policy.policyNumber.isEmpty ? [] : [words.policyNumbered(policy.policyNumber)]
    return ([policy.provider] + number).joined(separator: " · ")
  }

  private var policySection: ClaimReport.Section {
    guard let policy else {
      return ClaimReport.Section(
        title: words.policyOfClaim, blocks: [.paragraph(words.withoutPolicy)])
    }
    var rows = [ClaimReport.Row(words.provider, policy.provider)]
    if !policy.policyNumber.isEmpty {
      rows.append(.init(words.policyNumber, policy.policyNumber))
    }
    let (start, end) = (policy.startsOn, policy.endsOn)
    if let period = words.period(
      from: start.flatMap { CalendarDay($0) }, to: end.flatMap { CalendarDay($0) })
    {
      rows.append(.init(words.policyPeriod, period))
    }
    for kind in PolicyAmount.allCases {
      guard let amount = policy.amounts[keyPath: kind.path] else { continue }
      rows.append(.init(words.amount(kind), words.money(Money(amount, policy.currency))))
    }
    if !otherHomes.isEmpty { rows.append(.init(words.policyCoversToo, words.list(otherHomes))) }
    var blocks: [ClaimReport.Block] = [.rows(rows)]
    if !policy.notes.isEmpty { blocks.append(.paragraph(policy.notes)) }
    return ClaimReport.Section(title: words.policyOfClaim, blocks: blocks)
  }

  /// The totals of each room, including the places inside it.
  private var totals: ClaimReport.Section {
    var rooms: [(name: String, places: [ClaimItems.Place])] = []
    for place in items.places {
      let name = place.path.first ?? words.noRoom
      if rooms.last?.name == name {
        rooms[rooms.count - 1].places.append(place)
      } else {
        rooms.append((name, [place]))
      }
    }
    let table = ClaimReport.Table(
      columns: [
        .init(words.room, share: 3), .init(words.items, isNumeric: true),
        .init(words.value, share: 2, isNumeric: true),
      ],
      rows: rooms.map { room in
        [
          room.name, words.number(room.places.reduce(0) { $0 + $1.itemIDs.count }),
          amounts(ClaimItems.values(of: room.places)),
        ]
      }, total: [words.allRooms, words.number(items.itemCount), amounts(items.values)])
    var blocks: [ClaimReport.Block] = [.table(table)]
    if items.unpricedCount > 0 {
      blocks.append(.paragraph(words.unpricedInReport(items.unpricedCount)))
    }
    if missingPhotos > 0 { blocks.append(.paragraph(words.photosNotHereYet(missingPhotos))) }
    return ClaimReport.Section(title: words.totalsByRoom, blocks: blocks)
  }

  /// Compares the limit of the chosen policy with the listed items. `nil` without a policy: the
  /// combined limit of the home's policies says nothing about this list.
  private var coverage: ClaimReport.Section? {
    guard let policy else { return nil }
    guard let limit else {
      return ClaimReport.Section(title: words.coverageTitle, blocks: [.paragraph(words.noLimit)])
    }
    let listed = items.values.first { $0.currency == policy.currency }?.valueMinor ?? 0
    var blocks = [comparison(Money(listed, policy.currency), limit)]
    if !otherHomes.isEmpty { blocks.append(.paragraph(words.sharedInReport(otherHomes))) }
    let others = items.values.filter { $0.currency != policy.currency }.moneys
    if !others.isEmpty {
      blocks.append(
        .paragraph(words.notPaidIn(words.list(others.map { words.money($0) }))))
    }
    return ClaimReport.Section(title: words.coverageTitle, blocks: blocks)
  }

  private func comparison(_ listed: Money, _ limit: Money) -> ClaimReport.Block {
    guard listed.minor > limit.minor else {
      return .paragraph(words.covered(words.money(listed), of: words.money(limit)))
    }
    let gap = Money(listed.minor.subtractingSaturating(limit.minor), limit.currency)
    return .box(
      title: words.notCovered(words.money(gap)), text: words.notCoveredText,
      rows: [
        .init(words.listedHere, words.money(listed)), .init(words.insuredFor, words.money(limit)),
      ])
  }

  // MARK: Items

  private func title(of place: ClaimItems.Place) -> String {
    place.path.isEmpty ? words.noRoom : place.path.joined(separator: " › ")
  }

  private func detail(_ count: Int, _ values: [Dashboard.CurrencyValue]) -> String {
    ([words.itemCount(count)] + values.moneys(first: currency).map { words.money($0) }).joined(
      separator: " · ")
  }

  private func amounts(_ values: [Dashboard.CurrencyValue]) -> String {
    values.moneys(first: currency).map { words.money($0) }.joined(separator: " · ")
  }

  private mutating func number(of photo: Photo) -> Int {
    photos.append(photo)
    return photos.count - 1
  }

  private mutating func entry(
    _ item: Item, in place: ClaimItems.Place, _ found: ClaimDetails
  ) -> ReportScript.Item {
    let details = item.details
    let amount = details.valueMinor.map { words.money(Money($0, details.currency)) }
    let numbers =
      query.hasPhotos
      ? (found.photos[item.id] ?? []).map {
        ReportScript.Photo(number(of: $0), caption: $0.caption)
      } : []
    var attached: [ReportScript.Receipt] = []
    for receipt in query.hasReceipts ? found.receipts[item.id] ?? [] : [] {
      receipts.append(receipt)
      attached.append(
        ReportScript.Receipt(
          fileName: receipt.name, owner: "\(details.name) · \(title(of: place))",
          number: receipts.count - 1))
    }
    let fields = (found.fields[item.id] ?? []).filter { !$0.value.isEmpty }
    let long = fields.filter { !Self.fitsRow($0) }.map { field in
      let value = field.value
      return "\(field.name): \(value.count > 2000 ? value.prefix(2000) + "…" : value)"
    }
    let notes = ([details.description, details.notes] + long).filter { !$0.isEmpty }
    return ReportScript.Item(
      name: details.name, amount: amount ?? "", photos: numbers,
      rows: rows(details)
        + fields.filter(Self.fitsRow).map { ClaimReport.Row($0.name, $0.value) },
      notes: notes.joined(separator: "\n\n"), receipts: attached)
  }

  /// Whether a field is short enough for a row; longer ones go to the notes.
  private static func fitsRow(_ field: ItemField) -> Bool {
    field.name.count <= 60 && field.value.count <= 200 && !field.value.contains("\n")
  }

  private func rows(_ details: ItemDetails) -> [ClaimReport.Row] {
    func money(_ minor: Int64?) -> String? {
      minor.map { words.money(Money($0, details.currency)) }
    }
    let make = [details.manufacturer, details.model].filter { !$0.isEmpty }
    var each = ""
    if details.quantity > 1 {
      each =
        money(details.priceMinor).map { words.pieces(Int(details.quantity), each: $0) }
        ?? words.number(Int(details.quantity))
    }
    let rows = [
      (words.quantity, each),
      (words.makeAndModel, make.joined(separator: " ")), (words.serial, details.serial),
      (words.assetID, details.assetID),
      (words.bought, words.bought(day(details.purchasedOn), from: details.purchasedFrom)),
      (words.replacement, money(details.replacementMinor) ?? ""),
      (words.condition, details.condition),
      (
        words.warranty,
        words.warranty(
          isForLife: details.isLifetimeWarranty, until: day(details.warrantyUntil),
          details: details.warrantyDetails)
      ),
      (
        words.sold,
        words.soldSummary(
          on: day(details.soldOn), to: details.soldTo,
          for: details.soldMinor.map { Money($0, details.currency) }, notes: details.soldNotes)
      ),
    ]
    return rows.filter { !$0.1.isEmpty }.map { ClaimReport.Row($0.0, $0.1) }
  }
  /// `nil` for a day that cannot be read, too.
  private func day(_ text: String?) -> CalendarDay? { text.flatMap { CalendarDay($0) } }
}
