import StoredZip
import Testing
import Threads

@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

@Suite struct ImportRouteTests {
  private static let table = """
    HB.import_ref,HB.name,HB.location,HB.labels,HB.quantity,HB.purchase_price
    a1,Road bicycle,Garage,Sport;Outdoors,1,1899.00
    a2,Kettle,Kitchen,,2,29.90
    """

  @Test("importing a table shows what would happen, then does just that; once more changes nothing")
  func twice() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    try await anna.get("/import")
    let (address, page) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    #expect(page.status == 200)
    #expect(page.text.contains("Road bicycle"))
    #expect(page.text.contains("Import 2 items"))
    #expect(!(try await anna.get("/homes/\(home)/items")).text.contains("Road bicycle"))
    let result = try await anna.runImport(address, home: home)
    #expect(result.status == 200)
    #expect(result.text.contains(catalogue.imported))
    #expect(try await anna.get("/homes/\(home)/items").text.contains("Road bicycle"))

    let writes = Lock(0)
    hearth.hub.observe { _ in writes.withLock { $0 += 1 } }
    let (_, again) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    #expect(again.text.contains(catalogue.nothingNew))
    #expect(!again.text.contains("Import 2 items"))
    #expect(writes.withLock { $0 } == 0)
  }

  @Test("an import that could not be done says why, also to a page that asks by itself")
  func failed() async throws {
    let hearth = try Hearth(maxOwnedHomes: 1)
    let (anna, home) = try await hearth.household()
    let (address, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    let started = try await anna.submit(
      address + "/run", ["home": "", "newHomeName": "Cabin"])
    await hearth.app.finishImports()
    let progress = try await anna.get(try anna.require(started.location))
    #expect(progress.location == address)
    // Whoever looks again, or reloads, reads it still.
    for _ in 0..<2 {
      let page = try await anna.get(address).main
      #expect(page.contains("You own as many homes as this Hearth allows."))
      #expect(page.contains("Import 2 items"))
    }
    #expect(try await anna.runImport(address, home: home).main.contains(catalogue.imported))
  }

  @Test("a spreadsheet of one's own comes in; what its columns became is shown first")
  func spreadsheet() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let text = """
      Item;Room;Price;Bought on;Notes;Colour
      Copper kettle;Kitchen;29,90;13.04.2024;Boils fast;red
      Sledge;Attic;about 40;;;
      """
    let (address, page) = try await anna.preview("mine.csv", Array(text.utf8), home: home)
    #expect(page.main.contains("A spreadsheet of your own"))
    #expect(page.main.contains(catalogue.columnsTitle))
    #expect(
      page.main.contains(catalogue.purchasedOn) && page.main.contains(catalogue.keptAsOwnField))
    #expect(page.main.contains("This price could not be read: “about 40” (line 3)"))
    #expect(!page.main.contains("Attic"))
    let result = try await anna.runImport(address, home: home)
    #expect(result.main.contains("about 40"))
    let items = try await anna.get("/homes/\(home)/items")
    #expect(items.main.contains("Copper kettle") && !items.main.contains("Sledge"))
    let kettle = try #require(items.main.firstMatch(of: /href="(\/items\/[0-9a-f-]{36})/)).1
    let shown = try await anna.get(String(kettle)).main
    for part in ["29.90", "13 April 2024", "Boils fast", "Colour", "red", "Kitchen"] {
      #expect(shown.contains(part), "\(part)")
    }
    let (_, again) = try await anna.preview("mine.csv", Array(text.utf8), home: home)
    #expect(again.main.contains("The other rows of this file are there already"))
  }

  @Test("a row that needs fixing is shown with its line and stays out; the others come")
  func needsFixing() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let text = Self.table + "\na3,Lamp,Kitchen,,1,about 40\n"
    let (address, page) = try await anna.preview("things.csv", Array(text.utf8), home: home)
    #expect(page.text.contains("This price could not be read: “about 40” (line 4)"))
    let result = try await anna.runImport(address, home: home)
    #expect(result.text.contains("about 40"))
    let items = try await anna.get("/homes/\(home)/items")
    #expect(items.text.contains("Kettle"))
    #expect(!items.text.contains("Lamp"))
  }

  @Test("a file that cannot be read is refused with the reason, and nothing is kept or written")
  func broken() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let files: [(String, [UInt8], Int, String)] = [
      ("empty.csv", [], 422, "This file is empty"),
      (
        "quote.csv", Array("HB.name,HB.location\n\"open,Kitchen\n".utf8), 422,
        "A quotation mark opens in line 2"
      ),
      (
        "other.csv", Array("a,b\n1,2\n".utf8), 415,
        "No column has the names of the things. These are there: a and b."
      ),
      (
        "book.xlsx", StoredZip.bytes([("[Content_Types].xml", [1])]), 415,
        "This is a file of a spreadsheet program. Save it there as “CSV UTF-8”"
      ),
      ("app.sqlite", Array("SQLite format 3\0".utf8), 415, "hearth import legacy"),
      ("scan.pdf", Array("%PDF-1.4".utf8), 415, "This is not a file Hearth knows"),
      ("latin.csv", Array("HB.name\nK".utf8) + [0xFC, 0x0A], 422, "is not text in UTF-8"),
      (
        "cut.zip", Array(StoredZip.bytes([("inventory.csv", [1, 2, 3])]).prefix(30)), 422,
        "This archive is damaged"
      ),
    ]
    for (name, bytes, status, words) in files {
      try await anna.get("/import")
      let answer = try await anna.upload(
        "/import", ["home": home], files: [.init(field: "file", name: name, bytes: bytes)])
      #expect(answer.status == status, "\(name)")
      #expect(answer.text.contains(words), "\(name)")
    }
    #expect(try Files.names(in: hearth.folder + "/imports").isEmpty)
    #expect(!(try await anna.get("/homes/\(home)/items")).text.contains("open"))
  }

  @Test("an archive brings its homes, rooms and photos; importing it again changes nothing")
  func archive() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let zip = StoredZip.bytes([
      (
        "export/inventory.csv",
        Array(
          """
          Title,Description,Location,Home,Quantity,Price,PhotoFilename
          Sofa,Grey,Lounge,Lake Cabin,1,800.00,sofa.png
          Chair,,Lounge,Lake Cabin,4,40.00,gone.png
          """.utf8)
      ),
      ("export/photos/sofa.png", TestPictures.png),
    ])
    let (address, page) = try await anna.preview("cabin.zip", zip, home: home)
    #expect(page.text.contains("Lake Cabin"))
    #expect(page.text.contains("1 photo"))
    #expect(page.text.contains("The photo “gone.png”"))
    let result = try await anna.runImport(address, home: "")
    #expect(result.text.contains("1 photo came with them"))
    #expect(try await anna.get("/items").text.contains("Sofa"))
    let (_, again) = try await anna.preview("cabin.zip", zip, home: home)
    #expect(again.text.contains(catalogue.nothingNew))
  }

  @Test("a photo that cannot be read in its archive is named, and everything else comes")
  func brokenPhoto() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    var zip = StoredZip.bytes([
      (
        "export/inventory.csv",
        Array(
          """
          Title,Location,Home,Quantity,PhotoFilename
          Sofa,Lounge,Lake Cabin,1,sofa.png
          Chair,Lounge,Lake Cabin,4,chair.png
          Table,Lounge,Lake Cabin,1,table.png
          """.utf8)
      ),
      ("export/photos/sofa.png", TestPictures.png),
      ("export/photos/chair.png", Array(repeating: 0x55, count: 400)),
      ("export/photos/table.png", Array("no picture at all".utf8)),
    ])
    // One byte of the chair's picture differs from the sum in the archive.
    let spot = try #require(zip.firstRange(of: Array(repeating: 0x55, count: 400))?.lowerBound)
    zip[spot + 200] = 0x56
    let (address, _) = try await anna.preview("cabin.zip", zip, home: home)
    let result = try await anna.runImport(address, home: "")
    #expect(result.status == 200)
    #expect(result.text.contains("1 photo came with them"))
    #expect(result.text.contains("The photo “chair.png” is damaged. Its item came without it"))
    #expect(result.text.contains("table.png is a text, not a picture"))
    let items = try await anna.get("/items").text
    for name in ["Sofa", "Chair", "Table"] { #expect(items.contains(name)) }
    #expect(Files.all(below: hearth.folder + "/thumbnails/unfinished").isEmpty)
  }

  @Test("an import is taken back from its summary, after a look; what was edited stays, by name")
  func undo() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    _ = try await hearth.addItem(anna, home, "Desk lamp")
    let (address, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    let result = try await anna.runImport(address, home: home)
    let link = String(try #require(result.text.firstMatch(of: /\/imports\/[^"\/]+\/undo/)).0)
    let page = try await anna.get(link)
    #expect(page.text.contains("2 items go"))
    #expect(page.text.contains("1 empty room goes"))
    #expect(try await anna.get("/homes/\(home)/items").text.contains("Kettle"))
    // Looking takes nothing back; an edit in between is seen.
    let listed = try await anna.get("/homes/\(home)/items").text
    let kettle = try #require(
      listed.matches(of: /href="\/items\/([0-9a-f-]{36})[^>]*>[^<]*Kettle/).first)
    try await anna.get("/items/\(kettle.1)?edit")
    _ = try await anna.submit(
      "/items/\(kettle.1)?edit",
      ["name": "Copper kettle", "quantity": "2", "price": "29.90", "currency": "EUR"])
    #expect(try await anna.get(link).text.contains("Copper kettle"))
    #expect(try await anna.get("/homes/\(home)/settings").text.contains(link))
    #expect(try await anna.get("/import").text.contains(link))
    #expect(try await anna.submit(link).location == "/import")
    let items = try await anna.get("/homes/\(home)/items").text
    #expect(!items.contains("Road bicycle"))
    #expect(items.contains("Copper kettle"))
    #expect(items.contains("Desk lamp"))
    #expect(try await anna.get(link).status == 410)
  }

  @Test("an import can be taken back for 30 days, by its owner alone")
  func undoLasts() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let (address, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    let result = try await anna.runImport(address, home: home)
    let link = String(try #require(result.text.firstMatch(of: /\/imports\/[^"\/]+\/undo/)).0)
    let ben = try await hearth.guest(of: anna, home: home)
    #expect(try await ben.get(link).status == 410)
    #expect(try await ben.submit(link).status == 410)
    hearth.advance(milliseconds: ImportHistory.lifeMilliseconds - 3_600_000)
    let again = hearth.browser()
    try await again.get("/signin")
    try await again.submit(
      "/signin", ["name": "anna", "password": "a long password of anna"])
    #expect(try await again.get(link).status == 200)
    hearth.advance(milliseconds: 3_600_000)
    #expect(try await again.get(link).status == 410)
    #expect(Files.all(below: hearth.folder + "/history").isEmpty)
  }

  @Test("what has changed since the preview is shown first, and nothing is imported")
  func stale() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let (first, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    let (second, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    _ = try await anna.runImport(first, home: home)
    let late = try await anna.runImport(second, home: home)
    #expect(late.status == 409)
    #expect(late.text.contains(catalogue.changedSincePreview))
    #expect(late.text.contains(catalogue.nothingNew))
  }

  @Test("a new home takes what names none, under the name that was typed")
  func newHome() async throws {
    let hearth = try Hearth()
    let anna = try await hearth.firstOwner()
    try await anna.get("/import")
    let (address, page) = try await anna.preview("Cellar.csv", Array(Self.table.utf8), home: "")
    #expect(page.text.contains("value=\"Cellar\""))
    // Pressed once: nothing can happen in a new home that was not shown.
    let started = try await anna.submit(
      address + "/run", ["home": "", "newHomeName": "Storage unit"])
    await hearth.app.finishImports()
    let progress = try await anna.get(try anna.require(started.location))
    let result = try await anna.get(try anna.require(progress.location))
    #expect(result.text.contains("Storage unit"))
  }

  @Test("rows that another home has are new in a new home, and counted so before they come")
  func otherHome() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let (first, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    _ = try await anna.runImport(first, home: home)
    let (address, known) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    #expect(known.main.contains(catalogue.nothingNew))
    // One that is in another home is told of.
    let cabin = try await anna.addHome("Cabin")
    let (_, there) = try await anna.preview("things.csv", Array(Self.table.utf8), home: cabin)
    #expect(there.main.contains("2 of these are in another home already, and stay there."))
    // Looking at another choice imports nothing.
    let looked = try await anna.submit(
      address + "/run", ["home": "", "newHomeName": "Cellar", "look": "yes"])
    #expect(looked.location == address)
    #expect(try await anna.get(address).main.contains("Import 2 items"))
    let started = try await anna.submit(address + "/run", ["home": "", "newHomeName": "Cellar"])
    await hearth.app.finishImports()
    let progress = try await anna.get(try anna.require(started.location))
    let result = try await anna.get(try anna.require(progress.location))
    #expect(result.main.contains("Cellar"))
    #expect(try await anna.get("/items").main.matches(of: /Road bicycle/).count >= 2)
  }

  @Test("another home is chosen with one press unless something there would change unseen")
  func unseenChange() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let (first, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    _ = try await anna.runImport(first, home: home)
    let cheaper = Self.table.replacing("29.90", with: "19.90")
    let (address, _) = try await anna.preview("things.csv", Array(cheaper.utf8), home: "")
    let changed = try await anna.submit(address + "/run", ["home": home, "newHomeName": ""])
    #expect(changed.location == address)
    let page = try await anna.get(address).main
    #expect(page.contains("you chose another home") && page.contains("Import 1 item"))
    let result = try await anna.runImport(address, home: home)
    #expect(result.main.contains(catalogue.seeItems))
    #expect(try await anna.get("/homes/\(home)/items").main.contains("19.90"))
  }

  @Test("a file whose rows all need fixing makes nothing, offers no import and says what to do")
  func nothingReadable() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let text = "HB.name,HB.location,HB.labels,HB.purchase_price\nLamp,Den,old,about 40\n"
    let (address, page) = try await anna.preview("things.csv", Array(text.utf8), home: home)
    #expect(page.main.contains("No row of this file can be imported as it is."))
    #expect(page.main.contains(catalogue.chooseAnotherFile))
    #expect(
      !page.main.contains("\(catalogue.importTitle)</button>") && !page.main.contains("new room"))
    let forged = try await anna.runImport(address, home: home)
    #expect(forged.status == 200)
    let rooms = try await anna.get("/homes/\(home)/rooms").main
    #expect(!rooms.contains("Den"))
    #expect(!(try await anna.get("/homes/\(home)/labels").main.contains(">old<")))
    let (other, _) = try await anna.preview("Void.csv", Array(text.utf8), home: "")
    _ = try await anna.submit(other + "/run", ["home": "", "newHomeName": "Void"])
    await hearth.app.finishImports()
    #expect(!(try await anna.get("/homes").main.contains("Void")))
  }

  @Test("an upload is its owner's alone, goes when it is cancelled, and after an hour")
  func shelf() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let (address, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    #expect(try Files.names(in: hearth.folder + "/imports").count == 1)
    let stranger = hearth.browser()
    #expect(try await stranger.get(address).location?.hasPrefix("/signin") == true)
    let cancelled = try await anna.submit(address + "/cancel")
    #expect(cancelled.location == "/import")
    #expect(try Files.names(in: hearth.folder + "/imports").isEmpty)
    let (later, _) = try await anna.preview("things.csv", Array(Self.table.utf8), home: home)
    hearth.advance(milliseconds: ImportShelf.lifeMilliseconds)
    #expect(try await anna.get(later).status == 404)
    #expect(try Files.names(in: hearth.folder + "/imports").isEmpty)
  }
}
