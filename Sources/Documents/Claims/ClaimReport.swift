/// An insurance claim report: a cover, sections such as the policy and the totals, the items by
/// room with their photos, and their receipts at the end.
///
/// It knows no language: each word that is printed is given, amounts and dates as ready-made text.
package struct ClaimReport {
  /// Longest single text, in UTF-8 bytes.
  package static let maxTextBytes = 1 << 20
  /// Receipts of all items together.
  package static let maxReceipts = 5000
  /// A larger receipt is replaced by a page that says so.
  package static let maxReceiptBytes = 25 * 1024 * 1024
  /// A receipt with more pages is replaced by a page that says so.
  package static let maxReceiptPages = 100
  /// Pages of a receipt that is a text, of the first so many bytes of it; a page after them says
  /// that there is more.
  package static let maxTextReceiptPages = 20
  package static let maxTextReceiptBytes = 100_000

  /// Values in all receipts together, down to the single number: each takes 400 bytes of memory
  /// while the report is put together. Later receipts are replaced by pages that say so.
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

  /// A label with what it says.
  package struct Row: Sendable, Equatable {
    package var label: String
    package var value: String

    package init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// A JPEG that is loaded when its page is drawn. What `load` throws, and bytes that are no whole
  /// JPEG, become a note in the picture's place.
  package struct Photo {
    package var load: () throws -> [UInt8]
    /// Stands below it; empty for none.
    package var caption: String

    package init(caption: String = "", load: @escaping () throws -> [UInt8]) {
      self.caption = caption
      self.load = load
    }
  }

  package struct Cover {
    /// What kind of document it is, in small letters above: "Insurance claim".
    package var kind: String
    package var title: String
    package var addressLines: [String]
    package var photo: Photo?
    package var rows: [Row]
    /// Up to three amounts or counts in large letters.
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
    /// A box in the accent colour for what must not be missed, such as a gap in the coverage.
    case box(title: String, text: String, rows: [Row])
  }

  package struct Table {
    package struct Column {
      package var title: String
      /// Share of the width; only the proportion to the other columns matters.
      package var share: Double
      /// Amounts and counts stand at the right.
      package var isNumeric: Bool

      package init(_ title: String, share: Double = 1, isNumeric: Bool = false) {
        self.title = title
        self.share = share
        self.isNumeric = isNumeric
      }
    }
    package var columns: [Column]
    /// Cells from the left; missing ones are empty, further ones are not printed.
    package var rows: [[String]]
    package var total: [String]?

    package init(columns: [Column], rows: [[String]], total: [String]? = nil) {
      self.columns = columns
      self.rows = rows
      self.total = total
    }
  }

  /// What follows in the list of items.
  package enum Entry {
    /// Begins a room; `detail` stands at the right: "12 items · €4,310.00".
    case room(title: String, detail: String)
    case item(Item)
  }

  package struct Item {
    package var name: String
    /// Stands at the right of the name.
    package var amount: String
    package var photos: [Photo]
    package var rows: [Row]
    /// Long text; it goes on over pages when it must.
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

  /// A PDF, a JPEG or a text in UTF-8 that is appended, loaded when its turn comes.
  package struct Receipt {
    package var fileName: String
    /// Which item it belongs to: "Road bicycle · Garage".
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
    /// `load` threw.
    case missing
    case encrypted
    case damaged
    case tooLarge
    case tooManyPages
    /// The receipts before it are as much as one report can hold.
    case reportFull
    /// Neither PDF nor JPEG nor text.
    case unknownKind
    /// The pages before are the beginning of a text that goes on.
    case restOfText
  }

  /// Words that are not part of a value.
  package struct Words {
    /// In the head of each page: "Claim report · Harbour Street".
    package var header: String
    /// At the left of each page's foot; empty for none.
    package var footer: String
    /// Heads the items, as a section does; empty for none.
    package var itemsTitle: String
    package var receiptsTitle: String
    /// In a photo's place when it cannot be shown.
    package var photoProblem: String
    /// Heads what is left of an item on the next page: "Road bicycle (continued)".
    package var continued: (String) -> String
    /// "Page 2 of 3" of a receipt.
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
