import ExtremeValues
import Foundation
import Household
import Hub
import SyncProtocol
import Testing

/// What the API tells of rows at the ends of their ranges.
@Suite struct ExtremeValueTests {
  /// What stands for a record of each table in addresses.
  private static let parameters = [
    "homes": "homeID", "items": "itemID", "locations": "locationID", "labels": "labelID",
    "policies": "policyID", "photos": "photoID", "attachments": "attachmentID",
    "maintenance": "entryID",
  ]

  /// Puts other extreme values into all that can be changed of the world's records.
  private func push(_ round: Int, into world: MatrixWorld) throws {
    let (hub, account) = (world.hub.hub, world.owner.client.account)
    let home = try #require(world.ids["homeID"])
    let mutations = Self.parameters.sorted(by: <).compactMap { name, parameter -> Mutation? in
      guard let table = Household.schema.table(name), let id = world.ids[parameter] else {
        return nil
      }
      var values: [(String, FieldValue)] = []
      for (index, register) in table.registers.enumerated() where register.rule == .lastWriter {
        guard !table.references.contains(where: { $0.register == register.name }) else { continue }
        let taken = ExtremeValues.taken(for: register.columns[0])
        values.append((register.name, taken[(round + 3 * index) % taken.count]))
      }
      return Mutation(
        .update, name, id, in: home, registers: SortedMap(uniqueKeysWithValues: values))
    }
    #expect(mutations.count == Self.parameters.count)
    let change = ChangeSet(
      id: ChangeSetID(replica: "hostile", number: Int64(round) + 1),
      time: HybridTime(milliseconds: APIHub.start),
      grants: [home: try hub.store.read { try $0.grant(in: home, for: account) }?.grantID ?? ""],
      preconditions: [], mutations: mutations)
    let reply = try hub.push(
      PushRequest(
        epoch: try hub.store.read { try $0.state().epoch }, replica: "hostile",
        acknowledged: Int64(round), changeSets: [change]), as: account)
    guard case .answers(let answers, _) = reply, case .accepted? = answers.first else {
      Issue.record("\(reply)")
      return
    }
  }

  @Test("every operation that reads answers for rows at the ends of their ranges")
  func reading() async throws {
    let world = try await MatrixWorld()
    let client = world.owner.client
    let document = try await client.get("/openapi.json").json()
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    for round in 0..<8 {
      try push(round, into: world)
      var answeredCount = 0
      for (path, methods) in paths {
        guard let id = methods["get"]?["operationId"] as? String else { continue }
        var address = path
        for match in path.matches(of: /\{([A-Za-z]+)\}/) {
          let value = try #require(world.ids[String(match.1)])
          address = address.replacingOccurrences(of: "{\(match.1)}", with: value)
        }
        let query = world.filled(MatrixRules.all[id]?.query ?? "")
        let answer = await client.get(address + (query.isEmpty ? "" : "?\(query)"))
        #expect(answer.status < 500, "round \(round): \(id): \(answer.text.prefix(200))")
        if answer.status == 200 { answeredCount += 1 }
      }
      #expect(answeredCount > 20)
    }
    #expect(world.hub.lines.withLock { $0 }.allSatisfy { !$0.contains("\"event\":\"error\"") })
  }
}
