import Testing
import Things

@testable import ThingsWeb
@testable import Web

@Suite struct ItemTests {
  @Test("an item is added with its price, room and labels, and shown with all of them")
  func addItem() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let form = try await owner.get("/homes/\(home)/items/new")
    let label = try owner.require(
      form.text.firstMatch(of: /name="labels" value="([^"]+)"/).map { String($0.1) })
    let answer = try await owner.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Espresso machine", "quantity": "2", "price": "449.50", "currency": "EUR",
        "labels": label, "serial": "GX-1", "purchasedOn": "2024-03-01", "fieldName": "Colour",
        "fieldValue": "red", "url": "https://example.com/x",
      ])
    let page = try await owner.get(try owner.require(answer.location))
    for text in [
      "Espresso machine", "€449.50", "€899.00", "GX-1", "1 March 2024", "Colour", "red",
    ] {
      #expect(page.text.contains(text), "\(text)")
    }
  }

  @Test("a form with a mistake comes back with everything that was typed, and nothing is written")
  func draftIsKept() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let answer = try await owner.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Lamp", "quantity": "1", "price": "about 40", "currency": "EUR",
        "purchasedOn": "31.2.2024", "notes": "from the attic",
      ])
    #expect(answer.status == 422)
    #expect(answer.text.contains("This price could not be read: “about 40”"))
    #expect(answer.text.contains("value=\"31.2.2024\""))
    #expect(answer.text.contains("from the attic"))
    #expect(try await !owner.get("/homes/\(home)/items").text.contains("Lamp"))
  }

  @Test("an item is worth less each day by straight line, down to its residual value")
  func depreciation() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let form = "/homes/\(home)/items/new"
    func fields(
      _ life: String, _ residual: String, from day: String = "2024-06-12"
    ) -> KeyValuePairs<String, String> {
      [
        "name": "Drill", "quantity": "2", "price": "100", "currency": "EUR",
        "purchasedOn": day, "usefulLife": life, "residual": residual,
      ]
    }
    #expect(try await owner.get(form).main.contains("Useful life in years"))
    for (life, residual, text) in [
      ("ten", "", "1"), ("0", "", "100"), ("101", "", "100"),
      ("4", "100.01", "This cannot be more than the price of one."),
      ("4", "some", "This price could not be read"),
    ] {
      let answer = try await owner.submit(form, fields(life, residual))
      #expect(answer.status == 422 && answer.main.contains(text), "\(life) \(residual)")
      #expect(answer.main.contains("value=\"\(life)\""))
      #expect(answer.main.contains("value=\"\(residual)\"") || residual.isEmpty)
    }
    let added = try await owner.submit(form, fields("4", "20"))
    let address = try owner.require(added.location)
    // Today is 12 June 2026: 730 of 1461 days, of two pieces.
    let page = try await owner.get(address).main
    for text in [catalogue.valueToday, "€120.06", "by straight line over 4 years, to €20.00"] {
      #expect(page.contains(text), "\(text)")
    }
    let old = try await owner.submit(form, fields("4", "20", from: "2010-01-01"))
    #expect(try await owner.get(owner.require(old.location)).main.contains("€40.00"))
    let edit = try await owner.get("\(address)?edit").main
    #expect(edit.contains("name=\"usefulLife\" type=\"text\" value=\"4\""))
    let plain = try await hearth.addItem(owner, home, "Cup", price: "5")
    #expect(try await !owner.get("/items/\(plain)").main.contains(catalogue.valueToday))
  }

  @Test("the form of an item has each field of the domain's list, with a name that people read")
  func everyField() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let form = try await owner.get("/homes/\(home)/items/new").main
    for field in ItemDetails.fields {
      #expect(form.contains("name=\"\(field.formName.rawValue)\""), "\(field.name)")
      #expect(catalogue.title(of: field.name) != nil, "\(field.name)")
    }
    let chosen: Set = ["kind", "colorIndex", "sortOrder", "itemName"]
    for (table, names) in Things.fieldNames {
      for name in names where !chosen.contains(name) {
        #expect(catalogue.title(of: name) != nil, "\(table).\(name)")
      }
    }
  }

  @Test("save and add another leads to the next form")
  func addAnother() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    try await owner.get("/homes/\(home)/items/new")
    let answer = try await owner.submit(
      "/homes/\(home)/items/new",
      ["name": "Cup", "quantity": "1", "currency": "EUR", "then": "another"])
    #expect(answer.location == "/homes/\(home)/items/new")
    #expect(try await owner.get("/homes/\(home)/items/new").text.contains("Added Cup"))
  }

  @Test("two people who edit different fields of an item both keep what they wrote")
  func concurrentEdits() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let editor = try await hearth.guest(of: owner, home: home)
    let item = try await hearth.addItem(owner, home, "Kettle")
    func version(_ browser: Browser) async throws -> String {
      let form = try await browser.get("/items/\(item)?edit")
      let text = form.text.firstMatch(of: /name="version" value="([^"]*)"/).map { String($0.1) }
      return try browser.require(text).replacing("&amp;", with: "&")
    }
    let (first, second) = (try await version(owner), try await version(editor))
    try await owner.submit(
      "/items/\(item)?edit",
      ["version": first, "name": "Red kettle", "quantity": "1", "currency": "EUR"])
    try await editor.submit(
      "/items/\(item)?edit",
      [
        "version": second, "name": "Kettle", "quantity": "1", "currency": "EUR",
        "serial": "SN-7",
      ])
    let page = try await owner.get("/items/\(item)")
    #expect(page.text.contains("<h1>Red kettle</h1>"))
    #expect(page.text.contains("SN-7"))
  }

  @Test("a deleted item can be brought back, by the one who deleted it and once")
  func undoDelete() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let editor = try await hearth.guest(of: owner, home: home)
    let item = try await hearth.addItem(owner, home, "Kettle", price: "25")
    let gone = try await owner.submit("/items/\(item)/delete")
    #expect(gone.location == "/homes/\(home)/items")
    let list = try await owner.get("/homes/\(home)/items")
    #expect(list.text.contains("Deleted Kettle"))
    #expect(try await owner.get("/items/\(item)").status == 404)
    let undo = try owner.require(
      list.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await editor.submit(undo).status == 410)
    #expect(try await owner.submit(undo).location == "/items/\(item)")
    let back = try await owner.get("/items/\(item)")
    #expect(back.text.contains("<h1>Kettle</h1>"))
    #expect(back.text.contains("€25.00"))
    #expect(try await owner.submit(undo).status == 410)
  }

  @Test(
    "a long list is shown page by page, each item once, in any order",
    arguments: [
      "", "&sort=name", "&sort=value", "&sort=room",
    ])
  func pages(sort: String) async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let count = 120
    for index in 0..<count {
      _ = try await hearth.addItem(owner, home, "Thing \(index)", price: "\(index % 7)")
      hearth.advance(milliseconds: 1)
    }
    var seen: [String] = []
    var target: String? = "/homes/\(home)/items?q=thing\(sort)"
    while let next = target {
      let page = try await owner.get(next)
      seen += page.text.matches(of: /id="item-([^"]+)"/).map { String($0.1) }
      target = page.text.firstMatch(of: /hx-get="([^"]*after=[^"]*)"/)
        .map { String($0.1).replacing("&amp;", with: "&") }
      #expect(seen.count <= count)
      if seen.count > count { break }
    }
    #expect(seen.count == count)
    #expect(Set(seen).count == count)
  }

  @Test("search finds what is spelled without accents; htmx gets the main region alone")
  func search() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    _ = try await hearth.addItem(owner, home, "Crème brûlée torch")
    _ = try await hearth.addItem(owner, home, "Kettle")
    owner.extraHeaders = [("HX-Request", "true")]
    let found = try await owner.get("/homes/\(home)/items?q=creme+torch")
    #expect(found.text.hasPrefix("<title>"))
    #expect(found.text.contains("Crème brûlée torch"))
    #expect(!found.text.contains(">Kettle<"))
    #expect(found.headers["Vary"]?.contains("HX-Request") == true)
  }

  @Test(
    "amounts are read as people write them, and refused when they could mean two things",
    arguments: [
      ("1899", "EUR", "en-IE", 189_900 as Int64?), ("1,899.00", "EUR", "en-IE", 189_900),
      ("1.899,00", "EUR", "de-DE", 189_900), ("1.899", "EUR", "de-DE", 189_900),
      ("1,899", "EUR", "en-US", 189_900), ("1.899", "EUR", "en-US", nil),
      ("12,5", "EUR", "en-IE", 1250), ("€ 12.50", "EUR", "en-IE", 1250),
      ("500", "JPY", "ja-JP", 500),
      ("500.5", "JPY", "ja-JP", nil), ("1.234", "KWD", "en-IE", 1234),
      ("1 899,50 €", "EUR", "fr-FR", 189_950),
      ("about 40", "EUR", "en-IE", nil), ("-5", "EUR", "en-IE", nil), ("", "EUR", "en-IE", nil),
      ("1,89,900", "INR", "en-IN", 18_990_000), ("99999999999999999999", "EUR", "en-IE", nil),
      (".", "EUR", "en-IE", nil), ("5.", "EUR", "en-IE", 500), (".5", "EUR", "en-IE", 50),
    ])
  func amounts(text: String, currency: String, region: String, expected: Int64?) throws {
    let region = try #require(Region.named(region))
    #expect(TypedAmount.minor(text, currency: currency, region: region) == expected)
  }
}
