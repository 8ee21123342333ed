import Household
import Replica
import SQLite
import SyncProtocol

extension LedgerIndex {
  static let localTables: [Hiding.Table] = [
    .ofZones("ledgerRows", column: "zoneID"), .ofZones("ledgerTags", column: "zoneID"),
    .ofZones("ledgerSums", column: "zoneID"), .ofZones("ledgerMembers", column: "groupID"),
    .ofZones("ledgerNoted", column: "groupID"), .open("ledgerState"),
    .ofZones("ledgerNames", column: "groupID"), .ofZones("ledgerLost", column: "groupID"),
  ]

  static let tablesSQL = """
    -- The ledger by day: entries of the person's own, and their shares of groups.
    CREATE TABLE ledgerRows (
      -- The day, and what follows from where the row is from.
      serial INTEGER PRIMARY KEY NOT NULL,
      -- The person's own zone, or the group's.
      zoneID TEXT NOT NULL,
      sourceID TEXT NOT NULL,
      flow TEXT NOT NULL,
      day TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      title TEXT NOT NULL,
      place TEXT NOT NULL,
      -- A category of the person's own, 'g:' and one of the group's, or empty.
      categoryRef TEXT NOT NULL,
      tags TEXT NOT NULL,
      note TEXT NOT NULL,
      amountMinor INTEGER NOT NULL,
      currency TEXT NOT NULL,
      convertedMinor INTEGER,
      convertedCurrency TEXT,
      isHidden INTEGER NOT NULL,
      words TEXT NOT NULL,
      UNIQUE (sourceID, zoneID),
      CHECK ((convertedMinor IS NULL) = (convertedCurrency IS NULL))
    ) STRICT;
    -- The list of a category.
    CREATE INDEX ledgerRowsByCategory ON ledgerRows(categoryRef, serial);
    -- What comes from one group, or is the person's own.
    CREATE INDEX ledgerRowsByZone ON ledgerRows(zoneID, serial);
    -- What could not be converted.
    CREATE INDEX ledgerRowsUnconverted ON ledgerRows(serial) WHERE convertedCurrency IS NULL;
    -- What was left out.
    CREATE INDEX ledgerRowsHidden ON ledgerRows(serial) WHERE isHidden = 1;
    -- The rows with a tag.
    CREATE TABLE ledgerTags (
      tag TEXT NOT NULL,
      serial INTEGER NOT NULL,
      zoneID TEXT NOT NULL,
      PRIMARY KEY (tag, serial)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ledgerTagsByZone ON ledgerTags(zoneID, serial);
    -- Sums by month (YYYY-MM), in 128 bits.
    CREATE TABLE ledgerSums (
      month TEXT NOT NULL,
      zoneID TEXT NOT NULL,
      flow TEXT NOT NULL,
      categoryRef TEXT NOT NULL,
      currency TEXT NOT NULL,
      -- Empty for what is not converted.
      convertedCurrency TEXT NOT NULL,
      count INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      amountHigh INTEGER NOT NULL,
      converted INTEGER NOT NULL,
      convertedHigh INTEGER NOT NULL,
      PRIMARY KEY (month, zoneID, flow, categoryRef, currency, convertedCurrency)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ledgerSumsByZone ON ledgerSums(zoneID);
    -- Which member of a group the person was when its rows were derived.
    CREATE TABLE ledgerMembers (
      groupID TEXT PRIMARY KEY NOT NULL, memberID TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- What notes are about, to be known when they are gone.
    CREATE TABLE ledgerNoted (
      noteID TEXT PRIMARY KEY NOT NULL, groupID TEXT NOT NULL, expenseID TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ledgerState (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      -- What amounts are converted into.
      currency TEXT NOT NULL,
      -- The bank's rates by which they were converted, as far as that has come.
      rates TEXT NOT NULL,
      -- How far converting everything anew has come, from the latest row on; NULL when it is done.
      position INTEGER,
      -- How many rows it has come past.
      passed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  struct SumKey: IndexedSumKey {
    var month: String
    var zoneID: ZoneID
    var originID: ZoneID
    var flow: String
    var categoryRef: String
    var currency: String
    var convertedCurrency: String

    static let table = "ledgerSums"
    static let columns = [
      "month", "zoneID", "originID", "flow", "categoryRef", "currency", "convertedCurrency",
    ]
    static let sums = ["amount", "converted"]
    var values: [Value] {
      [
        .text(month), .text(zoneID), .text(originID), .text(flow), .text(categoryRef),
        .text(currency), .text(convertedCurrency),
      ]
    }
  }

  // MARK: - Rows

  private static let columns = """
    zoneID, originID, sourceID, flow, day, createdAt, title, place, categoryRef, tags, note,
    amountMinor, currency, convertedMinor, convertedCurrency, isHidden, words
    """

  /// The row that stands in the table, with its place.
  private func stored(
    _ zone: ZoneID, _ source: RecordID
  ) throws -> (serial: Int64, row: LedgerRow)? {
    try connection.first(
      "SELECT serial, \(Self.columns) FROM ledgerRows WHERE sourceID = ? AND zoneID = ?",
      .text(source), .text(zone)
    ) { statement in
      var row = RowReader(statement)
      let serial = row.integer()
      return (serial, LedgerRow(&row))
    }
  }

  mutating func replace(_ zone: ZoneID, _ source: RecordID, with row: LedgerRow?) throws {
    let old = try stored(zone, source)
    if old?.row == row { return }
    if let old {
      count(old.row, sign: -1)
      try connection.execute("DELETE FROM ledgerRows WHERE serial = ?", .integer(old.serial))
      for tag in LedgerTags.list(old.row.tags) {
        try connection.execute(
          "DELETE FROM ledgerTags WHERE tag = ? AND serial = ?", .text(NameKey.make(tag)),
          .integer(old.serial))
      }
    }
    if let row { try insert(row) }
  }

  private static let insertion = """
    INSERT INTO ledgerRows (serial, \(columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (serial) DO NOTHING
    """

  /// How many rows are put in order together: some 10 MB of them.
  private static let batchSize = 20_000

  mutating func insert(_ row: LedgerRow) throws {
    guard batch != nil else { return try store(row, at: row.serial) }
    batch?.append(row)
    if batch?.count == Self.batchSize { try insertBatch() }
  }

  /// Inserts the rows that wait.
  mutating func insertBatch() throws {
    let rows = batch ?? []
    batch?.removeAll(keepingCapacity: true)
    let serials = rows.map(\.serial)
    let order = rows.indices.sorted {
      serials[$0] == serials[$1]
        ? rows[$0].sourceID < rows[$1].sourceID : serials[$0] < serials[$1]
    }
    for index in order { try store(rows[index], at: serials[index]) }
  }

  private mutating func store(_ row: LedgerRow, at place: Int64) throws {
    var serial = place
    if isPlanted(.ledgerDependsOnOrder) {
      serial = try connection.first("SELECT max(serial) + 1 FROM ledgerRows") { $0.integer(0) } ?? 0
    }
    let values = row.values
    var isStored = false
    while !isStored {
      isStored =
        try connection.execute(Self.insertion, [.integer(serial)] + values) > 0
      // Two rows of a day whose bits are the same stand beside each other.
      if !isStored { serial &+= 1 }
    }
    for tag in LedgerTags.list(row.tags) {
      try connection.execute(
        "INSERT INTO ledgerTags (tag, serial, zoneID) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        .text(NameKey.make(tag)), .integer(serial), .text(row.zoneID))
    }
    count(row, sign: 1)
  }

  // MARK: - Sums

  mutating func count(_ row: LedgerRow, sign: Int64) {
    guard !row.isHidden else { return }
    var key = SumKey(
      month: String(row.day.prefix(7)), zoneID: row.zoneID, originID: row.originID,
      flow: row.flow.rawValue,
      categoryRef: row.categoryRef, currency: row.currency, convertedCurrency: "")
    var converted: Int64 = 0
    if case .done(let minor, let currency) = row.conversion {
      (converted, key.convertedCurrency) = (minor, currency)
    }
    sums.count(key, Int128(row.amountMinor), Int128(converted), sign: sign)
  }
}

extension LedgerRow {
  var values: [Value] {
    var (minor, code): (Value, Value) = (.null, .null)
    if case .done(let converted, let currency) = conversion {
      (minor, code) = (.integer(converted), .text(currency))
    }
    return [
      .text(zoneID), .text(originID), .text(sourceID), .text(flow.rawValue), .text(day),
      .integer(createdAt),
      .text(title), .text(place), .text(categoryRef), .text(tags), .text(note),
      .integer(amountMinor), .text(currency), minor, code, Value(isHidden), .text(words),
    ]
  }

  init(_ row: inout RowReader) {
    zoneID = row.text()
    originID = row.text()
    sourceID = row.text()
    // Only this program writes the table.
    flow = LedgerFlow(rawValue: row.text()) ?? .spending
    day = row.text()
    createdAt = row.integer()
    title = row.text()
    place = row.text()
    categoryRef = row.text()
    tags = row.text()
    note = row.text()
    amountMinor = row.integer()
    currency = row.text()
    let (minor, code) = (row.optionalInteger(), row.optionalText())
    if let minor, let code { conversion = .done(minor: minor, currency: code) }
    isHidden = row.bool()
    words = row.text()
  }
}
