import Foundation
import Hub
import SyncProtocol
import Testing

/// Whose token it is, as programs are told.
@Suite struct MeTests {
  // S4-COL-U S4-2.3.1-f I4-5 S4-US-J2 S4-DM-U S4-SC-1
  @Test("an account is who its token was made for: its names, family, role and when it was made")
  func account() async throws {
    let family = try await TestFamily(try APIHub())
    for (client, name, role) in [
      (family.ann, "ann", "parent"), (family.bob, "bob", "parent"), (family.cyd, "cyd", "child"),
    ] {
      let me = await client.get("/api/v1/me")
      #expect(try me.string("id") == client.account && me.string("name") == name)
      #expect(try me.string("displayName") == name)
      #expect(try me.string("familyID") == family.id && me.string("familyRole") == role)
      #expect(try me.string("scope") == "sharing")
      #expect(try me.string("createdAt").hasPrefix("2026-06-12T"))
      #expect(try me.json()["email"] is NSNull)
    }
    // A join that comes in is of whoever asks, and so is what they are then.
    let dora = try family.hub.person("dora")
    #expect(try await dora.get("/api/v1/me").json()["familyID"] is NSNull)
    try family.hub.admit(dora, to: family.id, of: family.ann, role: .readOnly)
    #expect(try await dora.get("/api/v1/me").string("familyRole") == "child")
    let nobody = Client(
      api: family.hub.api, account: dora.account, token: dora.token, secret: "hearth_none")
    #expect(await nobody.get("/api/v1/me").status == 401)
    try family.hub.removeFolder()
  }

  @Test("a token for one home is told neither of the family nor of the address for mail")
  func limited() async throws {
    let family = try await TestFamily(try APIHub())
    let accounts = family.hub.accounts
    var confirm = ""
    try accounts.setMailAddress("ann@home.example", of: family.ann.account) { secret, _ in
      confirm = secret
      return ("Confirm", "Press", "")
    }
    // Not before its owner has pressed the link.
    #expect(try await family.ann.get("/api/v1/me").json()["email"] is NSNull)
    #expect(try accounts.confirmMailAddress(confirm))
    #expect(try await family.ann.get("/api/v1/me").string("email") == "ann@home.example")
    let home = try await family.ann.add("homes", #"{"name": "Flat"}"#)
    let only = try family.hub.client(of: family.ann.account, scope: .read, home: home)
    let me = try await only.get("/api/v1/me").json()
    #expect(me["email"] is NSNull && me["familyID"] is NSNull && me["familyRole"] is NSNull)
    #expect(me["onlyZoneID"] as? String == home && me["scope"] as? String == "read")
    try family.hub.removeFolder()
  }
}
