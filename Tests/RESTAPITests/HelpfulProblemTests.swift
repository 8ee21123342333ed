import Backends
import RESTAPI
import Replica
import SyncProtocol
import Testing

/// Errors that say what to do next, and all of it at once.
@Suite struct HelpfulProblemTests {
  @Test("all faults of all elements of a list are told at once")
  func allAtOnce() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await ana.add("groups", #"{"name": "Flat", "currency": "EUR"}"#)
    let body = #"""
      {"payers": [{}, {"sum": 1}, 7], "sharers": [{"weight": 1}], "lines": [{"name": "x"}, {}]}
      """#
    let answer = await ana.post("/api/v1/groups/\(group)/expenses", body)
    #expect(answer.status == 422)
    #expect(
      Set(answer.faults) == [
        "payers[0].memberID: missing", "payers[1].memberID: missing",
        "payers[1].sum: unknown_field", "payers[2]: wrong_type", "sharers[0].memberID: missing",
        "lines[0].amountMinor: missing", "lines[1].amountMinor: missing", "title: missing",
        "day: missing", "amountMinor: missing",
      ])
    try hub.removeFolder()
  }

  @Test("a limit says whose it is and what can be done, each in words of its own")
  func limits() throws {
    func detail(_ limit: String) throws -> String {
      let error = ConfirmationError.refused(Refusal(.limit, nil, limit))
      return try #require(Problem(error)).detail
    }
    #expect(try detail("records of one account").contains("the owner of the home or group"))
    let known = [
      "records of one account", "records in one zone", "zones of one owner",
      "zones of one account", "additions of one account in a day",
      "mutations in one change set", "of a newer hub",
    ]
    let all = try known.map(detail)
    #expect(Set(all).count == known.count)
    for (limit, words) in zip(known, all) { #expect(!words.contains(limit), "\(words)") }
    #expect(Set(known.map { ReachedLimit(Refusal(.limit, nil, $0)) }) == Set(ReachedLimit.allCases))
  }
}
