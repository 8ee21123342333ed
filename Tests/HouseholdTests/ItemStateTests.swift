import Household
import Importing
import SQLite
import SyncProtocol
import Testing
import Things
import Values

/// Items that are lent, sold and archived in one step, and what a home reminds of.
@Suite struct ItemStateTests {
  @Test("an item is lent, comes back, is sold and archived in one step each, and each can go back")
  func steps() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Drill", home: "flat", price: 100)
    func take(_ change: SetItemState.Change) throws -> UndoItemState {
      try store.write { try SetItemState(itemID: item.id, change)($0) }
    }
    func now() throws -> ItemDetails {
      try #require(try Item.find(item.id, in: store.connection)).details
    }
    let lent = try take(.lent(to: " Jonas ", until: "2026-07-01"))
    #expect(try (now().lentTo, now().lentUntil) == ("Jonas", "2026-07-01"))
    let sold = try take(.sold(on: "2026-07-02", to: "Mia", minor: 5000))
    #expect(try (now().soldOn, now().soldTo, now().soldMinor) == ("2026-07-02", "Mia", 5000))
    #expect(try (now().isArchived, now().lentTo, now().lentUntil) == (true, "", nil))
    try store.write { try RestoreItemState(sold)($0) }
    #expect(try (now().isArchived, now().lentTo, now().soldOn) == (false, "Jonas", nil))
    // Somebody renamed it and took it back meanwhile: undoing the loan changes nothing of that.
    _ = try take(.returned)
    var renamed = try now()
    renamed.name = "Hammer drill"
    renamed.lentTo = "Tim"
    try store.write { [renamed] in try EditItem(itemID: item.id, details: renamed)($0) }
    try store.write { try RestoreItemState(lent)($0) }
    #expect(try (now().name, now().lentTo) == ("Hammer drill", "Tim"))
    _ = try take(.returned)
    #expect(try (now().lentTo, now().lentUntil) == ("", nil))
    _ = try take(.archived)
    _ = try take(.archived)
    #expect(store.lastChanges.isEmpty)
    _ = try take(.unarchived)
    #expect(try !now().isArchived)
    #expect(throws: SetItemState.Failure.invalid([InputProblem(field: .lentTo, reason: .missing)]))
    { try take(.lent(to: " ", until: nil)) }
    #expect(throws: SetItemState.Failure.invalid([InputProblem(field: .soldOn, reason: .missing)]))
    { try take(.sold(on: "", to: "", minor: nil)) }
  }

  @Test(
    "what was not sold after all leaves the archive, its sale forgotten, and undo sells it again")
  func unsold() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Drill", home: "flat", price: 100)
    func take(_ change: SetItemState.Change) throws -> UndoItemState {
      try store.write { try SetItemState(itemID: item.id, change)($0) }
    }
    func now() throws -> ItemDetails {
      try #require(try Item.find(item.id, in: store.connection)).details
    }
    _ = try take(.sold(on: "2026-07-02", to: "Mia", minor: 5000))
    let sold = try now()
    try store.write { try ChangeItems([item.id], .edit(.archived(false)))($0) }
    #expect(try now() == sold)
    let undo = try take(.unsold)
    #expect(try (now().soldOn, now().soldTo, now().soldMinor) == (nil, "", nil))
    #expect(try !now().isArchived && !now().isSold)
    try store.write { try RestoreItemState(undo)($0) }
    #expect(try now() == sold)
  }

  @Test("what a file says is sold comes into the archive, and stays there when it comes again")
  func soldByImport() throws {
    let store = try TestStore(homes: ["flat"])
    let sheet = """
      HB.import_ref,HB.name,HB.archived,HB.sold_to,HB.sold_date
      a,Drill,false,Mia,2026-01-02
      b,Lamp,false,,

      """
    func plan() throws -> ImportPlan {
      let document = try HomeboxReader.read(
        CSVReader(bytes: Array(sheet.utf8), name: "homebox.csv"),
        options: ImportOptions(currency: #require(Currency(code: "EUR"))))
      return try ImportPlan(
        document, ImportChoices(homeID: store.id("flat"), currency: "EUR"), in: store.connection)
    }
    let first = try plan()
    try store.write { try ApplyImport(first)($0) }
    #expect(try store.texts("SELECT name FROM items WHERE isArchived = 1") == ["Drill"])
    #expect(try plan().isEmpty)
  }

  @Test("the lists show what is lent, or the archive, alone")
  func lists() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let (drill, tent) = (
      try store.addItem("Drill", home: "flat").id, try store.addItem("Tent", home: "cabin").id
    )
    let sofa = try store.addItem("Sofa", home: "flat").id
    for item in [drill, tent] {
      try store.write { try SetItemState(itemID: item, .lent(to: "Mia", until: nil))($0) }
    }
    try store.write {
      try SetItemState(itemID: sofa, .sold(on: "2026-01-01", to: "", minor: nil))($0)
    }
    func ids(_ home: String?, _ change: (inout ItemFilter) -> Void) throws -> [ItemRow] {
      var filter = ItemFilter()
      filter.homeID = home.map { store.id($0) }
      change(&filter)
      return try ItemList(filter: filter, sort: .name, in: store.connection).rows
    }
    #expect(try ids(nil) { $0.isLent = true }.map(\.id) == [drill, tent])
    #expect(try ids("flat") { $0.isLent = true }.map(\.lentTo) == ["Mia"])
    let archived = try ids("flat") { $0.archive = .inside }
    #expect(archived.map(\.id) == [sofa])
    #expect(archived.map(\.isSold) == [true])
  }

  @Test("a home reminds of maintenance, warranties, loans and policies in the order of their days")
  func reminders() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let today = "2026-01-31"
    func item(_ name: String, home: String = "flat", _ change: (inout ItemDetails) -> Void) throws
      -> RecordID
    {
      var details = ItemDetails(name: name, currency: "EUR")
      change(&details)
      return try store.write { [details] in try AddItem(homeID: store.id(home), details)($0).id }
    }
    let boiler = try item("Boiler") { $0.warrantyUntil = "2026-04-01" }  // 60 days
    _ = try item("Lamp") { $0.warrantyUntil = "2026-04-02" }
    _ = try item("Ended") { $0.warrantyUntil = "2026-01-30" }
    _ = try item("For life") { ($0.warrantyUntil, $0.isLifetimeWarranty) = ("2026-02-01", true) }
    _ = try item("Gone") { ($0.warrantyUntil, $0.isArchived) = ("2026-02-01", true) }
    let drill = try item("Drill") { ($0.lentTo, $0.lentUntil) = ("Mia", "2026-02-07") }
    _ = try item("Book") { ($0.lentTo, $0.lentUntil) = ("Mia", "2026-02-08") }
    let late = try item("Tent") { ($0.lentTo, $0.lentUntil) = ("Tim", "2025-12-24") }
    _ = try item("Elsewhere", home: "cabin") { $0.warrantyUntil = "2026-02-01" }
    for (title, due) in [("Sweep", "2026-02-14"), ("Far", "2026-02-15"), ("Late", "2026-01-01")] {
      var details = MaintenanceDetails(title: title, currency: "EUR")
      details.dueOn = due
      try store.write { [details] in try AddMaintenance(itemID: boiler, details)($0) }
    }
    var policy = PolicyDetails(provider: "Harbour", currency: "EUR")
    policy.endsOn = "2026-03-01"
    try store.write { [policy] in try AddPolicy(homeID: store.id("flat"), policy)($0) }
    let all = try Reminders(home: store.id("flat"), today: today, limit: 20, in: store.connection)
    #expect(
      all.rows.map(\.day) == [
        "2025-12-24", "2026-01-01", "2026-02-07", "2026-02-14", "2026-03-01", "2026-04-01",
      ])
    #expect(!all.hasMore)
    #expect(all.rows[0].subject == .loan(itemID: late, item: "Tent", to: "Tim"))
    #expect(all.rows[2].subject == .loan(itemID: drill, item: "Drill", to: "Mia"))
    #expect(all.rows[5].subject == .warranty(itemID: boiler, item: "Boiler"))
    let few = try Reminders(home: store.id("flat"), today: today, limit: 5, in: store.connection)
    #expect(few.rows == Array(all.rows.prefix(5)))
    #expect(few.hasMore)
  }
}
