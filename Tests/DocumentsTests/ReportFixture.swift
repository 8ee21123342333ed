import Documents
import Foundation

extension ClaimReport.Words {
  static var test: ClaimReport.Words {
    ClaimReport.Words(
      header: "Claim report · Harbour Street", footer: "Policy HO-118822 · 21 November 2026",
      itemsTitle: "Items", receiptsTitle: "Receipts", photoProblem: "This photo cannot be shown.",
      continued: { "\($0) (continued)" }, receiptPage: { "Page \($0) of \($1)" },
      receiptProblem: { "This receipt could not be included: \($0)." })
  }
}

enum ReportFixture {
  static func cover(photo: ClaimReport.Photo? = nil) -> ClaimReport.Cover {
    ClaimReport.Cover(
      kind: "Insurance claim report", title: "Harbour Street",
      addressLines: ["14 Harbour Street, Flat 3", "24103 Kiel, Germany"], photo: photo,
      rows: [
        .init("Owner", "Ada Lind"), .init("Date of this report", "21 November 2026"),
        .init("Insurer", "Atlantic Mutual"), .init("Policy number", "HO-118822"),
        .init("Valid", "1 January 2026 to 31 December 2026"), .init("Deductible", "€250.00"),
      ],
      figures: [
        .init("Items", "128"), .init("Total value", "€41,320.50"), .init("Covered", "€35,000.00"),
      ])
  }

  static let sections: [ClaimReport.Section] = [
    ClaimReport.Section(
      title: "Policy",
      blocks: [
        .paragraph("What the policy covers, as it was on the day of this report."),
        .rows([
          .init("Insurer", "Atlantic Mutual, Claims Department"),
          .init("Policy number", "HO-118822"),
          .init("Phone", "+49 431 555 0199"),
        ]),
        .table(
          .init(
            columns: [
              .init("Coverage", share: 3), .init("Limit", share: 1.2, isNumeric: true),
              .init("Deductible", share: 1.2, isNumeric: true),
            ],
            rows: [
              ["Household contents", "€35,000.00", "€250.00"],
              ["Bicycles outside the home", "€2,000.00", "€100.00"],
              ["Jewellery and watches", "€5,000.00", "€250.00"],
            ])),
      ]),
    ClaimReport.Section(
      title: "Totals by room",
      blocks: [
        .table(
          .init(
            columns: [
              .init("Room", share: 3), .init("Items", isNumeric: true),
              .init("Value", share: 1.4, isNumeric: true),
            ],
            rows: [
              ["Living room", "34", "€12,480.00"], ["Kitchen", "51", "€8,911.50"],
              ["Bedroom", "22", "€6,200.00"], ["Garage", "21", "€13,729.00"],
            ], total: ["All rooms", "128", "€41,320.50"])),
        .box(
          title: "€6,320.50 are not covered",
          text:
            "The items of this home are worth more than the policy pays for household contents.",
          rows: [.init("Total value", "€41,320.50"), .init("Limit", "€35,000.00")]),
      ]),
  ]

  static func item(
    _ number: Int, photos: Int = 1, notes: String = "", receipts: [ClaimReport.Receipt] = []
  ) -> ClaimReport.Item {
    ClaimReport.Item(
      name: "Thing number \(number)", amount: "€1,\(100 + number % 900).00",
      photos: (0..<photos).map { index in
        ClaimReport.Photo { try Fixture.jpeg(seed: number * 50 + index) }
      },
      rows: [
        .init("Make and model", "Canyon Endurace CF 7"), .init("Serial", "WOV\(7000 + number)-M"),
        .init("Bought", "14 June 2023 at Canyon, Koblenz"), .init("Condition", "Very good"),
        .init("Replacement", "€2,100.00"),
      ], notes: notes, receipts: receipts)
  }

  static func receipt(
    _ name: String, _ bytes: [UInt8], owner: String = "Road bicycle · Garage"
  ) -> ClaimReport.Receipt {
    ClaimReport.Receipt(fileName: name, owner: owner) { bytes }
  }

  static func report(
    page: PageSize = .a4, cover: ClaimReport.Cover = cover(),
    sections: [ClaimReport.Section] = sections
  ) -> ClaimReport {
    ClaimReport(
      page: page,
      information: DocumentInformation(
        title: "Claim report of Harbour Street", author: "Ada Lind",
        created: "2026-11-21T09:00:00Z"), words: .test, cover: cover, sections: sections)
  }

  static func bytes(_ entries: [ClaimReport.Entry]) throws -> [UInt8] {
    try bytes(report(), entries)
  }

  static func bytes(
    _ report: ClaimReport, _ entries: [ClaimReport.Entry], isCancelled: () -> Bool = { false }
  ) throws -> [UInt8] {
    var rest = entries.makeIterator()
    var bytes: [UInt8] = []
    try report.write(
      entries: { rest.next() }, temporaryFolder: FileManager.default.temporaryDirectory.path,
      isCancelled: isCancelled
    ) { bytes += $0 }
    return bytes
  }
}
