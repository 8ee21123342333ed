import Household
import SQLite
import SyncProtocol
import Values

/// Writes homes in MovingBox's export format: five tables and the photos in one ZIP, which both
/// MovingBox and Hearth can read.
///
/// What MovingBox does not know is left out: papers, maintenance, loans, custom fields, and which
/// place is inside which. So are sold and archived items, which it would count as owned. Its
/// amounts have no currency: one that differs from the home's is named in the notes, and in a
/// column that Hearth reads. ``MovingBoxLoss`` counts these losses. Formulas in cells are not
/// escaped, because MovingBox would take the apostrophe for part of the text.
package struct MovingBoxWriter: OpenArchive {
  package private(set) var files: [ArchiveFile] = []
  package private(set) var itemCount = 0
  private var zip: ZipWriter
  private var names = ArchiveNames()
  /// File names of photos, in order, by the id of the item, place or home.
  private var photos: [String: [String]] = [:]
  private var maxPhotos = 1
  /// The currency of homes that have none of their own.
  private let currency: String

  /// Writes the tables.
  ///
  /// - Parameters:
  ///   - home: `nil` for all homes that the account can see.
  ///   - connection: in a read transaction.
  ///   - now: milliseconds since 1970.
  package init(
    of home: ZoneID?, in connection: Connection, now: Int64,
    to sink: @escaping HouseholdExport.Sink
  ) throws {
    zip = ZipWriter(modifiedAt: now)
    currency = try MovingBoxLoss.currency(in: connection)
    let homes = try HouseholdExport.homes(in: connection).filter { home == nil || $0.id == home }
    if home != nil, homes.isEmpty { throw ArchiveWriter.Failure.homeNotFound }
    for home in homes { try findPhotos(of: home.id, connection) }
    let primary = try PrimaryHome.find(in: connection)
    try writeItems(homes.map(\.id), connection, sink)
    try writeLocations(homes.map(\.id), connection, sink)
    try writeLabels(homes.map(\.id), connection, sink)
    try writeHomes(homes.map(\.id), primary, connection, sink)
    try writePolicies(homes.map(\.id), connection, sink)
  }

  package mutating func begin(_ file: ArchiveFile, byteCount: Int, crc: UInt32) -> [UInt8] {
    zip.store(file.path, byteCount: byteCount, crc: crc)
  }

  package mutating func leaveOut(_ file: ArchiveFile) {}

  package mutating func finish(to sink: @escaping HouseholdExport.Sink) throws {
    try zip.finish(to: sink)
  }

  private mutating func findPhotos(of home: ZoneID, _ connection: Connection) throws {
    try connection.forEach(
      """
      SELECT p.id, p.blobHash, p.kind, coalesce(i.id, l.id, p.homeID),
          coalesce(i.name, l.name, 'home')
        FROM photos AS p LEFT JOIN items AS i ON i.id = p.itemID
          LEFT JOIN locations AS l ON l.id = p.locationID
        WHERE p.homeID = ? AND (i.id IS NULL OR NOT (\(MovingBoxLoss.leftOutSQL)))
        ORDER BY 4, p.sortKey, p.id
      """, [.text(home)]
    ) { row in
      let ending = row.text(2) == "jpeg" ? ".jpg" : "." + row.text(2)
      // MovingBox removes double dots and colons from names; `ArchiveNames` leaves none.
      let name = names.name(row.text(4), in: "photos", ending: ending)
      photos[row.text(3), default: []].append(name)
      maxPhotos = max(maxPhotos, photos[row.text(3)]?.count ?? 0)
      files.append(
        ArchiveFile(
          path: "photos/" + name, blobHash: row.text(1),
          place: RecordPlace(zone: home, id: row.text(0))))
    }
  }

  // MARK: Tables

  private mutating func writeItems(
    _ homes: [ZoneID], _ connection: Connection, _ sink: @escaping HouseholdExport.Sink
  ) throws {
    let (photos, currency) = (photos, currency)
    let extra = (2...max(2, maxPhotos)).prefix(maxPhotos - 1).map { "PhotoFilename\($0)" }
    let header = Self.itemColumns + ["PhotoFilename"] + extra
    var count = 0
    try add("inventory.csv", header, sink) { write in
      for home in homes {
        try connection.forEach(Self.itemQuery, [.text(home)]) { row in
          var row = ItemCells(row, currency)
          let names = photos[row.id] ?? []
          row.cells += (0..<(extra.count + 1)).map { $0 < names.count ? names[$0] : "" }
          try write(row.cells)
          count += 1
        }
      }
    }
    itemCount = count
  }

  private static let itemColumns = [
    "Title", "Description", "Location", "Label", "Home", "QuantityString", "QuantityInt", "Serial",
    "Model", "Make", "Price", "Insured", "AssetID", "Notes", "ReplacementCost", "DepreciationRate",
    "HasUsedAI", "CreatedAt", "PurchaseDate", "WarrantyExpirationDate", "PurchaseLocation",
    "Condition", "HasWarranty", "AttachmentsJSON", "ItemID", "LocationID", "HomeID",
    "Currency",
  ]

  private static let itemQuery = """
    SELECT i.id, i.name, i.description, coalesce(l.name, ''),
        coalesce((SELECT group_concat(name, ',') FROM (
          SELECT b.name FROM itemLabels AS il JOIN labels AS b ON b.id = il.labelID
            WHERE il.homeID = i.homeID AND il.itemID = i.id ORDER BY b.nameKey)), ''),
        h.name, i.quantity, i.serial, i.model, i.manufacturer, i.priceMinor, i.currency,
        i.isInsured, i.assetID, i.notes, i.replacementMinor, i.createdAt, i.purchasedOn,
        i.warrantyUntil, i.purchasedFrom, i.condition, coalesce(i.locationID, ''), i.homeID,
        i.isLifetimeWarranty, h.currency
      FROM items AS i JOIN homes AS h ON h.id = i.homeID
        LEFT JOIN locations AS l ON l.id = i.locationID
      WHERE i.homeID = ? AND NOT (\(MovingBoxLoss.leftOutSQL))
      ORDER BY i.isArchived, i.nameKey, i.id
    """

  /// One line of the inventory, without its photos.
  private struct ItemCells {
    let id: String
    var cells: [String]

    /// - Parameter homeCurrency: for a home that has no currency of its own.
    init(_ row: Statement, _ homeCurrency: String) {
      id = row.text(0)
      let currency = row.text(11)
      let hasAmount = row.optionalInteger(10) != nil || row.optionalInteger(15) != nil
      let isOther = hasAmount && currency != row.optionalText(24) ?? homeCurrency
      let notes = isOther ? MovingBoxWriter.notes(row.text(14), currency) : row.text(14)
      func money(_ column: Int32) -> String {
        MovingBoxWriter.amount(row.optionalInteger(column), currency)
      }
      let hasWarranty = row.optionalText(18) != nil || row.bool(23)
      cells = [
        row.text(1), row.text(2), row.text(3), row.text(4), row.text(5), String(row.integer(6)),
        String(row.integer(6)), row.text(7), row.text(8), row.text(9), money(10),
        String(row.bool(12)), row.text(13), notes, money(15), "", "false",
        MovingBoxWriter.instant(milliseconds: row.integer(16)),
        MovingBoxWriter.instant(day: row.optionalText(17)),
        MovingBoxWriter.instant(day: row.optionalText(18)), row.text(19), row.text(20),
        String(hasWarranty), "[]", id.uppercased(), row.text(21).uppercased(),
        row.text(22).uppercased(), currency,
      ]
    }
  }

  private mutating func writeLocations(
    _ homes: [ZoneID], _ connection: Connection, _ sink: @escaping HouseholdExport.Sink
  ) throws {
    let photos = photos
    let header = ["Name", "Description", "PhotoFilename", "Home", "HomeID", "LocationID"]
    try add("locations.csv", header, sink) { write in
      for home in homes {
        try connection.forEach(
          """
          SELECT l.id, l.name, l.note, h.name FROM locations AS l JOIN homes AS h
            ON h.id = l.homeID WHERE l.homeID = ? ORDER BY l.nameKey, l.id
          """, [.text(home)]
        ) { row in
          try write([
            row.text(1), row.text(2), photos[row.text(0)]?.first ?? "", row.text(3),
            home.uppercased(), row.text(0).uppercased(),
          ])
        }
      }
    }
  }

  /// MovingBox's labels belong to no home, so labels with the same name become one.
  private mutating func writeLabels(
    _ homes: [ZoneID], _ connection: Connection, _ sink: @escaping HouseholdExport.Sink
  ) throws {
    try add("labels.csv", ["Name", "Description", "ColorHex", "Emoji"], sink) { write in
      try connection.forEach(
        """
        SELECT name, note, colorIndex, emoji, min(createdAt) FROM labels
          WHERE homeID IN (SELECT value FROM json_each(?)) GROUP BY nameKey ORDER BY nameKey
        """, [IDList.value(homes)]
      ) { row in
        let color = PaletteColour(rawValue: Int(row.integer(2))) ?? .blue
        try write([row.text(0), row.text(1), color.hex, row.text(3)])
      }
    }
  }

  private mutating func writeHomes(
    _ homes: [ZoneID], _ primary: ZoneID?, _ connection: Connection,
    _ sink: @escaping HouseholdExport.Sink
  ) throws {
    let (photos, currency) = (photos, currency)
    let header = [
      "HomeID", "Name", "Address1", "Address2", "City", "State", "Zip", "Country", "PurchaseDate",
      "PurchasePrice", "IsPrimary", "ColorName", "PhotoFilename",
      "Currency",
    ]
    try add("home-details.csv", header, sink) { write in
      for id in homes {
        guard let home = try Home.find(id, in: connection) else { continue }
        let color = PaletteColour(rawValue: home.colorIndex) ?? .green
        try write([
          id.uppercased(), home.name, home.address.address1, home.address.address2,
          home.address.city, home.address.state, home.address.zip, home.address.country,
          Self.instant(day: home.purchasedOn),
          Self.amount(home.purchaseMinor, home.currency ?? currency), String(id == primary),
          "\(color)", photos[id]?.first ?? "", home.currency ?? currency,
        ])
      }
    }
  }

  private mutating func writePolicies(
    _ homes: [ZoneID], _ connection: Connection, _ sink: @escaping HouseholdExport.Sink
  ) throws {
    let header = [
      "PolicyID", "ProviderName", "PolicyNumber", "DeductibleAmount", "DwellingCoverageAmount",
      "PersonalPropertyCoverageAmount", "LossOfUseCoverageAmount", "LiabilityCoverageAmount",
      "MedicalPaymentsCoverageAmount", "StartDate", "EndDate", "Homes", "HomeIDs",
      "Currency",
    ]
    try add("insurance-policy-details.csv", header, sink) { write in
      for id in homes {
        let name = try Home.find(id, in: connection)?.name ?? ""
        let policies = try Policy.all(
          where: "homeID = ? ORDER BY nameKey, id", [.text(id)], in: connection)
        for policy in policies {
          try write(
            [policy.id.uppercased(), policy.provider, policy.policyNumber]
              + policy.amounts.all.map { Self.amount($0, policy.currency) }
              + [
                Self.instant(day: policy.startsOn), Self.instant(day: policy.endsOn), name,
                id.uppercased(), policy.currency,
              ])
        }
      }
    }
  }

  // MARK: Cells

  /// The notes with the currency appended, unless it is there already.
  private static func notes(_ notes: String, _ currency: String) -> String {
    let line = "Amounts in \(currency)"
    if notes.hasSuffix(line) { return notes }
    return notes.isEmpty ? line : notes + "\n\n" + line
  }

  private mutating func add(
    _ name: String, _ header: [String], _ sink: @escaping HouseholdExport.Sink,
    _ body: (([String]) throws -> Void) throws -> Void
  ) throws {
    _ = try zip.add(name, to: sink) { sink in
      var text = ExportText(sink)
      func line(_ cells: [String]) throws {
        try text.write(cells.map(ExportText.quoted).joined(separator: ",") + "\n")
      }
      try line(header)
      try body(line)
      try text.finish()
    }
  }

  /// A plain number without a currency sign; empty if unknown.
  private static func amount(_ minor: Int64?, _ currency: String) -> String {
    minor.map {
      HouseholdExport.amount($0, decimals: Currency(code: currency)?.exponent ?? 2)
    } ?? ""
  }

  /// A day as MovingBox writes it: midnight in UTC.
  private static func instant(day: String?) -> String { day.map { $0 + "T00:00:00.000Z" } ?? "" }

  static func instant(milliseconds stored: Int64) -> String {
    TimeText.text(stored.clamped(to: TimeLimit.milliseconds))
  }
}

extension PaletteColour {
  /// A typical shade, which is read back as the same colour.
  var hex: String {
    switch self {
    case .red: "#E5484D"
    case .orange: "#F08C1D"
    case .yellow: "#F2D21B"
    case .green: "#30A441"
    case .mint: "#3DD6A6"
    case .teal: "#12A5A0"
    case .cyan: "#18B6D9"
    case .blue: "#2F7FE0"
    case .indigo: "#4A44DB"
    case .purple: "#A44AE0"
    case .pink: "#E5469B"
    case .brown: "#8B5E3C"
    }
  }
}
