import Documents
import Testing

@Suite("Label formats")
struct LabelFormatTests {
  private static let all: [LabelFormat] = [
    .avery5160, .avery5260, .averyL7160, .brotherDK11209, .brotherDK11201, .brotherDK11204,
    .brotherDK22205(lengthMillimetres: 40), .brotherDK22210(lengthMillimetres: 60),
    .brotherTZe12(lengthMillimetres: 50), .brotherTZe18(lengthMillimetres: 60),
    .brotherTZe24(lengthMillimetres: 70),
  ]

  /// What a Brother printer can reach of a label, in dots of its head: 300 an inch for DK, 180 for
  /// TZe. Across is the side along the head, `nil` along where the tape has no end.
  struct Reach: Sendable {
    var format: LabelFormat
    var width: Double
    var height: Double
    var dotsPerInch: Double
    /// The side of the label that lies across the tape.
    var acrossIsHeight: Bool
    var across: Double
    var along: Double?
  }

  private static let brotherTable: [Reach] = [
    Reach(
      format: .brotherDK11209, width: 62, height: 29, dotsPerInch: 300, acrossIsHeight: false,
      across: 696, along: 271),
    Reach(
      format: .brotherDK11201, width: 90, height: 29, dotsPerInch: 300, acrossIsHeight: true,
      across: 306, along: 991),
    Reach(
      format: .brotherDK11204, width: 54, height: 17, dotsPerInch: 300, acrossIsHeight: true,
      across: 165, along: 566),
    Reach(
      format: .brotherDK22205(lengthMillimetres: 40), width: 62, height: 40, dotsPerInch: 300,
      acrossIsHeight: false, across: 696, along: nil),
    Reach(
      format: .brotherDK22210(lengthMillimetres: 60), width: 60, height: 29, dotsPerInch: 300,
      acrossIsHeight: true, across: 306, along: nil),
    Reach(
      format: .brotherTZe12(lengthMillimetres: 50), width: 50, height: 12, dotsPerInch: 180,
      acrossIsHeight: true, across: 70, along: nil),
    Reach(
      format: .brotherTZe18(lengthMillimetres: 60), width: 60, height: 18, dotsPerInch: 180,
      acrossIsHeight: true, across: 112, along: nil),
    Reach(
      format: .brotherTZe24(lengthMillimetres: 70), width: 70, height: 24, dotsPerInch: 180,
      acrossIsHeight: true, across: 128, along: nil),
  ]

  @Test("what is drawn on Brother's labels is what their heads reach", arguments: brotherTable)
  func reach(row: Reach) {
    let millimetre = 72 / 25.4
    #expect(Self.isClose(row.format.label.width, row.width * millimetre))
    #expect(Self.isClose(row.format.label.height, row.height * millimetre))
    #expect(row.format.page == row.format.label)
    let inner = (
      row.format.label.width - 2 * row.format.borderX,
      row.format.label.height - 2 * row.format.borderY
    )
    let (across, along) = row.acrossIsHeight ? (inner.1, inner.0) : (inner.0, inner.1)
    // Within a third of a millimetre: the makers' own numbers are rounded.
    #expect(abs(across - row.across * 72 / row.dotsPerInch) < millimetre / 3)
    if let dots = row.along { #expect(along <= dots * 72 / row.dotsPerInch + millimetre / 3) }
  }

  @Test("Avery 5160 and 5260: 3 × 10 labels of 2⅝ × 1 inch, margins of ½ and 3/16 inch")
  func avery5160() {
    for format in [LabelFormat.avery5160, .avery5260] {
      #expect(format.page == .letter)
      #expect((format.columns, format.rows) == (3, 10))
      #expect(Self.isClose(format.label.width, 2.625 * 72))
      #expect(Self.isClose(format.label.height, 72))
      #expect(Self.isClose(format.top, 36))
      #expect(Self.isClose(format.left, 3.0 / 16 * 72))
      #expect(Self.isClose(format.pitchX, 2.75 * 72))
      #expect(Self.isClose(format.pitchY, 72))
      // The maker's grid is symmetric: what is left on the right and below are the same margins.
      #expect(Self.isClose(612 - format.left - 2 * format.pitchX - format.label.width, format.left))
      #expect(Self.isClose(792 - format.top - 10 * format.pitchY, format.top))
    }
  }

  @Test("Avery L7160: 3 × 7 labels of 63.5 × 38.1 mm, margins of 15.15 and 7.25 mm")
  func averyL7160() {
    let format = LabelFormat.averyL7160
    let millimetre = 72 / 25.4
    #expect(format.page == .a4)
    #expect((format.columns, format.rows) == (3, 7))
    #expect(Self.isClose(format.label.width, 63.5 * millimetre))
    #expect(Self.isClose(format.label.height, 38.1 * millimetre))
    #expect(Self.isClose(format.top, 15.15 * millimetre))
    #expect(Self.isClose(format.left, 7.25 * millimetre))
    #expect(Self.isClose(format.pitchX - format.label.width, 2.5 * millimetre))
    #expect(
      Self.isClose(2 * format.left + 2 * format.pitchX + format.label.width, 210 * millimetre))
    #expect(Self.isClose(2 * format.top + 7 * format.pitchY, 297 * millimetre))
  }

  @Test(
    "Brother's tapes have their published sizes and printable heights",
    arguments: [
      (LabelFormat.brotherDK11209, 62.0, 29.0, 22.95),
      (.brotherDK11204, 54, 17, 13.97), (.brotherDK22210(lengthMillimetres: 60), 60, 29, 25.9),
      (.brotherTZe12(lengthMillimetres: 50), 50, 12, 9.9),
      (.brotherTZe24(lengthMillimetres: 70), 70, 24, 18.1),
    ])
  func brother(format: LabelFormat, width: Double, height: Double, printable: Double) {
    let millimetre = 72 / 25.4
    #expect(Self.isClose(format.page.width, width * millimetre))
    #expect(Self.isClose(format.page.height, height * millimetre))
    #expect(format.label == format.page)
    let inner = (format.label.height - 2 * format.borderY) / millimetre
    #expect(abs(inner - printable) < 0.15, "\(inner) mm")
  }

  @Test("a code of a usual address can be read on every format", arguments: all)
  func everyFormatPrints(format: LabelFormat) throws {
    let address = "https://hearth.example.org/a/7KQ2-M94D"
    let file = try PrintedFile(
      LabelSheetTests.bytes(
        LabelSheet(format: format, information: .test),
        [Label(code: address, title: "Road bicycle", details: ["Garage"], assetID: "000-042")]))
    try file.check()
    #expect(try file.codes(page: 1, dotsPerInch: 600) == [address])
    #expect(try file.text().contains("Road bicycle"))
    #expect(try file.text().contains("000-042"))
  }

  private static func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.001 }
}
