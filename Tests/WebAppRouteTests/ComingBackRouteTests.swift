import Finances
import Foundation
import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import RESTAPI
import SyncProtocol
import Testing
import Threads
import Values

@testable import hearth
@testable import MoneyWeb
@testable import Web
@testable import WebApp

/// Who leaves a group and comes back finds there who they are and what they owe.
@Suite struct ComingBackRouteTests {
  /// Ben is the member of that name, and owes Anna €30.00 of a rent.
  private func world() async throws -> MoneyWorld {
    let world = try await MoneyWorld()
    try await world.ben.get("/groups/\(world.group)")
    let said = try await world.ben.submit(
      "/groups/\(world.group)/members/\(world.member("Ben"))/me")
    #expect(said.status == 303)
    try await world.add(world.anna, "Rent", "90")
    return world
  }

  /// Everything that tells somebody what they owe: `owed` of the group, and their share of the
  /// rent, once.
  private func check(
    _ world: MoneyWorld, _ browser: Browser, owes: Money, share: String = "€30.00",
    _ when: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    func has(_ path: String, _ text: String) async throws {
      let page = try await browser.get(path).main
      #expect(
        page.contains(text), "\(when): \(path) has no \(text)", sourceLocation: sourceLocation)
    }
    let group = "/groups/\(world.group)"
    let standings = catalogue.standings([owes])
    try await has(group, standings)
    try await has(group, catalogue.signed(owes))
    let page = try await browser.get(group).main
    #expect(!page.contains(catalogue.whoAreYou), "\(when)", sourceLocation: sourceLocation)
    try await has("\(group)/balances", catalogue.signed(owes))
    try await has("/groups", catalogue.standing(owes))
    try await has("/today", catalogue.money(owes.magnitude))
    try await has("/personal?month=2026-06", share)
    let ledger = try await browser.get("/personal?month=2026-06").main
    #expect(
      ledger.matches(of: />Rent<\/a>/).count == 1 && !ledger.contains("/personal/kept/"),
      "\(when): \(ledger)", sourceLocation: sourceLocation)
  }

  private func leave(
    _ world: MoneyWorld, _ browser: Browser, keeping: Bool, from group: String? = nil
  ) async throws {
    let leave = "/groups/\(group ?? world.group)/settings/leave"
    try await browser.get(leave)
    let left = try await browser.submit(leave, keeping ? ["keep": "1"] : [:])
    #expect(left.status == 303, "\(left.main)")
    #expect(try await browser.get("/groups/\(group ?? world.group)").status == 404)
  }

  // D-CLM-6 S2-EDGE-leave I2-5
  @Test(
    """
    who leaves, with a copy kept or not, and joins again is who they were, with what they owe, on \
    every page
    """,
    arguments: [
      (true, "editor"), (false, "editor"), (true, "viewer"), (false, "viewer"),
    ])
  func pages(keeping: Bool, role: String) async throws {
    let world = try await world()
    let owes = Money(-3000, "EUR")
    try await check(world, world.ben, owes: owes, "before")
    try await leave(world, world.ben, keeping: keeping)
    // The others see their member, who owes what they owed.
    let others = try await world.anna.get("/groups/\(world.group)").main
    #expect(others.contains(catalogue.signed(owes)) && others.contains("Ben"))
    try await MoneyWorld.admit(world.ben, to: world.group, of: world.anna, role: role)
    try await check(world, world.ben, owes: owes, "back")
    // Once more, with a second copy.
    try await leave(world, world.ben, keeping: keeping)
    try await MoneyWorld.admit(world.ben, to: world.group, of: world.anna, role: role)
    try await check(world, world.ben, owes: owes, "back again")
    // A replica that is made anew says the same.
    let fresh = try world.hearth.replica(of: "ben")
    try await fresh.sync()
    let account = try #require(try world.hearth.accounts.account(named: "ben")).id
    let nets = try fresh.file.read { connection in
      try GroupOverview(of: account, in: connection).rows.first { $0.id == world.group }?.nets
    }
    #expect(nets == [owes])
  }

  // D-CLM-6
  @Test("what has changed while somebody was out is in what they owe when they are back")
  func changedMeanwhile() async throws {
    let world = try await world()
    try await leave(world, world.ben, keeping: true)
    let rent = try #require(try await world.expenses().first)
    let edited = try await world.add(
      world.anna, "Rent", "120", to: "/groups/\(world.group)/expenses/\(rent.id)/edit")
    #expect(edited.status == 303, "\(edited.main)")
    // As large as an amount can be, and taken back by another as large.
    let most = "90000000000000.00"
    for (payer, sharer) in [("Anna", "Ben"), ("Ben", "Anna")] {
      let added = try await world.add(
        world.anna, "Bank", most, by: payer, among: [sharer], more: [("day", "2026-05-01")])
      #expect(added.status == 303, "\(added.main)")
    }
    try await MoneyWorld.admit(world.ben, to: world.group, of: world.anna, role: "editor")
    try await check(
      world, world.ben, owes: Money(-4000, "EUR"), share: "€40.00", "changed meanwhile")
  }

  // D-CLM-3 D-CLM-6
  @Test(
    """
    whose “This is me” the owner has taken back, or given to somebody else, is asked again when \
    they are back, and cannot be somebody else
    """)
  func notTheSame() async throws {
    let world = try await world()
    let (group, ben) = ("/groups/\(world.group)", world.member("Ben"))
    try await leave(world, world.ben, keeping: true)
    try await world.anna.get("\(group)/members/\(ben)")
    #expect(try await world.anna.submit("\(group)/members/\(ben)/release").status == 303)
    try await world.vera.get(group)
    #expect(try await world.vera.submit("\(group)/members/\(ben)/me").status == 303)
    try await MoneyWorld.admit(world.ben, to: world.group, of: world.anna, role: "editor")
    let asked = try await world.ben.get(group).main
    #expect(asked.contains(catalogue.whoAreYou) && !asked.contains("/members/\(ben)/me\""))
    #expect(try await world.ben.submit("\(group)/members/\(ben)/me").status == 409)
    // The share is Vera's now. What Ben had of it is in the copy that he keeps.
    let ledger = try await world.ben.get("/personal?month=2026-06").main
    #expect(ledger.matches(of: />Rent<\/a>/).count == 1)
    #expect(try await world.ben.submit("\(group)/members/\(world.member("Cy"))/me").status == 303)
    let back = try await world.ben.get(group).main
    #expect(!back.contains(catalogue.whoAreYou))
    #expect(back.contains(catalogue.standings([Money(-3000, "EUR")])))
  }

  // D-CLM-6
  @Test("who is out and back before a page of theirs has heard of it finds everything as it was")
  func unnoticed() async throws {
    let world = try await world()
    let ben = try #require(try world.hearth.accounts.account(named: "ben")).id
    let anna = try #require(try world.hearth.accounts.account(named: "anna")).id
    let invitations = Invitations(
      hub: world.hearth.hub, codeKey: [UInt8](repeating: 7, count: 32))
    let invite = try invitations.issue(
      InviteRequest(zone: world.group, role: .readWrite), by: anna)
    try world.hearth.hub.remove(ben, from: world.group, by: anna)
    _ = try world.hearth.hub.redeem(inviteID: invite.id, by: ben, as: .group)
    try await check(world, world.ben, owes: Money(-3000, "EUR"), "out and back")
  }

  // D-CLM-6
  @Test(
    """
    a device that was without the hub while its person left and came back shows what they owe, and \
    so does one that has seen both
    """, arguments: [true, false])
  func device(isOffline: Bool) async throws {
    let setting = try await DeviceSetting(signUps: .open)
    let ben = try await setting.hearth.person("ben")
    _ = try await ben.addHome("Own")
    let path = try await setting.makeGroup()
    let group = String(path.dropFirst("/groups/".count))
    try await MoneyWorld.admit(ben, to: group, of: setting.owner, role: "editor")
    let asked = try await ben.get(path).main
    let me = String(try #require(asked.firstMatch(of: /action="([^"]+\/me)"/)).1)
    #expect(try await ben.submit(me).status == 303)
    let form = try await setting.owner.get("\(path)/expenses/new").main
    let members = form.matches(of: /name="row" value="([^"]+)"/).map { String($0.1) }
    let anna = try #require(members.first { !me.contains($0) })
    let added = try await setting.owner.submit(
      "\(path)/expenses/new",
      repeated: [
        ("title", "Rent"), ("amount", "60"), ("currency", "EUR"), ("day", "2026-06-01"),
        ("way", "equal"), ("payer", anna),
      ] + members.flatMap { [("row", $0), ("in", $0)] })
    #expect(added.status == 303, "\(added.main)")
    let (app, paths) = try setting.device()
    let device = try await setting.connected(app, paths, as: "ben")
    let standings = catalogue.standings([Money(-3000, "EUR")])
    #expect(try await device.get(path).main.contains(standings))
    func syncNow() async throws {
      try await device.get("/sync")
      try await device.submit("/sync/now")
    }
    if isOffline { await setting.server.stop() }
    try await ben.get("\(path)/settings/leave")
    try await ben.submit("\(path)/settings/leave", ["keep": "1"])
    if !isOffline {
      try await syncNow()
      #expect(try await device.get(path).status == 404)
      #expect(try await device.get("/personal?month=2026-06").main.contains("€30.00"))
    }
    try await MoneyWorld.admit(ben, to: group, of: setting.owner, role: "editor")
    if isOffline { try setting.server.start() }
    try await syncNow()
    let back = try await device.get(path).main
    #expect(back.contains(standings) && !back.contains(catalogue.whoAreYou), "\(back)")
    #expect(try await device.get("/groups").main.contains(catalogue.standing(Money(-3000, "EUR"))))
    let ledger = try await device.get("/personal?month=2026-06").main
    #expect(ledger.matches(of: />Rent<\/a>/).count == 1 && ledger.contains("€30.00"))
    await app.stop()
    await setting.server.stop()
  }

  // D-MIR-11
  @Test("a copy that is kept by two presses at once, and of two notices, is counted once")
  func keptTwice() async throws {
    let world = try await world()
    try await leave(world, world.ben, keeping: true)
    let notices = try await world.ben.get("/people").main
    let copy = try world.ben.require(
      notices.firstMatch(of: /action="(\/notices\/[^"]+\/copy)"/).map { String($0.1) })
    async let first = world.ben.submit(copy)
    let second = try await world.ben.submit(copy)
    #expect(try await first.status == 303 && second.status == 303)
    let ledger = try await world.ben.get("/personal?month=2026-06").main
    #expect(ledger.matches(of: />Rent<\/a>/).count == 1, "\(ledger)")
    // Each copy is a group, with all that it was.
    let replica = try world.hearth.replica(of: "ben")
    try await replica.sync()
    let account = try #require(try world.hearth.accounts.account(named: "ben")).id
    let nets = try replica.file.read { try GroupOverview(of: account, in: $0).rows.map(\.nets) }
    #expect(nets.count >= 2 && nets.allSatisfy { $0 == [Money(-3000, "EUR")] }, "\(nets)")
  }
}
