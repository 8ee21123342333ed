import Documents
import Foundation
import Testing

@Suite("Sheets of labels")
struct LabelSheetTests {
  /// Numbers of Unicode that are no characters and never will be.
  private static let noncharacters = [0xFFFF, 0xFFFE, 0xFDD0, 0x1FFFE, 0x10FFFF]
    .reduce(into: "") { text, number in
      if let scalar = Unicode.Scalar(UInt32(number)) { text.unicodeScalars.append(scalar) }
    }

  private static let awkward = [
    "A very long name of a thing that nobody would ever write on a label but that has to fit",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "東京都千代田区丸の内一丁目にあるとても長い名前の冷蔵庫と電子レンジと炊飯器と掃除機",
    "ثلاجة كبيرة جدًا في المطبخ الرئيسي بجانب النافذة مع اسم طويل لا ينتهي أبدًا",
    "👩‍👩‍👧‍👦 Family bikes 🚲🚲🚲🏔️🏕️ and more 🎿🎿🎿🎿🎿🎿🎿🎿🎿🎿🎿",
    "Z\u{0300}\u{0301}\u{0302}\u{0303}\u{0304}\u{0305}\u{0306}\u{0307}\u{0308}\u{0309}a"
      + "\u{0316}\u{0317}\u{0318}\u{0319}\u{031C}\u{031D}\u{031E}\u{031F}\u{0320}\u{0323}lgo",
    "line\none\r\nand\ttab\u{0}nul\u{7}bell",
    "no character at all: " + noncharacters,
    "हिन्दी में एक बहुत लंबा नाम जो लेबल से बड़ा है और आगे भी चलता है",
  ]

  static func bytes(
    _ sheet: LabelSheet, _ labels: [Label], isCancelled: () -> Bool = { false }
  ) throws -> [UInt8] {
    var rest = labels.makeIterator()
    var bytes: [UInt8] = []
    try sheet.write(labels: { rest.next() }, isCancelled: isCancelled) { bytes += $0 }
    return bytes
  }

  private static func label(_ number: Int) -> Label {
    Label(
      code: "https://hearth.example.org/a/\(number)", title: "Thing \(number)",
      details: ["Kitchen", "Shelf \(number % 5)"], assetID: "ID-\(number)")
  }

  @Test("an emoji that stands on a line alone is printed below the line before, not over it")
  func emojiAlone() throws {
    let label = Label(
      code: "https://hearth.example.org/items/019d0000-0000-7000-8000-000000000001",
      title: "Rice cooker 炊飯器 🍚", details: ["Kitchen"], assetID: "000-001")
    let sheet = LabelSheet(
      format: .avery5160, information: DocumentInformation(title: "", author: "", created: ""))
    let file = try PrintedFile(Self.bytes(sheet, [label]))
    let words = try Self.words(of: file, page: 1)
    let rice = try #require(words.first { $0.text == "Rice" })
    let kitchen = try #require(words.first { $0.text == "Kitchen" })
    // The emoji is a picture, no word of the file: its line is what lies between the two.
    #expect(kitchen.bottom - rice.bottom > 18)
  }

  @Test("every label of a full sheet has its own code, and the 31st begins a second sheet")
  func fullSheet() throws {
    let labels = (0..<31).map { Self.label($0 + 100) }
    let file = try PrintedFile(
      Self.bytes(LabelSheet(format: .avery5160, information: .test), labels))
    try file.check()
    #expect(try file.pageCount() == 2)
    #expect(try Set(file.codes(page: 1)) == Set(labels.prefix(30).map(\.code)))
    #expect(try file.codes(page: 2) == [labels[30].code])
    let text = try file.text(page: 1)
    for label in labels.prefix(30) {
      #expect(text.contains(label.title) && text.contains(label.assetID))
    }
    #expect(try file.information()["Title"] == "Harbour Street")
    #expect(try file.information()["Page size"] == "612 x 792 pts (letter)")
  }

  @Test("a sheet that is partly used begins at its first free label, copies stand side by side")
  func startAndCopies() throws {
    let sheet = LabelSheet(format: .averyL7160, information: .test, start: 19, copies: 3)
    let file = try PrintedFile(Self.bytes(sheet, [Self.label(1)]))
    #expect(try file.pageCount() == 2)
    #expect(try file.codes(page: 1).count == 2)
    #expect(try file.codes(page: 2).count == 1)
    let boxes = try Self.words(of: file, page: 1).filter { $0.text == "ID-1" }
    #expect(boxes.count == 2)
    for box in boxes {
      #expect(box.bottom > 841.89 - 15.15 * 72 / 25.4 - 38.1 * 72 / 25.4)
      #expect(box.left > (7.25 + 66) * 72 / 25.4)
    }
  }

  @Test(
    "no text runs over its label: long, CJK, Arabic, emoji, piled marks",
    arguments: [
      LabelFormat.avery5160, .averyL7160, .brotherDK11204, .brotherDK11209,
      .brotherTZe12(lengthMillimetres: 50),
      .single(name: "upright", widthMillimetres: 25, heightMillimetres: 60),
    ])
  func awkwardTexts(format: LabelFormat) throws {
    let labels = Self.awkward.map {
      Label(code: "https://hearth.example.org/a/1", title: $0, details: [$0, $0], assetID: $0)
    }
    let sheet = LabelSheet(format: format, information: .test)
    let file = try PrintedFile(Self.bytes(sheet, labels))
    // cairo 1.16 names the picture of a repeated emoji twice, which is harmless.
    try file.check(allowsWarnings: true)
    let perSheet = format.labelsPerSheet
    for page in 1...(labels.count + perSheet - 1) / perSheet {
      try Self.expectBlank(outside: format, page: page, of: file)
    }
  }

  @Test("the border of labels is drawn only for a test print")
  func outlines() throws {
    var sheet = LabelSheet(format: .avery5160, information: .test)
    let plain = try Self.bytes(sheet, [Self.label(1)])
    sheet.hasOutlines = true
    #expect(try Self.bytes(sheet, [Self.label(1)]) != plain)
  }

  @Test("the same labels give the same bytes")
  func reproducible() throws {
    let sheet = LabelSheet(format: .averyL7160, information: .test)
    let labels = (0..<25).map(Self.label) + [Label(code: "x", title: Self.awkward[4])]
    #expect(try Self.bytes(sheet, labels) == Self.bytes(sheet, labels))
  }

  @Test("what cannot be printed is refused with its reason")
  func refusals() throws {
    let sheet = LabelSheet(format: .avery5160, information: .test)
    Self.expect("nothingToPrint") { try Self.bytes(sheet, []) }
    Self.expect("startOutsideSheet(labelsPerSheet: 30)") {
      try Self.bytes(LabelSheet(format: .avery5160, information: .test, start: 30), [])
    }
    Self.expect("invalidCopies") {
      try Self.bytes(LabelSheet(format: .avery5160, information: .test, copies: 0), [])
    }
    Self.expect("unreadableCode(label: 1)") {
      try Self.bytes(sheet, [Self.label(0), Label(code: "", title: "No code")])
    }
    Self.expect("unreadableCode(label: 0)") {
      try Self.bytes(sheet, [Label(code: String(repeating: "a", count: 2000), title: "Fine")])
    }
    var broken = LabelFormat.avery5160
    broken.rows = 11
    Self.expect("invalidFormat") {
      try Self.bytes(LabelSheet(format: broken, information: .test), [Self.label(0)])
    }
    Self.expect("cancelled") { try Self.bytes(sheet, [Self.label(0)], isCancelled: { true }) }
  }

  @Test("an error of the sink or of the source comes back as it was")
  func passedOn() {
    struct Full: Error {}
    let sheet = LabelSheet(format: .avery5160, information: .test)
    Self.expect("sinkFailed") {
      var labels = [Self.label(1)].makeIterator()
      try sheet.write(labels: { labels.next() }) { _ in throw Full() }
    }
    Self.expect("sourceFailed") {
      try sheet.write(labels: { throw Full() }) { _ in }
    }
  }

  static func expect(_ description: String, _ body: () throws -> some Any) {
    do {
      _ = try body()
      Issue.record("nothing was thrown instead of \(description)")
    } catch {
      #expect("\(error)".hasPrefix(description), "\(error)")
    }
  }

  /// Every dark pixel of a page lies in one of the labels.
  private static func expectBlank(
    outside format: LabelFormat, page: Int, of file: PrintedFile
  ) throws {
    let stem = file.folder.appendingPathComponent("blank").path
    _ = try file.run(
      "pdftoppm",
      ["-r", "72", "-f", "\(page)", "-l", "\(page)", "-gray", "-singlefile", file.path, stem])
    let image = try GreyImage(Data(contentsOf: URL(filePath: stem + ".pgm")))
    var outside = 0
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixels[y * image.width + x] < 160 {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let column = ((px - format.left) / format.pitchX).rounded(.down)
        let row = ((py - format.top) / format.pitchY).rounded(.down)
        let (innerX, innerY) = (
          px - format.left - column * format.pitchX, py - format.top - row * format.pitchY
        )
        let isInside =
          innerX >= format.borderX - 1 && innerX <= format.label.width - format.borderX + 1
          && innerY >= format.borderY - 1 && innerY <= format.label.height - format.borderY + 1
        if !isInside { outside += 1 }
      }
    }
    #expect(outside == 0)
  }

  private struct Word {
    var text: String
    var left: Double
    var bottom: Double
  }

  private static func words(of file: PrintedFile, page: Int) throws -> [Word] {
    let text = try file.run(
      "pdftotext", ["-f", "\(page)", "-l", "\(page)", "-bbox", file.path, "-"])
    let pattern = /xMin="([0-9.]+)" yMin="[0-9.]+" xMax="[0-9.]+" yMax="([0-9.]+)">([^<]*)</
    return text.matches(of: pattern).map {
      Word(text: String($0.3), left: Double($0.1) ?? 0, bottom: Double($0.2) ?? 0)
    }
  }
}

/// A grey picture in the PGM form.
struct GreyImage {
  let width: Int
  let height: Int
  let pixels: [UInt8]

  init(_ data: Data) throws {
    // P5, width, height, 255, each followed by one white space.
    let fields = data.prefix(64).split(whereSeparator: { $0 == 10 || $0 == 32 }).prefix(4)
    guard fields.count == 4, let last = fields.last,
      let width = Int(String(decoding: fields[fields.startIndex + 1], as: UTF8.self)),
      let height = Int(String(decoding: fields[fields.startIndex + 2], as: UTF8.self))
    else { throw PrintedFile.ToolFailed(description: "no PGM") }
    self.width = width
    self.height = height
    pixels = Array(data[(last.endIndex + 1)...])
    guard pixels.count == width * height else { throw PrintedFile.ToolFailed(description: "PGM") }
  }
}
