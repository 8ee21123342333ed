import Household
import Replica
import SQLite
import SyncProtocol

/// What a request says about a place.
struct LocationDraft: Sendable {
  var homeID = ""
  var parentID: String?
  var details = LocationDetails(name: "")
}

extension Shape<LocationDraft> {
  static let location = Shape(
    name: "Location",
    fields: [
      .id("homeID", \.homeID, "The home it is in.", example: Examples.home),
      .optionalText(
        "parentID", \.parentID, "The place it is in; null: directly in the home.",
        example: Examples.location),
      .text("name", \.details.name, .name, isRequired: true, "What it is called.", example: "Shed"),
      .choice("kind", \.details.kind, "What it is."),
      .text("emoji", \.details.emoji, .emoji, "One emoji, or empty.", example: "🏚️"),
      .text("note", \.details.note, .notes, "What is to be known.", example: "Behind the house"),
      .number(
        "sortOrder", \.details.sortOrder, -1_000_000...1_000_000,
        "Places of one parent are shown by this, then by name.", example: 0),
    ],
    readOnly: [
      .init("id", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ], fixed: ["homeID"])
}

/// The places of a home: rooms, shelves in them, boxes on those.
enum LocationsResource: Resource {
  static let tag = "Locations"

  static let schemas: [JSON.Member] = [
    .init("Location", Shape.location.schema), .init("NewLocation", Shape.location.newSchema),
    .init("LocationChange", Shape.location.changeSchema), Page.schema(of: "Location"),
  ]

  private static let path = "/api/v1/locations"
  static let locationID = Parameter(
    "locationID", .id, example: .string(Examples.location), "The place.")
  private static let taken = "`name_taken`: there is a place of that name beside it."

  static let operations = [
    Operation(
      method: .get, path: path, id: "listLocations", summary: "The places of a home, by name",
      scope: .read,
      query: [Parameter.homeID(isRequired: true, "The home.")] + Parameter.paging,
      outcome: .json("LocationPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addLocation", summary: "Add a place", scope: .write,
      body: .json("NewLocation", example: ["homeID": .string(Examples.home), "name": "Shed"]),
      status: .created, outcome: .json("Location", example: example), isVersioned: true,
      conflicts: [taken], handler: add),
    Operation(
      method: .get, path: "\(path)/{locationID}", id: "getLocation", summary: "One place",
      scope: .read, pathParameters: [locationID],
      outcome: .json("Location", example: example), isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{locationID}", id: "changeLocation",
      summary: "Change a place",
      details: "Only what is sent is changed. Another `parentID` moves it with what is in it.",
      scope: .write, pathParameters: [locationID],
      body: .change("LocationChange", example: ["note": "Behind the house"]),
      outcome: .json("Location", example: example), isVersioned: true, conflicts: [taken],
      handler: change),
    Operation(
      method: .delete, path: "\(path)/{locationID}", id: "deleteLocation",
      summary: "Delete a place; its items stay in the home, places in it go one level up",
      scope: .write, pathParameters: [locationID], status: .noContent, outcome: .nothing,
      isVersioned: true, handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    let home = call.query("homeID") ?? ""
    return .json(
      try await call.read { connection in
        try call.requireHome(home, in: connection)
        let page = try NamePage<Location>(
          home: home, after: cursor, limit: limit, key: \.nameKey, in: connection)
        return Page.json(page.rows.map(\.json), next: page.next?.description)
      })
  }

  private static let get: Operation.Handler = { call in
    let json = try await call.read { try find(call, in: $0).json }
    return .json(json, tag: json.tag)
  }

  private static func find(_ call: Call, in connection: Connection) throws -> Location {
    guard let location = try Location.find(call.path("locationID"), in: connection) else {
      throw Problem.notFound
    }
    try call.require(location.homeID)
    return location
  }

  private static let add: Operation.Handler = { call in
    var draft = LocationDraft()
    try Shape.location.take(call.body, into: &draft, isNew: true)
    try call.require(draft.homeID)
    let json = try await call.write { [draft] in
      try AddLocation(homeID: draft.homeID, parentID: draft.parentID, draft.details)($0).json
    }
    return .made(json, at: "\(path)/\(json["id"]?.text ?? "")", tag: json.tag)
  }

  private static let change: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    let json = try await call.write(in: home) { transaction in
      let location = try find(call, in: transaction.connection)
      try call.checkVersion(location.json)
      var draft = location.draft
      try Shape.location.take(call.body, into: &draft, isNew: false)
      if draft.parentID != location.parentID {
        try MoveLocation(locationID: location.id, parentID: draft.parentID)(transaction)
      }
      return try EditLocation(
        locationID: location.id, details: draft.details, base: location.details)(transaction).json
    }
    return .json(json, tag: json.tag)
  }

  private static let delete: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    try await call.write(in: home) { transaction in
      let location = try find(call, in: transaction.connection)
      try call.checkVersion(location.json)
      try DeleteLocation(locationID: location.id)(transaction)
    }
    return .done
  }

  private static let example: JSON = .object(
    [
      .init("id", .string(Examples.location)), .init("createdAt", .string(Examples.instant)),
    ]
      + Shape.location.shown(
        LocationDraft(homeID: Examples.home, details: LocationDetails(name: "Shed"))))
}

extension Location {
  fileprivate var draft: LocationDraft {
    LocationDraft(homeID: homeID, parentID: parentID, details: details)
  }

  fileprivate var json: JSON {
    .object(
      [.init("id", .string(id)), .init("createdAt", .string(TimeText.text(createdAt)))]
        + Shape.location.shown(draft))
  }
}

extension AddLocation.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems)
    case .nameTaken(let id): .nameTaken(by: id)
    }
  }
}

extension EditLocation.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .locationNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems)
    case .nameTaken(let id): .nameTaken(by: id)
    }
  }
}

extension MoveLocation.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .locationNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems)
    case .nameTaken(let id): .nameTaken(by: id)
    }
  }
}

extension DeleteLocation.Failure: ProblemConvertible {
  var problem: Problem { self == .locationNotFound ? .notFound : .readOnlyHome }
}
