import Foundation
import HTTPServer
import Testing

/// What the resources beside items refuse, and what a file that is sent to be imported does.
@Suite struct BadRecordTests {
  private static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

  private static let bad: [(resource: String, body: String, fault: String)] = [
    ("homes", #""name": " \u202e""#, "name: missing"),
    ("homes", #""name": "\u200b\u2060\u00ad""#, "name: missing"),
    ("homes", #""name": "\uffff""#, "name: missing"),
    ("homes", #""name": "\#(long(101))""#, "name: too_long"),
    ("homes", #""name": "K", "city": "\#(long(301))""#, "city: too_long"),
    ("homes", #""name": "K", "currency": "XYZ""#, "currency: unknown_currency"),
    ("homes", #""name": "K", "currency": "EUR", "purchaseMinor": 1.5"#, "purchaseMinor: not_whole"),
    (
      "homes", #""name": "K", "currency": "EUR", "purchaseMinor": -1"#,
      "purchaseMinor: out_of_range"
    ),
    ("homes", #""name": "K", "purchasedOn": "2026-02-30""#, "purchasedOn: not_a_date"),
    ("homes", #""name": "K", "emoji": "house""#, "emoji: not_an_emoji"),
    ("locations", #""name": "\u0007""#, "name: missing"),
    ("locations", #""name": "\u3164\ufe0f""#, "name: missing"),
    ("locations", #""name": "\#(long(201))""#, "name: too_long"),
    ("locations", #""name": "K", "note": "\#(long(10_001))""#, "note: too_long"),
    ("locations", #""name": "K", "parentID": "nowhere""#, "parentID: not_in_this_home"),
    ("labels", #""name": """#, "name: missing"),
    ("labels", #""name": "\#(long(201))""#, "name: too_long"),
    ("labels", #""name": "K", "emoji": "😀😀""#, "emoji: not_an_emoji"),
    ("policies", #""provider": " ""#, "provider: missing"),
    ("policies", #""provider": "\#(long(201))""#, "provider: too_long"),
    ("policies", #""provider": "K", "currency": "XYZ""#, "currency: unknown_currency"),
    ("policies", #""provider": "K", "deductibleMinor": 0.5"#, "deductibleMinor: not_whole"),
    ("policies", #""provider": "K", "liabilityMinor": -1"#, "liabilityMinor: out_of_range"),
    ("policies", #""provider": "K", "startsOn": "2025-02-29""#, "startsOn: not_a_date"),
    (
      "policies", #""provider": "K", "startsOn": "2026-03-02", "endsOn": "2026-03-01""#,
      "endsOn: too_early"
    ),
  ]

  // X27: amounts of homes and policies.
  @Test("homes, places, labels and policies are refused by field and reason, and nothing is made")
  func records() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    var before: [String: [String]] = [:]
    for resource in ["locations", "labels", "policies"] {
      before[resource] = try await ana.names("/api/v1/\(resource)?limit=50&homeID=\(home)")
    }
    for (resource, body, fault) in Self.bad {
      let of = resource == "homes" ? "" : #""homeID": "\#(home)", "#
      let answer = await ana.post("/api/v1/\(resource)", "{\(of)\(body)}")
      #expect(answer.status == 422, "\(resource) \(body.prefix(60))")
      #expect(answer.faults == [fault], "\(resource) \(body.prefix(60))")
      #expect(try answer.string("kept") == "Nothing was changed.")
    }
    #expect(try await ana.names("/api/v1/homes?limit=50") == ["Flat"])
    for (resource, names) in before {
      let query = "/api/v1/\(resource)?limit=50&homeID=\(home)"
      #expect(try await ana.names(query) == names, "\(resource)")
    }
    try hub.removeFolder()
  }

  @Test("a change is refused as a new record is, and the old values stay")
  func changes() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let item = try await ana.add(
      "items", #"{"homeID": "\#(home)", "name": "Kettle", "currency": "JPY", "priceMinor": 500}"#)
    let address = "/api/v1/items/\(item)"
    let before = await ana.get(address).text
    for (body, fault) in [
      (#"{"name": ""}"#, "name: missing"), (#"{"quantity": -1}"#, "quantity: out_of_range"),
      (#"{"quantity": 0.5}"#, "quantity: not_whole"),
      (#"{"priceMinor": 500.5}"#, "priceMinor: not_whole"),
      (#"{"currency": "XYZ", "priceMinor": 1}"#, "currency: unknown_currency"),
      (#"{"purchasedOn": "2026-13-01"}"#, "purchasedOn: not_a_date"),
      (#"{"serial": "\#(Self.long(301))"}"#, "serial: too_long"),
    ] {
      let answer = await ana.patch(address, body)
      #expect(answer.status == 422, "\(body.prefix(40))")
      #expect(answer.faults == [fault], "\(body.prefix(40))")
    }
    #expect(await ana.get(address).text == before)
    try hub.removeFolder()
  }

  @Test("another currency alone is refused: the amounts would become other sums")
  func otherCurrency() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let item = try await ana.addItem("Kettle", in: home)
    let of = #""homeID": "\#(home)", "currency": "EUR""#
    let policy = try await ana.add(
      "policies", "{\(of), \"provider\": \"Mutual\", \"liabilityMinor\": 500}")
    let entry = try await ana.add(
      "items/\(item)/maintenance", #"{"title": "Descale", "currency": "EUR", "costMinor": 100}"#)
    for (record, amount) in [
      ("items/\(item)", "priceMinor"), ("homes/\(home)", "purchaseMinor"),
      ("policies/\(policy)", "liabilityMinor"), ("maintenance/\(entry)", "costMinor"),
    ] {
      let address = "/api/v1/\(record)"
      let set = await ana.patch(address, "{\"\(amount)\": 1000, \"currency\": \"EUR\"}")
      #expect(set.status == 200, "\(record)")
      let refused = await ana.patch(address, #"{"currency": "JPY"}"#)
      #expect(refused.faults == ["\(amount): other_currency"], "\(record)")
      #expect(try await ana.get(address).string("currency") == "EUR", "\(record)")
      // Saying the same one again changes no sum, and neither does saying the amount anew.
      #expect(await ana.patch(address, #"{"currency": "EUR"}"#).status == 200, "\(record)")
      let anew = await ana.patch(address, "{\"\(amount)\": 1600, \"currency\": \"JPY\"}")
      #expect(anew.status == 200, "\(record)")
      let gone = await ana.patch(address, "{\"\(amount)\": null, \"currency\": \"KWD\"}")
      #expect(gone.status == 200, "\(record)")
    }
    try hub.removeFolder()
  }

  @Test("D-MIG-4 an import tells each bad row with file, line, column, text and reason")
  func importedRows() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let rows: [(cells: String, reason: String, text: String)] = [
      (",1,,", "missingName", ""), ("\(Self.long(201)),1,,", "unfit", Self.long(201)),
      ("La\u{202E}mp,1,,", "hiddenCharactersInName", "Lamp"),
      ("Lamp,-1,,", "negativeQuantity", "-1"), ("Lamp,1.5,,", "fractionalQuantity", "1.5"),
      ("Lamp,1,4.5678,", "tooManyDecimals", "4.5678"),
      ("Lamp,1,XQZ 12,", "unreadableAmount", "XQZ 12"),
      ("Lamp,1,-5,", "negativeAmount", "-5"),
      ("Lamp,1,,2026-02-30", "impossibleDate", "2026-02-30"),
    ]
    let text =
      (["HB.name,HB.quantity,HB.purchase_price,HB.purchase_date", "Kettle,1,25.00,"]
      + rows.map(\.cells) + [""]).joined(separator: "\n")
    let file = try OpenFile(unnamedIn: hub.folder + "/spool")
    try file.append(Array(text.utf8))
    let answer = await ana.send(
      .post, "/api/v1/import?homeID=\(home)&currency=EUR", headers: ["Content-Type": "text/csv"],
      content: .file(SpooledFile(file: file, size: text.utf8.count)))
    #expect(answer.status == 200, "\(answer.text)")
    let json = try answer.json()
    #expect((json["items"] as? [String: Int])?["needsFixing"] == rows.count)
    let problems = try #require(json["problems"] as? [[String: Any]])
    for (index, row) in rows.enumerated() {
      let told = problems.first { $0["line"] as? Int == index + 3 }
      #expect(told?["reason"] as? String == row.reason, "\(row.cells.prefix(20))")
      #expect(told?["isBlocking"] as? Bool == true, "\(row.cells.prefix(20))")
      #expect(told?["file"] as? String == "import.csv")
      #expect((told?["sentence"] as? String)?.isEmpty == false)
      if !row.text.isEmpty {
        #expect((told?["text"] as? String)?.hasPrefix(row.text.prefix(200)) == true)
      }
    }
    #expect(try await ana.names("/api/v1/items?limit=50") == ["Kettle"])
    try hub.removeFolder()
  }
}
