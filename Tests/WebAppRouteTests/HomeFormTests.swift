import Testing

@testable import ThingsWeb
@testable import Web

/// What can be said of a home: its photo, and what it cost.
@Suite struct HomeFormTests {
  private func upload(_ picture: [UInt8], to home: String, _ browser: Browser) async throws {
    try await browser.get("/homes/\(home)/settings")
    let answer = try await browser.upload(
      "/homes/\(home)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: picture)])
    #expect(answer.location == "/homes/\(home)/settings")
  }

  private func shown(_ page: Browser.Answer) -> String? {
    page.text.firstMatch(of: /class="hero-photo" src="\/photos\/([^\/]+)\/large"/)
      .map { String($0.1) }
  }

  @Test("S3-APXA-1 a home's photo stands above Dashboard and the lists; a new one takes its place")
  func photo() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    #expect(shown(try await owner.get("/homes/\(home)")) == nil)
    try await upload(TestPictures.png, to: home, owner)
    let page = try await owner.get("/homes/\(home)")
    let first = try #require(shown(page))
    let picture = try #require(page.text.range(of: "class=\"dot\" src=\"/photos/\(first)/thumb"))
    let nav = try #require(page.text.range(of: ">\(catalogue.dashboard)<"))
    #expect(picture.lowerBound < nav.lowerBound)
    var rest = page.text[nav.upperBound...]
    for heading in [catalogue.allItems, catalogue.rooms, catalogue.labels].map({ ">\($0)<" }) {
      let found = try #require(rest.range(of: heading), "\(heading)")
      rest = rest[found.upperBound...]
    }
    try await upload(try TestPictures.jpegWithPlace(), to: home, owner)
    let second = try #require(shown(try await owner.get("/homes/\(home)")))
    #expect(second != first)
    // Deleting it shows the other one again.
    try await owner.get("/homes/\(home)/settings")
    let deleted = try await owner.submit("/homes/\(home)/photos/\(second)/delete")
    #expect(deleted.location == "/homes/\(home)/settings")
    #expect(shown(try await owner.get("/homes/\(home)")) == first)
    // A photo of an item is none of the home.
    let item = try await hearth.addItem(owner, home, "Kettle")
    try await owner.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let other = try #require(
      try await owner.get("/items/\(item)").text.firstMatch(of: /id="photo-([^"]+)"/)
    ).1
    #expect(try await owner.submit("/homes/\(home)/photos/\(other)/delete").status == 410)
    #expect(try await owner.get("/photos/\(other)/thumbnail").status == 200)
  }

  @Test("S3-US1-2 a new home can have an address and a photo; what is wrong keeps what was typed")
  func furtherWithAddress() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household("Flat")
    let form = try await owner.get("/homes/new").main
    for name in ["address1", "address2", "zip", "city", "state", "country", "photos"] {
      #expect(form.contains("name=\"\(name)\""), "\(name)")
    }
    func make(_ name: String, _ city: String, _ picture: [UInt8]) async throws -> Browser.Answer {
      try await owner.upload(
        "/homes/new", ["name": name, "address1": "Lakeside 3", "city": city, "rooms": "Attic"],
        files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: picture)])
    }
    let tooLong = String(repeating: "x", count: 2000)
    let refused = [
      try await make("", "Chester", TestPictures.png),
      try await make("Cabin", tooLong, TestPictures.png),
      try await make("Cabin", "Chester", Array("no picture".utf8)),
    ]
    for answer in refused {
      #expect(answer.status == 422)
      #expect(answer.main.contains("value=\"Lakeside 3\""))
      #expect(answer.main.contains("class=\"problem\""))
    }
    let text = FieldProblem.notAPicture(fileName: "a.png", looksLike: "a text")
    #expect(refused[2].main.contains(catalogue.problem(text)))
    #expect(try await !owner.get("/homes").main.contains(">Cabin<"))
    hearth.advance(milliseconds: 1000)
    let made = try await make("Cabin", "Chester", TestPictures.png)
    let page = try await owner.get(try owner.require(made.location))
    #expect(page.text.contains(catalogue.flash(.things(.homeAdded("Cabin")))))
    #expect(page.main.contains("Lakeside 3"))
    #expect(page.main.contains(">Attic<"))
    #expect(shown(page) != nil)
  }

  @Test("S3-APXA-2 the list of homes tags the primary one with (Primary) and ends with a new one")
  func list() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let page = try await owner.get("/homes").main
    let primary = catalogue.primarySuffix
    #expect(page.contains("Flat</a> <small class=\"suffix\">\(primary)</small>"))
    #expect(page.ranges(of: primary).count == 1)
    let links = page.matches(of: /<a[^>]* href="([^"]+)"/).map { String($0.1) }
    #expect(links.contains("/homes/\(flat)") && links.contains("/homes/\(cabin)"))
    #expect(links.last == "/homes/new")
  }

  @Test("the day a home was bought and its price read back as they were typed; nonsense is refused")
  func purchase() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let address = "/homes/\(home)/settings"
    try await owner.get(address)
    let saved = try await owner.submit(
      address,
      [
        "name": "Flat", "currency": "EUR", "purchasedOn": "2019-05-02", "purchase": "312,500.00",
      ])
    #expect(saved.status == 303)
    let page = try await owner.get(address)
    #expect(page.main.contains("value=\"2019-05-02\""))
    let price = try #require(page.main.firstMatch(of: /name="purchase"[^>]*value="([^"]*)"/)).1
    // What the form shows means the same when it is sent back.
    try await owner.submit(
      address,
      [
        "name": "Flat", "currency": "EUR", "purchasedOn": "2019-05-02", "purchase": String(price),
      ])
    #expect(try await owner.get(address).main.contains("value=\"\(price)\""))
    #expect(price.filter(\.isNumber).hasPrefix("312500"))
    for (field, text) in [("purchase", "a lot"), ("purchasedOn", "last May")] {
      let fields = ["purchase": String(price), "purchasedOn": "2019-05-02"]
        .merging([field: text]) { $1 }
      let refused = try await owner.submit(
        address, ["name": "Flat", "currency": "EUR"],
        repeated: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      #expect(refused.status == 422, "\(field)")
      #expect(refused.main.contains("value=\"\(text)\""), "\(field)")
    }
    // A price needs a currency.
    let bare = try await owner.submit(
      address, ["name": "Flat", "currency": "", "purchase": "5"])
    #expect(bare.status == 422)
    #expect(try await owner.get(address).main.contains("value=\"\(price)\""))
    let emptied = try await owner.submit(
      address, ["name": "Flat", "currency": "EUR", "purchasedOn": "", "purchase": ""])
    #expect(emptied.status == 303)
    #expect(try await !owner.get(address).main.contains("2019-05-02"))
  }
}
