import Blobs
import HTTPServer
import Hub
import HubHTTP
import Replica
import SeededNoise
import SyncProtocol
import SyncTestSupport
import Testing

/// What outsiders and broken programs may send to push, redeem and the blobs.
@Suite struct HostileInputTests {
  private struct Setting {
    let server: TestServer
    let ada: (id: AccountID, token: String)
    let eve: (id: AccountID, token: String)
    let home: ZoneID
    let note: RecordID

    init() async throws {
      server = try TestServer(inMemory: true)
      ada = try server.addAccount("ada")
      eve = try server.addAccount("eve")
      let (home, note) = try await server.testHub.replica(ada.id)
        .confirm(via: server.testHub.transport(ada.id)) { transaction in
          let home = try transaction.addHome("Flat")
          return (home, try transaction.addNote("The key is under the mat", in: home))
        }
      (self.home, self.note) = (home, note)
    }

    func head() throws -> Int64? {
      try server.testHub.store.read { try $0.zone(home)?.head }
    }

    /// A push into the home that is good when its owner sends it.
    func push(_ replica: String, number: Int64 = 1) throws -> [UInt8] {
      let (epoch, grant) = try server.testHub.store.read { reader in
        (try reader.state().epoch, try reader.grants(in: home).first?.grantID ?? "")
      }
      return PushRequest(
        epoch: epoch, replica: replica, acknowledged: 0,
        changeSets: [
          ChangeSet(
            id: ChangeSetID(replica: replica, number: number),
            time: HybridTime(milliseconds: wallClock()),
            grants: [home: grant],
            mutations: [
              Mutation(.update, "notes", note, in: home, registers: ["text": "gone"]),
              Mutation(.insert, "notes", "n-\(replica)", in: home, registers: ["text": "mine"]),
            ])
        ]
      ).wireBytes
    }
  }

  // D-TST-2, with RouteTableTests, WireFixtureTests, ReaderFuzzTests and HostilePhotoTests
  @Test("D-TST-2 spoiled pushes of a stranger are answered, and never write into a home")
  func push() async throws {
    let setting = try await Setting()
    let before = try setting.head()
    var noise = SeededNoise(seed: 20_261_121)
    var answered = 0
    for round in 0..<1500 {
      let good = try setting.push("r\(round)")
      let body = round % 10 == 0 ? good : noise.spoil(good)
      let answer = await setting.server.call(
        .post, "/sync/v1/push", token: setting.eve.token, body: body)
      #expect(answer.status.rawValue < 500, "round \(round)")
      if answer.status == .ok { answered += 1 }
    }
    // Not all were stopped where bytes are read: the hub has judged some.
    #expect(answered > 300)
    #expect(try setting.head() == before)
    // Whoever may write there still can.
    let answer = await setting.server.call(
      .post, "/sync/v1/push", token: setting.ada.token, body: try setting.push("own"))
    #expect(answer.status == .ok)
    let said = try PushResponse(wireBytes: answer.bytes)
    #expect(try setting.head() != before, "\(said)")
  }

  @Test("D-TST-2 guessed and spoiled invites let nobody in")
  func redeem() async throws {
    let setting = try await Setting()
    let made = await setting.server.call(
      .post, "/sync/v1/invites", token: setting.ada.token,
      body: InviteRequest(zone: setting.home, role: .readWrite, maxUses: 1).wireBytes)
    let good = InviteKey.token(try IssuedInvite(wireBytes: made.bytes).token).wireBytes
    var noise = SeededNoise(seed: 7)
    var statuses: Set<Int> = []
    for round in 0..<400 {
      let body = noise.spoil(good)
      guard body != good else { continue }
      for path in ["redeem", "preview"] {
        let answer = await setting.server.call(
          .post, "/sync/v1/invites/\(path)", token: setting.eve.token, body: body)
        statuses.insert(answer.status.rawValue)
        #expect((400..<500).contains(answer.status.rawValue), "round \(round)")
      }
    }
    #expect(statuses.contains(404))
    #expect(try setting.server.testHub.hub.role(of: setting.eve.id, in: setting.home) == nil)
  }

  @Test("D-TST-2 spoiled headers are answered, and sign nobody in")
  func headers() async throws {
    let setting = try await Setting()
    var noise = SeededNoise(seed: 4)
    var statuses: Set<Int> = []
    for round in 0..<1000 {
      let version = String(decoding: noise.spoil(Array("1".utf8)), as: UTF8.self)
      let good = "Bearer \(setting.ada.token)"
      let token = String(decoding: noise.spoil(Array(good.utf8)), as: UTF8.self)
      guard token != good else { continue }
      let answer = await setting.server.call(
        .get, "/sync/v1/me",
        headers: [("Authorization", token), (ProtocolVersion.header, version)])
      statuses.insert(answer.status.rawValue)
      #expect(!answer.bytes.starts(with: Array(#"{"id""#.utf8)), "round \(round)")
    }
    #expect(statuses == [400, 401])
  }

  @Test("D-TST-2 numbers at the end of their range stop no hub")
  func extremes() async throws {
    let setting = try await Setting()
    for number in ["-9223372036854775808", "9223372036854775807", "-1", "9007199254740993"] {
      for (path, body) in [
        ("history", #"{"zone":"\#(setting.home)","before":\#(number)}"#),
        ("history", #"{"zone":"\#(setting.home)","limit":\#(number)}"#),
        ("pull", #"{"epoch":"","replica":"r","zones":{},"maxBytes":\#(number)}"#),
        (
          "pull",
          #"{"epoch":"","replica":"r","zones":{"\#(setting.home)":{"at":\#(number),"grant":"g"}}}"#
        ),
        ("push", #"{"epoch":"","replica":"r","acknowledged":\#(number),"changeSets":[]}"#),
        (
          "invites",
          #"{"zone":"\#(setting.home)","role":"readOnly","lifeSeconds":\#(number),"maxUses":1}"#
        ),
        (
          "invites",
          #"{"zone":"\#(setting.home)","role":"readOnly","lifeSeconds":60,"maxUses":\#(number)}"#
        ),
      ] {
        let answer = await setting.server.call(
          .post, "/sync/v1/\(path)", token: setting.ada.token, body: Array(body.utf8))
        #expect(answer.status.rawValue < 500, "\(path) \(body)")
      }
    }
  }

  @Test("D-TST-2 blobs are given to nobody by guessing, whatever name, home or range is asked for")
  func blobs() async throws {
    let setting = try await Setting()
    let secret = Array("the picture of the safe".utf8)
    let folder = try BlobFolder(path: setting.server.testHub.folder.path + "/blobs")
    let hash = try folder.store(secret, by: setting.ada.id).description
    var noise = SeededNoise(seed: 99)
    let ranges = ["bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0,2-2", "bytes=\u{0}", "x"]
    for round in 0..<600 {
      let name = String(decoding: noise.spoil(Array(hash.utf8)), as: UTF8.self)
      let place = String(decoding: noise.spoil(Array(setting.note.utf8)), as: UTF8.self)
      let answer = await setting.server.call(
        .get, "/sync/v1/blobs/\(round % 2 == 0 ? hash : name)", token: setting.eve.token,
        headers: [("Range", ranges[noise.next(ranges.count)])],
        query: [("zone", round % 3 == 0 ? setting.home : place), ("record", place)])
      #expect((400..<500).contains(answer.status.rawValue), "round \(round)")
      #expect(answer.bytes != secret)
    }
    let upload = await setting.server.call(
      .get, "/sync/v1/blobs/\(hash)/upload", token: setting.eve.token)
    // Whether somebody else has it shows to nobody.
    #expect(upload.headers["Upload-Offset"] == "0")
  }
}
