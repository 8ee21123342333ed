import Families
import Foundation
import SyncProtocol
import Testing
import Values

@testable import FamilyWeb
@testable import Web

/// A week of a family in the browser, and of one person in it.
@Suite struct FamilyWeekRouteTests {
  private typealias World = FamilyRouteTests.World

  @Test("whose week is shown stays in the address, from week to week")
  func ofOne() async throws {
    let world = try await World()
    let path = "/families/\(world.family)/week"
    let annaID = try #require(try world.hearth.accounts.account(named: "anna")).id
    #expect(try await world.add().status == 303)
    #expect(
      try await world.add([("title", "Car"), ("people", annaID)]).status == 303)
    #expect(try await world.anna.get("/families/\(world.family)").main.contains(path))
    let all = try await world.anna.get(path).main
    #expect(all.contains("Evening") && all.contains("Car"))
    // A link for each person, and the weeks beside it are theirs, too.
    let bens = "\(path)?person=\(world.benID)"
    #expect(all.contains("href=\"\(bens)\""))
    let own = try await world.anna.get(bens).main
    #expect(own.contains("Evening") && !own.contains("Car"))
    let links = own.matches(of: /href="([^"]*\/week\?[^"]*)"/).map {
      MoneyWorld.unescaped($0.1)
    }
    let next = try #require(
      links.first { $0.hasPrefix("\(path)?day=") && $0.hasSuffix("&person=\(world.benID)") })
    let later = try await world.anna.get(next).main
    #expect(later.contains("Evening") && !later.contains("Car"))
    #expect(later.contains(catalogue.thisWeek))
    // A child looks, too; nobody else does.
    #expect(try await world.ben.get(bens).status == 200)
    let cyd = try await world.hearth.person("cyd", displayName: "Cyd")
    #expect(try await cyd.get(path).status == 404)
    for query in ["person=nobody", "person=\(world.benID)x"] {
      #expect(try await world.anna.get("\(path)?\(query)").status == 404, "\(query)")
    }
    for query in ["day=1000-01-01", "day=9999-12-31", "day=no", "person="] {
      #expect(try await world.anna.get("\(path)?\(query)").status == 200, "\(query)")
    }
    // Who was removed has no week any more.
    try world.hearth.hub.remove(world.benID, from: world.family, by: annaID)
    #expect(try await world.anna.get(bens).status == 404)
    #expect(try await world.ben.get(path).status == 404)
    #expect(try await world.anna.get(path).status == 200)
  }
}
