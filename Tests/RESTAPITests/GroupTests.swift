import Foundation
import Testing

/// Groups, their members and categories.
@Suite struct GroupTests {
  @Test(
    "a group is made with its members, whose maker is one of them, changed and deleted (D-CLM-5)")
  func life() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let made = await ana.post(
      "/api/v1/groups", #"{"name": "Flat", "currency": "NOK", "members": ["Ben", "Carl"]}"#)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    let address = "/api/v1/groups/\(id)"
    #expect(made.headers["Location"] == address)
    #expect(try made.string("role") == "owner")
    #expect(try made.json()["memberCount"] as? Int == 3)
    let found = await ana.get(address)
    #expect(found.text == made.text && found.headers["ETag"] == made.headers["ETag"])
    let own = try made.string("ownMemberID")
    #expect(try await ana.get("\(address)/members/\(own)").json()["isYou"] as? Bool == true)
    #expect(try await ana.names("\(address)/members?limit=1") == ["ana", "Ben", "Carl"])
    let tag = try #require(made.headers["ETag"])
    let changed = await ana.patch(
      address, #"{"simplifies": false, "currency": "EUR"}"#, ["If-Match": tag])
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try changed.json()["simplifies"] as? Bool == false)
    #expect(try changed.string("name") == "Flat")
    #expect(await ana.patch(address, #"{"note": "x"}"#, ["If-Match": tag]).status == 412)
    #expect(await ana.delete(address, ["If-Match": tag]).status == 412)
    #expect(try await ana.names("/api/v1/groups?limit=1") == ["Flat"])
    #expect(await ana.delete(address).status == 204)
    #expect(await ana.get(address).status == 404)
    #expect(try await ana.names("/api/v1/groups?limit=50") == [])
    try hub.removeFolder()
  }

  private static let bad: [(path: String, body: String, fault: String)] = [
    ("groups", #"{}"#, "name: missing"), ("groups", #"{"name": " "}"#, "name: missing"),
    ("groups", #"{"name": "F", "currency": "QQQ"}"#, "currency: unknown_currency"),
    ("groups", #"{"name": "F", "members": ["Ana", "ana"]}"#, "members: name_taken"),
    ("groups", #"{"name": "F", "members": [1]}"#, "members: wrong_type"),
    ("groups", #"{"name": "F", "simplifies": 1}"#, "simplifies: wrong_type"),
    ("groups", #"{"name": "F", "owner": "me"}"#, "owner: unknown_field"),
    ("groups", #"{"name": "F", "role": "owner"}"#, "role: read_only"),
    ("members", #"{"name": ""}"#, "name: missing"),
    ("members", #"{"name": "X", "weight": -1}"#, "weight: out_of_range"),
    ("members", #"{"name": "X", "weight": 0.5}"#, "weight: not_whole"),
    ("members", #"{"name": "X", "accountID": "a"}"#, "accountID: read_only"),
    ("categories", #"{"name": null}"#, "name: wrong_type"),
    ("categories", #"{"name": "X", "emoji": "house"}"#, "emoji: not_an_emoji"),
    ("categories", #"{"name": "X", "colorIndex": 12}"#, "colorIndex: out_of_range"),
  ]

  @Test("groups, members and categories are refused by field and reason, and nothing is made")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let categories = try await ana.names("\(group.path)/categories?limit=50")
    for (path, body, fault) in Self.bad {
      let answer =
        path == "groups" ? await ana.post("/api/v1/groups", body) : await group.post(path, body)
      #expect(answer.status == 422, "\(path) \(body)")
      #expect(answer.faults == [fault], "\(path) \(body)")
      #expect(try answer.string("kept") == "Nothing was changed.")
    }
    #expect(await ana.patch(group.path, #"{"members": ["D"]}"#).faults == ["members: fixed"])
    #expect(try await ana.names("/api/v1/groups?limit=50") == ["Flat"])
    #expect(try await ana.names("\(group.path)/members?limit=50") == ["ana", "Ben"])
    #expect(try await ana.names("\(group.path)/categories?limit=50") == categories)
    try hub.removeFolder()
  }

  @Test("a member is added, changed, archived, and removed unless an expense names them (D-GRP-1)")
  func members() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let made = await group.post("members", #"{"name": "Dora", "weight": 2, "payment": "IBAN 1"}"#)
    #expect(made.status == 201, "\(made.text)")
    let dora = try made.string("id")
    let address = "\(group.path)/members/\(dora)"
    #expect(made.headers["Location"] == address)
    #expect(await ana.get(address).text == made.text)
    let taken = await group.post("members", #"{"name": " DORA "}"#)
    #expect(taken.status == 409 && taken.code == "name_taken")
    let archived = await ana.patch(address, #"{"isArchived": true}"#)
    #expect(try archived.json()["isArchived"] as? Bool == true)
    #expect(try archived.json()["weight"] as? Int == 2)
    _ = try await group.add(#""amountMinor": 100, "payers": [{"memberID": "<ana>"}]"#)
    let named = await ana.delete("\(group.path)/members/\(group["Ben"])")
    #expect(named.status == 409 && named.code == "still_named", "\(named.text)")
    #expect(await ana.delete(address).status == 204)
    #expect(await ana.get(address).status == 404)
    try hub.removeFolder()
  }

  @Test("a member or category of another group is not there in this one")
  func otherGroup() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let (flat, trip) = (try await TestGroup(ana, "Ben"), try await TestGroup(ana, "Carl"))
    let category = try await ana.ids("groups/\(trip.id)/categories")[0]
    let expense = try await trip.add(#""amountMinor": 100, "payers": [{"memberID": "<ana>"}]"#)
    for path in ["members/\(trip["Carl"])", "categories/\(category)", "expenses/\(expense)"] {
      #expect(await ana.get("\(trip.path)/\(path)").status == 200, "\(path)")
      #expect(await ana.get("\(flat.path)/\(path)").status == 404, "\(path)")
      #expect(await ana.patch("\(flat.path)/\(path)", "{}").status == 404, "\(path)")
      #expect(await ana.delete("\(flat.path)/\(path)").status == 404, "\(path)")
    }
    let combined = await flat.post(
      "members/<Ben>/combine".replacing("<Ben>", with: flat["Ben"]),
      #"{"otherID": "\#(trip["Carl"])"}"#)
    #expect(combined.faults == ["otherID: not_in_this_group"])
    try hub.removeFolder()
  }

  @Test(
    "D-CLM-1 D-CLM-2 D-CLM-3 D-CLM-8 the first who says so is a member, the owner can say otherwise"
  )
  func whoIsWho() async throws {
    let hub = try APIHub()
    let (ana, ben, vera) = (try hub.person("ana"), try hub.person("ben"), try hub.person("vera"))
    let group = try await TestGroup(ana, "Ben", "Vera")
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    try hub.admit(vera, to: group.id, of: ana, role: .readOnly)
    let member = "\(group.path)/members/\(group["Ben"])"
    let claimed = await ben.post("\(member)/claim", "")
    #expect(claimed.status == 200, "\(claimed.text)")
    #expect(try claimed.string("accountID") == ben.account)
    let second = await vera.post("\(member)/claim", "")
    #expect(second.status == 409 && second.code == "already_claimed", "\(second.text)")
    let other = await ben.post("\(group.path)/members/\(group["Vera"])/claim", "")
    #expect(other.status == 409 && other.code == "already_claimed")
    // Saying it again changes nothing.
    #expect(await ben.post("\(member)/claim", "").text == claimed.text)
    #expect(try await ben.get(group.path).string("ownMemberID") == group["Ben"])
    #expect(await vera.post("\(group.path)/members/\(group["Vera"])/claim", "").status == 200)
    let foreign = await ben.post("\(group.path)/members/\(group["Vera"])/release", "")
    #expect(foreign.status == 403 && foreign.code == "not_owner")
    let assign = #"{"accountID": "\#(vera.account)"}"#
    #expect(await ben.post("\(member)/assign", assign).status == 403)
    let released = await ben.post("\(member)/release", "")
    #expect(try released.json()["accountID"] is NSNull)
    let assigned = await ana.post("\(member)/assign", assign)
    #expect(try assigned.string("accountID") == vera.account)
    let left = await ana.get("\(group.path)/members/\(group["Vera"])")
    #expect(try left.json()["accountID"] is NSNull)
    for account in ["nobody", try hub.person("stan").account] {
      let answer = await ana.post("\(member)/assign", #"{"accountID": "\#(account)"}"#)
      #expect(answer.faults == ["accountID: not_in_this_group"])
    }
    try hub.removeFolder()
  }

  @Test("two members who are one person are one, and no balance changes (D-CLM-7)")
  func combine() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben", "Benjamin")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    #expect(try await group.nets() == ["ana": "600", "Ben": "-300", "Benjamin": "-300"])
    let address = "members/\(group["Ben"])/combine"
    let same = await group.post(address, #"{"otherID": "<Ben>"}"#)
    #expect(same.faults == ["otherID: same_member"])
    let one = await group.post(address, #"{"otherID": "<Benjamin>"}"#)
    #expect(one.status == 200, "\(one.text)")
    #expect(try one.string("name") == "Ben")
    #expect(await ana.get("\(group.path)/members/\(group["Benjamin"])").status == 404)
    #expect(try await group.nets() == ["ana": "600", "Ben": "-600"])
    try hub.removeFolder()
  }

  @Test("a category is made, changed, deleted, and its expenses stay without one")
  func categories() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let group = try await TestGroup(ana, "Ben")
    let made = await group.post("categories", #"{"name": "Skiing", "colorIndex": 3}"#)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    let address = "\(group.path)/categories/\(id)"
    #expect(made.headers["Location"] == address)
    #expect(await group.post("categories", #"{"name": "skiing"}"#).code == "name_taken")
    let expense = try await group.add(
      #""amountMinor": 100, "payers": [{"memberID": "<ana>"}], "categoryID": "\#(id)""#)
    let changed = await ana.patch(address, #"{"emoji": "🎿"}"#)
    #expect(try changed.string("name") == "Skiing")
    #expect(try await ana.names("\(group.path)/categories?limit=2").contains("Skiing"))
    #expect(await ana.delete(address, ["If-Match": "\"old\""]).status == 412)
    #expect(await ana.delete(address).status == 204)
    #expect(try await group.get("expenses/\(expense)").json()["categoryID"] is NSNull)
    try hub.removeFolder()
  }

  @Test("a group that others have is deleted only by its owner's token that may share")
  func deletion() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben", scope: .sharing))
    let group = try await TestGroup(ana)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let refused = await ben.delete(group.path)
    #expect(refused.status == 403 && refused.code == "not_owner")
    let kept = await ana.delete(group.path)
    #expect(kept.status == 403 && kept.code == "scope")
    let sharing = try hub.client(of: ana.account, scope: .sharing)
    #expect(await sharing.delete(group.path).status == 204)
    try hub.removeFolder()
  }

  @Test("a group is shared by invites that its owner makes, and left or taken away")
  func sharing() async throws {
    let hub = try APIHub()
    let (ana, ben) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing)
    )
    let group = try await TestGroup(ana, "Ben")
    let made = await group.post("invites", #"{"role": "editor", "uses": 2}"#)
    #expect(made.status == 201, "\(made.text)")
    let invite = try made.string("id")
    #expect(made.headers["Location"] == "\(group.path)/invites/\(invite)")
    #expect(try made.string("link").contains("/i/") && made.json()["allowsMerge"] == nil)
    #expect(
      await group.post("invites", #"{"role": "editor", "allowsMerge": true}"#).faults
        == ["allowsMerge: unknown_field"])
    _ = try hub.hub.redeem(inviteID: invite, by: ben.account)
    #expect(try await ana.ids("groups/\(group.id)/people") == [ana.account, ben.account])
    #expect(try await group.get("invites/\(invite)").json()["usedCount"] as? Int == 1)
    #expect(await ben.get("\(group.path)/invites").status == 403)
    let person = "\(group.path)/people/\(ben.account)"
    #expect(try await ana.patch(person, #"{"role": "viewer"}"#).string("role") == "viewer")
    #expect(await ben.post("\(group.path)/members", #"{"name": "C"}"#).code == "read_only_group")
    let stays = await ana.post("\(group.path)/leave", "")
    #expect(stays.status == 409 && stays.code == "is_owner")
    #expect(await ben.post("\(group.path)/leave", "").status == 204)
    #expect(await ben.get(group.path).status == 404)
    try hub.admit(ben, to: group.id, of: ana, role: .readOnly)
    #expect(await ana.delete(person).status == 204)
    #expect(await ben.get(group.path).status == 404)
    #expect(await ana.delete("\(group.path)/invites/\(invite)").status == 204)
    #expect(try await ana.ids("groups/\(group.id)/invites") == [])
    // A token that only writes does not say who has the group.
    let writer = try hub.client(of: ana.account)
    #expect(await writer.get("\(group.path)/people").code == "scope")
    try hub.removeFolder()
  }

  @Test("while sharing is paused a shared group is read and not written: 503 feature_disabled")
  func paused() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    let group = try await TestGroup(ana, "Ben")
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let own = try await TestGroup(ben)
    try hub.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    let expense =
      #"{"title": "B", "day": "2026-03-01", "amountMinor": 1, "payers": [{"memberID": "WHO"}]}"#
    for client in [ana, ben] {
      let answers = [
        await client.post("\(group.path)/expenses", expense.replacing("WHO", with: group["ana"])),
        await client.post("\(group.path)/members/\(group["Ben"])/claim", ""),
        await client.post("\(group.path)/members", #"{"name": "Carl"}"#),
      ]
      for answer in answers where answer.code != "already_claimed" {
        #expect(answer.status == 503 && answer.code == "feature_disabled", "\(answer.text)")
      }
      #expect(await client.get("\(group.path)/balances").status == 200)
    }
    #expect(
      await own.post("expenses", expense.replacing("WHO", with: own["ben"])).status == 201)
    try hub.removeFolder()
  }

  // I2-5
  @Test("who leaves a group may keep a copy of it, which counts once in their ledger")
  func leavingWithACopy() async throws {
    let hub = try APIHub()
    let (ana, ben) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing)
    )
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    #expect(await ana.send(.post, "\(group.path)/leave?keepCopy=true").status == 409)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let claimed = await ben.post("\(group.path)/members/\(group["Ben"])/claim", "")
    #expect(claimed.status < 300, "\(claimed.text)")
    #expect(await ben.send(.post, "\(group.path)/leave?keepCopy=maybe").status == 400)
    let left = await ben.send(.post, "\(group.path)/leave?keepCopy=true")
    #expect(left.status == 204, "\(left.text)")
    #expect(await ben.get(group.path).status == 404)
    let path = try #require(left.headers["Location"])
    let copy = try await ben.get(path).json()
    #expect(copy["name"] as? String == "Copy of Flat" && copy["role"] as? String == "owner")
    let id = try #require(copy["id"] as? String)
    #expect(try await ben.ids("groups") == [id])
    #expect(try await ben.ids("groups/\(id)/expenses").count == 1)
    #expect(try await ben.ids("groups/\(id)/people") == [ben.account])
    // His half is in his ledger once.
    let ledger = try await ben.get("/api/v1/ledger").items()
    #expect(ledger.compactMap { $0["amountMinor"] as? Int } == [450])
    // Nobody else has it, and the group stays as it is.
    #expect(await ana.get(path).status == 404)
    #expect(try await ana.ids("groups/\(group.id)/expenses").count == 1)
    // Whoever wants none gets none.
    let other = try await TestGroup(ana, "Ben")
    try hub.admit(ben, to: other.id, of: ana, role: .readOnly)
    let plain = await ben.send(.post, "\(other.path)/leave")
    #expect(plain.status == 204 && plain.headers["Location"] == nil)
    #expect(try await ben.ids("groups") == [id])
    try hub.removeFolder()
  }

  @Test("a deleted group is restored by whoever deleted it, with everybody in it or alone")
  func restoring() async throws {
    let hub = try APIHub()
    let (ana, ben) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing)
    )
    let group = try await TestGroup(ana, "Ben")
    _ = try await group.add(#""amountMinor": 900, "payers": [{"memberID": "<ana>"}]"#)
    try hub.admit(ben, to: group.id, of: ana, role: .readWrite)
    let list = "/api/v1/deleted-groups"
    let restore = "\(list)/\(group.id)/restore"
    #expect(try await ana.get(list).items().isEmpty)
    #expect(await ana.post(restore, "{}").status == 404)
    #expect(await ana.delete(group.path).status == 204)
    let deleted = try #require(try await ana.get(list).items().first)
    #expect(deleted["id"] as? String == group.id && deleted["name"] as? String == "Flat")
    #expect(deleted["expenseCount"] as? Int == 1)
    #expect(deleted["people"] as? [String] == [ben.account])
    #expect(try await ben.get(list).items().isEmpty)
    #expect(await ben.post(restore, "{}").status == 404)
    #expect(await ana.post(restore, #"{"isAlone": 1}"#).faults == ["isAlone: wrong_type"])
    // A family is none of these.
    #expect(await ana.post("/api/v1/deleted-families/\(group.id)/restore", "{}").status == 404)
    let back = await ana.post(restore, "{}")
    #expect(try back.string("name") == "Flat", "\(back.text)")
    #expect(back.text == (await ana.get(group.path)).text)
    #expect(await ben.get(group.path).status == 200)
    #expect(try await ana.get(list).items().isEmpty)
    #expect(await ana.delete(group.path).status == 204)
    #expect(await ana.post(restore, #"{"isAlone": true}"#).status == 200)
    #expect(await ben.get(group.path).status == 404)
    try hub.removeFolder()
  }
}
