import Replica
import SyncProtocol

extension HubClient {
  /// Asks the hub which of an own home's names the home to be joined has, too.
  package func target(
    of invite: MatchSubject, _ names: MergeHome.Names
  ) async throws(HubClientError) -> MergeTarget {
    let reply = try await matchInvite(
      invite,
      queries: [
        MatchQuery(table: "locations", register: "nameKey", values: names.places.sorted()),
        MatchQuery(table: "labels", register: "nameKey", values: names.labels.sorted()),
        MatchQuery(table: "policies", register: "nameKey", values: names.policies.sorted()),
        // Policies without a number matter, too: they are matched by name alone.
        MatchQuery(
          table: "policies", register: "policyNumber",
          values: [""] + names.policyNumbers.sorted()),
        MatchQuery(table: "fieldPresets", register: "nameKey", values: names.presets.sorted()),
      ])
    func named(_ index: Int) -> [MergeTarget.Named] {
      guard reply.results.indices.contains(index) else { return [] }
      return reply.results[index].map {
        MergeTarget.Named(id: $0.record, parentID: $0.parent, nameKey: $0.value)
      }
    }
    let numbers =
      reply.results.indices.contains(3)
      ? Dictionary(reply.results[3].map { ($0.record, $0.value) }) { first, _ in first } : [:]
    var target = MergeTarget()
    target.places = named(0)
    target.labels = named(1)
    target.policies = named(2).map { policy in
      var policy = policy
      policy.number = numbers[policy.id] ?? MergeTarget.otherNumber
      return policy
    }
    target.presets = named(4)
    return target
  }
}
