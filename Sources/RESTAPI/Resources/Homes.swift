import Backends
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Usage
import Values

/// The fields of a home that a request can send.
struct HomeDraft: Sendable {
  var details: HomeDetails
  /// The names of a new home's first rooms; `nil` for the usual ones.
  var rooms: [String]?
  var isPrimary = false
}

extension Shape<HomeDraft> {
  static let home = Shape(
    name: "Home",
    fields: Field.all(HomeDetails.fields, at: \.details) + [primary, rooms],
    readOnly: Home.heading, fixed: ["rooms"])

  private static let primary = Field<HomeDraft>(
    name: "isPrimary",
    schema: [
      "type": "boolean",
      "description": "Whether the program opens with it. To unset it, set it in another home.",
    ],
    show: { .bool($0.isPrimary) },
    take: { (json: JSON, draft: inout HomeDraft) throws(Problem.Fault) in
      let wanted = try Taken(json, "isPrimary").flag()
      guard wanted || !draft.isPrimary else {
        throw Problem.Fault("isPrimary", "needs_another", "set isPrimary in another home instead")
      }
      draft.isPrimary = wanted
    })

  private static let rooms = Field<HomeDraft>(
    name: "rooms",
    schema: [
      "type": "array",
      "items": [
        "type": "string", "enum": .array(HomeDefaults.rooms.map { .string($0.name) }),
      ],
      "description": "The rooms that it begins with; the usual ones when it is not said.",
      "examples": [["Kitchen", "Bedroom"]],
    ], isShown: false,
    show: { _ in .null },
    take: { (json: JSON, draft: inout HomeDraft) throws(Problem.Fault) in
      draft.rooms = try Taken(json, "rooms").texts(maxCount: HomeDefaults.rooms.count)
    })
}

/// Homes, owned and shared.
enum HomesResource: Resource {
  static let tag = "Homes"

  static let schemas: [JSON.Member] = [
    .init("Home", Shape.home.schema), .init("NewHome", Shape.home.newSchema),
    .init("HomeChange", Shape.home.changeSchema), Page.schema(of: "Home"),
  ]

  private static let path = "/api/v1/homes"
  static let homeID = Parameter("homeID", .id, example: .string(Examples.home), "The home.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listHomes", summary: "The account's homes, by name",
      scope: .read, query: Parameter.paging,
      outcome: .json("HomePage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addHome", summary: "Make a home", scope: .write,
      needsAllHomes: true,
      body: .json("NewHome", example: ["name": "Harbour Street", "rooms": ["Kitchen"]]),
      status: .created, outcome: .json("Home", example: example), isVersioned: true,
      conflicts: ["`home_limit`: the account owns as many homes as the hub allows."],
      handler: add),
    Operation(
      method: .get, path: "\(path)/{homeID}", id: "getHome", summary: "One home", scope: .read,
      pathParameters: [homeID], outcome: .json("Home", example: example), isVersioned: true,
      handler: get),
    Operation(
      method: .patch, path: "\(path)/{homeID}", id: "changeHome", summary: "Change a home",
      details: "Only what is sent is changed. Another `currency` wants `purchaseMinor` said anew.",
      scope: .write, pathParameters: [homeID],
      body: .change("HomeChange", example: ["note": "Keys at Ben's"]),
      outcome: .json("Home", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{homeID}", id: "deleteHome",
      summary: "Delete a home with everything in it, for everybody",
      details: """
        It can be restored for 30 days on the page of homes. One that others have, too, is deleted \
        only by a token that may share.
        """,
      scope: .write,
      pathParameters: [homeID], status: .noContent, outcome: .nothing, isVersioned: true,
      conflicts: [
        "`last_home`: it is the account's only home.",
        "`primary_home`: set isPrimary in another home first.",
      ], handler: delete),
  ]

  // MARK: Reading

  private static let list: Operation.Handler = { call in
    try await call.zones { connection in
      let primary = try PrimaryHome.find(in: connection)
      return { (home: Home) in
        json(home, role: try Role.own(in: home.id, connection), isPrimary: home.id == primary)
      }
    }
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { connection in try find(call, in: connection).json })
  }

  private static func find(
    _ call: Call, in connection: Connection
  ) throws -> (home: Home, draft: HomeDraft, json: JSON) {
    let id = call.path("homeID")
    try call.require(id)
    guard var home = try Home.find(id, in: connection) else { throw Problem.notFound }
    if try AmountVeil.hides(id, in: connection) {
      home.details = HomeDetails.fields.withoutAmounts(home.details)
    }
    let isPrimary = try PrimaryHome.find(in: connection) == id
    return (
      home, HomeDraft(details: home.details, isPrimary: isPrimary),
      json(home, role: try Role.own(in: id, connection), isPrimary: isPrimary)
    )
  }

  private static func json(_ home: Home, role: Role, isPrimary: Bool) -> JSON {
    .object(
      home.heading(role)
        + Shape.home.shown(HomeDraft(details: home.details, isPrimary: isPrimary)))
  }

  // MARK: Writing

  private static let add: Operation.Handler = { call in
    var draft = HomeDraft(details: HomeDetails(name: ""))
    try Shape.home.take(call.body, into: &draft, isNew: true)
    let (shown, events) = try await call.write { [draft] transaction in
      let primary = try PrimaryHome.find(in: transaction.connection)
      let home = try CreateHome(draft.details, rooms: draft.rooms.map { Set($0) })(transaction)
      if draft.isPrimary { try SetPrimaryHome(homeID: home.id)(transaction) }
      let isPrimary = try PrimaryHome.find(in: transaction.connection) == home.id
      var events = [
        UsageEvent.homeCreated(home: home.id, isPrimary: isPrimary, hasPhoto: false)
      ]
      if isPrimary, let primary { events.append(.homePrimaryChanged(old: primary, new: home.id)) }
      return (json(home, role: .owner, isPrimary: isPrimary), events)
    }
    for event in events { call.count(event) }
    return .added(shown, to: path)
  }

  private static let change: Operation.Handler = { call in
    let (json, changed) = try await call.write(in: call.path("homeID")) { transaction in
      let (home, shown, json) = try find(call, in: transaction.connection)
      let primary = try PrimaryHome.find(in: transaction.connection)
      try call.checkVersion(json)
      var draft = shown
      let sent = try Shape.home.take(call.body, into: &draft, isNew: false)
      // Each person chooses their own primary home, even one that they only view.
      if !sent.subtracting(["isPrimary"]).isEmpty {
        try EditHome(homeID: home.id, details: draft.details, base: home.details)(transaction)
      }
      let isChanged = draft.isPrimary && !shown.isPrimary
      if isChanged { try SetPrimaryHome(homeID: home.id)(transaction) }
      return (
        try find(call, in: transaction.connection).json,
        isChanged ? UsageEvent.homePrimaryChanged(old: primary, new: home.id) : nil
      )
    }
    if let changed { call.count(changed) }
    return .record(json)
  }

  private static let delete: Operation.Handler = { call in
    let id = call.path("homeID")
    let deleted = try await call.deleteZone(id) { transaction in
      let json = try find(call, in: transaction.connection).json
      try call.checkVersion(json)
      try call.requireSharing(ifOthersHave: id, in: transaction.connection)
      try NotByChildren.check(in: transaction.connection)
      let contents = try HomeContents(of: id, in: transaction.connection)
      try DeleteHome(homeID: id)(transaction)
      return contents
    }
    call.count(
      .homeDeleted(
        home: id, items: deleted.items, locations: deleted.locations, labels: deleted.labels))
    return .done
  }

  static let example: JSON = {
    var details = HomeDetails(name: "Harbour Street")
    details.emoji = "🏠"
    return .object(
      [
        .init("id", .string(Examples.home)), .init("role", "owner"),
        .init("createdAt", .string(Examples.instant)),
      ] + Shape.home.shown(HomeDraft(details: details, isPrimary: true)))
  }()
}

extension NotByChildren: ProblemConvertible {
  var problem: Problem {
    Problem(.forbidden, "child", "a child in a family deletes no home or group; a parent can")
  }
}

extension DeleteHome.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound: .notFound
    case .notOwner: Problem(.forbidden, "not_owner", "only the home's owner may delete it")
    case .lastHome: .lastHome
    case .primaryHome:
      Problem(.conflict, "primary_home", "set isPrimary in another home first")
    }
  }
}
