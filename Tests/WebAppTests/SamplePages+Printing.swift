import Foundation
import Values

@testable import ClaimReports
@testable import InsuranceWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

extension Samples {
  /// A code that is none, but looks like one.
  private var code: QRCode? {
    QRCode(size: 25, modules: (0..<625).map { $0 % 3 == 0 || $0 % 7 == 1 })
  }

  private func layout(_ paper: LabelPaper) -> LabelSheetPage.Layout {
    LabelSheetPage.Layout(paper.format)
  }

  private func preview(_ name: String, _ place: String, _ id: String) -> LabelSheetPage.Preview {
    LabelSheetPage.Preview(
      title: t(name), details: [t(place), t("Harbour Street")], assetID: t(id), code: code)
  }

  var printingPages: [SamplePage] {
    let list = LabelSheetPage.Model(
      home: home, subject: .list(ItemQuery(search: t("bicycle"))), paper: .averyL7160,
      layout: layout(.averyL7160),
      start: FieldValue("5"), count: 3,
      firstSheet: [
        preview("Road bicycle", "Garage", "000-041"),
        preview("A bicycle whose name is much longer than its label", "Garage › Wall", "000-042"),
        preview("冷蔵庫", "Kitchen", ""),
      ], unnumberedCount: 212)
    var query = LabelQuery()
    query.contents = .places
    let place = LabelSheetPage.Model(
      home: home, role: .viewer, subject: .place(rooms[4], insideCount: 4), query: query,
      paper: .tze12, layout: layout(.tze12), count: 5, firstSheet: [preview("Garage", "", "")],
      sheetCount: 5,
      isLocalAddress: true)
    let wrong = LabelSheetPage.Model(
      home: home, subject: .item(id: t("i1"), name: t("Road bicycle")), paper: .avery5160,
      layout: layout(.avery5160),
      start: FieldValue(t("31st"), problem: .outOfRange(min: 1, max: 30)), count: 1,
      unnumberedCount: 1)
    let many = LabelSheetPage.Model(
      home: home, subject: .list(ItemQuery()), paper: .dk11209, layout: layout(.dk11209),
      count: 3001, problem: .tooMany)
    let fine = LabelSheetPage.Model(
      home: home, subject: .list(ItemQuery()), paper: .tze12, layout: layout(.tze12), count: 2,
      problem: .unreadable)
    let none = LabelSheetPage.Model(
      home: storage, subject: .list(ItemQuery()), paper: .averyL7160, layout: layout(.averyL7160),
      count: 0, problem: .empty)
    let listRoute = Route.printing(.listLabels(home: home.id))
    return [
      SamplePage("print-labels", listRoute) { LabelSheetPage.view(list, in: $0) },
      SamplePage("print-labels-place", listRoute) { LabelSheetPage.view(place, in: $0) },
      SamplePage("print-labels-wrong", listRoute) { LabelSheetPage.view(wrong, in: $0) },
      SamplePage("print-labels-many", listRoute) { LabelSheetPage.view(many, in: $0) },
      SamplePage("print-labels-fine", listRoute) { LabelSheetPage.view(fine, in: $0) },
      SamplePage("print-labels-none", listRoute) { LabelSheetPage.view(none, in: $0) },
    ] + claimPages
  }

  private var claimPages: [SamplePage] {
    var query = ClaimQuery()
    query.policyID = t("q1")
    query.roomIDs = [rooms[1].id]
    query.search = t("bicycle")
    let full = ClaimPage.Model(
      home: home, query: query,
      policies: [
        .init(id: t("q1"), provider: t("Harbour Mutual"), number: t("HM-2209-441")),
        .init(id: t("q2"), provider: t("North Shore")),
      ], rooms: rooms, labels: [electronics, furniture, kitchen],
      summary: .init(
        items: 286, unpriced: 12, values: [Money(4_132_050, "EUR"), Money(480_000, "JPY")],
        photos: 412, missingPhotos: 3, receipts: 28))
    let empty = ClaimPage.Model(home: storage, summary: .init(items: 0))
    let many = ClaimPage.Model(
      home: home, paper: .letter, rooms: rooms,
      summary: .init(items: 10_001, values: [Money(1, "USD")], missingPhotos: 1))
    let route = Route.claims(.claim(home: home.id))
    return [
      SamplePage("claim", route) { ClaimPage.view(full, in: $0) },
      SamplePage("claim-empty", route) { ClaimPage.view(empty, in: $0) },
      SamplePage("claim-many", route) { ClaimPage.view(many, in: $0) },
    ]
  }
}
