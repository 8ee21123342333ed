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
  static let day = "2026-06-13"

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
      "families",
      #"""
      {"name": "\#(prefix)Lindqvist", "timeZone": "Europe/Stockholm", "hasStars": true}
      """#)
    self.family = family
    (self.parent, self.child) = (parent.account, child.account)
    try hub.admit(parent, to: family, of: olga, role: .readWrite)
    for guest in [child] + others { try hub.admit(guest, to: family, of: olga, role: .readOnly) }
    try hub.hub.remove(removed.account, from: family, by: olga.account)
    // What others have joined is known to the owner's replica from here on.
    _ = await olga.get("/api/v1/families/\(family)/people")
    let path = "families/\(family)"
    var ids = ["familyID": family, "parentID": parent.account]
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
    for name in ["childID", "grownChildID"] {
      ids[name] = try await olga.add("\(path)/children", #"{"name": "\#(prefix)Eli"}"#)
    }
    let (keeping, child) = (hub.means.keeping, ids["childID"] ?? "")
    let code = try keeping.issueCode(for: child, by: olga.account).code.text
    _ = try keeping.signIn(code: code, label: "\(prefix)Firefox", address: nil)
    ids["deviceID"] = try keeping.sessions(of: child, by: olga.account).first?.id
    _ = try keeping.makeKiosk(in: family, label: "\(prefix)Kitchen", by: olga.account)
    ids["tabletID"] = try keeping.kiosks(in: family, by: olga.account).first?.id
    try await Self.addPictures(&ids, olga, of: child)
    try await Self.addStars(&ids, olga, [olga.account, parent.account, self.child], prefix)
    ids["importID"] = try await Self.bringBack(ids, olga)
    // A change that all who are in the family now may see.
    ids["familyChangeID"] = try await olga.ids("\(path)/activity").first
    self.ids = ids
  }

  /// A picture of a step, and a photo that shows that something was done.
  private static func addPictures(
    _ ids: inout [String: String], _ olga: Client, of child: String
  ) async throws {
    let path = "/api/v1/families/\(ids["familyID"] ?? "")/routines/\(ids["routineID"] ?? "")"
    ids["stepID"] = try await olga.get(path).steps().first?["id"] as? String
    let step = "\(path)/steps/\(ids["stepID"] ?? "")/picture"
    let set = try await olga.upload(step, TestFiles.png, type: "image/png", method: .put)
    try #require(set.status == 200, "\(set.text)")
    let query = "on=2026-06-08&personID=\(child)"
    let proof = try await olga.upload("\(path)/prove?\(query)", TestFiles.png, type: "image/png")
    try #require(proof.status == 200, "\(proof.text)")
    let photos = try await olga.get("\(path)/photos?on=2026-06-08").items()
    ids["proofID"] = try #require(photos.first?["id"] as? String)
    ids["templateID"] = "morning"
  }

  /// Stars for some, a reward, and the owner's wish for it.
  private static func addStars(
    _ ids: inout [String: String], _ olga: Client, _ people: [AccountID], _ prefix: String
  ) async throws {
    let path = "families/\(ids["familyID"] ?? "")"
    let names = people.map { "\"\($0)\"" }.joined(separator: ", ")
    let bins = try await olga.add(
      "\(path)/routines",
      #"""
      {"title": "\#(prefix)Bins", "startsOn": "2026-06-01", "stars": 5, "people": [\#(names)]}
      """#)
    for person in people {
      for word in ["tick", "approve"] {
        let done = await olga.post(
          "/api/v1/\(path)/routines/\(bins)/\(word)",
          #"{"on": "2026-06-08", "personID": "\#(person)"}"#)
        try #require(done.status == 200, "\(done.text)")
      }
    }
    let reward = try await olga.add("\(path)/rewards", #"{"title": "\#(prefix)Film", "price": 1}"#)
    ids["rewardID"] = reward
    let wish = await olga.send(.post, "/api/v1/\(path)/rewards/\(reward)/wish")
    try #require(wish.status == 200, "\(wish.text)")
    ids["wishID"] = try wish.string("id")
  }

  /// Deletes something, and brings it back from a file that was written before.
  private static func bringBack(_ ids: [String: String], _ olga: Client) async throws -> String {
    let path = "/api/v1/families/\(ids["familyID"] ?? "")"
    let file = await olga.get("\(path)/export")
    try #require(file.status == 200, "\(file.text)")
    let gone = await olga.delete("\(path)/absences/\(ids["absenceID"] ?? "")")
    try #require(gone.status == 204, "\(gone.text)")
    let back = try await olga.upload(
      "/api/v1/family-imports", file.bytes, type: "application/zip")
    try #require(back.status == 200, "\(back.text)")
    return try back.string("undoID")
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
    "listFamilyActivity": family(.home), "getFamilyActivity": family(.home),
    "listFamilyShares": Rule(needs: .home, isForAll: true, isOfFamily: true),
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
    "undoTurn": family(.home, #"{"on": "FAMILYDAY", "personID": "CHILD"}"#, turn: 4),
    "listAbsences": family(.home),
    "addAbsence": family(
      .editing, #"{"personID": "CHILD", "startsOn": "2031-05-01", "endsOn": "2031-05-02"}"#),
    "getAbsence": family(.home),
    "deleteAbsence": family(.editing, turn: 1),
    "exportFamily": family(.home),
    "listFamilyChildren": family(.editing),
    "addFamilyChild": family(.editing, #"{"name": "Eli"}"#),
    "addFamilyChildCode": family(.editing),
    "setFamilyChildPin": family(.editing, #"{"kind": "digits", "pin": "2580"}"#),
    "endFamilyChildPin": family(.editing, turn: 1),
    "releaseFamilyChild": Rule(
      needs: .editing, body: #"{"name": "eli", "password": "a kettle on the stove"}"#,
      others: ["childID": "grownChildID"], turn: 4, isOfFamily: true),
    "removeFamilyChild": family(.editing, turn: 3),
    "listFamilyChildDevices": family(.editing),
    "endFamilyChildDevice": family(.editing, turn: 1),
    "listFamilyTablets": family(.editing),
    "endFamilyTablet": family(.editing, turn: 1),
    // Behind `addFamily`: it comes into a family that has nothing in it yet.
    "importFamily": Rule(
      needs: .noFamily, file: (Array(file.utf8), "application/jsonl"), turn: 1, isForAll: true,
      isOfFamily: true),
    "listFamilyImports": Rule(needs: .account, isForAll: true),
    "undoFamilyImport": Rule(needs: .own, turn: 7, isForAll: true),
    "listDeletedFamilies": Rule(needs: .account, isForAll: true),
    "restoreFamily": Rule(needs: .own, body: "{}", turn: 10, isForAll: true),
    "getFamilyWeek": family(.home, query: "on=FAMILYDAY&personID=CHILD"),
    "getRoutineWeek": family(.home, query: "on=FAMILYDAY"),
    "listRoutineTemplates": family(.editing),
    "addRoutineOfTemplate": family(.editing, "{}"),
    "duplicateRoutine": family(.editing, #"{"title": "New"}"#),
    "listStepPictures": family(.home),
    "setStepPicture": picture(.editing),
    "getStepPictureFile": family(.home, query: "size=thumbnail"),
    "deleteStepPicture": family(.editing, turn: 1),
    "proveRoutine": picture(.home, query: "on=FAMILYDAY&personID=CHILD"),
    "listRoutinePhotos": family(.home, query: "on=2026-06-08"),
    "getRoutinePhotoFile": family(.home),
    "listStars": family(.home),
    "listRewards": family(.home),
    "addReward": family(.editing, #"{"title": "New"}"#),
    "getReward": family(.home),
    "changeReward": family(.editing, #"{"emoji": "🎬"}"#),
    "listWishes": family(.home),
    "wishReward": family(.home),
    "decideWish": family(.editing, #"{"isGranted": true}"#),
    "reopenWish": family(.editing, turn: 1),
    "withdrawWish": family(.mine, turn: 2),
    "listWishDecisions": family(.home),
  ]

  /// A family of somewhere else.
  private static let file = """
    {"format":"hearth-family","version":1,"id":"elsewhere"}
    {"table":"families","id":"elsewhere","name":"Berg","createdAt":5}
    """

  private static func picture(
    _ needs: PermissionMatrixTests.Needs, query: String = ""
  ) -> Rule {
    Rule(needs: needs, query: query, file: (TestFiles.png, "image/png"), isOfFamily: true)
  }

  private static func family(
    _ needs: PermissionMatrixTests.Needs, _ body: String? = nil, query: String = "", turn: Int = 0
  ) -> Rule {
    Rule(needs: needs, query: query, body: body, turn: turn, isOfFamily: true)
  }
}
