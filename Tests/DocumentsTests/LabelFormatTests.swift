import Documents
import Testing

@Suite("Label formats")
struct LabelFormatTests {
  private static let all: [LabelFormat] = [
    .avery5160, .avery5260, .averyL7160, .brotherDK11209, .brotherDK11204,
    .brotherDK22210(lengthMillimetres: 60), .brotherTZe12(lengthMillimetres: 50),
    .brotherTZe24(lengthMillimetres: 70),
  ]

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
