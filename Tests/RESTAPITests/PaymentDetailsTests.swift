import Foundation
import SyncProtocol
import Testing

/// Through the API how a member is paid is told to them and to whoever owes them (decision 0076).
@Suite struct PaymentDetailsTests {
  private static let iban = "DE02 1203"

  @Test("no list, answer, document or activity tells the details of somebody whom one does not owe")
  func told() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    let group = try await TestGroup(ana, "Ben")
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let address = "\(group.path)/members/\(group["Ben"])"
    #expect(await ben.post("\(address)/claim", "").status == 200)
    let said = await ben.patch(address, #"{"payment": "\#(Self.iban)"}"#)
    #expect(try said.string("payment") == Self.iban)
    let paths = ["members", "members/\(group["Ben"])", "document", "activity", "export"]
    func read(_ client: Client) async throws -> [String] {
      var texts: [String] = []
      for path in paths {
        let answer = await client.get("\(group.path)/\(path)")
        #expect(answer.status == 200, "\(path)")
        texts.append(answer.text)
      }
      let change = try await client.ids("groups/\(group.id)/activity")[0]
      return texts + [await client.get("\(group.path)/activity/\(change)").text]
    }
    for text in try await read(ana) { #expect(!text.contains(Self.iban), "\(text)") }
    #expect(try await read(ben).count { $0.contains(Self.iban) } == 5)
    // She may rename him, and send back what she was shown; but not say how he is paid.
    let renamed = await ana.patch(address, #"{"name": "Benno", "payment": ""}"#)
    #expect(renamed.status == 200 && !renamed.text.contains(Self.iban), "\(renamed.text)")
    let refused = await ana.patch(address, #"{"payment": "DE00"}"#)
    #expect(refused.status == 409 && refused.code == "others_payment", "\(refused.text)")
    #expect(try await ben.get(address).string("payment") == Self.iban)
    // Now she owes him.
    _ = try await group.add(#""amountMinor": 100, "payers": [{"memberID": "<Ben>"}]"#)
    #expect(try await ana.get(address).string("payment") == Self.iban)
    try hub.removeFolder()
  }
}
