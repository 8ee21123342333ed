import Families
import Hub
import SyncProtocol
import Values

/// Who the token speaks for, and what it may do.
enum MeResource: Resource {
  static let tag = "Account"
  static let schemas: [JSON.Member] = [.init("Me", .record(members))]

  private static let text: JSON = ["type": "string"]
  private static let members: [JSON.Member] = [
    .init("id", ["type": "string", "description": "Of the account."]),
    .init(
      "name",
      [
        "type": ["string", "null"],
        "description": "The sign-in name; null for a child's account, which has none.",
      ]),
    .init("displayName", ["type": "string", "description": "What others see."]),
    .init(
      "email",
      [
        "type": ["string", "null"],
        "description": """
        Where mail goes, once it is confirmed. Only a token for everything of the account sees it.
        """,
      ]),
    .init("familyID", ["type": ["string", "null"]]),
    .init(
      "familyRole",
      [
        "type": ["string", "null"],
        "enum": .array(FamilyRole.allCases.map { .string($0.rawValue) } + [.null]),
      ]),
    .init("createdAt", ["type": "string", "format": "date-time"]),
    .init("scope", ["type": "string", "enum": ["read", "write", "sharing"]]),
    .init(
      "onlyZoneID",
      [
        "type": ["string", "null"],
        "description": "The only home, group or family that the token is for; null for all.",
      ]),
  ]

  static let operations = [
    Operation(
      method: .get, path: "/api/v1/me", id: "getMe", summary: "Whose token it is",
      details: "The account, its family, and what the token may do.", scope: .read,
      outcome: .json("Me", example: example), handler: get)
  ]

  private static let get: Operation.Handler = { call in
    let account = call.account
    let family = try await call.read { connection -> (id: String, role: FamilyRole)? in
      guard let family = try Family.own(in: connection),
        call.onlyHome == nil || call.onlyHome == family.id,
        call.hidden?.hidden.contains(family.id) != true
      else { return nil }
      return (family.id, FamilyRole(try Role.own(in: family.id, connection)))
    }
    var email: String?
    if call.onlyHome == nil {
      let accounts = call.api.means.accounts
      let address = try await call.api.means.hubPool.run {
        try accounts.mailAddress(of: account.id)
      }
      email = address.flatMap { $0.confirmedAt == nil ? nil : $0.address }
    }
    return .json(
      json(
        account, email: email, family: family, scope: call.token.scope.rawValue,
        onlyZone: call.onlyHome))
  }

  private static func json(
    _ account: Account, email: String?, family: (id: String, role: FamilyRole)?, scope: String,
    onlyZone: String?
  ) -> JSON {
    func maybe(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    return [
      "id": .string(account.id),
      "name": maybe(account.passwordHash.isEmpty ? nil : account.name),
      "displayName": .string(account.displayName), "email": maybe(email),
      "familyID": maybe(family?.id), "familyRole": maybe(family?.role.rawValue),
      "createdAt": .string(TimeText.text(account.createdAt)), "scope": .string(scope),
      "onlyZoneID": maybe(onlyZone),
    ]
  }

  private static let example = json(
    Account(
      id: Examples.account, name: "lena", nameKey: "lena", displayName: "Lena",
      passwordHash: "set", isAdministrator: false, createdAt: Examples.milliseconds,
      personalZone: ""),
    email: "lena@home.example", family: (Examples.family, .parent), scope: "read", onlyZone: nil)
}
