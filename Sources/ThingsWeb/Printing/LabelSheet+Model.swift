import Web

/// Labels with codes that lead to an item or a place: how they are printed, and how they will look.
package enum LabelSheetPage {
  /// Labels of one document, copies included.
  package static let maxLabels = 3000
  /// Copies of each label.
  package static let maxCopies = 100

  /// What the labels are for.
  package enum Subject: Equatable, Sendable {
    case item(id: String, name: String)
    /// `insideCount`: the places inside it.
    case place(PlaceLink, insideCount: Int)
    case list(ItemQuery)
  }

  /// Why there is nothing to print.
  package enum Problem: Equatable, Sendable {
    case none
    /// There is nothing to label.
    case empty
    /// More labels than ``maxLabels``.
    case tooMany
    /// The codes would be too fine for these labels.
    case unreadable
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    package var subject: Subject
    package var query: LabelQuery = LabelQuery()
    package var paper: LabelPaper
    package var layout: Layout
    /// As typed, with what is wrong with it.
    package var start: FieldValue = FieldValue("1")
    package var copies: FieldValue = FieldValue("1")
    /// The number of labels without copies; ``maxLabels`` + 1 stands for every larger number.
    package var count: Int
    package var problem: Problem = .none
    /// What the labels of the first sheet say, copies included; none when there is a problem.
    package var firstSheet: [Preview] = []
    /// How many sheets, or pieces of tape, it takes.
    package var sheetCount: Int = 1
    /// Items of the home without an asset id, for people who may give them one.
    package var unnumberedCount: Int = 0
    /// Whether the address in the codes works on this machine alone.
    package var isLocalAddress: Bool = false

    /// Whether it can be printed as it was asked for.
    package var canPrint: Bool {
      problem == .none && start.problem == nil && copies.problem == nil
    }
  }

  /// How labels lie on a sheet, in tenths of a point.
  package struct Layout: Equatable, Sendable {
    package var pageWidth: Int
    package var pageHeight: Int
    package var width: Int
    package var height: Int
    /// Border of each label that stays empty.
    package var borderX: Int
    package var borderY: Int
    /// The upper left corner of each label, row by row.
    package var corners: [Corner]

    package struct Corner: Equatable, Sendable {
      package var x: Int
      package var y: Int
    }

    /// One label a page: there is no first free one to choose.
    var isRoll: Bool { corners.count == 1 }
  }

  /// One label in the drawing of a sheet.
  package struct Preview: Equatable, Sendable {
    package var title: String
    package var details: [String] = []
    package var assetID: String = ""
    package var code: QRCode?
  }
}

extension LabelSheetPage.Subject {
  func page(home: String, _ query: LabelQuery) -> Route {
    switch self {
    case .item(let id, _): .printing(.itemLabels(item: id, query))
    case .place(let place, _): .printing(.placeLabels(home: home, place: place.id, query))
    case .list(let items): .printing(.listLabels(home: home, items, query))
    }
  }

  func file(home: String, _ query: LabelQuery) -> Route {
    switch self {
    case .item(let id, _): .printing(.itemLabelsFile(item: id, query))
    case .place(let place, _): .printing(.placeLabelsFile(home: home, place: place.id, query))
    case .list(let items): .printing(.listLabelsFile(home: home, items, query))
    }
  }
}
