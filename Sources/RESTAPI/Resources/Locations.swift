import Replica
import SQLite
import SyncProtocol
import Things

/// The fields of a location that a request can send.
struct LocationDraft: RecordDraft {
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
    ] + Field.all(LocationDetails.fields, at: \.details),
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

  private static let taken = "`name_taken`: there is a place of that name beside it."

  private typealias Handlers = NamedHandlers<Location>

  static let operations = [
    Operation(
      method: .get, path: Location.path, id: "listLocations",
      summary: "The places of a home, by name",
      scope: .read,
      query: [Parameter.homeID(isRequired: true, "The home.")] + Parameter.paging,
      outcome: .json("LocationPage", example: Page.json([example], next: nil)),
      handler: Handlers.list),
    Operation(
      method: .post, path: Location.path, id: "addLocation", summary: "Add a place", scope: .write,
      body: .json("NewLocation", example: ["homeID": .string(Examples.home), "name": "Shed"]),
      status: .created, outcome: .json("Location", example: example), isVersioned: true,
      conflicts: [taken], handler: Handlers.add),
    Operation(
      method: .get, path: "\(Location.path)/{locationID}", id: "getLocation", summary: "One place",
      scope: .read, pathParameters: [Location.parameter],
      outcome: .json("Location", example: example), isVersioned: true, handler: Handlers.get),
    Operation(
      method: .patch, path: "\(Location.path)/{locationID}", id: "changeLocation",
      summary: "Change a place",
      details: "Only what is sent is changed. Another `parentID` moves it with what is in it.",
      scope: .write, pathParameters: [Location.parameter],
      body: .change("LocationChange", example: ["note": "Behind the house"]),
      outcome: .json("Location", example: example), isVersioned: true, conflicts: [taken],
      handler: Handlers.change),
    Operation(
      method: .delete, path: "\(Location.path)/{locationID}", id: "deleteLocation",
      summary: "Delete a place; its items stay in the home, places in it go one level up",
      scope: .write, pathParameters: [Location.parameter], status: .noContent, outcome: .nothing,
      isVersioned: true, handler: Handlers.delete),
  ]

  private static let example = Location.json(
    id: Examples.location, createdAt: Examples.instant,
    LocationDraft(homeID: Examples.home, details: LocationDetails(name: "Shed")))
}

extension Location: NamedRecord {
  static let path = "/api/v1/locations"
  static let parameter = Parameter(
    "locationID", .id, example: .string(Examples.location), "The place.")
  static let shape = Shape.location

  var draft: LocationDraft {
    LocationDraft(homeID: homeID, parentID: parentID, details: details)
  }

  static func add(_ draft: LocationDraft, _ transaction: WriteTransaction) throws -> Location {
    try AddLocation(homeID: draft.homeID, parentID: draft.parentID, draft.details)(transaction)
  }

  func change(to draft: LocationDraft, _ transaction: WriteTransaction) throws -> Location {
    if draft.parentID != parentID {
      try MoveLocation(locationID: id, parentID: draft.parentID)(transaction)
    }
    return try EditLocation(locationID: id, details: draft.details, base: details)(transaction)
  }

  func delete(_ transaction: WriteTransaction) throws {
    try DeleteLocation(locationID: id)(transaction)
  }
}
