import Hub
import SyncProtocol
import Testing

/// The group of a ``MatrixWorld``, with one of everything in it.
struct MatrixMoney {
  let group: String
  let ids: [String: String]
  /// Members whom expenses name.
  private let payer: String
  private let sharer: String
  /// A member to be combined with the one of the addresses; expenses name neither.
  private let double: String
  private let viewer: AccountID

  /// - Parameter word: stands in every text of the group.
  init(
    in hub: APIHub, of olga: Client, editor: Client, viewers: [Client], removed: Client,
    word: String
  ) async throws {
    let prefix = word.isEmpty ? "" : word + " "
    let group = try await olga.add(
      "groups", #"{"name": "\#(prefix)Trip", "currency": "EUR", "ownName": "\#(prefix)Olga"}"#)
    self.group = group
    try hub.admit(editor, to: group, of: olga, role: .readWrite)
    for viewer in viewers { try hub.admit(viewer, to: group, of: olga, role: .readOnly) }
    try hub.hub.remove(removed.account, from: group, by: olga.account)
    viewer = viewers[0].account
    let own = try #require(try await olga.ids("groups/\(group)/members").first)
    // Whoever has said which member they are can be no other one.
    let released = await olga.post("/api/v1/groups/\(group)/members/\(own)/release", "")
    try #require(released.status == 200, "\(released.text)")
    func member(_ name: String) async throws -> String {
      try await olga.add("groups/\(group)/members", #"{"name": "\#(prefix)\#(name)"}"#)
    }
    payer = own
    sharer = try await member("Ben")
    double = try await member("Carl")
    var ids = ["groupID": group, "memberID": try await member("Dan")]
    let category = try await olga.add(
      "groups/\(group)/categories", #"{"name": "\#(prefix)Skiing"}"#)
    ids["categoryID"] = category
    for currency in ["CHF", "EUR"] {
      ids["expenseID"] = try await olga.add(
        "groups/\(group)/expenses",
        #"""
        {"title": "\#(prefix)Lift", "day": "2026-03-01", "categoryID": "\#(category)",
         "amountMinor": 1000, "currency": "\#(currency)", "payers": [{"memberID": "\#(payer)"}],
         "sharers": [{"memberID": "\#(payer)"}, {"memberID": "\#(sharer)"}]}
        """#)
    }
    ids["groupInviteID"] = try await olga.add(
      "groups/\(group)/invites", #"{"role": "viewer", "hours": 240}"#)
    self.ids = ids
  }

  /// A text with the ids of this group in it.
  func filled(_ text: String) -> String {
    text.replacing("PAYER", with: payer).replacing("SHARER", with: sharer)
      .replacing("DOUBLE", with: double).replacing("ACCOUNT", with: viewer)
  }
}

extension MatrixRules {
  static let money: [String: Rule] = [
    "listGroups": Rule(needs: .account),
    "addGroup": Rule(needs: .account, body: #"{"name": "New"}"#, isForAll: true),
    "getOwnBalances": Rule(needs: .account, isForAll: true),
    "getGroup": group(.home),
    "changeGroup": group(.editing, #"{"note": "New"}"#),
    "deleteGroup": group(.owning, turn: 9),
    "listGroupMembers": group(.home),
    "addGroupMember": group(.editing, #"{"name": "New"}"#),
    "getGroupMember": group(.home),
    "changeGroupMember": group(.editing, #"{"weight": 2}"#),
    "claimGroupMember": group(.home, turn: 1),
    "releaseGroupMember": group(.owning, turn: 2),
    "assignGroupMember": group(.owning, #"{"accountID": "ACCOUNT"}"#, turn: 3),
    "combineGroupMembers": group(.editing, #"{"otherID": "DOUBLE"}"#, turn: 4),
    "removeGroupMember": group(.editing, turn: 5),
    "listCategories": group(.home),
    "addCategory": group(.editing, #"{"name": "New"}"#),
    "getCategory": group(.home),
    "changeCategory": group(.editing, #"{"name": "New name"}"#),
    "deleteCategory": group(.editing, turn: 2),
    "listExpenses": group(.home),
    "addExpense": group(
      .editing,
      """
      {"title": "New", "day": "2026-03-02", "amountMinor": 500, "payers": [{"memberID": "PAYER"}],
       "sharers": [{"memberID": "SHARER"}]}
      """),
    "getExpense": group(.home),
    "changeExpense": group(.editing, #"{"amountMinor": 1200}"#),
    "deleteExpense": group(.editing, turn: 2),
    "previewSplit": group(.home, #"{"amountMinor": 500}"#),
    "addPayment": group(
      .editing,
      #"{"from": "SHARER", "to": "PAYER", "amountMinor": 100, "day": "2026-03-03"}"#),
    "getSettlement": group(.home),
    "settleUp": group(
      .editing,
      """
      {"from": "SHARER", "to": "PAYER", "amountMinor": "500", "currency": "CHF",
       "day": "2026-03-03"}
      """),
    "getBalances": group(.home),
    "listDebts": group(.home),
    "listDebtParts": group(.home, query: "debtorID=SHARER&creditorID=PAYER&currency=EUR"),
    "getSpending": group(.home),
    "exportGroup": group(.home),
    "listGroupPeople": group(.home),
    "changeGroupPerson": group(.owning, #"{"role": "editor"}"#),
    "removeGroupPerson": group(.owning, turn: 6),
    "leaveGroup": Rule(needs: .guest, turn: 9, isOfGroup: true, isConflict: true),
    "listGroupInvites": group(.owning),
    "addGroupInvite": group(.owning, #"{"role": "viewer"}"#),
    "getGroupInvite": group(.owning),
    "revokeGroupInvite": group(.owning, turn: 1),
  ]

  private static func group(
    _ needs: PermissionMatrixTests.Needs, _ body: String? = nil, query: String = "", turn: Int = 0
  ) -> Rule {
    Rule(needs: needs, query: query, body: body, turn: turn, isOfGroup: true)
  }
}
