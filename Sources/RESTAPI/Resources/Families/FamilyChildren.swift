import Families
import Household
import Hub
import Replica
import SyncProtocol
import Values

/// The accounts that parents keep for their children, and the family's tablets. Only parents see
/// anything of them; what lets somebody in is told once.
enum FamilyChildrenResource: Resource {
  static let tag = "Family children"

  static let schemas: [JSON.Member] = [
    .init("FamilyChild", .record(childMembers)), Page.schema(of: "FamilyChild"),
    .init("NewFamilyChild", Shape.newChild.newSchema),
    .init("FamilyChildCode", .record(codeMembers)),
    .init("FamilyChildDevice", .record(deviceMembers)), Page.schema(of: "FamilyChildDevice"),
    .init("FamilyChildRelease", Shape.childRelease.newSchema),
    .init("NewFamilyChildPin", Shape.childPin.newSchema),
    .init("FamilyTablet", .record(tabletMembers)), Page.schema(of: "FamilyTablet"),
  ]

  private static let text: JSON = ["type": "string"]
  private static let instant: JSON = ["type": "string", "format": "date-time"]
  private static let childMembers: [JSON.Member] = [
    .init("id", ["type": "string", "description": "Of the account."]), .init("name", text),
    .init(
      "pin",
      [
        "type": ["string", "null"],
        "description": """
        What it presses on the family's tablet: `digits`, `pictures`, or null for nothing. No PIN \
        is ever told.
        """,
      ]),
  ]
  private static let codeMembers: [JSON.Member] = [
    .init("code", text), .init("expiresAt", instant),
  ]
  private static let deviceMembers: [JSON.Member] = [
    .init("id", text), .init("label", ["type": "string", "description": "Browser and system."]),
    .init("createdAt", instant), .init("lastUsedAt", instant),
    .init("isTablet", ["type": "boolean", "description": "Whether it is a tablet of the family."]),
  ]
  private static let tabletMembers: [JSON.Member] = [
    .init("id", text), .init("label", text), .init("createdAt", instant),
  ]

  private static let path = "\(FamiliesResource.path)/{familyID}"
  private static let familyID = FamiliesResource.familyID
  private static let childID = Parameter(
    "childID", .id, example: .string(Examples.child), "The child's account.")
  private static let deviceID = Parameter(
    "deviceID", .id, example: .string(Examples.step), "Where it is signed in.")
  private static let tabletID = Parameter(
    "tabletID", .id, example: .string(Examples.absence), "The tablet.")

  static let operations = children + pins + devices + tablets

  private static let children = [
    Operation(
      method: .get, path: "\(path)/children", id: "listFamilyChildren",
      summary: "The accounts that the family's parents keep", details: "Parents may.",
      scope: .sharing, pathParameters: [familyID], query: Parameter.paging,
      outcome: .json("FamilyChildPage", example: Page.json([childExample], next: nil)),
      handler: list),
    Operation(
      method: .post, path: "\(path)/children", id: "addFamilyChild",
      summary: "Make an account for a child",
      details: """
        Parents may. It has no address and no password: a code lets it in. It stays a child of the \
        family until a parent gives it a name and a password.
        """,
      scope: .sharing, pathParameters: [familyID],
      body: .json("NewFamilyChild", example: ["name": "Cyd"]), status: .created,
      outcome: .json("FamilyChild", example: childExample),
      conflicts: ["`too_many_members`."], mayNeedPlan: true, handler: add),
    Operation(
      method: .post, path: "\(path)/children/{childID}/codes", id: "addFamilyChildCode",
      summary: "Make a code that lets a child in on one device",
      details: """
        Parents may. It works once, for ten minutes; one that was made before stops working. It is \
        in this answer alone.
        """,
      scope: .sharing, pathParameters: [familyID, childID], status: .created,
      outcome: .json(
        "FamilyChildCode", example: ["code": "ABCDEFGH", "expiresAt": .string(Examples.instant)]),
      shownOnce: ["code"], handler: code),
    Operation(
      method: .post, path: "\(path)/children/{childID}/release", id: "releaseFamilyChild",
      summary: "Give a child's account a name and a password of its own",
      details: """
        Parents may. Nobody keeps the account any more; it stays where it is, with what it has.
        """,
      scope: .sharing, pathParameters: [familyID, childID],
      body: .json(
        "FamilyChildRelease", example: ["name": "cyd", "password": "look around freely"]),
      status: .noContent, outcome: .nothing, handler: release),
    Operation(
      method: .delete, path: "\(path)/children/{childID}", id: "removeFamilyChild",
      summary: "Take a child's account away",
      details: """
        Parents may. It leaves all that others have, and is let in no more. What it did stays \
        under its name.
        """,
      scope: .sharing, pathParameters: [familyID, childID], status: .noContent, outcome: .nothing,
      handler: remove),
  ]

  private static let pins = [
    Operation(
      method: .put, path: "\(path)/children/{childID}/pin", id: "setFamilyChildPin",
      summary: "Set what a child presses on the family's tablet",
      details: "Parents may. The former PIN works no more.", scope: .sharing,
      pathParameters: [familyID, childID],
      body: .json("NewFamilyChildPin", example: ["kind": "digits", "pin": "2580"]),
      outcome: .json("FamilyChild", example: childExample), handler: setPin),
    Operation(
      method: .delete, path: "\(path)/children/{childID}/pin", id: "endFamilyChildPin",
      summary: "End a child's PIN",
      details: """
        Parents may. The child just presses its face then. It does nothing if there is no PIN.
        """,
      scope: .sharing, pathParameters: [familyID, childID], status: .noContent,
      outcome: .nothing, handler: endPin),
  ]

  private static let devices = [
    Operation(
      method: .get, path: "\(path)/children/{childID}/devices", id: "listFamilyChildDevices",
      summary: "Where a child is signed in",
      details: "Parents may. What was used last comes first.", scope: .sharing,
      pathParameters: [familyID, childID], query: Parameter.paging,
      outcome: .json("FamilyChildDevicePage", example: Page.json([deviceExample], next: nil)),
      handler: listDevices),
    Operation(
      method: .delete, path: "\(path)/children/{childID}/devices/{deviceID}",
      id: "endFamilyChildDevice", summary: "Sign a child out on one device",
      details: "Parents may.", scope: .sharing, pathParameters: [familyID, childID, deviceID],
      status: .noContent, outcome: .nothing, handler: endDevice),
  ]

  private static let tablets = [
    Operation(
      method: .get, path: "\(path)/tablets", id: "listFamilyTablets",
      summary: "The family's tablets",
      details: """
        Parents may. The newest comes first. A browser becomes one on the page of the family, as \
        its secret stays in it.
        """,
      scope: .sharing, pathParameters: [familyID], query: Parameter.paging,
      outcome: .json("FamilyTabletPage", example: Page.json([tabletExample], next: nil)),
      handler: listTablets),
    Operation(
      method: .delete, path: "\(path)/tablets/{tabletID}", id: "endFamilyTablet",
      summary: "End a tablet, and what is signed in there", details: "Parents may.",
      scope: .sharing, pathParameters: [familyID, tabletID], status: .noContent,
      outcome: .nothing, handler: endTablet),
  ]

  // MARK: Children

  private static let list: Operation.Handler = { call in
    let rows = try await call.keeping { keeping, actor, family in
      try keeping.kept(in: family, by: actor).map { child in
        (child, try keeping.pinKind(of: child.id, by: actor))
      }
    }
    return .json(
      try Page.json(
        rows, of: call, rank: { [$0.0.displayName, $0.0.id] }, show: { json($0.0, pin: $0.1) }))
  }

  private static let add: Operation.Handler = { call in
    var draft = NewChildDraft()
    try Shape.newChild.take(call.body, into: &draft, isNew: true)
    let name = draft.name
    let child = try await call.keeping { keeping, actor, family in
      try keeping.create(displayName: name, in: family, by: actor)
    }
    await call.workspace.syncNow()
    let path = "\(FamiliesResource.path)/\(call.familyID)/children/\(child.id)"
    return .made(json(child, pin: nil), at: path, tag: nil)
  }

  private static let code: Operation.Handler = { call in
    let child = call.path("childID")
    let made = try await call.keeping { keeping, actor, family in
      try keeping.require(child, in: family, by: actor)
      return try keeping.issueCode(for: child, by: actor)
    }
    return Reply(
      content: .json([
        "code": .string(made.code.text), "expiresAt": .string(TimeText.text(made.expiresAt)),
      ]))
  }

  private static let release: Operation.Handler = { call in
    var draft = ChildReleaseDraft()
    try Shape.childRelease.take(call.body, into: &draft, isNew: true)
    let (child, given) = (call.path("childID"), draft)
    try await call.keeping { keeping, actor, family in
      try keeping.require(child, in: family, by: actor)
      try keeping.release(child, name: given.name, password: given.password, by: actor)
    }
    return .done
  }

  private static let remove: Operation.Handler = { call in
    let child = call.path("childID")
    try await call.keeping { keeping, actor, family in
      try keeping.require(child, in: family, by: actor)
      try keeping.remove(child, by: actor)
    }
    await call.workspace.syncNow()
    return .done
  }

  // MARK: PINs

  private static let setPin: Operation.Handler = { call in
    var draft = ChildPinDraft()
    try Shape.childPin.take(call.body, into: &draft, isNew: true)
    guard let kind = Pin.Kind(rawValue: draft.kind), Pin.isValid(draft.pin, kind) else {
      throw Problem.invalid([
        Problem.Fault(
          "pin", "no_pin",
          draft.kind == Pin.Kind.pictures.rawValue
            ? "must be four digits from 1 to 9, one for each picture" : "must be 4 to 8 digits")
      ])
    }
    let (child, pin) = (call.path("childID"), draft.pin)
    let account = try await call.keeping { keeping, actor, family in
      try keeping.require(child, in: family, by: actor)
      try keeping.setPin(pin, kind, of: child, by: actor)
      return try keeping.account(child, by: actor)
    }
    return .json(json(account, pin: kind))
  }

  private static let endPin: Operation.Handler = { call in
    let child = call.path("childID")
    try await call.keeping { keeping, actor, family in
      try keeping.require(child, in: family, by: actor)
      try keeping.removePin(of: child, by: actor)
    }
    return .done
  }

  // MARK: Devices and tablets

  private static let listDevices: Operation.Handler = { call in
    let child = call.path("childID")
    let sessions = try await call.keeping { keeping, actor, family in
      try keeping.require(child, in: family, by: actor)
      return try keeping.sessions(of: child, by: actor)
    }
    return .json(
      try Page.json(
        sessions, of: call, rank: { [Rank.word(Int64.max - max(0, $0.lastUsedAt)), $0.id] },
        show: { session in
          [
            "id": .string(session.id), "label": .string(session.label),
            "createdAt": .string(TimeText.text(session.createdAt)),
            "lastUsedAt": .string(TimeText.text(session.lastUsedAt)),
            "isTablet": .bool(session.kiosk != nil),
          ]
        }))
  }

  private static let endDevice: Operation.Handler = { call in
    let (child, device) = (call.path("childID"), call.path("deviceID"))
    try await call.keeping { keeping, actor, family in
      try keeping.require(child, in: family, by: actor)
      guard try keeping.sessions(of: child, by: actor).contains(where: { $0.id == device }) else {
        throw KeepingError.notFound
      }
      try keeping.endSession(device, of: child, by: actor)
    }
    return .done
  }

  private static let listTablets: Operation.Handler = { call in
    let tablets = try await call.keeping { keeping, actor, family in
      try keeping.kiosks(in: family, by: actor)
    }
    return .json(
      try Page.json(
        tablets, of: call, rank: { [Rank.word(Int64.max - max(0, $0.createdAt)), $0.id] },
        show: { tablet in
          [
            "id": .string(tablet.id), "label": .string(tablet.label),
            "createdAt": .string(TimeText.text(tablet.createdAt)),
          ]
        }))
  }

  private static let endTablet: Operation.Handler = { call in
    let tablet = call.path("tabletID")
    try await call.keeping { keeping, actor, family in
      guard try keeping.kiosks(in: family, by: actor).contains(where: { $0.id == tablet }) else {
        throw KeepingError.notFound
      }
      try keeping.endKiosk(tablet, in: family, by: actor)
    }
    return .done
  }

  // MARK: JSON

  private static func json(_ child: Account, pin: Pin.Kind?) -> JSON {
    [
      "id": .string(child.id), "name": .string(child.displayName),
      "pin": pin.map { .string($0.rawValue) } ?? .null,
    ]
  }

  private static let childExample: JSON = [
    "id": .string(Examples.child), "name": "Cyd", "pin": "pictures",
  ]
  private static let deviceExample: JSON = [
    "id": .string(Examples.step), "label": "Firefox on Android",
    "createdAt": .string(Examples.instant), "lastUsedAt": .string(Examples.instant),
    "isTablet": false,
  ]
  private static let tabletExample: JSON = [
    "id": .string(Examples.absence), "label": "Chrome on Android",
    "createdAt": .string(Examples.instant),
  ]
}

/// The fields of a new child's account.
struct NewChildDraft: Sendable {
  var name = ""
}

/// What a child's account gets when it is a child's no more.
struct ChildReleaseDraft: Sendable {
  var name = ""
  var password = ""
}

/// What a child presses on the family's tablet.
struct ChildPinDraft: Sendable {
  var kind = ""
  var pin = ""
}

extension Shape<ChildPinDraft> {
  static let childPin = Shape(
    name: "FamilyChildPin", fields: [kind, pin], readOnly: [])

  private static let kind: Field<ChildPinDraft> = {
    var field = Field<ChildPinDraft>.choice(
      "kind", \.kind, Pin.Kind.allCases.map(\.rawValue),
      "Whether it presses digits, or four of nine pictures.")
    field.isRequired = true
    return field
  }()
  private static let pin = Field<ChildPinDraft>.text(
    "pin", \.pin, .line, isRequired: true,
    """
    4 to 8 digits; of pictures four digits, each the place of a picture on the tablet from 1 to 9.
    """, example: "2580")
}

extension Shape<NewChildDraft> {
  static let newChild = Shape(
    name: "FamilyChild",
    fields: [
      .text(
        "name", \.name, .name, isRequired: true, "What others see.", example: "Cyd")
    ], readOnly: [])
}

extension Shape<ChildReleaseDraft> {
  static let childRelease = Shape(
    name: "FamilyChildRelease",
    fields: [
      .text(
        "name", \.name, .name, isRequired: true, "With which it signs in.", example: "cyd"),
      .text(
        "password", \.password, .line, isRequired: true, "A password that nobody else has.",
        example: "look around freely"),
    ], readOnly: [])
}

extension Call {
  /// Runs what keepers do of a family's accounts, for a parent in it.
  fileprivate func keeping<Result: Sendable>(
    _ body: @escaping @Sendable (KeptAccounts, AccountID, ZoneID) throws -> Result
  ) async throws -> Result {
    _ = try await read { connection in try requireParent(in: connection) }
    let (keeping, actor, family) = (api.means.keeping, account.id, familyID)
    do {
      return try await api.means.hubPool.run { try body(keeping, actor, family) }
    } catch {
      guard let refusal = SharingRefusal(error) else { throw error }
      throw HubClientError.refused(refusal)
    }
  }
}

extension Call {
  /// Throws while accounts are kept in a family that the account may dissolve.
  func requireNoKeptAccounts() async throws {
    try await read { connection in
      try requireFamily(in: connection)
      try requireOwnedZone(in: connection)
    }
    let kept = try await keeping { keeping, actor, family in
      try keeping.kept(in: family, by: actor)
    }
    guard kept.isEmpty else {
      throw Problem(
        .conflict, "kept_accounts",
        "its parents keep accounts of children; remove these, or give them names and passwords")
    }
  }
}

extension KeptAccounts {
  /// Throws unless the account is kept in that family, by somebody who keeps it.
  fileprivate func require(
    _ child: AccountID, in family: ZoneID, by actor: AccountID
  ) throws {
    guard try kept(in: family, by: actor).contains(where: { $0.id == child }) else {
      throw KeepingError.notFound
    }
  }
}
