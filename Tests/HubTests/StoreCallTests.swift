import Hub
import HubSQLite
import Replica
import SyncProtocol
import TestSupport
import Testing

/// How often a push asks its store: each time is a way there and back when the store is elsewhere.
@Suite struct StoreCallTests {
  private static let count = 10_000
  /// For a change set of any size, with all that comes before and after it.
  private static let maxCalls = 20

  /// A home with a place for every item, and a member.
  private func world() throws -> (world: SyncWorld, home: ZoneID) {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    return (world, home)
  }

  private func push(
    _ mutations: [Mutation], number: Int64, in world: SyncWorld
  ) throws -> Int {
    world.watched.calls = [:]
    let answer = try world.push(mutations, as: "ann", number: number)
    #expect(answer?.isAccepted == true, "\(String(describing: answer))")
    return world.watched.calls.values.reduce(0, +)
  }

  private func ids(_ name: String, _ count: Int) -> [RecordID] {
    (0..<count).map { "\(name)-\($0)" }
  }

  @Test("a change set of 10,000 mutations, or of any other size, asks the store twenty times")
  func few() throws {
    let (world, home) = try world()
    let other = "cabin"
    let half = Self.count / 2
    let inserts =
      ids("place", half).map {
        Mutation(.insert, "places", $0, in: home, registers: ["name": "x"])
      }
      + ids("item", half).enumerated().map { index, id in
        Mutation(
          .insert, "items", id, in: home,
          registers: ["name": "y", "placeID": .text("place-\(index)")]
        )
      }
    var calls = try push(inserts, number: 1, in: world)
    #expect(calls <= Self.maxCalls, "inserts: \(world.watched.calls)")
    // What is there already is referred to.
    let photos = ids("photo", 2000).enumerated().map { index, id in
      Mutation(
        .insert, "photos", id, in: home,
        registers: ["itemID": .text("item-\(index % 1000)"), "caption": ""])
    }
    calls = try push(photos, number: 2, in: world)
    #expect(calls <= Self.maxCalls, "parts: \(world.watched.calls)")
    let updates =
      ids("item", 1000).enumerated().map { index, id in
        Mutation(
          .update, "items", id, in: home, registers: ["placeID": .text("place-\(half - 1 - index)")]
        )
      }
      + ids("photo", 1000).map {
        Mutation(.update, "photos", $0, in: home, registers: ["caption": "new"])
      }
    calls = try push(updates, number: 3, in: world)
    #expect(calls <= Self.maxCalls, "updates: \(world.watched.calls)")
    // Places to which items refer, and parts of items.
    let deletes =
      ids("place", half).suffix(1000).map { Mutation(.delete, "places", $0, in: home) }
      + ids("photo", 1000).map { Mutation(.delete, "photos", $0, in: home) }
    calls = try push(deletes, number: 4, in: world)
    #expect(calls <= Self.maxCalls, "deletes: \(world.watched.calls)")
    try #expect(world.value("placeID", of: "item-7", in: home) == .null)
    _ = try push([Mutation(.insert, "homes", other, in: other)], number: 5, in: world)
    let moves = (ids("item", 1000) + ids("photo", 2000).suffix(1000)).map { id in
      Mutation(
        .move, id.hasPrefix("item") ? "items" : "photos", id, in: home,
        destination: RecordPlace(zone: other, id: id))
    }
    calls = try push(moves, number: 6, in: world)
    #expect(calls <= Self.maxCalls, "moves: \(world.watched.calls)")
    // By somebody who has not heard that they have gone elsewhere.
    let late = ids("item", 1000).map {
      Mutation(.update, "items", $0, in: home, registers: ["price": 3])
    }
    calls = try push(late, number: 7, in: world)
    #expect(calls <= Self.maxCalls, "followed: \(world.watched.calls)")
    try #expect(world.value("price", of: "item-7", in: other) == 3)
  }

  @Test("what is unique, and what stands in each other, is asked for at once, too")
  func rules() throws {
    let (world, home) = try world()
    let members = ids("member", 2000).enumerated().map { index, id in
      Mutation(.insert, "members", id, in: home, registers: ["name": .text("m\(index)")])
    }
    var calls = try push(members, number: 1, in: world)
    #expect(calls <= Self.maxCalls, "\(world.watched.calls)")
    let third = 500
    let tree = ids("room", third).map {
      Mutation(.insert, "places", $0, in: home, registers: ["name": "x"])
    }
    let boxes = ids("box", third).enumerated().map { index, id in
      Mutation(
        .insert, "places", id, in: home,
        registers: ["name": "x", "parentID": .text("room-\(index)")])
    }
    _ = try push(tree + boxes, number: 2, in: world)
    let turned = ids("box", third).enumerated().map { index, id in
      Mutation(
        .update, "places", id, in: home,
        registers: ["parentID": .text("room-\(third - 1 - index)")])
    }
    calls = try push(turned, number: 3, in: world)
    #expect(calls <= Self.maxCalls, "\(world.watched.calls)")
    let expenses = ids("expense", third).enumerated().map { index, id in
      Mutation(
        .insert, "expenses", id, in: home,
        registers: [
          "split": .map([
            "total": 1,
            "shares": .list([
              .map(["id": .text("s-\(index)"), "memberID": .text("member-\(index)"), "owed": 1])
            ]),
          ])
        ])
    }
    calls = try push(expenses, number: 4, in: world)
    #expect(calls <= Self.maxCalls, "\(world.watched.calls)")
    // Members whose expenses keep them.
    let deletes = ids("member", third).map { Mutation(.delete, "members", $0, in: home) }
    calls = try push(deletes, number: 5, in: world)
    #expect(calls <= Self.maxCalls, "\(world.watched.calls)")
    try #expect(world.value("isArchived", of: "member-3", in: home) == 1)
  }
}
