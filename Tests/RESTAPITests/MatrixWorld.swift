import Foundation
import Hub
import SyncProtocol
import Testing

/// A home, a group and a family with one of everything in them, and everybody they can meet.
struct MatrixWorld {
  /// Somebody with a token, or without one.
  struct Caller {
    let name: String
    let client: Client
    /// What they may do in the home; `nil` when it is not there for them.
    var role: SyncProtocol.Role?
    /// The same in the group.
    var groupRole: SyncProtocol.Role?
    /// The same in the family.
    var familyRole: SyncProtocol.Role?
    var isSignedIn = true
    var headers: [String: String] = [:]
  }

  /// Those with an account and a token that may do everything.
  static let people = ["owner", "editor", "viewer", "stranger", "removed"]

  let hub: APIHub
  let owner: Caller
  let all: [Caller]
  /// What stands for the parameters of addresses.
  let ids: [String: String]
  private let home: String
  private let money: MatrixMoney
  private let family: MatrixFamily
  private let joinCode: String

  /// - Parameter word: stands in every text of the home.
  init(word: String = "") async throws {
    let hub = try APIHub()
    func person(_ name: String) throws -> Client { try hub.person(name, scope: .sharing) }
    let (olga, emil, vera) = (try person("olga"), try person("emil"), try person("vera"))
    let (stan, rita, dora) = (try person("stan"), try person("rita"), try person("dora"))
    let home = try await olga.addHome("\(Self.prefix(word))Flat")
    let other = try await olga.addHome("Cabin")
    // The primary home cannot be deleted.
    _ = await olga.patch("/api/v1/homes/\(other)", #"{"isPrimary": true}"#)
    try hub.admit(emil, to: home, of: olga, role: .readWrite)
    for guest in [vera, rita, dora] { try hub.admit(guest, to: home, of: olga, role: .readOnly) }
    try hub.hub.remove(rita.account, from: home, by: olga.account)
    money = try await MatrixMoney(
      in: hub, of: olga, editor: emil, viewers: [vera, rita, dora], removed: rita, word: word)
    let group = money.group
    family = try await MatrixFamily(
      in: hub, of: olga, parent: emil, child: vera, others: [rita, dora], removed: rita,
      word: word)
    joinCode = try Self.invite(to: group, of: olga, in: hub)
    func token(_ account: AccountID, _ scope: AccessToken.Scope, home: ZoneID? = nil) throws
      -> Client
    { try hub.client(of: account, scope: scope, home: home) }
    let made = try hub.accounts.makeAccessToken(
      for: olga.account, name: "old", scope: .sharing, lifeDays: 1)
    let expired = Client(
      api: olga.api, account: olga.account, token: made.token, secret: made.secret.text)
    hub.advance(milliseconds: 2 * 86_400_000)
    ids = try await Self.fill(home, by: olga, vera: vera.account, word: word)
      .merging(money.ids) { first, _ in first }
      .merging(family.ids) { first, _ in first }
    let revoked = try token(olga.account, .sharing)
    try hub.accounts.revokeAccessToken(revoked.token.id, of: olga.account)
    try hub.accounts.setDisabled(true, dora.account, by: .commandLine)
    owner = Caller(
      name: "owner", client: olga, role: .owner, groupRole: .owner, familyRole: .owner)
    self.hub = hub
    self.home = home
    all = [
      owner,
      Caller(
        name: "editor", client: emil, role: .readWrite, groupRole: .readWrite,
        familyRole: .readWrite),
      Caller(
        name: "viewer", client: vera, role: .readOnly, groupRole: .readOnly,
        familyRole: .readOnly),
      Caller(name: "stranger", client: stan), Caller(name: "removed", client: rita),
      Caller(
        name: "owner's reader", client: try token(olga.account, .read), role: .owner,
        groupRole: .owner, familyRole: .owner),
      Caller(
        name: "owner's writer", client: try token(olga.account, .write), role: .owner,
        groupRole: .owner, familyRole: .owner),
      Caller(
        name: "owner's token of the home", client: try token(olga.account, .sharing, home: home),
        role: .owner),
      Caller(
        name: "owner's token of another home",
        client: try token(olga.account, .sharing, home: other)),
      Caller(
        name: "owner's token of the group", client: try token(olga.account, .sharing, home: group),
        groupRole: .owner),
      Caller(
        name: "owner's token of the family",
        client: try token(olga.account, .sharing, home: family.family), familyRole: .owner),
      Caller(name: "expired", client: expired, isSignedIn: false),
      Caller(name: "revoked", client: revoked, isSignedIn: false),
      Caller(name: "locked out", client: dora, isSignedIn: false),
      Caller(
        name: "signed out", client: olga, isSignedIn: false, headers: ["Authorization": ""]),
    ]
  }

  /// Takes the accounts away that are kept in the family.
  func removeChildren() throws {
    let keeping = hub.means.keeping
    for child in try keeping.kept(in: family.family, by: owner.client.account) {
      try keeping.remove(child.id, by: owner.client.account)
    }
  }

  private static func prefix(_ word: String) -> String { word.isEmpty ? "" : word + " " }

  /// An invite that everybody may use, whoever has the group already.
  private static func invite(to group: ZoneID, of owner: Client, in hub: APIHub) throws -> String {
    try hub.invitations.issue(
      InviteRequest(zone: group, role: .readOnly, lifeSeconds: 10 * 86_400, maxUses: 50),
      by: owner.account
    ).code
  }

  private static func fill(
    _ home: String, by olga: Client, vera: AccountID, word: String
  ) async throws -> [String: String] {
    var ids = ["homeID": home, "accountID": vera, "kind": "joined"]
    func record(_ path: String, _ name: String) async throws -> String {
      try await olga.add(path, #"{"homeID": "\#(home)", "\#(name)": "\#(prefix(word))X"}"#)
    }
    ids["itemID"] = try await olga.addItem("\(prefix(word))Kettle", in: home)
    ids["locationID"] = try await record("locations", "name")
    ids["labelID"] = try await record("labels", "name")
    ids["policyID"] = try await record("policies", "provider")
    let item = "items/\(ids["itemID"] ?? "")"
    ids["photoID"] = try await olga.addPhoto(to: item)
    ids["attachmentID"] = try await olga.addPaper(
      word.isEmpty ? "receipt.pdf" : "\(word).pdf", to: item)
    ids["entryID"] = try await olga.add(
      "\(item)/maintenance", #"{"title": "\#(prefix(word))Descale"}"#)
    ids["inviteID"] = try await olga.add("homes/\(home)/invites", #"{"role": "viewer"}"#)
    _ = await olga.patch("/api/v1/\(item)", #"{"notes": "\#(prefix(word))New"}"#)
    // Its name is the owner's own, whatever is searched.
    ids["searchID"] = try await olga.add(
      "saved-searches", #"{"name": "Kettles", "homeID": "\#(home)"}"#)
    ids["changeID"] = try await olga.ids("homes/\(home)/activity").first
    return ids
  }

  /// A text with the ids of this world in it.
  func filled(_ text: String) -> String {
    family.filled(money.filled(text.replacingOccurrences(of: "HOME", with: home)))
      .replacingOccurrences(of: "JOINCODE", with: joinCode)
  }

  /// All that the owner has and all that others have of it, to see whether something has changed.
  func everything() async throws -> [String] {
    var texts = [await owner.client.get("/api/v1/export").text]
    for path in ["members", "invites"] {
      texts.append(await owner.client.get("/api/v1/homes/\(home)/\(path)").text)
    }
    for caller in all.prefix(5) { texts.append(await caller.client.get("/api/v1/export").text) }
    for path in ["", "/members", "/categories", "/expenses", "/balances"] {
      texts.append(await owner.client.get("/api/v1/groups/\(money.group)\(path)").text)
    }
    for path in [
      "", "/people", "/routines", "/day?on=\(MatrixFamily.day)", "/absences", "/invites", "/stars",
      "/rewards", "/wishes", "/wish-decisions",
    ] {
      texts.append(await owner.client.get("/api/v1/families/\(family.family)\(path)").text)
    }
    for caller in all.prefix(5) {
      for path in ["groups", "families"] {
        texts.append(await caller.client.get("/api/v1/\(path)").text)
      }
    }
    return texts
  }
}
