import Testing
import Values

@testable import Web

/// The way back from an item to the list that it was opened from.
@Suite struct ItemOriginTests {
  private func plain(_ attribute: Substring) -> String {
    String(attribute).replacing("&amp;", with: "&")
  }

  /// The address of the first link to an item's page in a list.
  private func itemLink(_ page: Browser.Answer) throws -> String {
    let match = try #require(page.text.firstMatch(of: /class="cover" href="([^"]+)"/))
    return plain(match.1)
  }

  private func crumbs(_ page: Browser.Answer) throws -> [String] {
    let nav = try #require(page.text.firstMatch(of: /<nav class="crumbs".*?<\/nav>/))
    return nav.0.matches(of: /href="([^"]+)"/).map { plain($0.1) }
  }

  @Test("S3-OQ-4 an item of all inventory shows its home and leads back to search, order, page")
  func allInventory() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    for number in 1...51 {
      _ = try await hearth.addItem(owner, home, "Plate \(number)", price: "\(number)")
    }
    _ = try await hearth.addItem(owner, cabin, "Plate of the cabin", price: "900")
    let first = try await owner.get("/items?q=plate&sort=value")
    #expect(first.main.contains("home-badge"))
    #expect(first.main.contains("</svg>Cabin</span>"))
    let more = try #require(first.main.firstMatch(of: /href="(\/items\?q=plate[^"]*after=[^"]+)"/))
    let list = plain(more.1)
    let second = try await owner.get(list)
    #expect(second.status == 200)
    let link = try itemLink(second)
    #expect(link.contains("?from=%2Fitems%3Fq%3Dplate%26sort%3Dvalue%26after%3D"))
    let item = try await owner.get(link)
    #expect(try crumbs(item).first == list)
    #expect(item.main.contains("</svg>Flat</span>"))
    #expect(try itemLink(try await owner.get(list)) == link)

    // Editing, deleting and adding photos keep it.
    let path = link.prefix { $0 != "?" }
    let from = link.dropFirst(path.count + 1)
    #expect(item.text.contains("href=\"\(path)?edit=&amp;\(from)\""))
    let edit = try await owner.get("\(path)?edit=&\(from)")
    #expect(edit.text.contains("action=\"\(path)?edit=&amp;\(from)\""))
    #expect(edit.text.contains("action=\"\(path)/photos?\(from)\""))
    let version = try #require(edit.text.firstMatch(of: /name="version" value="([^"]*)"/)).1
    let saved = try await owner.submit(
      "\(path)?edit=&\(from)",
      [
        "name": "Plate", "quantity": "1", "currency": "EUR",
        "version": plain(version),
      ])
    #expect(saved.location == link)
    let question = try await owner.get("\(path)/delete?\(from)")
    #expect(question.text.contains("action=\"\(path)/delete?\(from)\""))
    let deleted = try await owner.submit("\(path)/delete?\(from)")
    #expect(deleted.location == list)
  }

  @Test("adding one item after another keeps the list that it began from, and so does leaving")
  func addAnother() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let list = "/homes/\(home)/items?q=lamp"
    let empty = try await owner.get(list)
    let match = try #require(empty.text.firstMatch(of: /href="(\/homes\/[^"]+\/items\/new[^"]*)"/))
    let add = plain(match.1)
    let form = try await owner.get(add)
    #expect(form.text.contains("href=\"\(list)\""))
    let fields: KeyValuePairs = [
      "name": "Lamp", "quantity": "1", "currency": "EUR", "then": "another",
    ]
    #expect(try await owner.submit(add, fields).location == add)
    let last = try await owner.submit(add, ["name": "Lamp", "quantity": "1", "currency": "EUR"])
    let item = try await owner.get(try owner.require(last.location))
    #expect(try crumbs(item).contains(list))
    // Without a list an item's page is what it was.
    let plain = try owner.require(last.location).prefix { $0 != "?" }
    #expect(try await !owner.get(String(plain)).text.contains("from="))
  }

  @Test(
    "a way back that is no list of ours is dropped",
    arguments: [
      "https://evil.example/items", "//evil.example/items", "/\\evil.example",
      "javascript:alert(1)",
      "/signout", "/items/x", "/homes/x/rooms/y?edit=", "",
      "/items?" + String(repeating: "q", count: 4096),
    ])
  func foreign(from: String) async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    let query = "from=" + URLCoding.encode(from)
    let page = try await owner.get("/items/\(item)?\(query)")
    #expect(page.status == 200)
    #expect(!page.main.contains("from="))
    #expect(!page.main.contains("evil"))
    let deleted = try await owner.submit("/items/\(item)/delete?\(query)")
    #expect(deleted.location == "/homes/\(home)/items")
  }
}
