import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// Who is who in a group, and how long a deleted one is kept.
@Suite struct ClaimRouteTests {
  private func account(of member: String, in world: MoneyWorld) async throws -> String? {
    try await world.replica.sync()
    return try world.replica.file.read { connection in
      try GroupMember.find(world.member(member), in: connection)?.accountID
    }
  }

  // S2-TODO-claim S2-EDGE-double-claim S2-CLAIM-1
  @Test(
    """
    S2-EDGE-double-claim S2-CLAIM-1 of two who say “This is me” at the same moment \
    one is the member, and the other is shown whom they can be instead
    """)
  func atOnce() async throws {
    let world = try await MoneyWorld()
    let page = "/groups/\(world.group)"
    for browser in [world.ben, world.vera] { try await browser.get(page) }
    let path = "\(page)/members/\(world.member("Cy"))/me"
    async let ben = world.ben.submit(path)
    async let vera = world.vera.submit(path)
    let answers = try await [ben, vera]
    #expect(Set(answers.map(\.status)) == [303, 409])
    let lost = try #require(answers.first { $0.status == 409 })
    #expect(
      lost.main.contains(catalogue.isTaken(MemberName(id: world.member("Cy"), name: "Cy"))))
    #expect(lost.main.contains("/members/\(world.member("Ben"))/me"))
    #expect(!lost.main.contains("/members/\(world.member("Cy"))/me"))
    let names = ["ben", "vera"]
    let winner = try #require(answers.firstIndex { $0.status == 303 })
    let account = try #require(try world.hearth.accounts.account(named: names[winner])).id
    #expect(try await self.account(of: "Cy", in: world) == account)
    // Once more changes nothing.
    let again = try await [world.ben, world.vera][1 - winner].submit(path)
    #expect(again.status == 409)
    #expect(try await self.account(of: "Cy", in: world) == account)
  }

  // D-GRP-13 X32
  @Test("D-GRP-13 X32 a deleted group can be brought back for 30 days, and no longer")
  func thirtyDays() async throws {
    let world = try await MoneyWorld()
    let page = "/groups/\(world.group)"
    try await world.anna.get("\(page)/delete")
    _ = try await world.anna.submit("\(page)/delete", ["name": "Flat"])
    let restore = Route.restore(world.link).path
    // Her session goes on as she comes by.
    func pass(days: Int64) async throws {
      for _ in 0..<days {
        world.hearth.advance(milliseconds: 86_400_000)
        #expect(try await world.anna.get("/homes").status == 200)
      }
    }
    try await pass(days: 29)
    #expect(try await world.anna.get("/groups").main.contains(catalogue.recentlyDeleted))
    #expect(try await world.anna.get(restore).status == 200)
    try await pass(days: 2)
    #expect(try await !world.anna.get("/groups").main.contains(catalogue.recentlyDeleted))
    #expect(try await world.anna.get(restore).status == 410)
    #expect(try await world.anna.submit(restore).status == 410)
    #expect(try await world.anna.get(page).status == 404)
  }
}
