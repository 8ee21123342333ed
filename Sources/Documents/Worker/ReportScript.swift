/// The part of a claim report before its items, as plain values that can be sent to another
/// process.
///
/// Photos and receipts are numbers, for which the drawing process requests the files.
package struct ReportScript {
  package var page: PageSize
  package var information: DocumentInformation
  package var words: Words
  /// Without its photo, see ``coverPhoto``.
  package var cover: ClaimReport.Cover
  package var coverPhoto: Int?
  package var sections: [ClaimReport.Section]

  package init(
    page: PageSize, information: DocumentInformation, words: Words, cover: ClaimReport.Cover,
    coverPhoto: Int? = nil, sections: [ClaimReport.Section]
  ) {
    self.page = page
    self.information = information
    self.words = words
    self.cover = cover
    self.coverPhoto = coverPhoto
    self.sections = sections
  }

  /// The words of ``ClaimReport/Words``, with marks as placeholders.
  package struct Words: Sendable {
    /// The placeholder for the first value.
    package static let first = "\u{FFFC}1"
    /// The placeholder for the second value.
    package static let second = "\u{FFFC}2"

    package var header: String
    package var footer: String
    package var itemsTitle: String
    package var receiptsTitle: String
    package var photoProblem: String
    /// With ``first`` for the item's name.
    package var continued: String
    /// With ``first`` for the page and ``second`` for the number of pages.
    package var receiptPage: String
    /// In the order of ``ClaimReport/ReceiptProblem/allCases``.
    package var receiptProblems: [String]

    package init(
      header: String, footer: String, itemsTitle: String, receiptsTitle: String,
      photoProblem: String, continued: String, receiptPage: String, receiptProblems: [String]
    ) {
      self.header = header
      self.footer = footer
      self.itemsTitle = itemsTitle
      self.receiptsTitle = receiptsTitle
      self.photoProblem = photoProblem
      self.continued = continued
      self.receiptPage = receiptPage
      self.receiptProblems = receiptProblems
    }
  }

  /// An entry in the list of items.
  package enum Entry: Sendable, Equatable {
    /// Begins a room; `detail` is shown at the right.
    case room(title: String, detail: String)
    case item(Item)
  }

  package struct Item: Sendable, Equatable {
    package var name: String
    package var amount: String
    package var photos: [Photo]
    package var rows: [ClaimReport.Row]
    package var notes: String
    package var receipts: [Receipt]

    package init(
      name: String, amount: String = "", photos: [Photo] = [], rows: [ClaimReport.Row] = [],
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

  package struct Photo: Sendable, Equatable {
    package var number: Int
    /// Shown below the photo; empty for none.
    package var caption: String

    package init(_ number: Int, caption: String = "") {
      self.number = number
      self.caption = caption
    }
  }

  /// An appended PDF, JPEG or text.
  package struct Receipt: Sendable, Equatable {
    package var fileName: String
    /// The item it belongs to: "Road bicycle · Garage".
    package var owner: String
    package var number: Int

    package init(fileName: String, owner: String, number: Int) {
      self.fileName = fileName
      self.owner = owner
      self.number = number
    }
  }
}

extension ReportScript {
  /// The report to be drawn; `load` reads the file of a photo or receipt.
  func report(load: @escaping (RequestedFile) throws -> [UInt8]) -> ClaimReport {
    var cover = cover
    cover.photo = coverPhoto.map { number in ClaimReport.Photo { try load(.photo(number)) } }
    let words = words
    return ClaimReport(
      page: page, information: information,
      words: ClaimReport.Words(
        header: words.header, footer: words.footer, itemsTitle: words.itemsTitle,
        receiptsTitle: words.receiptsTitle, photoProblem: words.photoProblem,
        continued: { words.continued.replacingFirst(Words.first, with: $0) },
        receiptPage: { page, count in
          words.receiptPage.replacingFirst(Words.first, with: String(page))
            .replacingFirst(Words.second, with: String(count))
        },
        receiptProblem: { problem in
          let index = ClaimReport.ReceiptProblem.allCases.firstIndex(of: problem) ?? 0
          return index < words.receiptProblems.count ? words.receiptProblems[index] : ""
        }), cover: cover, sections: sections)
  }
}

extension ReportScript.Entry {
  func entry(load: @escaping (RequestedFile) throws -> [UInt8]) -> ClaimReport.Entry {
    switch self {
    case .room(let title, let detail): .room(title: title, detail: detail)
    case .item(let item):
      .item(
        ClaimReport.Item(
          name: item.name, amount: item.amount,
          photos: item.photos.map { photo in
            ClaimReport.Photo(caption: photo.caption) { try load(.photo(photo.number)) }
          },
          rows: item.rows, notes: item.notes,
          receipts: item.receipts.map { receipt in
            ClaimReport.Receipt(fileName: receipt.fileName, owner: receipt.owner) {
              try load(.receipt(receipt.number))
            }
          }))
    }
  }
}

/// A file that the drawing process requests, by its number in the document.
package enum RequestedFile: Hashable, Sendable {
  /// A JPEG.
  case photo(Int)
  case receipt(Int)
}

extension String {
  /// The text with the first `mark` replaced; unchanged if there is none.
  fileprivate func replacingFirst(_ mark: String, with text: String) -> String {
    guard let start = firstRange(of: mark) else { return self }
    return self[..<start.lowerBound] + text + self[start.upperBound...]
  }

  private func firstRange(of mark: String) -> Range<String.Index>? { ranges(of: mark).first }
}
