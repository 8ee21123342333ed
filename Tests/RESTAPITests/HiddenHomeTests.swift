import Foundation
import HTTPServer
import Hub
import SyncProtocol
import Testing

/// I1-3: shared homes that are hidden while sharing is paused.
@Suite struct HiddenHomeTests {
  private static let word = "zyxcanary"

  /// Everything that the API's own document says can be got, with the ids of a world put in.
  private func addresses(_ world: MatrixWorld) async throws -> [(id: String, path: String)] {
    let document = try await world.owner.client.get("/openapi.json").json()
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    var found: [(id: String, path: String)] = []
    for (path, methods) in paths.sorted(by: { $0.key < $1.key }) {
      guard let id = methods["get"]?["operationId"] as? String else { continue }
      var filled = path
      for (name, value) in world.ids {
        filled = filled.replacingOccurrences(of: "{\(name)}", with: value)
      }
      #expect(!filled.contains("{"), "the world has no \(filled)")
      found.append((id, filled))
      // Also about the home alone, as the permission matrix asks.
      let query = MatrixRules.all[id]?.query ?? ""
      if !query.isEmpty { found.append((id, filled + "?" + world.filled(query))) }
    }
    return found
  }

  /// A world in which everything of the shared home bears the word.
  private func world() async throws -> MatrixWorld {
    let world = try await MatrixWorld(word: Self.word)
    let own = try await world.owner.client.addHome("Den")
    _ = try await world.owner.client.addItem("Lamp", in: own)
    return world
  }

  @Test(
    "I1-3 D-GAT-3 hidden homes are in no answer of the API; what names them is 503 feature_disabled"
  )
  func everyAddress() async throws {
    let world = try await world()
    let addresses = try await addresses(world)
    let home = try #require(world.ids["homeID"])
    let group = try #require(world.ids["groupID"])
    let family = try #require(world.ids["familyID"])
    for caller in world.all where caller.role != nil {
      var before: [String: Client.Answer] = [:]
      for (_, path) in addresses { before[path] = await caller.client.get(path) }
      let telling = addresses.filter { Self.tells(before[$0.path]) }.map(\.id)
      #expect(
        Set(telling).isSuperset(
          of: [
            "listHomes", "getHome", "listItems", "getItem", "getLocation", "getLabel", "getPolicy",
            "search", "exportHome", "listItemActivity", "listGroups", "getGroup",
            "listGroupMembers", "getGroupMember", "listCategories", "getCategory", "listExpenses",
            "getExpense", "exportGroup", "getOwnBalances", "listFamilies", "getFamily",
            "listRoutines", "getRoutine", "getFamilyDay", "listAbsences", "getAbsence",
          ].filter { ["owner", "editor", "viewer"].contains(caller.name) || $0 == "getHome" }),
        "\(caller.name): \(telling)")
      try world.hub.hub.changeSharingFlag(
        .init(state: .killed, hidesShared: true), by: .commandLine)
      for (id, path) in addresses where id != "getDocument" {
        let answer = await caller.client.get(path)
        #expect(!Self.tells(answer), "\(id) tells \(caller.name) of a hidden home: \(path)")
        #expect(answer.status < 500 || answer.status == 503, "\(id): \(answer.text)")
        if [home, group, family].contains(where: path.contains), before[path]?.status == 200 {
          #expect(answer.status == 503 && answer.code == "feature_disabled", "\(id): \(path)")
          #expect(answer.text.contains("nothing is lost"))
        }
      }
      try world.hub.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
      for (id, path) in addresses {
        let after = await caller.client.get(path)
        #expect(
          after.status == before[path]?.status && Self.tells(after) == Self.tells(before[path]),
          "\(id) by \(caller.name): \(path)")
      }
    }
    try world.hub.removeFolder()
  }

  private static func tells(_ answer: Client.Answer?) -> Bool {
    guard let answer else { return false }
    let headers = answer.headers.fields.map(\.value).joined()
    return (answer.text + headers).lowercased().contains(word)
  }

  @Test("I1-3 one's own home is read and written as ever while others are hidden")
  func own() async throws {
    let world = try await world()
    let client = world.owner.client
    try world.hub.hub.changeSharingFlag(.init(state: .killed, hidesShared: true), by: .commandLine)
    #expect(await client.get("/api/v1/flags").text.contains(#""hidden":true"#))
    let all = await client.get("/api/v1/items")
    #expect(all.status == 200 && all.text.contains("Lamp"))
    let home = try #require(world.ids["homeID"])
    let refused = await client.post(
      "/api/v1/items", #"{"homeID": "\#(home)", "name": "Pan", "currency": "EUR"}"#)
    #expect(refused.status == 503 && refused.code == "feature_disabled")
    _ = try await client.addItem("Chair", in: try await client.addHome("Cellar"))
    // Whoever has nothing there still learns nothing.
    let stranger = try #require(world.all.first { $0.name == "stranger" }).client
    #expect(await stranger.get("/api/v1/homes/\(home)").status == 404)
    try world.hub.removeFolder()
  }
}
