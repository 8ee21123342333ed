import Families
import HTTPServer
import Hub
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import SharingWeb
@testable import Web

/// What pages and the API make of a role that only newer programs know.
// D-FAM-8 S4-TC-invalid-user
@Suite struct NewerRoleRouteTests {
  @Test("whose role in the list of people is not known has every page, and a parent's of none")
  func listed() async throws {
    let world = try await AccountStateWorld()
    let place = RecordPlace(zone: world.family, id: UUIDs.v5(world.family, world.benID))
    try world.hearth.hub.store.write { writer in
      var record = try #require(try writer.record(place))
      let old = try #require(record.registers["role"])
      record.registers["role"] = Register("guardian", old.stamp)
      try writer.putRecord(record)
    }
    let (ben, token) = (try await world.ben(), try world.token())
    for page in world.mainPages() {
      // None of them fails, and each leads on.
      try await world.open(page, in: ben)
    }
    let people = await world.api("/families/\(world.family)/people", token)
    #expect(people.status == 200 && !people.text.contains(world.benID), "\(people.text)")
    #expect(people.text.contains(world.annaID))
    #expect(await world.api("/families/\(world.family)", token).text.contains(#""role":"child""#))
    // The hub has him as a child: he changes nothing, by pages or by programs.
    try await ben.get("/families/\(world.family)")
    let form = try await ben.get("/families/\(world.family)/routines/new")
    #expect(form.status == 403, "\(form.status)")
    let path = "/families/\(world.family)/routines"
    let added = await world.api(path, token, .post, body: #"{"title": "Mine", "people": []}"#)
    #expect(added.status == 403 && added.code == "read_only_family", "\(added.text)")
    let raised = await world.api(
      "/families/\(world.family)/people/\(world.benID)", token, .patch, body: #"{"role": "parent"}"#
    )
    #expect([403, 404].contains(raised.status), "\(raised.text)")
  }

  @Test(
    "a form or a program that gives a role which is not known changes nothing",
    arguments: ["guardian", "owner", ""])
  func given(role: String) async throws {
    let world = try await AccountStateWorld()
    let path = "/families/\(world.family)/settings"
    try await world.anna.get(path)
    let made = try await world.anna.submit(
      path + "/invites", ["role": role, "hours": "24", "uses": "2"])
    #expect(made.status == 400, "\(made.status)")
    let changed = try await world.anna.submit(
      path + "/people/\(world.benID)", ["role": role])
    #expect(changed.status == 400, "\(changed.status)")
    #expect(try world.hearth.hub.role(of: world.benID, in: world.family) == .readOnly)
    let token = try world.hearth.accounts.makeAccessToken(
      for: world.annaID, name: "robot", scope: .sharing, lifeDays: 30
    ).secret.text
    for (method, address, body): (HTTPMethod, String, String) in [
      (.patch, "people/\(world.benID)", #"{"role": "\#(role)"}"#),
      (.post, "invites", #"{"role": "\#(role)"}"#),
    ] {
      let answer = await world.api(
        "/families/\(world.family)/\(address)", token, method, body: body)
      #expect(answer.status == 422, "\(address): \(answer.text)")
    }
    #expect(try world.hearth.hub.role(of: world.benID, in: world.family) == .readOnly)
  }

  @Test("the history says that somebody got a role which only newer versions know")
  func history() throws {
    let change = RecordChange(
      .patch, "participants", "p", before: ["role": "readWrite", "name": "Ben"],
      after: ["role": "guardian"])
    let entry = HistoryEntry(
      sequence: 1, author: "anna", authorName: "Anna", at: 0, isSpanning: false,
      counts: [.init(kind: .patch, table: "participants", count: 1)], changes: [change])
    let event = try #require(SharingEvent(change, entry))
    #expect(event == .roleChanged("Ben", nil))
    let told = catalogue.activity(event, of: .family)
    for role in [Web.Role.owner, .editor, .viewer] {
      #expect(told != catalogue.activity(.roleChanged("Ben", role), of: .family))
    }
  }
}
