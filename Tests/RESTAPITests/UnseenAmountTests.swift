import Foundation
import Testing

/// A child of a family sees no amounts of others' homes by the API, and changes none.
@Suite struct UnseenAmountTests {
  /// 777,123.45, which nothing else in an answer looks like.
  private static let minor = 77_712_345

  private static func shows(_ text: String) -> Bool {
    text.contains("77712345") || text.contains("777123.45")
  }

  // D-PRM-6
  @Test("no operation answers a child with an amount of another's home; it does answer the owner")
  func everyOperation() async throws {
    let world = try await MatrixWorld()
    let owner = world.owner.client
    for (path, names) in [
      ("items/\(world.ids["itemID"] ?? "")", ["priceMinor", "replacementMinor"]),
      (
        "policies/\(world.ids["policyID"] ?? "")",
        ["deductibleMinor", "dwellingMinor", "personalPropertyMinor"]
      ),
      ("maintenance/\(world.ids["entryID"] ?? "")", ["costMinor"]),
      ("homes/\(world.ids["homeID"] ?? "")", ["purchaseMinor"]),
    ] {
      let fields = names.map { #""\#($0)": \#(Self.minor)"# } + [#""currency": "EUR""#]
      let answer = await owner.patch("/api/v1/\(path)", "{\(fields.joined(separator: ", "))}")
      #expect(answer.status == 200, "\(answer.text)")
    }
    let child = try #require(world.all.first { $0.familyRole == .readOnly && $0.isSignedIn })
    var telling: Set<String> = []
    for (operation, rule) in try await PermissionMatrixTests.Operation.all(owner)
    where operation.method == .get {
      let seen = try await PermissionMatrixTests.call(
        operation, rule, in: world, by: world.owner)
      if Self.shows(seen.text) { telling.insert(operation.id) }
      let childs = try await PermissionMatrixTests.call(operation, rule, in: world, by: child)
      #expect(!Self.shows(childs.text), "\(operation.id) shows an amount")
    }
    let expected: Set<String> = [
      "getItem", "listItems", "getPolicy", "listPolicies", "getMaintenance", "getHome",
      "listHomes", "listHomeActivity", "exportAll", "exportHome",
    ]
    #expect(telling.isSuperset(of: expected), "\(expected.subtracting(telling))")
    try world.hub.removeFolder()
  }

  @Test("what a child changes keeps the amounts, and one that it sends is refused at its field")
  func writing() async throws {
    let hub = try APIHub()
    let family = try await TestFamily(hub)
    let home = try await family.ann.addHome("Flat")
    try hub.admit(family.cyd, to: home, of: family.ann, role: .readWrite)
    let item = try await family.ann.addItem("Kettle", in: home)
    let path = "/api/v1/items/\(item)"
    let priced = await family.ann.patch(
      path, #"{"priceMinor": \#(Self.minor), "currency": "EUR"}"#)
    #expect(priced.status == 200, "\(priced.text)")
    let read = await family.cyd.get(path)
    let tag = try #require(read.headers["ETag"])
    let renamed = await family.cyd.patch(path, #"{"name": "Pot"}"#, ["If-Match": tag])
    #expect(renamed.status == 200 && !Self.shows(renamed.text), "\(renamed.text)")
    for body in [
      #"{"priceMinor": 5}"#, #"{"priceMinor": \#(Self.minor)}"#, #"{"currency": "USD"}"#,
    ] {
      let refused = await family.cyd.patch(path, body)
      #expect(refused.status == 422, "\(body): \(refused.text)")
      #expect(refused.faults.first?.contains("amount_unseen") == true, "\(refused.faults)")
    }
    let bought = await family.cyd.post(
      "/api/v1/items", #"{"homeID": "\#(home)", "name": "Pan", "priceMinor": 5}"#)
    #expect(bought.status == 422 && bought.faults.count == 1, "\(bought.text)")
    let now = await family.ann.get(path)
    #expect(Self.shows(now.text) && now.text.contains("Pot"))
    try hub.removeFolder()
  }
}
