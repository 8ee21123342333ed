import Foundation
import Household
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// One home goes into another.
@Suite struct MergeTests {
  private let store: TestStore
  private let cottage: ZoneID
  private let cabin: ZoneID

  init() throws {
    store = try TestStore(homes: ["cottage", "cabin", "flat"])
    (cottage, cabin) = (store.id("cottage"), store.id("cabin"))
  }

  @discardableResult
  private func merge(_ isCombining: Bool = true) throws -> HomeMerge {
    try store.write {
      try MergeHome(sourceID: cottage, targetID: cabin, isCombining: isCombining)($0)
    }
  }

  private func plan(_ isCombining: Bool = true) throws -> MergeHome.Plan {
    try #require(
      try MergeHome.plan(
        of: cottage, into: MergeTarget(home: cabin, in: store.connection),
        isCombining: isCombining, in: store.connection))
  }

  private func names(_ table: String, home: ZoneID) throws -> [String] {
    try store.texts("SELECT name FROM \(table) WHERE homeID = ? ORDER BY nameKey, id", .text(home))
  }

  private func failure(_ merge: MergeHome) throws -> MergeHome.Failure? {
    do {
      try store.write { _ = try merge($0) }
      return nil
    } catch let failure as MergeHome.Failure {
      return failure
    }
  }

  @Test("S0-US005-D1 S0-US005-D2 S0-US005-D3 S0-FR9 S0-FR14 places of one name become one")
  func places() throws {
    let mine = try store.addLocation("KITCHEN", home: "cottage")
    let drawer = try store.addLocation("Drawer", home: "cottage", in: mine)
    let shelf = try store.addLocation("Shelf", home: "cottage", in: mine)
    let shed = try store.addLocation("Shed", home: "cottage")
    let theirs = try store.addLocation("Kitchen", home: "cabin")
    let theirShelf = try store.addLocation("shelf", home: "cabin", in: theirs)
    let pan = try store.addItem("Pan", home: "cottage", at: mine)
    let jar = try store.addItem("Jar", home: "cottage", at: shelf)
    let spade = try store.addItem("Spade", home: "cottage", at: shed)
    let loose = try store.addItem("Key", home: "cottage")
    let plan = try plan()
    #expect(plan.combinedPlaces == ["KITCHEN", "Shelf"])
    let merge = try merge()
    #expect(merge.counts == plan.counts)
    #expect((plan.counts.items, plan.counts.combinedPlaces, plan.counts.movedPlaces) == (4, 2, 2))

    #expect(try names("locations", home: cabin) == ["Drawer", "Kitchen", "Shed", "shelf"])
    for (item, place) in [(pan, theirs), (jar, theirShelf), (spade, shed), (loose, nil)] {
      let moved = try #require(try Item.find(item.id, in: store.connection))
      #expect(moved.homeID == cabin)
      #expect(moved.details.locationID == place)
    }
    #expect(try Location.find(drawer, in: store.connection)?.parentID == theirs)
    #expect(try Location.find(mine, in: store.connection) == nil)
    #expect(try Home.find(cottage, in: store.connection) == nil)
    #expect(try store.storedTotals() == TestStore.recount(in: store.connection))
  }

  @Test("S0-US004-4 S0-US005-N1 S0-US005-N2 S0-US005-N4 S0-US005-N5 separate means separate")
  func separate() throws {
    let kitchen = try store.addLocation("Kitchen", home: "cottage")
    try store.addLocation("Kitchen", home: "cabin")
    let label = try store.addLabel("Tools", home: "cottage")
    try store.addLabel("Tools", home: "cabin")
    let saw = try store.addItem("Saw", home: "cottage", at: kitchen, labels: [label])
    let counts = try merge(false).counts
    #expect((counts.combinedPlaces, counts.combinedLabels) == (0, 0))
    #expect(try names("locations", home: cabin) == ["Kitchen", "Kitchen"])
    #expect(try names("labels", home: cabin) == ["Tools", "Tools"])
    #expect(try Item.find(saw.id, in: store.connection)?.details.locationID == kitchen)
    #expect(try store.texts("SELECT labelID FROM itemLabels") == [label])
  }

  @Test(
    "S0-US005-D4 S0-TC6 S0-G3 S0-FR10 D-MRG-2 D-MRG-14 labels of one name become one, here only")
  func labels() throws {
    let (tools, tools2) = (
      try store.addLabel("Tools", home: "cottage"), try store.addLabel("TOOLS ", home: "flat")
    )
    let straße = try store.addLabel("Straße", home: "cottage")
    let strasse = try store.addLabel("STRASSE", home: "cabin")
    let theirs = try store.addLabel("tools", home: "cabin")
    let other = try store.addLabel("Garden", home: "cottage")
    let saw = try store.addItem("Saw", home: "cottage", labels: [tools, straße, other])
    let flatSaw = try store.addItem("Saw", home: "flat", labels: [tools2])
    let flat = try store.rows(ofHome: "flat")
    let counts = try merge().counts
    #expect((counts.combinedLabels, counts.movedLabels) == (2, 1))
    #expect(
      try store.texts(
        "SELECT labelID FROM itemLabels WHERE itemID = ? ORDER BY 1", .text(saw.id))
        == [theirs, strasse, other].sorted())
    #expect(try store.rows(ofHome: "flat") == flat)
    #expect(
      try store.texts("SELECT id FROM labels WHERE homeID = ?", .text(store.id("flat"))) == [tools2]
    )
    #expect(flatSaw.homeID == store.id("flat"))
  }

  @Test("D-MRG-14 two labels that become one leave the item with one")
  func collapsed() throws {
    let one = try store.addLabel("Blue", home: "cottage")
    // Two people made the same label at the same time.
    let two = store.id("second blue")
    try store.connection.execute(
      """
      INSERT INTO labels(id, homeID, name, nameKey, colorIndex, createdAt)
        SELECT ?, homeID, 'BLUE', nameKey, 3, createdAt FROM labels
      """,
      .text(two))
    let theirs = try store.addLabel("blue", home: "cabin")
    let cup = try store.addItem("Cup", home: "cottage", labels: [one, two])
    let merge = try merge()
    #expect(try store.texts("SELECT labelID FROM itemLabels") == [theirs])
    try store.write { try UndoMerge(mergeID: merge.id)($0) }
    #expect(
      try store.texts(
        """
        SELECT l.name FROM itemLabels AS k JOIN labels AS l ON l.id = k.labelID
          WHERE k.itemID = ? ORDER BY l.name
        """, .text(cup.id)
      ).contains("Blue"))
  }

  @Test("S0-US005-D5 S0-FR12 D-MRG-4 policies become one when name and number agree")
  func policies() throws {
    func add(_ home: String, _ provider: String, _ number: String, _ notes: String = "") throws
      -> Policy
    {
      var details = PolicyDetails(provider: provider, currency: "EUR")
      (details.policyNumber, details.notes) = (number, notes)
      return try store.write { try AddPolicy(homeID: store.id(home), details)($0) }
    }
    let same = try add("cottage", "ALLIANZ", "a-1", "call Eve")
    let different = try add("cottage", "Axa", "77")
    let unknown = try add("cottage", "Zurich", "")
    let theirs = try add("cabin", "Allianz", "A-1", "glass included")
    let theirAxa = try add("cabin", "AXA", "78")
    let theirZurich = try add("cabin", "Zurich", "Z1")
    let flat = try add("flat", "Allianz", "A-1")
    let file = StoredPaper(blobHash: String(repeating: "c", count: 64), byteCount: 9, media: .pdf)
    let paper = try store.write {
      try AddAttachment(
        homeID: cottage, subject: .policy(same.id), kind: .policy, name: "p.pdf", file: file)($0)
    }
    #expect(try plan().keptPolicies == ["Axa"])
    let merge = try merge()
    #expect(
      try store.texts("SELECT id FROM policies WHERE homeID = ? ORDER BY id", .text(cabin))
        == [theirs.id, different.id, theirAxa.id, theirZurich.id].sorted())
    #expect(try Policy.find(unknown.id, in: store.connection) == nil)
    #expect(try Policy.find(theirs.id, in: store.connection)?.notes == "glass included\n\ncall Eve")
    #expect(
      try Attachment.find(paper.id, in: store.connection)?.subject == .policy(theirs.id))
    #expect(try Policy.find(flat.id, in: store.connection) == flat)
    try store.write { try UndoMerge(mergeID: merge.id)($0) }
    #expect(try Policy.find(theirs.id, in: store.connection) == theirs)
    #expect(try store.integer("SELECT count(*) FROM policies") == 7)
  }

  @Test("D-MRG-12 D-MRG-13 photos and notes of what becomes one are put behind those of the other")
  func photosAndNotes() throws {
    let mine = try store.addLocation("Kitchen", home: "cottage")
    let theirs = try store.addLocation("Kitchen", home: "cabin")
    try store.connection.execute("UPDATE locations SET note = 'mine' WHERE id = ?", .text(mine))
    try store.connection.execute("UPDATE locations SET note = 'theirs' WHERE id = ?", .text(theirs))
    try store.connection.execute(
      "UPDATE homes SET address1 = '3 Mill Lane' WHERE id = ?", .text(cottage))
    for (home, place, digits) in [("cabin", theirs, "ab"), ("cottage", mine, "cd")] {
      for digit in digits {
        try store.write { transaction in
          try AddPhoto(
            homeID: store.id(home), subject: .location(place), file: TestStore.photo(digit))(
              transaction)
          try AddPhoto(
            homeID: store.id(home), subject: .home, file: TestStore.photo(digit))(transaction)
        }
      }
    }
    let merge = try merge()
    for subject: Photo.Subject in [.location(theirs), .home] {
      let hashes = try Photo.of(subject, home: cabin, in: store.connection).map {
        $0.blobHash.first
      }
      #expect(hashes == ["a", "b", "c", "d"])
    }
    #expect(try Location.find(theirs, in: store.connection)?.note == "theirs\n\nmine")
    let vanished = merge.vanished
    #expect(vanished.map(\.name) == ["cottage"])
    #expect(vanished[0].values.contains { $0.value == "3 Mill Lane" })
  }

  @Test("what both homes say alike is not told of as lost; what differs is, with its currency")
  func vanished() throws {
    func add(_ home: String, _ provider: String, _ currency: String, _ liability: Int64?) throws {
      var details = PolicyDetails(provider: provider, currency: currency)
      details.amounts.liabilityMinor = liability
      details.amounts.deductibleMinor = 500
      _ = try store.write { try AddPolicy(homeID: store.id(home), details)($0) }
    }
    for home in ["cottage", "cabin"] {
      try store.addLocation("Kitchen", home: home)
      try store.addLabel("Tools", home: home)
    }
    try store.connection.execute("UPDATE labels SET emoji = '🔧', note = 'all of iron'")
    try store.connection.execute("UPDATE locations SET note = 'dry'")
    try add("cottage", "ALLIANZ", "EUR", 77_700)
    try add("cabin", "Allianz", "EUR", nil)
    try add("cottage", "Axa", "CHF", nil)
    try add("cabin", "Axa", "EUR", nil)
    let vanished = try merge().vanished
    #expect(vanished.map(\.name) == ["ALLIANZ", "Axa"])
    #expect(vanished.map(\.currency) == ["EUR", "CHF"])
    #expect(vanished.map { $0.values.map(\.column) } == [["liabilityMinor"], ["deductibleMinor"]])
    #expect(vanished.first?.values.first?.value == "77700")
  }

  @Test("X10 X11 D-MRG-20 the other home becomes primary, and searches look there")
  func settings() throws {
    let search = try store.write { transaction in
      try SetPrimaryHome(homeID: cottage)(transaction)
      return try SaveSearch(name: "Tools", query: "saw", homeID: cottage, sort: .name)(transaction)
    }
    #expect(try plan().movesPrimary)
    let merge = try merge()
    #expect(try PrimaryHome.find(in: store.connection) == cabin)
    #expect(try SavedSearch.find(search.id, in: store.connection)?.homeID == cabin)
    let undone = try store.write { try UndoMerge(mergeID: merge.id)($0) }
    #expect(try PrimaryHome.find(in: store.connection) == undone.restoredID)
    #expect(try SavedSearch.find(search.id, in: store.connection)?.homeID == undone.restoredID)
  }

  @Test("X10 D-MRG-20 who has chosen no primary home opens with the other one afterwards, too")
  func derivedPrimary() throws {
    // Joined, and younger than the flat, which would be the next one.
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readWrite' WHERE id = ?", .text(cabin))
    try store.connection.execute("UPDATE homes SET createdAt = 1 WHERE id = ?", .text(cottage))
    #expect(try Profile.own(in: store.connection)?.primaryHomeID == nil)
    #expect(try PrimaryHome.find(in: store.connection) == cottage)
    #expect(try plan().movesPrimary)
    let merge = try merge()
    #expect(try PrimaryHome.find(in: store.connection) == cabin)
    #expect(try Profile.own(in: store.connection)?.primaryHomeID == cabin)
    let undone = try store.write { try UndoMerge(mergeID: merge.id)($0) }
    #expect(try PrimaryHome.find(in: store.connection) == undone.restoredID)
  }

  @Test("X10 a home that is not primary leaves what is primary as it is")
  func otherPrimary() throws {
    let flat = store.id("flat")
    try store.write { try SetPrimaryHome(homeID: flat)($0) }
    #expect(try !plan().movesPrimary)
    try merge()
    #expect(try PrimaryHome.find(in: store.connection) == flat)
  }

  @Test(
    "D-INV-4 D-MRG-8 D-MRG-10 S0-FR6 S0-US005-P2 what cannot be merged is refused, and nothing changes"
  )
  func obstacles() throws {
    #expect(
      try failure(MergeHome(sourceID: cottage, targetID: cottage, isCombining: true)) == .sameHome)
    #expect(
      try failure(MergeHome(sourceID: store.id("?"), targetID: cabin, isCombining: true))
        == .homeNotFound)
    #expect(
      try failure(MergeHome(sourceID: cottage, targetID: store.id("?"), isCombining: true))
        == .targetNotFound)
    try store.addHome("theirs", role: .readWrite)
    try store.addHome("shown", role: .readOnly)
    #expect(
      try failure(MergeHome(sourceID: store.id("theirs"), targetID: cabin, isCombining: true))
        == .notOwner)
    #expect(
      try failure(MergeHome(sourceID: cottage, targetID: store.id("shown"), isCombining: true))
        == .readOnlyTarget)
    try store.connection.execute(
      "INSERT INTO participants VALUES ('p1', ?, 'other', 'Eve', 'readOnly', 'granted', 1)",
      .text(cottage))
    #expect(
      try failure(MergeHome(sourceID: cottage, targetID: cabin, isCombining: true))
        == .sharedOut(peopleCount: 1))
    #expect(try store.integer("SELECT count(*) FROM homeMerges") == 0)
    #expect(try Home.find(cottage, in: store.connection) != nil)
  }

  @Test("D-MRG-11 a home that went is known by what became of it")
  func twice() throws {
    try store.addItem("Saw", home: "cottage")
    let merge = try merge()
    #expect(
      try failure(MergeHome(sourceID: cottage, targetID: cabin, isCombining: true))
        == .alreadyMerged(merge.id))
    #expect(try HomeMerge.of(source: cottage, in: store.connection) == merge)
  }

  @Test(
    "S0-US005-P3 a merge keeps which rows were the joiner's, and what comes later is none of them")
  func manifest() throws {
    let mine = try store.addLocation("Kitchen", home: "cottage")
    let shed = try store.addLocation("Shed", home: "cottage")
    let theirs = try store.addLocation("KITCHEN", home: "cabin")
    let label = try store.addLabel("Camping", home: "cottage")
    _ = try store.addLabel("Nice", home: "cabin")
    let pan = try store.addItem("Pan", home: "cottage", at: mine)
    let tent = try store.addItem("Tent", home: "cottage", at: shed, labels: [label])
    let lamp = try store.addItem("Lamp", home: "cabin", at: theirs)
    let merge = try merge()
    func kept() throws -> String {
      try #require(
        try store.texts("SELECT manifest FROM homeMerges WHERE id = ?", .text(merge.id)).first)
    }
    let text = try kept()
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    func ids(_ name: String) -> Set<String> { Set(manifest[name] as? [String] ?? []) }
    #expect(ids("items") == [pan.id, tent.id])
    #expect(ids("places") == [shed])
    #expect(ids("labels") == [label])
    let dissolved = try #require(manifest["dissolvedPlaces"] as? [[String: Any]])
    #expect(dissolved.map { $0["survivor"] as? String } == [theirs])
    #expect(dissolved.map { $0["items"] as? [String] } == [[pan.id]])
    #expect(!text.contains(lamp.id))
    // Both go on in the one home.
    let later = try store.addItem("Later", home: "cabin", at: shed)
    #expect(try kept() == text)
    let home = try #require(try store.write { try UndoMerge(mergeID: merge.id)($0) }.restoredID)
    for (item, place) in [(pan, home), (tent, home), (lamp, cabin), (later, cabin)] {
      #expect(try Item.find(item.id, in: store.connection)?.homeID == place, "\(item)")
    }
  }

  @Test("the undo leaves others what they have added, and takes along what was changed since")
  func undoLater() throws {
    let shed = try store.addLocation("Shed", home: "cottage")
    let box = try store.addLocation("Box", home: "cottage", in: shed)
    let label = try store.addLabel("Camping", home: "cottage")
    let tent = try store.addItem("Tent", home: "cottage", at: box, labels: [label])
    let gone = try store.addItem("Gone", home: "cottage", at: box)
    let merge = try merge()
    let theirs = try store.addItem("Lantern", home: "cabin", at: box, labels: [label])
    let tin = try store.addLocation("Tin", home: "cabin", in: box)
    let nice = try store.addLabel("Nice", home: "cabin")
    try store.write { transaction in
      var details = tent.details
      details.name = "Big tent"
      details.locationID = tin
      try EditItem(itemID: tent.id, details: details)(transaction)
      try SetItemLabels(itemID: tent.id, labelIDs: [label, nice])(transaction)
      try DeleteItem(itemID: gone.id)(transaction)
    }
    let home = try #require(try store.write { try UndoMerge(mergeID: merge.id)($0) }.restoredID)
    let item = try #require(try Item.find(tent.id, in: store.connection))
    #expect((item.homeID, item.details.name) == (home, "Big tent"))
    // The tin stays, and the box that it was in goes back.
    #expect(item.details.locationID == box)
    let page = try #require(try ItemPage(item: tent.id, in: store.connection))
    #expect(page.labels.map(\.name) == ["Camping", "Nice"])
    let lantern = try #require(try Item.find(theirs.id, in: store.connection))
    #expect(lantern.homeID == cabin)
    let kept = try #require(try store.place(lantern.details.locationID ?? ""))
    #expect((kept.name, kept.homeID) == ("Box", cabin))
    #expect(try names("locations", home: cabin) == ["Box", "Shed", "Tin"])
    #expect(
      try #require(try ItemPage(item: theirs.id, in: store.connection)).labels.map(\.name)
        == ["Camping"])
    #expect(try store.place(tin)?.parentID == kept.id)
    #expect(try names("locations", home: home) == ["Box", "Shed"])
    #expect(try store.storedTotals() == TestStore.recount(in: store.connection))
  }

  @Test("an item that was put elsewhere in the other home has the nearest place back that there is")
  func undoPlaces() throws {
    let kitchen = try store.addLocation("Kitchen", home: "cottage")
    let shed = try store.addLocation("Shed", home: "cottage")
    let theirs = try store.addLocation("Kitchen", home: "cabin")
    let drawer = try store.addLocation("Drawer", home: "cabin", in: theirs)
    let attic = try store.addLocation("Attic", home: "cabin")
    let pan = try store.addItem("Pan", home: "cottage", at: kitchen)
    let pot = try store.addItem("Pot", home: "cottage", at: kitchen)
    let saw = try store.addItem("Saw", home: "cottage", at: shed)
    let merge = try merge()
    for (item, place) in [(pan, attic), (pot, drawer), (saw, attic)] {
      var details = item.details
      details.locationID = place
      try store.write { try EditItem(itemID: item.id, details: details)($0) }
    }
    let home = try #require(try store.write { try UndoMerge(mergeID: merge.id)($0) }.restoredID)
    func place(_ item: Item) throws -> Location? {
      let found = try #require(try Item.find(item.id, in: store.connection))
      #expect(found.homeID == home)
      return try found.details.locationID.flatMap { try Location.find($0, in: store.connection) }
    }
    // Where it was; around where it is; of a place that was not taken apart nobody knows it.
    #expect(try [place(pan)?.name, place(pot)?.name] == ["Kitchen", "Kitchen"])
    #expect(try [place(pan)?.homeID, place(pot)?.homeID] == [home, home])
    #expect(try place(saw) == nil)
    #expect(try Location.find(shed, in: store.connection)?.homeID == home)
    #expect(try Location.find(drawer, in: store.connection)?.parentID == theirs)
    #expect(try store.storedTotals() == TestStore.recount(in: store.connection))
  }

  @Test("an undo is for 30 days and for once")
  func undoOnce() throws {
    let merge = try merge()
    let undone = try store.write { try UndoMerge(mergeID: merge.id)($0) }
    let home = try #require(undone.restoredID)
    #expect(throws: UndoMerge.Failure.alreadyUndone(home)) {
      try store.write { try UndoMerge(mergeID: merge.id)($0) }
    }
    let second = try store.write {
      try MergeHome(sourceID: home, targetID: cabin, isCombining: true)($0)
    }
    store.now += HomeMerge.undoMilliseconds + 1
    #expect(throws: UndoMerge.Failure.tooLate) {
      try store.write { try UndoMerge(mergeID: second.id)($0) }
    }
    try store.write {
      try MergeHome(sourceID: store.id("flat"), targetID: cabin, isCombining: true)($0)
    }
    #expect(
      try #require(try HomeMerge.find(second.id, in: store.connection)).undoUntil == nil)
  }
}
