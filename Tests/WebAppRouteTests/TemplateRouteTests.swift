import Testing

@testable import ThingsWeb
@testable import Web

/// Templates of a home's items, as people make and use them.
@Suite struct TemplateRouteTests {
  private func id(_ page: Browser.Answer) -> String? {
    page.main.firstMatch(of: /\/templates\/([0-9a-f-]{36})"/).map { String($0.1) }
  }

  @Test("an item is saved as a template, and a new item's form comes filled in from it")
  func use() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let shelf = try await owner.addPlace("Shelf", home)
    try await owner.get("/homes/\(home)/items/new")
    let added = try await owner.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Emma", "quantity": "2", "currency": "EUR", "locationID": shelf,
        "manufacturer": "Penguin", "serial": "S-77", "fieldName": "Author",
        "fieldValue": "Austen",
      ])
    let item = try owner.require(added.location)
    let page = try await owner.get(item)
    let link = "/homes/\(home)/templates/new?item=\(item.dropFirst("/items/".count))"
    #expect(page.main.contains("href=\"\(link)\""))
    let form = try await owner.get(link)
    for text in ["value=\"Emma\"", "value=\"Penguin\"", "Author"] {
      #expect(form.main.contains(text), "\(text)")
    }
    #expect(!form.main.contains("S-77") && !form.main.contains("Austen"))
    let saved = try await owner.submit(
      "/homes/\(home)/templates/new",
      [
        "name": "Paperback", "itemName": "Book", "quantity": "2", "manufacturer": "Penguin",
        "locationID": shelf, "fieldNames": "Author\nPages",
      ])
    #expect((saved.status, saved.location) == (303, "/homes/\(home)/templates"))
    let list = try await owner.get("/homes/\(home)/templates")
    #expect(list.main.contains("Paperback") && list.main.contains("Book · Shelf"))
    let template = try owner.require(id(list))

    // The choice is on the form of a new item, and works as a link alone.
    let plain = try await owner.get("/homes/\(home)/items/new")
    #expect(plain.main.contains("items/new?template=\(template)"))
    let filled = try await owner.get("/homes/\(home)/items/new?template=\(template)")
    for text in [
      catalogue.usingTemplate("Paperback"), "value=\"Book\"", "value=\"2\"", "value=\"Penguin\"",
      "name=\"fieldName\" value=\"Pages\"", "value=\"\(shelf)\" selected",
    ] { #expect(filled.main.contains(text), "\(text)") }
    let book = try await owner.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Book", "quantity": "2", "currency": "EUR", "template": template,
        "offered": "Pages", "fieldName": "Pages", "fieldValue": "", "then": "another",
      ])
    // The next one begins with it, too; what was left empty is no field.
    #expect(try owner.require(book.location).contains("template=\(template)"))
    let items = try await owner.get("/homes/\(home)/items").main
    let path = try owner.require(
      items.firstMatch(of: /href="(\/items\/[^"]+)">Book</).map { String($0.1) })
    #expect(try await !owner.get(path).main.contains("Pages"))
  }

  @Test("what is gone is passed over, and a template that is gone fills in nothing")
  func gone() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let shelf = try await owner.addPlace("Shelf", home)
    try await owner.get("/homes/\(home)/templates/new")
    try await owner.submit(
      "/homes/\(home)/templates/new",
      ["name": "Paperback", "itemName": "Book", "quantity": "", "locationID": shelf])
    let template = try owner.require(id(try await owner.get("/homes/\(home)/templates")))
    try await owner.get("/homes/\(home)/rooms/\(shelf)/delete")
    try await owner.submit("/homes/\(home)/rooms/\(shelf)/delete")
    let form = try await owner.get("/homes/\(home)/items/new?template=\(template)")
    #expect(form.main.contains("value=\"Book\"") && !form.main.contains(shelf))
    let never = try await owner.get("/homes/\(home)/items/new?template=none")
    #expect(never.status == 200 && !never.main.contains("value=\"Book\""))
    // A template of another home fills in nothing here.
    let cabin = try await owner.addHome("Cabin")
    let other = try await owner.get("/homes/\(cabin)/items/new?template=\(template)")
    #expect(!other.main.contains("value=\"Book\""))
    #expect(try await owner.get("/homes/\(cabin)/templates/\(template)").status == 404)
  }

  @Test("bad input comes back as typed with its reason; a name is there once; deleting is undone")
  func editing() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let address = "/homes/\(home)/templates"
    #expect(try await owner.get(address).main.contains(catalogue.noTemplatesTitle))
    try await owner.get("\(address)/new")
    let wrong = try await owner.submit(
      "\(address)/new", ["name": "", "quantity": "some", "notes": "kept"])
    #expect(wrong.status == 422)
    for text in ["could not be read: “some”", "kept", "Please fill this in"] {
      #expect(wrong.main.contains(text), "\(text)")
    }
    #expect(try await owner.submit("\(address)/new", ["name": "Book"]).status == 303)
    try await owner.get("\(address)/new")
    let twice = try await owner.submit("\(address)/new", ["name": "BOOK"])
    #expect(twice.status == 422 && twice.main.contains("already one called BOOK"))
    let template = try owner.require(id(try await owner.get(address)))
    try await owner.get("\(address)/\(template)")
    try await owner.submit("\(address)/\(template)", ["name": "Tome", "quantity": "1"])
    #expect(try await owner.get(address).main.contains("Tome"))
    try await owner.submit("\(address)/\(template)/delete")
    let after = try await owner.get(address)
    #expect(after.main.contains(catalogue.noTemplatesTitle))
    #expect(try await owner.takeBack(after).location == address)
    #expect(try await owner.get(address).main.contains("Tome"))
    #expect(try await owner.get("/homes/\(home)/settings").main.contains("1 template to begin"))
  }

  @Test("D-PRM-7 a viewer sees the templates and changes none")
  func viewer() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let address = "/homes/\(home)/templates"
    try await owner.get("\(address)/new")
    try await owner.submit("\(address)/new", ["name": "Book"])
    let template = try owner.require(id(try await owner.get(address)))
    let vera = try await hearth.person("vera")
    #expect(try await vera.get(address).status == 404)
    try await hearth.admit(vera, to: home, of: owner, role: "viewer")
    let seen = try await vera.get(address)
    #expect(seen.main.contains("Book") && !seen.main.contains("templates/new"))
    #expect(try await vera.get("\(address)/new").status == 403)
    #expect(try await vera.submit("\(address)/new", ["name": "Lamp"]).status == 403)
    #expect(try await vera.submit("\(address)/\(template)", ["name": "Lamp"]).status == 403)
    #expect(try await vera.submit("\(address)/\(template)/delete").status == 403)
    #expect(try await owner.get(address).main.contains("Book"))
  }
}
