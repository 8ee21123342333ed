import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Insurance policies, and what they cover of what a home holds.
@Suite struct PolicyTests {
  private func details(
    _ provider: String, number: String = "", currency: String = "EUR", belongings: Int64? = nil,
    from start: String? = nil, to end: String? = nil
  ) -> PolicyDetails {
    var details = PolicyDetails(provider: provider, currency: currency)
    details.policyNumber = number
    details.amounts.personalPropertyMinor = belongings
    (details.startsOn, details.endsOn) = (start, end)
    return details
  }

  private func add(
    _ details: PolicyDetails, home: String, _ store: TestStore
  ) throws -> Policy {
    try store.write { try AddPolicy(homeID: store.id(home), details)($0) }
  }

  @Test("everything that can be said of a policy is kept, cleaned and under its own home")
  func roundTrip() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    var typed = details(
      "  Harbour Mutual ", number: "HM\u{202e}-1", currency: "eur", belongings: 5_000_000,
      from: "2026-01-01", to: "2026-12-31")
    typed.amounts.deductibleMinor = 25_000
    typed.amounts.dwellingMinor = 40_000_000
    typed.amounts.lossOfUseMinor = 1
    typed.amounts.liabilityMinor = 2
    typed.amounts.medicalPaymentsMinor = 0
    typed.notes = "Call first.\r\nThen write."
    let policy = try add(typed, home: "flat", store)
    let stored = try #require(try Policy.find(policy.id, in: store.connection))
    var clean = typed
    (clean.provider, clean.policyNumber, clean.currency) = ("Harbour Mutual", "HM-1", "EUR")
    clean.notes = "Call first.\nThen write."
    #expect(stored.details == clean)
    #expect(stored.homeID == store.id("flat"))
    #expect(stored.policyKey == stored.id)
    #expect(stored.nameKey == "harbour mutual")
    #expect(try PolicyList.count(home: store.id("cabin"), in: store.connection) == 0)
  }

  @Test("amounts are whole minor units of one currency: in the table, and nowhere without")
  func money() throws {
    let store = try TestStore(homes: ["flat"])
    let columns = try store.texts(
      "SELECT name FROM pragma_table_info('policies') WHERE type = 'INTEGER' ORDER BY name")
    #expect(
      columns == [
        "createdAt", "deductibleMinor", "dwellingMinor", "liabilityMinor", "lossOfUseMinor",
        "medicalPaymentsMinor", "personalPropertyMinor",
      ])
    for code in ["", "EURO", "XYZ"] {
      #expect(
        throws: AddPolicy.Failure.invalid([
          InputProblem(field: .currency, reason: .unknownCurrency)
        ])
      ) { try add(details("A", currency: code, belongings: 1), home: "flat", store) }
    }
    #expect(try store.integer("SELECT count(*) FROM policies") == 0)
  }

  @Test("each field that cannot be stored is told by itself, and nothing is written")
  func problems() throws {
    let store = try TestStore(homes: ["flat"])
    var typed = details(
      " ", number: String(repeating: "9", count: 301), currency: "?", belongings: -1,
      from: "2026-02-30", to: "soon")
    typed.amounts.deductibleMinor = MoneyLimit.minor.upperBound + 1
    typed.notes = String(repeating: "n", count: 10_001)
    do {
      _ = try add(typed, home: "flat", store)
      Issue.record("it was taken")
    } catch AddPolicy.Failure.invalid(let problems) {
      #expect(
        problems.map(\.field.rawValue) == [
          "provider", "policyNumber", "currency", "deductibleMinor", "personalPropertyMinor",
          "startsOn", "endsOn", "notes",
        ])
    }
    #expect(
      throws: AddPolicy.Failure.invalid([InputProblem(field: .endsOn, reason: .tooEarly)])
    ) {
      try add(details("A", from: "2026-03-02", to: "2026-03-01"), home: "flat", store)
    }
    _ = try add(details("A", from: "2026-03-02", to: "2026-03-02"), home: "flat", store)
    #expect(try store.integer("SELECT count(*) FROM policies") == 1)
  }

  @Test("a form that is sent twice adds one policy; one that differs is another")
  func twice() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let first = try add(details("Mutual", number: "1"), home: "flat", store)
    #expect(try add(details("Mutual ", number: "1"), home: "flat", store) == first)
    #expect(store.lastChanges.isEmpty)
    _ = try add(details("Mutual", number: "2"), home: "flat", store)
    _ = try add(details("Mutual", number: "1"), home: "cabin", store)
    #expect(try store.integer("SELECT count(*) FROM policies") == 3)
  }

  @Test("an edit writes what its person changed, and leaves what somebody else has changed")
  func base() throws {
    let store = try TestStore(homes: ["flat"])
    let policy = try add(details("Mutual", number: "1", belongings: 100), home: "flat", store)
    let shown = policy.details
    var others = shown
    others.policyNumber = "2"
    others.amounts.liabilityMinor = 7
    try store.write { try EditPolicy(policyID: policy.id, details: others)($0) }
    var mine = shown
    mine.provider = "Mutual & Sons"
    let saved = try store.write {
      try EditPolicy(policyID: policy.id, details: mine, base: shown)($0)
    }
    #expect((saved.provider, saved.policyNumber) == ("Mutual & Sons", "2"))
    #expect(saved.nameKey == NameKey.make("Mutual & Sons"))
    #expect(saved.amounts.liabilityMinor == 7)
    // The same again writes nothing.
    try store.write { try EditPolicy(policyID: policy.id, details: saved.details)($0) }
    #expect(store.lastChanges.isEmpty)
  }

  @Test("who changes the currency has said all amounts anew")
  func newCurrency() throws {
    let store = try TestStore(homes: ["flat"])
    let policy = try add(details("Mutual", belongings: 100), home: "flat", store)
    var others = policy.details
    others.amounts.personalPropertyMinor = 999
    try store.write { try EditPolicy(policyID: policy.id, details: others)($0) }
    var mine = policy.details
    mine.currency = "USD"
    let saved = try store.write {
      try EditPolicy(policyID: policy.id, details: mine, base: policy.details)($0)
    }
    #expect((saved.currency, saved.amounts.personalPropertyMinor) == ("USD", 100))
  }

  @Test("a viewer changes no policy, and one that is gone or of no home here is told as such")
  func access() throws {
    let store = try TestStore(homes: ["flat"])
    let policy = try add(details("Mutual"), home: "flat", store)
    try store.write { try DeletePolicy(policyID: policy.id)($0) }
    #expect(throws: DeletePolicy.Failure.policyNotFound) {
      try store.write { try DeletePolicy(policyID: policy.id)($0) }
    }
    #expect(throws: EditPolicy.Failure.policyNotFound) {
      try store.write { try EditPolicy(policyID: policy.id, details: policy.details)($0) }
    }
    #expect(throws: AddPolicy.Failure.homeNotFound) {
      try store.write { try AddPolicy(homeID: "nowhere", policy.details)($0) }
    }
    let kept = try add(details("Mutual"), home: "flat", store)
    try store.connection.execute("UPDATE syncZones SET role = 'readOnly'")
    #expect(throws: AddPolicy.Failure.readOnlyHome) {
      try add(details("Other"), home: "flat", store)
    }
    #expect(throws: EditPolicy.Failure.readOnlyHome) {
      try store.write { try EditPolicy(policyID: kept.id, details: kept.details)($0) }
    }
    #expect(throws: DeletePolicy.Failure.readOnlyHome) {
      try store.write { try DeletePolicy(policyID: kept.id)($0) }
    }
  }

  @Test("a home's policies come by name, ended ones last, with the other homes that one covers")
  func list() throws {
    let store = try TestStore(homes: ["flat", "cabin", "shed"])
    let north = try add(details("north", to: "2026-03-01"), home: "flat", store)
    _ = try add(details("Zenith", to: "2026-03-02"), home: "flat", store)
    _ = try add(details("Acme", to: "2025-01-01"), home: "flat", store)
    _ = try add(details("Elsewhere"), home: "cabin", store)
    for home in ["shed", "cabin"] {
      let twin = try add(details("north"), home: home, store)
      try store.write {
        try $0.connection.execute(
          "UPDATE policies SET policyKey = ? WHERE id = ?", .text(north.policyKey),
          .text(twin.id))
      }
    }
    let rows = try PolicyList.rows(
      home: store.id("flat"), today: "2026-03-01", in: store.connection)
    #expect(rows.map(\.policy.provider) == ["north", "Zenith", "Acme"])
    #expect(rows.map(\.hasEnded) == [false, false, true])
    #expect(rows.map(\.alsoCovers) == [["cabin", "shed"], [], []])
    let ending = try PolicyList.ending(
      home: store.id("flat"), by: "2026-03-01", in: store.connection)
    #expect(ending.map(\.provider) == ["Acme", "north"])
  }

  @Test("limits of one currency add up against what is documented in it; nothing is converted")
  func coverage() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.addItem("Sofa", home: "flat", price: 90_000)
    try store.addItem("Forks", home: "flat", price: 100, quantity: 50)
    try store.addItem("Oar", home: "cabin", price: 77)
    var item = ItemDetails(name: "Radio", currency: "USD")
    item.priceMinor = 4000
    item.serial = "SN-1"
    try store.write { try AddItem(homeID: store.id("flat"), item)($0) }
    (item.name, item.isArchived) = ("Sold radio", true)
    try store.write { try AddItem(homeID: store.id("flat"), item)($0) }
    for (limit, end) in [(60_000, "2026-12-31"), (50_000, nil), (1_000_000, "2025-12-31")]
      as [(Int64, String?)]
    {
      _ = try add(details("P", belongings: limit, to: end), home: "flat", store)
    }
    _ = try add(
      details("Later", belongings: 5, from: "2026-06-01"), home: "flat", store)
    _ = try add(details("Silent", currency: "USD"), home: "flat", store)
    let coverage = try Coverage(
      home: store.id("flat"), today: "2026-05-31", in: store.connection)
    let sum = try #require(coverage.sums.first)
    #expect(coverage.sums.count == 1)
    #expect((sum.currency, sum.policyCount, sum.limitMinor) == ("EUR", 2, 110_000))
    #expect((sum.documentedMinor, sum.gapMinor) == (95_000, 15_000))
    #expect(coverage.uncovered == [.init(currency: "USD", valueMinor: 4000)])
    #expect((coverage.itemCount, coverage.unserialedCount) == (3, 2))
    #expect((coverage.unphotographedCount, coverage.unpricedCount) == (3, 0))
  }

  @Test("the items without a serial number are those that the figure counts")
  func withoutSerial() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    for (name, serial) in [("Kettle", "K-1"), ("Lamp", ""), ("Vase", "")] {
      var details = ItemDetails(name: name, currency: "EUR")
      details.serial = serial
      try store.write { try AddItem(homeID: store.id("flat"), details)($0) }
    }
    try store.addItem("Oar", home: "cabin")
    var filter = ItemFilter()
    filter.homeID = store.id("flat")
    filter.lacksSerial = true
    let list = try ItemList(filter: filter, sort: .name, in: store.connection)
    #expect(list.rows.map(\.name) == ["Lamp", "Vase"])
    #expect(list.count == .exactly(2))
    let coverage = try Coverage(
      home: store.id("flat"), today: "2026-01-01", in: store.connection)
    #expect(coverage.unserialedCount == 2)
  }

  @Test("S3-UV-3 each home has policies of its own, with totals of its own items")
  func apart() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    _ = try add(details("Mutual", number: "F", belongings: 1000), home: "flat", store)
    _ = try add(details("Mutual", number: "C", belongings: 500), home: "cabin", store)
    try store.addItem("Sofa", home: "flat", price: 900)
    try store.addItem("Oar", home: "cabin", price: 800)
    for (home, number, gap) in [("flat", "F", 100), ("cabin", "C", -300)]
      as [(String, String, MoneySum)]
    {
      let rows = try PolicyList.rows(
        home: store.id(home), today: "2026-01-01", in: store.connection)
      #expect(rows.map(\.policy.policyNumber) == [number])
      let coverage = try Coverage(
        home: store.id(home), today: "2026-01-01", in: store.connection)
      #expect(coverage.sums.map(\.gapMinor) == [gap])
    }
  }

  @Test("X26 a policy of two homes pays its sum once: each of them is told of both together")
  func sharedPolicy() throws {
    let store = try TestStore(homes: ["flat", "cabin", "shed"])
    try store.addItem("Sofa", home: "flat", price: 900)
    try store.addItem("Oar", home: "cabin", price: 800)
    try store.addItem("Rake", home: "shed", price: 5000)
    try store.write {
      try AddPolicy(
        homeID: store.id("flat"), details("Mutual", belongings: 1000), alsoIn: [store.id("cabin")])(
          $0)
    }
    func sum(_ home: String) throws -> Coverage.Sum {
      let coverage = try Coverage(
        home: store.id(home), today: "2026-01-01", in: store.connection)
      #expect(coverage.sums.count == 1)
      return try #require(coverage.sums.first)
    }
    for (home, other, here) in [("flat", "cabin", 900), ("cabin", "flat", 800)]
      as [(String, String, MoneySum)]
    {
      let sum = try sum(home)
      #expect((sum.limitMinor, sum.documentedMinor, sum.isComparable) == (1000, here, true))
      #expect((sum.otherHomes, sum.documentedTogetherMinor) == ([other], 1700))
      #expect(sum.gapMinor == -700)
    }
    // A policy of the cabin alone: what is left for each of the two cannot be told any more.
    _ = try add(details("Lake Fire", belongings: 400), home: "cabin", store)
    for home in ["flat", "cabin"] {
      let sum = try sum(home)
      #expect(!sum.isComparable && sum.otherHomes.count == 1)
      #expect(sum.gapMinor == nil)
    }
    // What is in one home alone is too much for the sum, whatever the other has.
    try store.addItem("Piano", home: "flat", price: 200)
    #expect(try sum("flat").gapMinor == -100)
  }

  @Test("X26 where the rows of one policy differ from home to home nothing is concluded")
  func sharedUnevenly() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.addItem("Sofa", home: "flat", price: 100)
    let policy = try store.write {
      try AddPolicy(
        homeID: store.id("flat"), details("Mutual", belongings: 1000), alsoIn: [store.id("cabin")])(
          $0)
    }
    var less = policy.details
    less.amounts.personalPropertyMinor = 500
    try store.write { try EditPolicy(policyID: policy.id, details: less)($0) }
    for (home, limit) in [("flat", 500), ("cabin", 1000)] as [(String, MoneySum)] {
      let coverage = try Coverage(
        home: store.id(home), today: "2026-01-01", in: store.connection)
      #expect(coverage.sums.map(\.limitMinor) == [limit])
      #expect(coverage.sums.map(\.gapMinor) == [nil])
    }
  }
}
