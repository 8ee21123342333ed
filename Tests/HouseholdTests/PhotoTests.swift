import Household
import SQLite
import SyncProtocol
import Testing
import Things

@Suite struct PhotoTests {
  /// What a photo can be of.
  enum Owner: CaseIterable { case item, place, home }

  private func subject(_ owner: Owner, _ store: TestStore) throws -> Photo.Subject {
    switch owner {
    case .item: .item(try store.addItem("Pan", home: "flat").id)
    case .place: .location(try store.addLocation("Kitchen", home: "flat"))
    case .home: .home
    }
  }

  @Test(
    "S0-US000-AC8 S0-US000-DM7 items, places and homes have photos alike, the first one is primary",
    arguments: Owner.allCases)
  func photosOfAnything(owner: Owner) throws {
    let store = try TestStore(homes: ["flat"])
    let (home, subject) = (store.id("flat"), try subject(owner, store))
    let ids = try "abc".map { digit in
      try store.write {
        try AddPhoto(homeID: home, subject: subject, file: TestStore.photo(digit))($0).id
      }
    }
    func order() throws -> [RecordID] {
      try Photo.of(subject, home: home, in: store.connection).map(\.id)
    }
    #expect(try order() == ids)
    try store.write {
      try ReorderPhotos(homeID: home, subject: subject, photoIDs: [ids[2], ids[0], ids[1]])($0)
    }
    #expect(try order() == [ids[2], ids[0], ids[1]])
    // The next one is primary by its place alone: nothing else is written.
    try store.write { try DeletePhoto(photoID: ids[2])($0) }
    #expect(store.lastChanges == [RecordKey("photos", ids[2])])
    #expect(try order() == [ids[0], ids[1]])
    #expect(throws: DeletePhoto.Failure.photoNotFound) {
      try store.write { try DeletePhoto(photoID: ids[2])($0) }
    }
  }

  @Test("S0-US000-DM1 S0-US000-AC1 a photo has an id and the hash of its bytes, or is refused")
  func requiredColumns() throws {
    let store = try TestStore(homes: ["flat"])
    func insert(_ id: Value, _ hash: Value) throws {
      try store.connection.execute(
        """
        INSERT INTO photos (id, homeID, blobHash, byteCount, kind, width, height, sortKey,
          createdAt, createdBy) VALUES (?, ?, ?, 9, 'jpeg', 4, 3, 'V', 1, 'a')
        """, id, .text(store.id("flat")), hash)
    }
    let hash = Value.text(String(repeating: "a", count: 64))
    for (id, hash) in [
      (Value.null, hash), (.text("p"), .null), (.text("p"), .text("")), (.text("p"), .blob([1])),
    ] {
      #expect(throws: SQLiteError.self) { try insert(id, hash) }
    }
    try insert(.text("p"), hash)
    #expect(throws: SQLiteError.self) { try insert(.text("p"), hash) }
    #expect(try store.integer("SELECT count(*) FROM photos") == 1)
  }

  @Test("a deleted photo comes back under its id, to where it stood", arguments: Owner.allCases)
  func restoring(owner: Owner) throws {
    let store = try TestStore(homes: ["flat"])
    let (home, subject) = (store.id("flat"), try subject(owner, store))
    let ids = try "abc".map { digit in
      try store.write {
        try AddPhoto(homeID: home, subject: subject, file: TestStore.photo(digit))($0).id
      }
    }
    let deleted = try store.write { try DeletePhoto(photoID: ids[1])($0) }
    #expect(try store.write { try RestorePhoto(deleted)($0) } == deleted)
    #expect(try Photo.of(subject, home: home, in: store.connection).map(\.id) == ids)
    #expect(throws: RestorePhoto.Failure.alreadyThere) {
      try store.write { try RestorePhoto(deleted)($0) }
    }
  }

  @Test("a caption is one clean line of at most 300 characters; nothing else of the photo changes")
  func captions() throws {
    let store = try TestStore(homes: ["flat"])
    let photo = try store.write {
      try AddPhoto(homeID: store.id("flat"), subject: .home, file: TestStore.photo())($0)
    }
    #expect(photo.caption == "")
    func say(_ caption: String, base: String? = nil) throws -> String {
      try store.write {
        try CaptionPhoto(photoID: photo.id, caption: caption, base: base)($0).caption
      }
    }
    #expect(try say("  Serial\u{202e} number\r\nbelow \u{7}") == "Serial number below")
    #expect(store.lastChanges == [photo].map { RecordKey("photos", $0.id) })
    #expect(try say(String(repeating: "ü", count: 300)).count == 300)
    #expect(
      throws: CaptionPhoto.Failure.invalid([
        InputProblem(field: .caption, reason: .tooLong(maxCharacters: 300))
      ])
    ) { try say(String(repeating: "ü", count: 301)) }
    #expect(try say(" ") == "")
    // Somebody else has said something since the form was opened: what was not touched stays.
    #expect(try say("The front") == "The front")
    #expect(try say("", base: "") == "The front")
    #expect(store.lastChanges.isEmpty)
    #expect(try say("The back", base: "") == "The back")
    var expected = photo
    expected.caption = "The back"
    #expect(try Photo.find(photo.id, in: store.connection) == expected)
  }

  @Test("nobody captions a photo that is gone, or in a home that may only be read")
  func noCaption() throws {
    let store = try TestStore(homes: ["flat"])
    let photo = try store.write {
      try AddPhoto(homeID: store.id("flat"), subject: .home, file: TestStore.photo())($0).id
    }
    try store.connection.execute("UPDATE syncZones SET role = 'readOnly' WHERE kind = 'home'")
    for (id, failure) in [
      (photo, CaptionPhoto.Failure.readOnlyHome), ("gone", .photoNotFound),
    ] {
      #expect(throws: failure) {
        try store.write { try CaptionPhoto(photoID: id, caption: "Mine")($0) }
      }
    }
    #expect(try store.integer("SELECT count(*) FROM photos WHERE caption IS NULL") == 1)
  }

  @Test("a photo does not come back to what is gone, nor where there is no room for it")
  func notRestored() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pan", home: "flat").id
    let home = store.id("flat")
    func add() throws -> RecordID {
      try store.write {
        try AddPhoto(homeID: home, subject: .item(item), file: TestStore.photo())($0).id
      }
    }
    let first = try add()
    let deleted = try store.write { try DeletePhoto(photoID: first)($0) }
    for _ in 0..<Photo.maxPerSubject { _ = try add() }
    #expect(throws: RestorePhoto.Failure.noRoom) {
      try store.write { try RestorePhoto(deleted)($0) }
    }
    try store.write { try DeleteItem(itemID: item)($0) }
    #expect(throws: RestorePhoto.Failure.subjectNotFound) {
      try store.write { try RestorePhoto(deleted)($0) }
    }
  }

  // S0-US000-DM2 S0-US000-DM3 S0-US000-DM4 S0-US000-AC2
  @Test("a photo is of one item, one place or the home, inside the home, and has its rank")
  func references() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let item = try store.addItem("Pan", home: "flat").id
    let place = try store.addLocation("Kitchen", home: "flat")
    let targets = Set(try store.texts("SELECT \"table\" FROM pragma_foreign_key_list('photos')"))
    #expect(targets == ["homes", "items", "locations"])
    #expect(
      try store.texts(
        "SELECT type || ' ' || \"notnull\" FROM pragma_table_info('photos') WHERE name = 'sortKey'")
        == ["TEXT 1"])
    for (subject, home) in [
      (Photo.Subject.item(item), "cabin"), (.location(place), "cabin"), (.item("gone"), "flat"),
    ] {
      #expect(throws: AddPhoto.Failure.subjectNotFound) {
        try store.write {
          try AddPhoto(homeID: store.id(home), subject: subject, file: TestStore.photo())($0)
        }
      }
    }
    let photo = try store.write {
      try AddPhoto(homeID: store.id("flat"), subject: .item(item), file: TestStore.photo())($0).id
    }
    for sql in [
      "UPDATE photos SET locationID = '\(place)'", "UPDATE photos SET itemID = 'gone'",
      "UPDATE photos SET homeID = '\(store.id("cabin"))'",
    ] {
      #expect(throws: SQLiteError.self) { try store.write { try $0.connection.execute(sql) } }
    }
    #expect(try Photo.find(photo, in: store.connection)?.subject == .item(item))
  }

  @Test("S0-US000-DM5 no home, place or item has a column for a picture")
  func noPictureColumns() throws {
    let store = try TestStore()
    for table in ["homes", "locations", "items"] {
      let columns = try store.texts("SELECT lower(name) FROM pragma_table_info('\(table)')")
      #expect(!columns.isEmpty)
      for word in ["image", "photo", "picture"] {
        #expect(!columns.contains { $0.contains(word) }, "\(table)")
      }
    }
  }

  @Test("S0-US000-TH1 no table keeps small pictures, and none that is synced keeps bytes")
  func noThumbnails() throws {
    let store = try TestStore()
    let names = try store.texts(
      """
      SELECT lower(t.name || ' ' || c.name) FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table'
      """)
    #expect(names.contains("photos blobhash"))
    #expect(!names.contains { $0.contains("thumb") || $0.contains("preview") })
    for column in Things.schema.tables.flatMap(\.columns) {
      if case .blob = column.kind { Issue.record("\(column.name) is synced with its bytes") }
    }
  }
}
