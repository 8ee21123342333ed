/// An insurance claim report: a cover, sections such as the policy and the totals, the items by
/// room with their photos, and their receipts at the end.
///
/// The report contains no words of its own: all printed text is passed in, amounts and dates
/// already formatted.
package struct ClaimReport {
  /// The greatest length of a single text, in UTF-8 bytes.
  package static let maxTextBytes = 1 << 20
  /// The most receipts of all items together.
  package static let maxReceipts = 5000
  /// A larger receipt, in bytes, is replaced by a page that says so.
  package static let maxReceiptBytes = 25 * 1024 * 1024
  /// A receipt with more pages is replaced by a page that says so.
  package static let maxReceiptPages = 100
  /// The most pages of a receipt that is a text, and the most bytes shown of it. A further page
  /// says that there is more.
  package static let maxTextReceiptPages = 20
  package static let maxTextReceiptBytes = 100_000

  /// The most PDF values in all receipts together, down to single numbers; each takes about 400
  /// bytes of memory while the report is assembled. Later receipts are replaced by pages that say
  /// so.
  package var maxReceiptValues = 1_000_000
  package var page: PageSize
  package var information: DocumentInformation
  package var words: Words
  package var cover: Cover
  package var sections: [Section]

  package init(
    page: PageSize, information: DocumentInformation, words: Words, cover: Cover,
    sections: [Section]
  ) {
    self.page = page
    self.information = information
    self.words = words
    self.cover = cover
    self.sections = sections
  }

  /// A label and its value.
  package struct Row: Sendable, Equatable {
    package var label: String
    package var value: String

    package init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A JPEG that is loaded when its page is drawn. If `load` throws, or the JPEG is damaged, a note
  /// appears in its place.
  package struct Photo {
    package var load: () throws -> [UInt8]
    /// Shown below the photo; empty for none.
    package var caption: String

    package init(caption: String = "", load: @escaping () throws -> [UInt8]) {
      self.caption = caption
      self.load = load
    }
  }

  package struct Cover {
    /// The kind of document, in small letters at the top: "Insurance claim".
    package var kind: String
    package var title: String
    package var addressLines: [String]
    package var photo: Photo?
    package var rows: [Row]
    /// Amounts or counts in large letters; at most three are shown.
    package var figures: [Row]

    package init(
      kind: String, title: String, addressLines: [String] = [], photo: Photo? = nil,
      rows: [Row] = [], figures: [Row] = []
    ) {
      self.kind = kind
      self.title = title
      self.addressLines = addressLines
      self.photo = photo
      self.rows = rows
      self.figures = figures
    }
  }

  package struct Section {
    package var title: String
    package var blocks: [Block]

    package init(title: String, blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  package enum Block {
    case paragraph(String)
    case rows([Row])
    case table(Table)
    /// A box in the accent colour, for what must not be missed, such as a gap in the coverage.
    case box(title: String, text: String, rows: [Row])
  }

  package struct Table {
    package struct Column {
      package var title: String
      /// The column's share of the width, relative to the other columns.
      package var share: Double
      /// Whether the column is aligned to the right, as for amounts and counts.
      package var isNumeric: Bool

      package init(_ title: String, share: Double = 1, isNumeric: Bool = false) {
        self.title = title
        self.share = share
        self.isNumeric = isNumeric
      }
    }
    package var columns: [Column]
    /// The cells of each row from the left; missing ones are empty, surplus ones are not printed.
    package var rows: [[String]]
    package var total: [String]?

    package init(columns: [Column], rows: [[String]], total: [String]? = nil) {
      self.columns = columns
      self.rows = rows
      self.total = total
    }
  }

  /// An entry in the list of items.
  package enum Entry {
    /// Begins a room; `detail` is shown at the right: "12 items · €4,310.00".
    case room(title: String, detail: String)
    case item(Item)
  }

  package struct Item {
    package var name: String
    /// Shown at the right of the name.
    package var amount: String
    package var photos: [Photo]
    package var rows: [Row]
    /// Long text, which may continue on further pages.
    package var notes: String
    package var receipts: [Receipt]

    package init(
      name: String, amount: String = "", photos: [Photo] = [], rows: [Row] = [],
      notes: String = "", receipts: [Receipt] = []
    ) {
      self.name = name
      self.amount = amount
      self.photos = photos
      self.rows = rows
      self.notes = notes
      self.receipts = receipts
    }
  }

  /// An appended PDF, JPEG or UTF-8 text, loaded when its pages are drawn.
  package struct Receipt {
    package var fileName: String
    /// The item it belongs to: "Road bicycle · Garage".
    package var owner: String
    package var load: () throws -> [UInt8]

    package init(fileName: String, owner: String, load: @escaping () throws -> [UInt8]) {
      self.fileName = fileName
      self.owner = owner
      self.load = load
    }
  }

  /// Why a receipt, or one of its pages, could not be included.
  package enum ReceiptProblem: Error, Sendable, Equatable, CaseIterable {
    /// `load` threw an error.
    case missing
    case encrypted
    case damaged
    case tooLarge
    case tooManyPages
    /// The receipts before it have reached the limit of one report.
    case reportFull
    /// Not a PDF, JPEG or text.
    case unknownKind
    /// The text goes on after the pages before.
    case restOfText
  }

  /// The fixed words of a report.
  package struct Words {
    /// In the header of each page: "Claim report · Harbour Street".
    package var header: String
    /// At the left of each page's footer; empty for none.
    package var footer: String
    /// The heading of the items; empty for none.
    package var itemsTitle: String
    package var receiptsTitle: String
    /// Shown in place of a photo that cannot be shown.
    package var photoProblem: String
    /// The heading when an item continues on the next page: "Road bicycle (continued)".
    package var continued: (String) -> String
    /// "Page 2 of 3" of a receipt, from the page and the number of pages.
    package var receiptPage: (Int, Int) -> String
    package var receiptProblem: (ReceiptProblem) -> String

    package init(
      header: String, footer: String, itemsTitle: String, receiptsTitle: String,
      photoProblem: String, continued: @escaping (String) -> String,
      receiptPage: @escaping (Int, Int) -> String,
      receiptProblem: @escaping (ReceiptProblem) -> String
    ) {
      self.header = header
      self.footer = footer
      self.itemsTitle = itemsTitle
      self.receiptsTitle = receiptsTitle
      self.photoProblem = photoProblem
      self.continued = continued
      self.receiptPage = receiptPage
      self.receiptProblem = receiptProblem
    }
  }
}
