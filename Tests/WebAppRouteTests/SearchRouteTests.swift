import Household
import SyncProtocol
import Testing

@testable import ThingsWeb
@testable import Web

/// What can be typed into the search box, and searches that are saved.
@Suite struct SearchRouteTests {
  @Test("S3-US3-3 S3-US3-4 X01 a search over all homes by conditions, with chips to take them off")
  func search() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    for home in [flat, cabin] {
      try await owner.get("/homes/\(home)/labels")
      try await owner.submit("/homes/\(home)/labels", ["name": "Heirlooms", "colour": "1"])
      let form = try await owner.get("/homes/\(home)/items/new")
      let inputs = form.text.matches(
        of: /name="labels" value="([^"]+)"[^>]*>(?:<span[^>]*>[^<]*<\/span>)?<span>([^<]+)</)
      let label = try #require(inputs.first { $0.2 == "Heirlooms" }).1
      try await owner.submit(
        "/homes/\(home)/items/new",
        [
          "name": "Drill of \(home == flat ? "flat" : "cabin")", "quantity": "1", "currency": "EUR",
        ],
        repeated: [("labels", String(label))])
    }
    let found = try await owner.get("/items?q=label%3Aheirlooms+drill")
    #expect(found.main.contains("2 items found"))
    #expect(found.main.contains("Label: heirlooms"))
    #expect(found.main.contains("href=\"/items?q=drill\""))
    // The way back from an item keeps the search (S3-OQ-4).
    #expect(found.main.contains("from=%2Fitems%3Fq%3Dlabel"))
    let narrower = try await owner.get("/items?q=label%3Aheirlooms+home%3Acabin")
    #expect(narrower.main.contains("Drill of cabin") && !narrower.main.contains("Drill of flat"))
    // Among the filters the two labels are one choice, too.
    let choices = try await owner.get("/items").main.matches(
      of: /href="(\/items\?label=[^"]+)"[^>]*>(?:<span[^>]*>)?[^<]*Heirlooms</)
    #expect(choices.count == 1)
    let labelled = try await owner.get(String(try #require(choices.first).1)).main
    #expect(labelled.contains("2 items found"))
    #expect(labelled.contains("Label: Heirlooms"))
    let odd = try await owner.get("/items?q=vlaue%3E100+drill")
    #expect(odd.main.contains("is not known"))
    #expect(odd.main.contains("href=\"/items?q=value%3E100%20drill\""))
    let unknown = try await owner.get("/items?q=label%3Azebras")
    #expect(unknown.main.contains(catalogue.nothingCalled("label:zebras")))
  }

  @Test("what was sold is found among what is kept, says so, and can be taken out of the archive")
  func sold() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let sofa = try await hearth.addItem(owner, home, "Sofa")
    _ = try await hearth.addItem(owner, home, "Lamp")
    try await owner.get("/items/\(sofa)/sell")
    #expect(
      try await owner.submit("/items/\(sofa)/sell", ["soldOn": "2026-06-01", "soldTo": "Tim"])
        .status == 303)
    for list in ["/items?q=", "/homes/\(home)/items?q="] {
      #expect(try await !owner.get(list).main.contains(">Sofa<"), "\(list)")
      let found = try await owner.get(list + "is:sold").main
      #expect(found.contains(">Sofa<") && found.contains("1 item found"), "\(list)")
      #expect(!found.contains(">Lamp<"), "\(list)")
      #expect(found.firstMatch(of: />Sofa<(?s:.*?)>Sold</) != nil, "\(list)")
      #expect(found.contains("value=\"archive\"") && found.contains("value=\"unarchive\""))
    }
    #expect(try await !owner.get("/items?q=is:sold+-is:archived").main.contains(">Sofa<"))
    let archive = try await owner.get("/items?archived=").main
    #expect(archive.contains("value=\"unarchive\"") && !archive.contains("value=\"archive\""))
  }

  @Test("what has no letters to look for is named, and is not silently everything")
  func signs() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    _ = try await hearth.addItem(owner, home, "Kettle", price: "25")
    for (typed, name) in [("%F0%9F%98%80", "😀"), ("%25", "%"), ("kettle+%28", "(")] {
      let page = try await owner.get("/items?q=\(typed)").main
      #expect(page.contains("“\(name)” cannot be looked for"), "\(name)")
      #expect(page.contains(">Kettle<") == (name != "😀"), "\(name)")
    }
    let long = String(repeating: "a", count: 101)
    #expect(try await owner.get("/items?q=\(long)").main.contains("” cannot be looked for"))
    #expect(try await !owner.get("/items?q=kettle").main.contains("cannot be looked for"))
  }

  @Test("a search is saved with its filters, opened, renamed, deleted and brought back")
  func saved() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let list = try await owner.get("/homes/\(flat)/items?q=drill&photo=none&sort=value")
    let save = String(try #require(list.main.firstMatch(of: /href="(\/searches\?new[^"]+)"/)).1)
      .replacing("&amp;", with: "&")
    #expect(try await owner.get(save).main.contains("drill no:photo"))
    // Whatever filter a list offers is kept.
    let marks = try await owner.get("/homes/\(flat)/items?receipt=none&lent=").main
    let other = String(try #require(marks.firstMatch(of: /href="(\/searches\?new[^"]+)"/)).1)
    #expect(
      try await owner.get(other.replacing("&amp;", with: "&")).main
        .contains("no:receipt is:lent"))
    #expect(try await owner.submit(save, ["name": " "]).status == 422)
    #expect(try await owner.submit(save, ["name": "Drills"]).location == "/searches")
    let page = try await owner.get("/homes/\(flat)")
    #expect(page.text.contains("Drills"))
    let id = String(try #require(page.text.firstMatch(of: /\/searches\/([0-9a-f-]{36})/)).1)
    let opened = try await owner.get("/searches/\(id)")
    #expect(opened.location == "/homes/\(flat)/items?q=drill%20no%3Aphoto&sort=value")
    let taken = try await owner.submit("/searches?new=&q=lamp", ["name": "drills"])
    #expect(taken.status == 422 && taken.main.contains("There is already one called drills"))
    #expect(
      try await owner.submit("/searches/\(id)", ["name-\(id)": "Power drills"]).location
        == "/searches")
    #expect(try await owner.get("/searches").main.contains("Power drills"))
    #expect(try await owner.submit("/searches/\(id)/delete").location == "/searches")
    let gone = try await owner.get("/searches")
    #expect(!gone.main.contains("no:photo"))
    #expect(try await owner.get("/searches/\(id)").status == 404)
    let undo = try #require(gone.text.firstMatch(of: /action="(\/undo\/[^"]+)"/)).1
    #expect(try await owner.submit(String(undo)).location == "/searches")
    #expect(try await owner.get("/searches").main.contains("Power drills"))
  }

  @Test("a saved search comes to the person's other device, and to nobody they share a home with")
  func devices() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let guest = try await hearth.guest(of: owner, home: home)
    try await owner.submit("/searches?new=&q=label%3Atools", ["name": "My tools"])
    let (own, bens) = (try hearth.replica(of: "anna"), try hearth.replica(of: "ben"))
    try await own.sync()
    try await bens.sync()
    #expect(try own.file.read { try SavedSearch.own(in: $0) }.map(\.name) == ["My tools"])
    #expect(try bens.file.read { try SavedSearch.own(in: $0) }.isEmpty)
    #expect(try await !guest.get("/items").text.contains("My tools"))
    let id = try #require(try own.file.read { try SavedSearch.own(in: $0) }.first).id
    #expect(try await guest.get("/searches/\(id)").status == 404)
    #expect(try await guest.submit("/searches/\(id)/delete").status == 404)
    #expect(try await guest.submit("/searches/\(id)", ["name-\(id)": "Mine"]).status == 404)
    // What is renamed on the device comes back to the browser.
    try own.write { _ = try RenameSearch(searchID: id, name: "Workshop")($0) }
    try await own.sync()
    #expect(try await owner.get("/items").text.contains("Workshop"))
  }
}
