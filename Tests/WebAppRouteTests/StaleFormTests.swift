import Testing
import Things

@testable import ThingsWeb
@testable import Web

/// Forms that were open while somebody else changed the same thing.
@Suite struct StaleFormTests {
  /// A form that changes what is there, and two of its fields.
  struct Form: Sendable, CustomTestStringConvertible {
    let kind: String
    /// What Ben saves while Anna has the form open.
    let bens: (field: String, value: String)
    /// What Anna saves then.
    let annas: (field: String, value: String)

    var testDescription: String { kind }
  }

  private static let forms = [
    Form(kind: "item", bens: ("serial", "S-7"), annas: ("notes", "by the window")),
    Form(kind: "label", bens: ("emoji", "🎸"), annas: ("name", "Loud")),
    Form(kind: "label", bens: ("name", "Loud"), annas: ("colour", "3")),
    Form(kind: "room", bens: ("note", "damp"), annas: ("name", "Scullery")),
    Form(kind: "room", bens: ("name", "Scullery"), annas: ("emoji", "🍳")),
    Form(kind: "box", bens: ("parentID", ""), annas: ("name", "Crate")),
    Form(kind: "home", bens: ("city", "Kiel"), annas: ("note", "Key at Eva's")),
    Form(kind: "home", bens: ("name", "Quay"), annas: ("purchasedOn", "2020-02-01")),
    Form(kind: "field", bens: ("choices", "EU\nUK\nUS"), annas: ("name", "Socket")),
    Form(kind: "field", bens: ("name", "Socket"), annas: ("choices", "EU\nUK\nCH")),
    Form(kind: "template", bens: ("model", "T-1000"), annas: ("name", "Cups")),
  ]

  @Test(
    "a form that is saved late takes back nothing that somebody else has saved", arguments: forms)
  func savedLate(_ form: Form) async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: anna, home: home)
    let address = try await address(of: form.kind, anna, home, hearth)
    var (action, stale) = try await begun(anna, address)
    var (_, other) = try await begun(ben, address)
    other[form.bens.field] = form.bens.value
    #expect(try await save(other, at: action, by: ben).status == 303)
    stale[form.annas.field] = form.annas.value
    #expect(try await save(stale, at: action, by: anna).status == 303)
    let (_, now) = try await begun(anna, address)
    #expect(now[form.bens.field] == form.bens.value)
    #expect(now[form.annas.field] == form.annas.value)
  }

  /// The forms of tables that list their fields, with the names of those that the form has.
  private static let tables: [(kind: String, names: [FormName])] = [
    ("item", ItemDetails.fields.map(\.formName)),
    ("label", LabelDetails.fields.map(\.formName)),
    ("room", LocationDetails.fields.map(\.formName)),
    ("home", HomeDetails.fields.map(\.formName)),
    ("policy", PolicyDetails.fields.map(\.formName)),
    ("maintenance", MaintenanceDetails.fields.map(\.formName)),
    ("template", TemplateDetails.fields.map(\.formName)),
    ("field", FieldPresetDetails.fields.map(\.formName)),
  ]
  /// What a form calls otherwise.
  private static let formNames = ["colorIndex": "colour"]
  /// Needs another record; the form of a box, above, has one.
  private static let references: Set<String> = ["locationID", "parentID"]
  /// What the forms do not have: devices and programs set it.
  private static let notInForm: [String: Set<String>] = [
    "label": ["note"], "room": ["kind", "sortOrder"],
  ]

  @Test(
    "every field of every form that somebody changes outlives a form that was opened before",
    arguments: tables.map(\.kind))
  func everyField(_ kind: String) async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: anna, home: home)
    let address = try await address(of: kind, anna, home, hearth)
    var (action, stale) = try await begun(anna, address)
    let names = try #require(Self.tables.first { $0.kind == kind }).names
      .map { Self.formNames[$0.rawValue] ?? $0.rawValue }
      .filter { !Self.references.union(Self.notInForm[kind] ?? []).contains($0) }
      // An amount needs its currency first.
      .sorted { left, right in left == "currency" && right != "currency" }
    let missing = names.filter { !Self.isFlag($0) && stale[$0] == nil }
    #expect(missing.isEmpty, "the form has no \(missing.sorted())")
    let first = kind == "policy" ? "provider" : kind == "maintenance" ? "title" : "name"
    // Anna has changed one field, and Ben saves all others meanwhile.
    for name in names where name != first {
      var (_, other) = try await begun(ben, address)
      let value = Self.value(of: name, instead: other[name])
      other[name] = value
      let answer = try await save(other, at: action, by: ben)
      #expect(answer.status == 303, "\(name): \(value)")
    }
    let (_, bens) = try await begun(ben, address)
    stale[first] = "Anna's"
    #expect(try await save(stale, at: action, by: anna).status == 303)
    let (_, now) = try await begun(anna, address)
    #expect(now[first] == "Anna's")
    for name in names where name != first {
      #expect(now[name] == bens[name], "\(name)")
      #expect(bens[name] != stale[name], "\(name) was not changed")
    }
  }

  private static func isFlag(_ name: String) -> Bool { name.hasPrefix("is") }

  /// Something that the field can hold, and does not hold yet.
  private static func value(of name: String, instead old: String?) -> String {
    switch name {
    case _ where isFlag(name): old == nil ? "yes" : ""
    case "colour": old == "3" ? "4" : "3"
    case "kind": old == "text" ? "number" : "text"
    case "currency": old == "USD" ? "CHF" : "USD"
    case "emoji": "🎸"
    case "url": "https://example.org/bens"
    case "quantity", "usefulLife", "everyCount": "7"
    case "residual": "1.50"
    case "price", "replacement", "sold", "purchase", "deductible", "dwelling", "personalProperty",
      "lossOfUse", "liability", "medicalPayments", "cost":
      "20.50"
    case "endsOn", "warrantyUntil", "lentUntil", "dueOn": "2027-03-04"
    case _ where name.hasSuffix("On"): "2021-03-04"
    default: "Ben's \(name)"
    }
  }

  @Test("a form that came back with a problem still knows how it began")
  func cameBack() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: anna, home: home)
    for kind in ["label", "room", "home", "field"] {
      let address = try await address(of: kind, anna, home, hearth)
      var (action, stale) = try await begun(anna, address)
      let version = stale["version"]
      stale["name"] = ""
      let refused = try await save(stale, at: action, by: anna)
      #expect(refused.status == 422)
      #expect(try fields(of: refused).fields["version"] == version, "\(kind)")
      var (_, other) = try await begun(ben, address)
      other["name"] = "Ben's \(kind)"
      #expect(try await save(other, at: action, by: ben).status == 303)
    }
  }

  /// Makes something of a kind; returns where it is changed.
  private func address(
    of kind: String, _ anna: Browser, _ home: String, _ hearth: Hearth
  ) async throws -> String {
    let place = "/homes/\(home)"
    func made(_ list: String, _ fields: KeyValuePairs<String, String>) async throws -> String {
      try await anna.get(list)
      #expect(try await anna.submit(list, fields).status == 303)
      let pattern = try Regex("\(list)/([0-9a-f-]{36})", as: (Substring, Substring).self)
      let page = try await anna.get(list).main
      return "\(list)/\(try #require(page.matches(of: pattern).last).1)"
    }
    switch kind {
    case "item": return "/items/\(try await hearth.addItem(anna, home, "Lamp"))?edit"
    case "label": return try await made("\(place)/labels", ["name": "Noise"]) + "?edit"
    case "room": return try await made("\(place)/rooms", ["name": "Larder"]) + "?edit"
    case "box":
      let room = try await made("\(place)/rooms", ["name": "Larder"])
      let id = String(room.split(separator: "/").last ?? "")
      try await anna.submit("\(place)/rooms", ["name": "Box", "parentID": id])
      let page = try await anna.get(room).main
      let pattern = try Regex("\(place)/rooms/([0-9a-f-]{36})\"", as: (Substring, Substring).self)
      let box = page.matches(of: pattern).map { String($0.1) }.last { $0 != id }
      return "\(place)/rooms/\(try #require(box))?edit"
    case "field":
      return try await made(
        "\(place)/fields", ["name": "Plug", "kind": "choice", "choices": "EU\nUK"])
    case "template":
      try await anna.get("\(place)/templates/new")
      try await anna.submit("\(place)/templates/new", ["name": "Plates", "quantity": "1"])
      let pattern = /\/homes\/[0-9a-f-]{36}\/templates\/[0-9a-f-]{36}/
      let page = try await anna.get("\(place)/templates").main
      return String(try #require(page.firstMatch(of: pattern)).0)
    case "policy":
      try await anna.get("\(place)/insurance/new")
      try await anna.submit("\(place)/insurance/new", ["provider": "Harbour", "currency": "EUR"])
      let page = try await anna.get("\(place)/insurance").main
      let policy = try #require(page.firstMatch(of: /id="policy-([^"]+)"/)).1
      return "\(place)/insurance/\(policy)"
    case "maintenance":
      let item = try await hearth.addItem(anna, home, "Boiler")
      try await anna.get("/items/\(item)/maintenance")
      try await anna.submit(
        "/items/\(item)/maintenance", ["title": "Service", "currency": "EUR"])
      let page = try await anna.get("/items/\(item)").main
      let entry = try #require(page.firstMatch(of: /id="maintenance-([^"]+)"/)).1
      return "/maintenance/\(entry)"
    default: return "\(place)/settings"
    }
  }

  private func begun(
    _ browser: Browser, _ address: String
  ) async throws -> (action: String, fields: [String: String]) {
    let page = try await browser.get(address)
    #expect(page.status == 200, "\(address)")
    return try fields(of: page)
  }

  private func save(
    _ fields: [String: String], at action: String, by browser: Browser
  ) async throws -> Browser.Answer {
    try await browser.submit(action, repeated: fields.filter { $0.key != "csrf" }.map { ($0, $1) })
  }

  /// What a browser would send of the form that knows how it began.
  private func fields(of page: Browser.Answer) throws -> (action: String, fields: [String: String])
  {
    let form = try #require(
      page.text.matches(of: /(?s)<form [^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/)
        .first { $0.2.contains("name=\"version\"") })
    var fields: [String: String] = [:]
    for input in form.2.matches(of: /<input ([^>]*)>/) {
      guard let name = input.1.firstMatch(of: /name="([^"]*)"/)?.1 else { continue }
      let isChoice = input.1.contains(/type="(radio|checkbox)"/)
      if isChoice, !input.1.contains("checked") { continue }
      fields[String(name)] = plain(input.1.firstMatch(of: /value="([^"]*)"/)?.1 ?? "")
    }
    for box in form.2.matches(of: /(?s)<textarea [^>]*name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/) {
      fields[String(box.1)] = plain(box.2)
    }
    for list in form.2.matches(of: /(?s)<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/) {
      let chosen =
        list.2.firstMatch(of: /<option [^>]*selected[^>]*>/)
        ?? list.2.firstMatch(of: /<option [^>]*>/)
      fields[String(list.1)] = plain(chosen?.0.firstMatch(of: /value="([^"]*)"/)?.1 ?? "")
    }
    return (plain(form.1), fields)
  }

  private func plain(_ text: Substring) -> String {
    [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
