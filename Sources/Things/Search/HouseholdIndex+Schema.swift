/// The tables of the index: local, derived from the synced tables, and never synced.
extension HouseholdIndex {
  static let tablesSQL = """
    -- Local, derived from the tables above, never synced: one row for each item, with what the index
    -- and the totals hold of it. `text` is what the item is found by, `locationID` empty for none,
    -- `value` price times quantity or NULL, `labelIDs` separated by blanks.
    CREATE TABLE itemIndex (
      docID INTEGER PRIMARY KEY,
      itemID TEXT NOT NULL UNIQUE,
      homeID TEXT NOT NULL,
      locationID TEXT NOT NULL,
      isArchived INTEGER NOT NULL,
      currency TEXT NOT NULL,
      value INTEGER,
      labelIDs TEXT NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
    -- Only whether a word is there is ever asked: no positions, no sizes. The first letters of a
    -- word are what most items have, so they are indexed by themselves.
    CREATE VIRTUAL TABLE itemTerms USING fts5(
      text, content='itemIndex', content_rowid='docID', detail=none, columnsize=0,
      prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
    -- Which item a label link or a field belonged to, for when it is gone.
    CREATE TABLE itemParts (
      partID TEXT PRIMARY KEY NOT NULL,
      itemID TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE itemTotals (
      homeID TEXT NOT NULL,
      locationID TEXT NOT NULL,
      isArchived INTEGER NOT NULL,
      currency TEXT NOT NULL,
      itemCount INTEGER NOT NULL,
      pricedCount INTEGER NOT NULL,
      value INTEGER NOT NULL,
      PRIMARY KEY (homeID, locationID, isArchived, currency)
    ) STRICT, WITHOUT ROWID;
    -- Items that are not archived, for each label.
    CREATE TABLE labelTotals (
      labelID TEXT PRIMARY KEY NOT NULL,
      itemCount INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Whether items have photos, the value of a label's items, and the version of the index's rules.
  static let photosAndWorthSQL = """
    ALTER TABLE itemIndex ADD COLUMN hasPhoto INTEGER NOT NULL DEFAULT 0;
    -- The items without a photo, where they are few.
    CREATE INDEX itemIndexWithoutPhoto ON itemIndex(homeID) WHERE hasPhoto = 0;
    -- Items with at least one photo.
    ALTER TABLE itemTotals ADD COLUMN photoCount INTEGER NOT NULL DEFAULT 0;
    -- Items that are not archived, for each label and currency.
    DROP TABLE labelTotals;
    CREATE TABLE labelTotals (
      labelID TEXT NOT NULL,
      currency TEXT NOT NULL,
      itemCount INTEGER NOT NULL,
      pricedCount INTEGER NOT NULL,
      photoCount INTEGER NOT NULL,
      value INTEGER NOT NULL,
      PRIMARY KEY (labelID, currency)
    ) STRICT, WITHOUT ROWID;
    -- At most one row: the version of the rules that the index was made by.
    CREATE TABLE itemIndexState (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL
    ) STRICT;
    """

  /// The columns that lists are ordered by, so that a search can sort its results without looking
  /// up each item.
  static let orderSQL = """
    ALTER TABLE itemIndex ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
    ALTER TABLE itemIndex ADD COLUMN createdAt INTEGER NOT NULL DEFAULT 0;
    """

  /// Whether items have a serial number, for insurance claims.
  static let serialSQL = """
    ALTER TABLE itemIndex ADD COLUMN hasSerial INTEGER NOT NULL DEFAULT 0;
    -- The items without a serial number, where they are few.
    CREATE INDEX itemIndexWithoutSerial ON itemIndex(homeID) WHERE hasSerial = 0;
    -- Items with a serial number.
    ALTER TABLE itemTotals ADD COLUMN serialCount INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE labelTotals ADD COLUMN serialCount INTEGER NOT NULL DEFAULT 0;
    """

  /// Whether items have a receipt, for insurance claims.
  static let receiptSQL = """
    ALTER TABLE itemIndex ADD COLUMN hasReceipt INTEGER NOT NULL DEFAULT 0;
    -- The items with a receipt, where they are few.
    CREATE INDEX itemIndexWithReceipt ON itemIndex(homeID) WHERE hasReceipt = 1;
    -- Items with a receipt.
    ALTER TABLE itemTotals ADD COLUMN receiptCount INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE labelTotals ADD COLUMN receiptCount INTEGER NOT NULL DEFAULT 0;
    """

  /// The upper halves of sums that exceed 64 bits.
  static let wideValueSQL = """
    -- `value` is the lower half of a sum of 128 bits from now on.
    ALTER TABLE itemTotals ADD COLUMN valueHigh INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE labelTotals ADD COLUMN valueHigh INTEGER NOT NULL DEFAULT 0;
    """

  static let noReceiptSQL = """
    -- The items without a receipt, where they are few.
    CREATE INDEX itemIndexWithoutReceipt ON itemIndex(homeID) WHERE hasReceipt = 0;
    """
}
