import Importing
import SeededNoise
import Testing

@Suite struct SpreadsheetReaderTests {
  private func read(
    _ bytes: [UInt8], _ options: ImportOptions = ImportOptions(currency: euro)
  ) throws -> ImportDocument {
    let folder = try Folder()
    return try InventoryFile.open(folder.file("mine.csv", bytes)).read(options)
  }

  private func read(
    _ text: String, _ options: ImportOptions = ImportOptions(currency: euro)
  ) throws -> ImportDocument { try read(Array(text.utf8), options) }

  @Test("a person's own table is read by the names of its columns; what has no field stays")
  func plain() throws {
    let document = try read(
      """
      Item,Room,Price,Bought on,Notes,Colour
      Kettle,Kitchen,29.90,2024-05-04,"Boils
      fast",red
      Sledge,Attic / Box 2,$12,,,
      """)
    #expect(document.format == .spreadsheet)
    #expect(
      document.columns == [
        .init(name: "Item", field: .name), .init(name: "Room", field: .location),
        .init(name: "Price", field: .unitPrice), .init(name: "Bought on", field: .purchaseDate),
        .init(name: "Notes", field: .notes), .init(name: "Colour", field: nil),
      ])
    #expect(document.problems.map(\.reason) == [.columnKeptAsCustomField])
    let kettle = document.items[0]
    #expect(kettle.name == "Kettle" && kettle.locationPath == ["Kitchen"])
    #expect(kettle.unitPrice == ImportedAmount(minor: 2990, currency: "EUR"))
    #expect(kettle.purchaseDate == "2024-05-04" && kettle.notes == "Boils\nfast")
    #expect(kettle.customFields == [ImportedField(name: "Colour", text: "red")])
    #expect(document.items[1].locationPath == ["Attic", "Box 2"])
    #expect(document.items[1].problems.map(\.reason) == [.ambiguousCurrency(sign: "$")])
  }

  @Test(
    "columns are known by many names, however they are written",
    arguments: [
      ("Item Name", ItemField.name), ("TITLE", .name), ("Gegenstand", .name), ("product", .name),
      ("Description", .name), ("Name;Description", .description), ("Name;Qty", .quantity),
      ("Name;Purchase Price (EUR)", .unitPrice), ("Name;PurchasePrice", .unitPrice),
      ("Name;Cost in USD", .unitPrice), ("Name;Value €", .unitPrice), ("Name;Amount", .unitPrice),
      ("Name;Price;Amount", .quantity), ("Name;S/N", .serialNumber),
      ("Name;Serial #", .serialNumber),
      ("Name;serial_no.", .serialNumber), ("Name;Brand", .manufacturer),
      ("Name;Make", .manufacturer),
      ("Name;Model No", .modelNumber), ("Name;Date of purchase", .purchaseDate),
      ("Name;Store", .purchaseFrom), ("Name;Tags", .labels), ("Name;Category", .labels),
      ("Name;Comments", .notes), ("Name;Warranty until", .warrantyExpires),
      ("Name;Replacement Value", .replacementCost), ("Name;Link", .url), ("Name;Place", .location),
      ("Name;Währung", .currency), ("Name;Insured?", .isInsured),
    ])
  func names(_ header: String, _ field: ItemField) throws {
    let width = header.split(separator: ";").count
    let row = (["Lamp"] + Array(repeating: "", count: width - 1)).joined(separator: ";")
    #expect(try read("\(header)\n\(row)\n").columns.last?.field == field)
  }

  @Test("the better of two columns is the field, and the other one is kept under its name")
  func two() throws {
    let document = try read("Value,Name,Price,Date,Bought on\n12,Lamp,10,2024-01-02,2024-01-01\n")
    #expect(document.items[0].unitPrice?.minor == 1000)
    #expect(document.items[0].purchaseDate == "2024-01-01")
    #expect(
      document.items[0].customFields == [
        ImportedField(name: "Value", text: "12"), ImportedField(name: "Date", text: "2024-01-02"),
      ])
  }

  @Test("currencies come from a column, a heading, a sign, or the home")
  func currencies() throws {
    let column = try read(
      "Name,Price,Currency\nA,1500,JPY\nB,1.234,kwd\nC,2.50,\nD,3,Taler\nE,-,£\nF,,?\n")
    #expect(column.items.map(\.unitPrice?.minor) == [1500, 1234, 250, 300, nil, nil])
    #expect(column.items.map(\.currency) == ["JPY", "KWD", nil, nil, nil, nil])
    #expect(column.items[3].problems.map(\.reason) == [.unknownCurrency])
    #expect(column.items[4].problems.map(\.reason) == [.ambiguousCurrency(sign: "£")])
    #expect(column.items[5].problems.isEmpty)
    let heading = try read("Name,Price (USD),Sold for £\nA,1.50,2\n")
    #expect(heading.items[0].unitPrice == ImportedAmount(minor: 150, currency: "USD"))
    #expect(heading.items[0].problems.map(\.reason) == [.ambiguousCurrency(sign: "£")])
    let own = try read("Name,Price ($)\nA,1.50\n", ImportOptions(currency: dollar))
    #expect(own.items[0].unitPrice == ImportedAmount(minor: 150, currency: "USD"))
  }

  @Test("semicolons, tabs and decimal commas are read, and places, labels, warranties and more")
  func european() throws {
    let document = try read(
      "\u{FEFF}Name;Raum;Regal;Preis;Menge;Garantie;Kategorie;Link;Versichert\r\n"
        + "Bohrer;Keller;Regal 1;1.299,50;2;2 Jahre;Werkzeug, Neu;ohne;x\r\n"
        + "Lampe;;Kiste;n/a;;lifetime;;https://a.example/1;no\r\n"
        + "Tisch;Keller\r\n")
    #expect(document.items.flatMap(\.problems).isEmpty)
    let drill = document.items[0]
    #expect(drill.locationPath == ["Keller", "Regal 1"] && drill.quantity == 2)
    #expect(drill.unitPrice?.minor == 129_950 && drill.warranty?.details == "2 Jahre")
    #expect(drill.labelNames == ["Werkzeug", "Neu"] && drill.isInsured == true)
    #expect(drill.url.isEmpty && drill.customFields == [ImportedField(name: "Link", text: "ohne")])
    let lamp = document.items[1]
    #expect(lamp.locationPath == ["Kiste"] && lamp.unitPrice == nil)
    #expect(lamp.warranty?.isLifetime == true && lamp.url == "https://a.example/1")
    #expect(document.items[2].locationPath == ["Keller"])
    #expect(document.locations.map(\.path) == [["Keller"], ["Keller", "Regal 1"], ["Kiste"]])
    let tabs = try read("Name\tNotes\nLamp\ta, b; c\n")
    #expect(tabs.items[0].notes == "a, b; c")
  }

  @Test(
    "days are read as people write them",
    arguments: [
      ("13.04.2024", "2024-04-13"), ("3.4.24", "2024-04-03"), ("2024.04.13", "2024-04-13"),
      ("4 May 2024", "2024-05-04"), ("May 4th, 2024", "2024-05-04"), ("4-Sept-98", "1998-09-04"),
      ("2024-04-13 00:00:00", "2024-04-13"), ("13/04/2024 00:00", "2024-04-13"),
      ("4/13/2024", "2024-04-13"), ("5/5/2024", "2024-05-05"), ("2024/4/3", "2024-04-03"),
    ])
  func days(_ text: String, _ day: String) throws {
    let document = try read("Name;Bought\nLamp;\(text)\n")
    #expect(document.items[0].problems.isEmpty)
    #expect(document.items[0].purchaseDate == day)
  }

  @Test("a day that could be two is read as the other days of the file are, or not at all")
  func order() throws {
    let first = try read("Name,Bought,Warranty\nA,04/05/2024,05/06/2026\nB,13/01/2024,\n")
    #expect(first.items[0].purchaseDate == "2024-05-04")
    #expect(first.items[0].warranty?.expires == "2026-06-05")
    let month = try read("Name,Bought\nA,04/05/2024\nB,1/13/2024\n")
    #expect(month.items[0].purchaseDate == "2024-04-05")
    for text in ["A,04/05/2024\n", "A,04/05/2024\nB,13/01/2024\nC,01/13/2024\n"] {
      let unclear = try read("Name,Bought\n" + text)
      #expect(unclear.items[0].purchaseDate == nil)
      #expect(unclear.items[0].problems.map(\.reason) == [.ambiguousDate])
      #expect(unclear.items[0].problems[0].line == 2 && unclear.items[0].needsFixing)
    }
    for text in ["31.02.2024", "soon", "2019", "1/2/3/4", "Foo 1, 2024"] {
      #expect(try read("Name;Bought\nA;\(text)\n").items[0].needsFixing, "\(text)")
    }
  }

  @Test("Windows-1252 and UTF-16 are read, and told where they are a guess")
  func codings() throws {
    let text = "Name;Preis (€)\r\nKüchenstuhl – weiß;12,50\r\n"
    let windows: [UInt8] = text.unicodeScalars.map { scalar in
      switch scalar {
      case "€": 0x80
      case "–": 0x96
      default: UInt8(scalar.value)
      }
    }
    let told = try read(windows)
    #expect(told.problems.map(\.reason) == [.readAsWindows])
    let wide = Array(text.utf16)
    let little = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let others = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, little,
      [0xFE, 0xFF] + big, big,
    ]
    for bytes in others {
      let document = try read(bytes)
      #expect(document.problems.isEmpty)
      #expect(document.items.map(\.name) == told.items.map(\.name))
      #expect(document.items[0].name == "Küchenstuhl – weiß")
      #expect(document.items[0].unitPrice == ImportedAmount(minor: 1250, currency: "EUR"))
    }
    // Letters in UTF-8 and others that are not: the file is damaged, and nothing is guessed.
    #expect(throws: ImportFailure.self) { try read(Array(text.utf8) + windows) }
    #expect(throws: ImportFailure.self) { try read([0xFF, 0xFE] + little + [0x41]) }
    #expect(throws: ImportFailure.self) {
      try read([0xFF, 0xFE] + little + [0x00, 0xD8, 0x41, 0])
    }
  }

  @Test("a text of any letters in UTF-16 is what it is in UTF-8, wherever its pieces are cut")
  func longUTF16() throws {
    var numbers = SeededGenerator(seed: 11)
    var text = "Name,Notes\n"
    for row in 0..<6000 {
      let letters = (0..<Int.random(in: 0..<30, using: &numbers)).map { _ in
        ["a", "é", "漢", "😀", "\u{1F9F0}", "ß"].randomElement(using: &numbers) ?? ""
      }
      text += "Thing \(row),\"\(letters.joined())\"\n"
    }
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var (narrow, decoded) = (try read(text), try read([0xFF, 0xFE] + wide))
    (narrow.problems, decoded.problems) = ([], [])
    #expect(narrow == decoded)
    #expect(decoded.items.count == 6000)
  }

  @Test("what goes beyond the fields an item can have stands in its notes")
  func manyColumns() throws {
    let names = (0..<120).map { "Own \($0)" }
    let document = try read(
      "Name,Notes,\(names.joined(separator: ",")),\n"
        + "Lamp,old,\(names.map { "of \($0)" }.joined(separator: ",")),loose\n")
    let item = document.items[0]
    #expect(item.problems.isEmpty && item.customFields.count == 90)
    #expect(item.notes.hasPrefix("old\nOwn 90: of Own 90\n"))
    #expect(item.notes.hasSuffix("Own 119: of Own 119\nColumn 123: loose"))
  }

  @Test(
    "a title or a line of a program above the headings is passed over, and told",
    arguments: [
      ("My things; as of May\n\nItem;Price\nLamp;2,50\n", 1),
      ("sep=;\r\nItem;Price\r\nLamp;2,50\r\n", 1), ("Things\n,,\nItem,Price\nLamp,2.50\n", 2),
      ("Things\nItem\tPrice\nLamp\t2.50\n", 1),
    ])
  func title(_ text: String, _ count: Int) throws {
    let document = try read(text)
    #expect(document.problems.map(\.reason) == [.rowsBeforeHeadings(count: count)])
    #expect(document.items.map(\.name) == ["Lamp"])
    #expect(document.items[0].unitPrice?.minor == 250)
  }

  @Test("a table without a column for names is refused with the columns that it has")
  func nameless() {
    #expect(
      throws: ImportFailure.unknownFormat(file: "mine.csv", header: ["Colour", "Price"])
    ) { try read("Colour,Price\nred,1\n") }
    #expect(throws: ImportFailure.nothingToImport(file: "mine.csv")) { try read("Name,Price\n") }
  }
}
