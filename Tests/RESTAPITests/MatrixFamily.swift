import Foundation
import Hub
import SyncProtocol
import Testing

/// The family of a ``MatrixWorld``: the owner, a parent and a child, with one of everything in it.
struct MatrixFamily {
  let family: String
  let ids: [String: String]
  private let parent: AccountID
  private let child: AccountID

  /// The day that its routines are about.
  static let day = "2026-06-15"

  /// - Parameters:
  ///   - others: children, too.
  ///   - removed: one of them, who is in it no more.
  ///   - word: stands in every text of the family.
  init(
    in hub: APIHub, of olga: Client, parent: Client, child: Client, others: [Client],
    removed: Client, word: String
  ) async throws {
    let prefix = word.isEmpty ? "" : word + " "
    let family = try await olga.add(
      "families", #"{"name": "\#(prefix)Lindqvist", "timeZone": "Europe/Stockholm"}"#)
    self.family = family
    (self.parent, self.child) = (parent.account, child.account)
    try hub.admit(parent, to: family, of: olga, role: .readWrite)
    for guest in [child] + others { try hub.admit(guest, to: family, of: olga, role: .readOnly) }
    try hub.hub.remove(removed.account, from: family, by: olga.account)
    // What others have joined is known to the owner's replica from here on.
    _ = await olga.get("/api/v1/families/\(family)/people")
    let path = "families/\(family)"
    var ids = ["familyID": family]
    ids["routineID"] = try await olga.add(
      "\(path)/routines",
      #"""
      {"title": "\#(prefix)Dishes", "startsOn": "2026-06-01", "mode": "turns",
       "asksApproval": true, "people": ["\#(child.account)", "\#(parent.account)"],
       "steps": [{"title": "\#(prefix)Wash"}, {"title": "\#(prefix)Dry"}]}
      """#)
    ids["absenceID"] = try await olga.add(
      "\(path)/absences",
      #"""
      {"personID": "\#(parent.account)", "startsOn": "2031-03-01", "endsOn": "2031-03-08",
       "note": "\#(prefix)Lisbon"}
      """#)
    ids["familyInviteID"] = try await olga.add(
      "\(path)/invites", #"{"role": "child", "hours": 240}"#)
    self.ids = ids
  }

  func filled(_ text: String) -> String {
    [
      "PARENT": parent, "CHILD": child, "FAMILY": family, "FAMILYDAY": Self.day,
    ].sorted { $0.key.count > $1.key.count }.reduce(text) {
      $0.replacingOccurrences(of: $1.key, with: $1.value)
    }
  }
}

extension MatrixRules {
  static let family: [String: Rule] = [
    "listFamilies": Rule(needs: .account),
    "getFamily": family(.home),
    "changeFamily": family(.editing, #"{"emoji": "🌻"}"#),
    "deleteFamily": family(.owning, turn: 9),
    // Everybody who may found one is in none: `changes` asks a stranger.
    "addFamily": Rule(
      needs: .noFamily, body: #"{"name": "New"}"#, isForAll: true, isOfFamily: true),
    "listFamilyPeople": family(.home),
    "changeFamilyPerson": family(.editing, #"{"role": "child"}"#),
    "changeFamilyFace": family(.editing, #"{"emoji": "🦊"}"#),
    "removeFamilyPerson": family(.editing, turn: 6),
    "leaveFamily": Rule(needs: .guest, turn: 8, isOfFamily: true, isConflict: true),
    "listFamilyInvites": family(.editing),
    "addFamilyInvite": family(.editing, #"{"role": "child"}"#),
    "getFamilyInvite": family(.editing),
    "revokeFamilyInvite": family(.editing, turn: 1),
    "listRoutines": family(.home),
    "addRoutine": family(.editing, #"{"title": "New", "people": ["CHILD"]}"#),
    "getRoutine": family(.home),
    "changeRoutine": family(.editing, #"{"note": "New"}"#),
    "deleteRoutine": family(.editing, turn: 5),
    "getFamilyDay": family(.home, query: "on=FAMILYDAY"),
    "tickRoutine": family(.home, #"{"on": "FAMILYDAY", "personID": "CHILD"}"#),
    "untickRoutine": family(.home, #"{"on": "FAMILYDAY", "personID": "CHILD"}"#, turn: 1),
    "approveRoutine": family(.editing, #"{"on": "FAMILYDAY", "personID": "CHILD"}"#),
    "refuseRoutine": family(.editing, #"{"on": "FAMILYDAY", "personID": "CHILD"}"#),
    "skipTurn": family(.home, #"{"on": "FAMILYDAY", "personID": "CHILD"}"#, turn: 3),
    "swapTurn": family(.home, #"{"on": "FAMILYDAY", "personID": "CHILD"}"#, turn: 2),
    "listAbsences": family(.home),
    "addAbsence": family(
      .editing, #"{"personID": "CHILD", "startsOn": "2031-05-01", "endsOn": "2031-05-02"}"#),
    "getAbsence": family(.home),
    "deleteAbsence": family(.editing, turn: 1),
  ]

  private static func family(
    _ needs: PermissionMatrixTests.Needs, _ body: String? = nil, query: String = "", turn: Int = 0
  ) -> Rule {
    Rule(needs: needs, query: query, body: body, turn: turn, isOfFamily: true)
  }
}
