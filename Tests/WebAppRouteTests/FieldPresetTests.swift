import Testing

@testable import ThingsWeb
@testable import Web

/// Fields that a home offers, as people see and fill them in.
@Suite struct FieldPresetRouteTests {
  @Test("a home offers a field, its items' forms show it by its kind, and its value is kept")
  func offered() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let address = "/homes/\(home)/fields"
    #expect(try await owner.get(address).main.contains(catalogue.noFieldPresetsTitle))
    let added = try await owner.submit(
      address, ["name": "Plug", "kind": "choice", "choices": "EU\nUK"])
    #expect((added.status, added.location) == (303, address))
    #expect(try await owner.get(address).main.contains("One of: EU and UK"))
    let form = try await owner.get("/homes/\(home)/items/new")
    #expect(form.main.contains("name=\"fieldName\" value=\"Plug\""))
    let answer = try await owner.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Lamp", "quantity": "1", "currency": "EUR", "offered": "Plug",
        "fieldName": "Plug", "fieldValue": "UK",
      ])
    let item = try owner.require(answer.location)
    #expect(try await owner.get(item).main.contains("UK"))
    let edit = try await owner.get("\(item)?edit")
    #expect(edit.main.matches(of: /value="Plug"/).count == 2)
    #expect(edit.main.contains(/<option value="UK" selected/))
  }

  @Test("a value of another kind comes back with what the field takes, and with what was typed")
  func wrongKind() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await owner.get("/homes/\(home)/fields")
    try await owner.submit("/homes/\(home)/fields", ["name": "Height", "kind": "number"])
    try await owner.get("/homes/\(home)/items/new")
    let answer = try await owner.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Lamp", "quantity": "1", "currency": "EUR", "offered": "Height",
        "fieldName": "Height", "fieldValue": "tall",
      ])
    #expect(answer.status == 422)
    #expect(answer.main.contains("Height takes a number"))
    #expect(answer.main.contains("value=\"tall\""))
  }

  @Test("an offered field that is left empty makes no field of the item")
  func leftEmpty() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await owner.get("/homes/\(home)/fields")
    try await owner.submit("/homes/\(home)/fields", ["name": "Height", "kind": "number"])
    try await owner.get("/homes/\(home)/items/new")
    let answer = try await owner.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Lamp", "quantity": "1", "currency": "EUR", "offered": "Height",
        "fieldName": "Height", "fieldValue": "",
      ])
    #expect(try await !owner.get(try owner.require(answer.location)).main.contains("Height"))
  }

  @Test("bad input comes back with its reason, a name once, and deleting keeps the page")
  func editing() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let address = "/homes/\(home)/fields"
    try await owner.get(address)
    let empty = try await owner.submit(address, ["name": "Plug", "kind": "choice", "choices": ""])
    #expect(empty.status == 422)
    #expect(empty.main.contains("value=\"Plug\""))
    #expect(try await owner.submit(address, ["name": "Plug", "kind": "text"]).status == 303)
    try await owner.get(address)
    let again = try await owner.submit(address, ["name": "plug", "kind": "date"])
    #expect(again.status == 422)
    let page = try await owner.get(address).main
    let id = try owner.require(page.firstMatch(of: /fields\/([0-9a-f-]+)"/).map { String($0.1) })
    try await owner.get("\(address)/\(id)")
    #expect(
      try await owner.submit("\(address)/\(id)", ["name": "Mains plug", "kind": "text"]).status
        == 303)
    #expect(try await owner.get(address).main.contains("Mains plug"))
    try await owner.get("\(address)/\(id)")
    #expect(try await owner.submit("\(address)/\(id)/delete", [:]).status == 303)
    #expect(try await owner.get(address).main.contains(catalogue.noFieldPresetsTitle))
    #expect(try await owner.get("\(address)/\(id)").status == 404)
  }
}
