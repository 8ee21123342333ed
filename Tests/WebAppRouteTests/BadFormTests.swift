import Testing

@testable import Web

/// What a form refuses: beside which field, with which words, and with all that was typed.
@Suite struct BadFormTests {
  /// One bad thing, typed into one field of a form that is sound otherwise.
  struct Bad: Sendable {
    let field: String
    let typed: String
    /// The beginning of what is said beside the field.
    let words: String
    /// Which field is told, when it is not that one.
    var told: String?

    init(_ field: String, _ typed: String, _ words: String, told: String? = nil) {
      (self.field, self.typed, self.words, self.told) = (field, typed, words, told)
    }
  }

  private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

  private static let items = [
    Bad("name", "   ", "Please fill this in."),
    Bad("name", "\u{202E}\u{7}\u{2066}", "Please fill this in."),
    Bad("name", long(201), "This is too long. Use at most 200 characters."),
    Bad("serial", long(301), "This is too long. Use at most 300 characters."),
    Bad("description", long(10_001), "This is too long. Use at most 10,000 characters."),
    Bad("quantity", "-1", "This quantity could not be read: “-1”."),
    Bad("quantity", "1.5", "“1.5”. Use a whole number, 0 or more."),
    Bad("quantity", "many", "This quantity could not be read: “many”."),
    Bad("quantity", "100001", "Use a number from 0 to 100,000."),
    Bad("price", "about 40", "This price could not be read: “about 40”."),
    Bad("price", "-5", "“-5” is below zero."),
    Bad("price", "4.5678", "“4.5678” has too many decimals. EUR has 2."),
    Bad("replacement", "99999999999999999999", "This price could not be read"),
    Bad("sold", "€ 0.001", "“€ 0.001” has too many decimals."),
    Bad("currency", "XYZ", "“XYZ” is not a currency."),
    Bad("currency", "", "An amount needs a currency."),
    Bad("purchasedOn", "2026-02-30", "There is no such day: “2026-02-30”."),
    Bad("warrantyUntil", "31.2.2026", "This date could not be read: “31.2.2026”."),
    Bad("lentUntil", "2026-13-01", "There is no such day: “2026-13-01”."),
    Bad("soldOn", "0001-01-01", "This date could not be read"),
    Bad("url", "javascript:alert(1)", "“javascript:alert(1)” cannot be followed."),
    Bad("locationID", "0198c0de-0000-7000-8000-00000000ffff", "This choice is no longer there."),
    Bad("labels", "0198c0de-0000-7000-8000-00000000ffff", "This choice is no longer there."),
    Bad("fieldName", long(201), "This is too long. Use at most 200 characters.", told: "fields"),
    Bad("fieldName", "", "Please fill this in.", told: "fields"),
  ]

  /// What is said beside a field of the page.
  private func said(_ field: String, _ page: Browser.Answer) -> String? {
    guard let start = page.text.range(of: "id=\"f-\(field)-problem\"")?.upperBound,
      let end = page.text[start...].range(of: "</p>")?.lowerBound
    else { return nil }
    return String(page.text[start..<end])
  }

  private func fields(
    _ bad: Bad, over sound: KeyValuePairs<String, String>
  ) -> [(String, String)] {
    sound.filter { $0.key != bad.field }.map { ($0.key, $0.value) } + [(bad.field, bad.typed)]
  }

  private static let soundItem: KeyValuePairs<String, String> = [
    "name": "Oak table", "quantity": "2", "currency": "EUR", "price": "12.50",
    "notes": "from the attic", "fieldName": "Wood", "fieldValue": "oak",
  ]

  @Test("an item's form says what is wrong beside its field, keeps all of it, and writes nothing")
  func item() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let kettle = try await hearth.addItem(owner, home, "Kettle", price: "25")
    let before = try await owner.get("/items/\(kettle)").mainWithoutToken
    for bad in Self.items {
      for address in ["/homes/\(home)/items/new", "/items/\(kettle)?edit"] {
        try await owner.get(address)
        let answer = try await owner.submit(address, repeated: fields(bad, over: Self.soundItem))
        #expect(answer.status == 422, "\(bad.field) “\(bad.typed.prefix(20))” \(address)")
        let told = said(bad.told ?? bad.field, answer)
        #expect(
          told?.contains(bad.words) == true, "\(bad.field) “\(bad.typed.prefix(20))”: \(told ?? "")"
        )
        // What turns or hides a line is not shown.
        let isSeen = bad.typed.unicodeScalars.contains {
          ![.format, .control].contains($0.properties.generalCategory)
        }
        if bad.field != "labels", bad.field != "locationID", isSeen {
          #expect(answer.text.contains(bad.typed), "\(bad.field) “\(bad.typed.prefix(20))” is lost")
        }
        #expect(answer.text.contains("from the attic"), "\(bad.field)")
        #expect(answer.text.contains("value=\"oak\""), "\(bad.field)")
      }
    }
    #expect(try await owner.get("/items/\(kettle)").mainWithoutToken == before)
    #expect(try await !owner.get("/homes/\(home)/items").text.contains("Oak table"))
  }

  @Test("all that is wrong with an item's form is said at once")
  func atOnce() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let address = "/homes/\(home)/items/new"
    try await owner.get(address)
    let answer = try await owner.submit(
      address,
      [
        "name": " ", "quantity": "-1", "currency": "XYZ", "price": "about 40",
        "purchasedOn": "2026-02-30", "url": "ftp://x",
      ])
    for field in ["name", "quantity", "currency", "price", "purchasedOn", "url"] {
      #expect(said(field, answer) != nil, "\(field)")
    }
  }

  @Test("D-HOM-13 labels and places of another home are refused beside where they are chosen")
  func otherHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let form = try await owner.get("/homes/\(cabin)/items/new").text
    let label = try #require(form.firstMatch(of: /name="labels" value="([^"]+)"/)).1
    let place = try await owner.addPlace("Shed", cabin)
    let kettle = try await hearth.addItem(owner, flat, "Kettle")
    for (field, id) in [("labels", String(label)), ("locationID", place)] {
      for address in ["/homes/\(flat)/items/new", "/items/\(kettle)?edit"] {
        try await owner.get(address)
        let answer = try await owner.submit(
          address, ["name": "Pan", "quantity": "1", "currency": "EUR", field: id])
        #expect(answer.status == 422, "\(field) \(address)")
        #expect(
          said(field, answer)?.contains("This choice is no longer there.") == true, "\(field)")
        #expect(answer.text.contains("value=\"Pan\""))
      }
    }
    try await owner.get("/homes/\(flat)/rooms")
    let inside = try await owner.submit(
      "/homes/\(flat)/rooms", ["name": "Shelf", "parentID": place])
    #expect(inside.status == 422)
    #expect(inside.text.contains("value=\"Shelf\""))
  }

  private typealias Form = (address: String, sound: KeyValuePairs<String, String>, bad: [Bad])

  private static func forms(of home: String) -> [Form] {
    [
      (
        "/homes/\(home)/settings", ["name": "Flat", "currency": "EUR", "city": "Bergen"],
        [
          Bad("name", " \u{202E} ", "Please fill this in."),
          Bad("name", long(101), "Use at most 100 characters."),
          Bad("city", long(301), "This is too long."),
          Bad("purchase", "1.2345", "“1.2345” has too many decimals. EUR has 2."),
          Bad("purchase", "-1", "“-1” is below zero."),
          Bad("purchase", "a lot", "This price could not be read: “a lot”."),
          Bad("purchasedOn", "2026-02-30", "There is no such day: “2026-02-30”."),
          Bad("currency", "XYZ", "“XYZ” is not a currency."),
        ]
      ),
      (
        "/homes/\(home)/rooms", ["name": "Cellar"],
        [
          Bad("name", " ", "Please fill this in."),
          Bad("name", long(201), "Use at most 200 characters."),
          Bad("name", "kitchen", "There is already one called kitchen."),
        ]
      ),
      (
        "/homes/\(home)/insurance/new",
        ["provider": "Harbour Mutual", "currency": "EUR", "notes": "from the attic"],
        [
          Bad("provider", "\u{7}", "Please fill this in."),
          Bad("policyNumber", long(301), "This is too long."),
          Bad("deductible", "1.005", "“1.005” has too many decimals. EUR has 2."),
          Bad("liability", "-1", "“-1” is below zero."),
          Bad("startsOn", "2026-02-30", "There is no such day: “2026-02-30”."),
          Bad("currency", "XYZ", "“XYZ” is not a currency."),
        ]
      ),
    ]
  }

  @Test("homes, places and policies say what is wrong with them, and keep what was typed")
  func others() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    for (address, sound, bads) in Self.forms(of: home) {
      for bad in bads {
        try await owner.get(address)
        let answer = try await owner.submit(address, repeated: fields(bad, over: sound))
        #expect(answer.status == 422, "\(address) \(bad.field) “\(bad.typed.prefix(20))”")
        let told = said(bad.field, answer)
        #expect(
          told?.contains(bad.words) == true,
          "\(address) \(bad.field) “\(bad.typed.prefix(20))”: \(told ?? "")")
        for (field, text) in sound where field != bad.field {
          #expect(answer.text.contains(text), "\(address) \(bad.field): \(field) is lost")
        }
      }
    }
    let rooms = try await owner.get("/homes/\(home)/rooms").text
    #expect(!rooms.contains("Cellar"))
    #expect(!(try await owner.get("/homes/\(home)/insurance").text.contains("Harbour Mutual")))
  }

  @Test("a place is not moved into itself or into what is inside it, and the form says so")
  func cycle() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let cellar = try await owner.addPlace("Cellar", home)
    let shelf = try await owner.addPlace("Shelf", home, in: cellar)
    for parent in [cellar, shelf] {
      try await owner.get("/homes/\(home)/rooms/\(cellar)?edit")
      let answer = try await owner.submit(
        "/homes/\(home)/rooms/\(cellar)?edit",
        ["name": "Cellar", "note": "damp", "parentID": parent])
      #expect(answer.status == 422)
      #expect(said("parentID", answer)?.contains("cannot be inside itself") == true)
      #expect(answer.text.contains("damp"))
    }
    #expect(!(try await owner.get("/homes/\(home)/rooms/\(cellar)").text.contains("damp")))
  }

  @Test(
    "a file that is no picture, too large a picture and one cut off are told by name and reason")
  func pictures() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let kettle = try await hearth.addItem(owner, home, "Kettle")
    let jpeg = try TestPictures.jpegWithPlace()
    let files: [(name: String, bytes: [UInt8], words: String)] = [
      ("scan.jpg", Array("%PDF-1.4 no picture".utf8), "scan.jpg is a PDF, not a picture."),
      ("letter.png", Array("no picture at all".utf8), "letter.png is a text, not a picture"),
      (
        "drawing.svg", TestPictures.svg,
        "drawing.svg is an SVG drawing, which Hearth cannot keep. Save it as JPEG or PNG"
      ),
      (
        "field.png", TestPictures.header(width: 20_000, height: 6_000),
        "field.png has 20,000 × 6,000 pixels. At most 100 megapixels"
      ),
      ("cut.jpg", Array(jpeg.prefix(jpeg.count * 2 / 3)), "cut.jpg ends in the middle"),
      ("cut.png", Array(TestPictures.png.prefix(50)), "cut.png ends in the middle"),
    ]
    for (name, bytes, words) in files {
      let file = Browser.Upload(field: "photos", name: name, type: "image/jpeg", bytes: bytes)
      try await owner.get("/items/\(kettle)")
      let added = try await owner.upload("/items/\(kettle)/photos", files: [file])
      #expect((400..<500).contains(added.status), "\(name)")
      #expect(added.text.contains(words), "\(name)")
      try await owner.get("/homes/\(home)/items/new")
      let new = try await owner.upload(
        "/homes/\(home)/items/new",
        ["name": "Oak table", "quantity": "1", "currency": "EUR", "notes": "from the attic"],
        files: [file])
      #expect(new.status == 422, "\(name)")
      #expect(new.text.contains(words), "\(name)")
      #expect(new.text.contains("value=\"Oak table\"") && new.text.contains("from the attic"))
    }
    #expect(try await !owner.get("/items/\(kettle)").text.contains("id=\"photo-"))
    #expect(try await !owner.get("/homes/\(home)/items").text.contains("Oak table"))
    #expect(Files.all(below: hearth.folder + "/blobs").isEmpty)
  }
}
