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
    ids["repeatingID"] = try await olga.add(
      "groups/\(group)/repeating",
      #"""
      {"title": "\#(prefix)Rent", "startsOn": "2031-03-31", "amountMinor": 1000,
       "payers": [{"memberID": "\#(payer)"}], "sharers": [{"memberID": "\#(payer)"}]}
      """#)
    let expense = "groups/\(group)/expenses/\(ids["expenseID"] ?? "")"
    ids["commentID"] = try await olga.add(
      "\(expense)/comments", #"{"text": "\#(prefix)For two?"}"#)
    let receipt = try await olga.upload(
      "/api/v1/\(expense)/receipts?name=\(word.isEmpty ? "bill" : word).pdf", TestFiles.pdf,
      type: "application/pdf", [:])
    ids["receiptID"] = try #require(try receipt.json()["id"] as? String, "\(receipt.text)")
    let picture = try await olga.upload(
      "/api/v1/groups/\(group)/picture", TestFiles.png, type: "image/png", method: .put)
    try #require(picture.status == 200, "\(picture.text)")
    // A change that can be taken back, and that all who have the group now may see.
    _ = await olga.patch("/api/v1/\(expense)", #"{"note": "\#(prefix)Paid in cash"}"#)
    ids["groupChangeID"] = try await olga.ids("groups/\(group)/activity").first
    try await Self.addLedger(of: olga, &ids)
    try await Self.importFiles(of: olga, &ids)
    ids["rateID"] = try await olga.add(
      "groups/\(group)/rates",
      #"{"fromCurrency": "CHF", "toCurrency": "EUR", "day": "2026-03-01", "rate": "0.95"}"#)
    self.ids = ids
  }

  /// Imports that can be undone.
  private static func importFiles(of olga: Client, _ ids: inout [String: String]) async throws {
    for (name, path) in [
      ("groupImportID", "group-imports?newGroup=Away"), ("ledgerImportID", "ledger/imports"),
    ] {
      let answer = try await olga.upload(
        "/api/v1/\(path)", Array(MatrixRules.table.utf8), type: "text/csv")
      ids[name] = try #require(try answer.json()["undoID"] as? String, "\(answer.text)")
    }
  }

  /// What is the owner's alone, and hidden with nothing: an entry, a category and a share.
  private static func addLedger(
    of olga: Client, _ ids: inout [String: String]
  ) async throws {
    ids["month"] = "2026-03"
    ids["ledgerEntryID"] = try await olga.add(
      "ledger/entries",
      #"""
      {"title": "Bakery", "amountMinor": 420, "day": "2026-03-01", "currency": "EUR"}
      """#)
    ids["ownCategoryID"] = try await olga.add(
      "ledger/categories", #"{"name": "Garden"}"#)
    let own = try await olga.add("groups", #"{"name": "Alone", "currency": "EUR"}"#)
    let member = try #require(try await olga.ids("groups/\(own)/members").first)
    ids["shareID"] = try await olga.add(
      "groups/\(own)/expenses",
      #"""
      {"title": "Coat", "day": "2026-03-01", "amountMinor": 9000,
       "payers": [{"memberID": "\#(member)"}]}
      """#)
  }

  /// A text with the ids of this group in it.
  func filled(_ text: String) -> String {
    text.replacing("PAYER", with: payer).replacing("SHARER", with: sharer)
      .replacing("DOUBLE", with: double).replacing("ACCOUNT", with: viewer)
  }
}

extension MatrixRules {
  /// A table of expenses, which is one of somebody's own money, too.
  static let table = "Date,Title,Amount,Paid by\n2026-03-01,Tea,-3.20,Olga\n"

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
    "getExpenseTotals": group(.home, query: "q=kind:expense"),
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
    "getSettlementReasons": group(.home, query: "from=SHARER&to=PAYER&currency=EUR"),
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
    "exportGroupDocument": group(.home),
    "listGroupRates": group(.home),
    "setGroupRate": group(
      .editing,
      #"{"fromCurrency": "SEK", "toCurrency": "EUR", "day": "2026-03-02", "rate": "0.09"}"#),
    "deleteGroupRate": group(.editing, turn: 1),
    "importGroup": Rule(
      needs: .account, query: "newGroup=New", file: (Array(table.utf8), "text/csv"),
      isForAll: true),
    "listGroupImports": Rule(needs: .account, isForAll: true),
    "undoGroupImport": Rule(needs: .own, turn: 1, isForAll: true),
    "importLedger": Rule(
      needs: .account, file: (Array(table.utf8), "text/csv"), isForAll: true),
    "listLedgerImports": Rule(needs: .account, isForAll: true),
    "undoLedgerImport": Rule(needs: .own, turn: 1, isForAll: true),
    "listGroupPeople": group(.home),
    "changeGroupPerson": group(.owning, #"{"role": "editor"}"#),
    "removeGroupPerson": group(.owning, turn: 6),
    "leaveGroup": Rule(needs: .guest, turn: 9, isOfGroup: true, isConflict: true),
    "listDeletedGroups": Rule(needs: .account, isForAll: true),
    "restoreGroup": Rule(needs: .own, body: "{}", turn: 10, isForAll: true),
    "getConvertedBalances": group(.home),
    "listGroupActivity": group(.home),
    "listExpenseActivity": group(.home),
    "getGroupActivity": group(.home),
    "undoGroupActivity": group(.editing),
    "listDeletedExpenses": group(.home),
    "restoreExpense": group(.editing, turn: 3),
    "getGroupPicture": group(.home),
    "getGroupPictureFile": group(.home),
    "setGroupPicture": Rule(
      needs: .editing, file: (TestFiles.png, "image/png"), isOfGroup: true),
    "deleteGroupPicture": group(.editing, turn: 1),
    "listRepeating": group(.home),
    "addRepeating": group(
      .editing,
      """
      {"title": "New", "startsOn": "2031-03-02", "amountMinor": 500,
       "payers": [{"memberID": "PAYER"}], "sharers": [{"memberID": "SHARER"}]}
      """),
    "getRepeating": group(.home),
    "changeRepeating": group(.editing, #"{"isPaused": true, "amountMinor": 900}"#),
    "endRepeating": group(.editing, turn: 2),
    "listComments": group(.home),
    "addComment": group(.editing, #"{"text": "New"}"#),
    "deleteComment": group(.owning, turn: 1),
    "listReceipts": group(.home),
    "addReceipt": Rule(
      needs: .editing, query: "name=New.pdf", file: (TestFiles.pdf, "application/pdf"),
      isOfGroup: true),
    "listLedger": own,
    "getLedgerMonth": own,
    "getLedgerTotals": own,
    "getLedgerCurrency": own,
    "changeLedgerCurrency": Rule(
      needs: .account, body: #"{"currency": "USD"}"#, turn: 1, isForAll: true),
    "exportLedger": own,
    "addLedgerEntry": Rule(
      needs: .account,
      body: #"{"title": "New", "amountMinor": 100, "day": "2026-03-02", "currency": "EUR"}"#,
      isForAll: true),
    "getLedgerEntry": Rule(needs: .own, isForAll: true),
    "changeLedgerEntry": Rule(needs: .own, body: #"{"note": "New"}"#, isForAll: true),
    "deleteLedgerEntry": Rule(needs: .own, turn: 1, isForAll: true),
    "getLedgerShare": Rule(needs: .own, isForAll: true),
    "changeLedgerShare": Rule(needs: .own, body: #"{"tags": "New"}"#, isForAll: true),
    "listLedgerBudgets": own,
    "setLedgerBudget": Rule(
      needs: .account, body: #"{"month": "2026-03", "amountMinor": 100, "currency": "EUR"}"#,
      isForAll: true),
    "listOwnCategories": own,
    "addOwnCategory": Rule(needs: .account, body: #"{"name": "New"}"#, isForAll: true),
    "getOwnCategory": Rule(needs: .own, isForAll: true),
    "changeOwnCategory": Rule(needs: .own, body: #"{"emoji": "🌻"}"#, isForAll: true),
    "deleteOwnCategory": Rule(needs: .own, turn: 1, isForAll: true),
    "getReceiptFile": group(.home),
    "deleteReceipt": group(.editing, turn: 1),
    "listGroupInvites": group(.owning),
    "addGroupInvite": group(.owning, #"{"role": "viewer"}"#),
    "getGroupInvite": group(.owning),
    "revokeGroupInvite": group(.owning, turn: 1),
  ]

  /// What every account has of its own, and a token of one home does not see.
  private static let own = Rule(needs: .account, isForAll: true)

  private static func group(
    _ needs: PermissionMatrixTests.Needs, _ body: String? = nil, query: String = "", turn: Int = 0
  ) -> Rule {
    Rule(needs: needs, query: query, body: body, turn: turn, isOfGroup: true)
  }
}
