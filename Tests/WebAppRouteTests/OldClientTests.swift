import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import Testing

/// What a program from before photos were records of their own still sends.
@Suite struct OldClientTests {
  /// As the bytes came over the wire, but for the ids and the grant.
  private func changeSet(
    _ item: RecordID, _ home: ZoneID, _ grant: String, at time: HybridTime
  ) -> [UInt8] {
    Array(
      """
      {"id":"oldclient.1","h":\(time.bits),"g":{"\(home)":"\(grant)"},
       "m":[{"k":"u","t":"items","i":"\(item)","z":"\(home)",
             "r":{"name":"Red lamp","imageURL":"file:///Images/1.jpg","primaryPhotoID":"p1",
                  "secondaryPhotoURLs":["Images/2.jpg"]}},
            {"k":"i","t":"locations","i":"cellar","z":"\(home)",
             "r":{"kind":"room","name":"Cellar","nameKey":"cellar","createdAt":1,
                  "imageURL":"Images/3.jpg"}},
            {"k":"u","t":"homes","i":"\(home)","z":"\(home)",
             "r":{"imageURL":null,"secondaryPhotoURLs":"[]"}}]}
      """.utf8)
  }

  @Test(
    """
    S0-US000-AC3 D-PHO-3 columns for photos are in no table of homes, places or items, and what \
    old clients send of them is taken and ignored
    """)
  func legacyPhotoColumns() async throws {
    let names = ["imageURL", "primaryPhotoID", "secondaryPhotoURLs"]
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Lamp")
    let anna = try #require(try hearth.accounts.account(named: "anna")).id
    let (epoch, grant) = try hearth.hub.store.read {
      (try $0.state().epoch, try $0.grant(in: home, for: anna)?.grantID)
    }
    hearth.advance(milliseconds: 1000)
    let time = HybridTime(milliseconds: hearth.clock.withLock { $0 })
    let sent = try ChangeSet(wireBytes: changeSet(item, home, try #require(grant), at: time))
    let response = try hearth.hub.push(
      PushRequest(epoch: epoch, replica: "oldclient", acknowledged: 0, changeSets: [sent]),
      as: anna)
    guard case .answers(let answers, _) = response, case .accepted? = answers.first else {
      Issue.record("not accepted: \(response)")
      return
    }
    let replica = try hearth.replica(of: "anna")
    try await replica.sync()
    let renamed = try replica.file.read { connection in
      try connection.query("SELECT name FROM items") { $0.text(0) }
    }
    #expect(renamed == ["Red lamp"])
    for (table, id) in [("items", item), ("locations", "cellar"), ("homes", home)] {
      let schema = try #require(HearthDomain.schema.table(table))
      #expect(names.allSatisfy { schema.retired.contains($0) && schema.register($0) == nil })
      let record = try hearth.hub.store.read { try $0.record(RecordPlace(zone: home, id: id)) }
      let registers = try #require(record).registers
      #expect(names.allSatisfy { registers[$0] == nil })
      let columns = try replica.file.read { connection in
        try connection.query("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
      }
      #expect(columns.contains("name"))
      #expect(Set(columns).isDisjoint(with: names))
    }
    let kept = try replica.file.read { connection in
      try connection.first("SELECT count(*) FROM syncUnknown") { $0.integer(0) }
    }
    #expect(kept == 0)
  }
}
