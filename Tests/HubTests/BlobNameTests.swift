import Hub
import HubSQLite
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// A file is read by who uploaded it, or could read it when it was named.
@Suite struct BlobNameTests {
  /// Ann's flat with a lamp of which there is a photo, and Bob's with a chair.
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let flat: ZoneID
    let lamp: RecordID
    let bobs: ZoneID
    let chair: RecordID

    init() throws {
      // Of what is handed back there is nothing to tell, and nothing to wait for.
      world = try SyncWorld(seals: false)
      (ann, bob) = (try world.device("ann"), try world.device("bob"))
      flat = try ann.addHome("Flat")
      lamp = try ann.addItem("lamp", in: flat)
      try world.hub.noteUpload(of: "front", by: "ann")
      try ann.addPhoto("the front", of: lamp, in: flat, file: "front")
      try ann.sync()
      bobs = try bob.addHome("Bob's")
      chair = try bob.addItem("chair", in: bobs)
      try bob.sync()
    }

    /// Bob writes a photo that names a file, in his own home.
    func name(
      _ file: FieldValue, caption: FieldValue = "c", number: Int64 = 1
    ) throws -> Answer? {
      try world.push(
        [
          Mutation(
            .insert, "photos", "p-\(number)", in: bobs,
            registers: ["itemID": .text(chair), "caption": caption, "file": file])
        ], as: "bob", number: number)
    }

    func bobReads(_ file: String, number: Int64 = 1) throws -> Bool {
      try world.hub.mayRead(
        blob: file, of: RecordPlace(zone: bobs, id: "p-\(number)"), as: "bob")
    }
  }

  private func isAccepted(_ answer: Answer?) -> Bool {
    if case .accepted? = answer { true } else { false }
  }

  @Test("who has only heard the name of a file cannot name it, whether there is one or not")
  func nameAlone() throws {
    let scene = try Scene()
    for (index, file) in ["front", "nothing"].enumerated() {
      let number = Int64(index + 1)
      let answer = try scene.name(.text(file), number: number)
      #expect(
        answer == .refused(Refusal(.unknown, RecordKey("photos", "p-\(number)"), "file")))
      #expect(try !scene.bobReads(file, number: number))
    }
  }

  @Test("a name in a register that names no file gives nothing")
  func otherRegister() throws {
    let scene = try Scene()
    #expect(isAccepted(try scene.name(.null, caption: "front")))
    #expect(try !scene.bobReads("front"))
    try scene.world.admit("bob", to: scene.flat, by: "ann")
    try scene.bob.sync()
    let photo = try scene.bob.addPhoto("side", of: scene.lamp, in: scene.flat)
    try scene.bob.sync()
    try scene.world.hub.remove("bob", from: scene.flat, by: "ann")
    // What he wrote is in the copy that he has.
    #expect(
      try !scene.world.hub.mayRead(
        blob: "side", of: RecordPlace(zone: scene.flat, id: photo), as: "bob"))
    #expect(
      try scene.world.hub.mayRead(
        blob: "front", of: RecordPlace(zone: scene.flat, id: photo), as: "bob"))
  }

  @Test("who has sent the bytes may name the file, however many others have")
  func uploaded() throws {
    let scene = try Scene()
    try scene.world.hub.noteUpload(of: "front", by: "bob")
    #expect(isAccepted(try scene.name("front")))
    #expect(try scene.bobReads("front"))
  }

  @Test("an upload counts until the file is swept away, and again when it was sent since")
  func swept() throws {
    let scene = try Scene()
    try scene.world.hub.noteUpload(of: "front", by: "bob")
    try scene.world.hub.forgetUploads(of: ["front"], before: scene.world.now)
    #expect(isAccepted(try scene.name("front")))
    try scene.world.hub.noteUpload(of: "side", by: "bob")
    try scene.world.hub.forgetUploads(of: ["side"], before: scene.world.now + 1)
    #expect(try scene.name("side", number: 2)?.refusalReason == .unknown)
  }

  @Test("who can read a file may name it in a home of their own, and keeps it")
  func reader() throws {
    let scene = try Scene()
    try scene.world.admit("bob", to: scene.flat, by: "ann", as: .readOnly)
    #expect(isAccepted(try scene.name("front")))
    try scene.world.hub.remove("bob", from: scene.flat, by: "ann")
    scene.world.now += Hub.copyMilliseconds
    #expect(try scene.bobReads("front"))
  }

  @Test("who was removed may name what their copy of the home names, and nothing newer")
  func removed() throws {
    let scene = try Scene()
    try scene.world.admit("bob", to: scene.flat, by: "ann")
    try scene.world.hub.remove("bob", from: scene.flat, by: "ann")
    try scene.ann.sync()
    try scene.world.hub.noteUpload(of: "side", by: "ann")
    try scene.ann.addPhoto("later", of: scene.lamp, in: scene.flat, file: "side")
    try scene.ann.sync()
    #expect(isAccepted(try scene.name("front")))
    #expect(try scene.name("side", number: 2)?.refusalReason == .unknown)
  }

  @Test("after the copy has expired a removed member names nothing of the home")
  func expired() throws {
    let scene = try Scene()
    try scene.world.admit("bob", to: scene.flat, by: "ann")
    try scene.world.hub.remove("bob", from: scene.flat, by: "ann")
    scene.world.now += Hub.copyMilliseconds
    #expect(try scene.name("front")?.refusalReason == .unknown)
    #expect(try !scene.bobReads("front"))
  }

  @Test("what moves brings its files along and leaves none behind")
  func moved() throws {
    let scene = try Scene()
    try scene.world.admit("bob", to: scene.flat, by: "ann")
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    try scene.ann.moveItem(scene.lamp, to: cabin)
    try scene.ann.sync()
    #expect(try scene.ann.refusals == [])
    #expect(try scene.name("front")?.refusalReason == .unknown)
    try scene.world.admit("bob", to: cabin, by: "ann")
    #expect(isAccepted(try scene.name("front", number: 2)))
  }

  @Test("a home that is merged brings its files along")
  func merged() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    #expect(try scene.ann.merge(scene.flat, into: cabin) == .accepted)
    try scene.world.admit("bob", to: cabin, by: "ann")
    #expect(isAccepted(try scene.name("front")))
  }

  @Test("somebody else's photo that was deleted comes back by who can read the home")
  func deleted() throws {
    let scene = try Scene()
    try scene.world.admit("bob", to: scene.flat, by: "ann")
    try scene.bob.sync()
    let photo = try #require(try scene.bob.texts("SELECT id FROM photos").first)
    try scene.bob.run("DELETE FROM photos")
    try scene.bob.sync()
    scene.world.now += 10
    try scene.bob.run(
      "INSERT INTO photos (id, homeID, itemID, caption, file) VALUES (?, ?, ?, 'c', 'front')",
      .text(photo), .text(scene.flat), .text(scene.lamp))
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [])
    #expect(
      try scene.world.hub.mayRead(
        blob: "front", of: RecordPlace(zone: scene.flat, id: photo), as: "bob"))
  }

  @Test("the files of a deleted home can be named until its content is gone")
  func purged() throws {
    let scene = try Scene()
    try scene.world.admit("bob", to: scene.flat, by: "ann")
    _ = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    #expect(try scene.ann.deleteHome(scene.flat) == .accepted)
    scene.world.now += Hub.copyMilliseconds - 1
    #expect(isAccepted(try scene.name("front")))
    #expect(
      isAccepted(
        try scene.world.push(
          [Mutation(.delete, "photos", "p-1", in: scene.bobs)], as: "bob", number: 2)))
    try scene.world.hub.purgeDeletedZone(scene.flat, by: "ann")
    scene.world.now += 2
    let named = try scene.world.store.withWriter { connection in
      try connection.query("SELECT zoneID FROM blobNames") { $0.text(0) }
    }
    #expect(named == [scene.bobs])
  }

  @Test("of many names in one push a single foreign one is found, behind hundreds of own ones")
  func many() throws {
    let scene = try Scene()
    let files = (0..<1200).map { "own-\($0)" }
    try scene.world.store.write { writer in
      for file in files { try writer.noteUpload(file, by: "bob", now: 1) }
    }
    let photos = { (files: [String]) in
      files.enumerated().map { index, file in
        Mutation(
          .insert, "photos", "many-\(index)", in: scene.bobs,
          registers: ["itemID": .text(scene.chair), "caption": "c", "file": .text(file)])
      }
    }
    let answer = try scene.world.push(photos(files + ["front"]), as: "bob", number: 1)
    #expect(answer == .refused(Refusal(.unknown, RecordKey("photos", "many-1200"), "file")))
    #expect(isAccepted(try scene.world.push(photos(files), as: "bob", number: 2)))
  }

  @Test("after a restore a photo is handed back when its file has come again")
  func restored() throws {
    let scene = try Scene()
    let backup = try scene.world.backup()
    try scene.world.hub.noteUpload(of: "side", by: "ann")
    try scene.ann.addPhoto("later", of: scene.lamp, in: scene.flat, file: "side")
    try scene.ann.sync()
    try scene.world.restore(backup)
    try scene.ann.sync()
    #expect(try scene.ann.refusals == [])
    #expect(try scene.ann.pendingCount == 1)
    try scene.world.hub.noteUpload(of: "side", by: "ann")
    scene.world.now += 10_000
    try scene.ann.sync()
    #expect(try scene.ann.pendingCount == 0)
    #expect(try scene.ann.refusals == [])
    #expect(try scene.ann.texts("SELECT file FROM photos ORDER BY file") == ["front", "side"])
  }

  @Test("a photo that was refused for want of its file is accepted when it was sent")
  func broughtBack() throws {
    let scene = try Scene()
    try scene.bob.addPhoto("p", of: scene.chair, in: scene.bobs, file: "side")
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.unknown])
    let parked = try #require(try scene.bob.replica.parkedChanges().first)
    try scene.world.hub.noteUpload(of: "side", by: "bob")
    try scene.bob.replica.retry(parked.number)
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [])
    #expect(try scene.bob.texts("SELECT file FROM photos") == ["side"])
  }

  @Test("a program that lets nobody name a file may vouch for what it names")
  func vouched() throws {
    let scene = try Scene()
    try scene.bob.addPhoto("p", of: scene.chair, in: scene.bobs, file: "side")
    let request = try #require(try scene.bob.replica.nextPush(maxChangeSets: 1))
    let response = try scene.world.hub.push(request, as: "bob", vouchesForBlobs: true)
    guard case .answers(let answers, _) = response else {
      Issue.record("no answers")
      return
    }
    #expect(isAccepted(answers.first))
  }
}
