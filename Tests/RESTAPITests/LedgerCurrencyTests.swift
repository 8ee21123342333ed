import Foundation
import SyncProtocol
import Testing

/// An account's own currency, and coming back to a group, through the API.
@Suite struct LedgerCurrencyTests {
  private func items(_ client: Client, _ path: String) async throws -> [[String: Any]] {
    let answer = await client.get("/api/v1/\(path)")
    try #require(answer.status == 200, "\(answer.text)")
    return try #require(try answer.json()["items"] as? [[String: Any]])
  }

  private let path = "/api/v1/ledger/currency"

  // S2-RECOMP-0 S2-RECOMP-1
  @Test("another currency of one's own converts the whole ledger, and is told how far it is")
  func change() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    for (amount, currency) in [(420, "EUR"), (10_000_000_000_000, "VND"), (100, "XAF")] {
      _ = try await ana.add(
        "ledger/entries",
        #"""
        {"title": "A", "amountMinor": \#(amount), "currency": "\#(currency)", "day": "2026-03-02"}
        """#)
    }
    let before = try await ana.get(path).json()
    #expect(before["currency"] as? String == "EUR" && before["rowCount"] as? Int == 4)
    #expect(before["isConverting"] as? Bool == false && before["convertedCount"] as? Int == 2)
    let changed = await ana.patch(path, #"{"currency": "usd"}"#)
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try changed.string("currency") == "USD")
    #expect(try changed.json()["isConverting"] as? Bool == false)
    #expect(try changed.json()["convertedCount"] as? Int == 2)
    let rows = try await items(ana, "ledger")
    #expect(rows.compactMap { $0["convertedCurrency"] as? String } == ["USD", "USD"])
    #expect(try await ana.get("/api/v1/ledger/months/2026-03").string("currency") == "USD")
    // The other settings stay, and nobody else's change.
    let ben = try hub.person("ben")
    #expect(try await ben.get(path).string("currency") == "EUR")
    #expect(await ana.patch(path, "{}").status == 200)
    #expect(try await ana.get(path).string("currency") == "USD")
    try hub.removeFolder()
  }

  @Test("what is no currency is refused with its field, and changes nothing")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    for body in [
      #"{"currency": "XXX"}"#, #"{"currency": ""}"#, #"{"currency": null}"#, #"{"currency": 1}"#,
      #"{"currency": "EURO"}"#, #"{"other": "EUR"}"#,
    ] {
      let answer = await ana.patch(path, body)
      #expect(answer.status == 422, "\(body): \(answer.text)")
      #expect(!answer.faults.isEmpty, "\(body): \(answer.text)")
    }
    #expect(try await ana.get(path).string("currency") == "EUR")
    let reader = try hub.client(of: ana.account, scope: .read)
    #expect(await reader.patch(path, #"{"currency": "USD"}"#).status == 403)
    #expect(await reader.get(path).status == 200)
    let home = try await ana.add("homes", #"{"name": "Flat"}"#)
    let only = try hub.client(of: ana.account, home: home)
    #expect(await only.get(path).code == "home_token")
    #expect(await only.patch(path, #"{"currency": "USD"}"#).code == "home_token")
    try hub.removeFolder()
  }

  @Test("two changes at once leave one currency, with everything in it")
  func twoAtOnce() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    _ = try await ana.add(
      "ledger/entries",
      #"{"title": "A", "amountMinor": 420, "currency": "EUR", "day": "2026-03-02"}"#)
    async let first = ana.patch(path, #"{"currency": "USD"}"#)
    let second = await ana.patch(path, #"{"currency": "GBP"}"#)
    #expect(await first.status == 200 && second.status == 200)
    let after = try await ana.get(path).json()
    let currency = try #require(after["currency"] as? String)
    #expect(["USD", "GBP"].contains(currency) && after["convertedCount"] as? Int == 1)
    #expect(try await items(ana, "ledger")[0]["convertedCurrency"] as? String == currency)
    try hub.removeFolder()
  }

  // D-CLM-6
  @Test("who leaves a group by a program and joins again is who they were, with what they owe")
  func comingBack() async throws {
    let hub = try APIHub()
    let (ana, ben) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing)
    )
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    #expect(await ben.post("\(group.path)/members/\(group["Ben"])/claim", "").status < 300)
    func check(_ when: String) async throws {
      let balances = try await ben.get("\(group.path)/balances").text
      #expect(balances.contains(#""netMinor":"-450""#), "\(when): \(balances)")
      let member = try await ben.get("\(group.path)/members/\(group["Ben"])").json()
      #expect(member["accountID"] as? String == ben.account, "\(when)")
      let own = await ben.get("/api/v1/balances").text
      #expect(own.contains(#""netMinor":"-450""#), "\(when): \(own)")
      let rows = try await items(ben, "ledger")
      #expect(rows.map { $0["kind"] as? String } == ["share"], "\(when)")
      #expect(rows.map { $0["amountMinor"] as? Int } == [450], "\(when)")
    }
    try await check("before")
    #expect(await ben.send(.post, "\(group.path)/leave").status == 204)
    #expect(await ben.get(group.path).status == 404)
    for role in [Role.readOnly, .readWrite] {
      try hub.admit(ben, to: group.id, of: ana, role: role)
      try await check("back, \(role)")
      #expect(await ben.send(.post, "\(group.path)/leave").status == 204)
    }
    try hub.removeFolder()
  }
}
