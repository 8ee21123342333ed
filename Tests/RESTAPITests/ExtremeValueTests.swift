import ExtremeValues
import Foundation
import HearthDomain
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
  private static let parametersOfGroup = [
    "groups": "groupID", "groupMembers": "memberID", "expenseCategories": "categoryID",
    "expenses": "expenseID",
  ]

  /// Puts other extreme values into all that can be changed of the world's records.
  private func push(_ round: Int, into world: MatrixWorld) throws {
    try push(round, 1, Self.parameters, of: "homeID", into: world)
    try push(round, 2, Self.parametersOfGroup, of: "groupID", into: world)
  }

  private func push(
    _ round: Int, _ part: Int64, _ parameters: [String: String], of zone: String,
    into world: MatrixWorld
  ) throws {
    let (hub, account) = (world.hub.hub, world.owner.client.account)
    let zone = try #require(world.ids[zone])
    let mutations = parameters.sorted(by: <).compactMap { name, parameter -> Mutation? in
      guard let table = HearthDomain.schema.table(name), let id = world.ids[parameter] else {
        return nil
      }
      var values: [(String, FieldValue)] = []
      for (index, register) in table.registers.enumerated()
      where register.rule == .lastWriter && register.columns.count == 1 {
        guard !table.references.contains(where: { $0.register == register.name }) else { continue }
        let taken = ExtremeValues.taken(for: register.columns[0])
        values.append((register.name, taken[(round + 3 * index) % taken.count]))
      }
      return Mutation(
        .update, name, id, in: zone, registers: SortedMap(uniqueKeysWithValues: values))
    }
    #expect(mutations.count == parameters.count)
    let number = 2 * Int64(round) + part
    let change = ChangeSet(
      id: ChangeSetID(replica: "hostile", number: number),
      time: HybridTime(milliseconds: APIHub.start),
      grants: [zone: try hub.store.read { try $0.grant(in: zone, for: account) }?.grantID ?? ""],
      preconditions: [], mutations: mutations)
    let reply = try hub.push(
      PushRequest(
        epoch: try hub.store.read { try $0.state().epoch }, replica: "hostile",
        acknowledged: number - 1, changeSets: [change]), as: account)
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
      #expect(answeredCount > 40)
    }
    #expect(world.hub.lines.withLock { $0 }.allSatisfy { !$0.contains("\"event\":\"error\"") })
  }
}
