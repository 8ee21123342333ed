import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// The fields of a saved search that a request can send.
struct SavedSearchDraft: Sendable {
  var name = ""
  var query = ""
  var homeID: ZoneID?
  var groupID: ZoneID?
  var isLedger = false
  var sort = SearchSort.newest.rawValue

  init() {}

  /// - Parameter isGroup: whether it searches a group; `nil` if what it searched is gone.
  init(_ search: SavedSearch, isGroup: Bool?) {
    (name, query, sort) = (search.name, search.query, search.sort.rawValue)
    homeID = isGroup == false ? search.homeID : nil
    groupID = isGroup == true ? search.homeID : nil
    isLedger = search.homeID == search.profileID
  }
}

extension Shape<SavedSearchDraft> {
  static let savedSearch = Shape(
    name: "SavedSearch",
    fields: [
      .text("name", \.name, .name, isRequired: true, "What it is called.", example: "Tools"),
      .text("query", \.query, .url, "As typed into the search box.", example: "label:tools"),
      .optionalText(
        "homeID", \.homeID, "The home that is searched; null for all of them, or for a group.",
        example: Examples.home),
      .optionalText(
        "groupID", \.groupID, "The group whose expenses are searched; null for homes.",
        example: Examples.group),
      .flag("isLedger", \.isLedger, "Whether your own ledger is searched."),
      .choice(
        "sort", \.sort, SearchSort.allCases.map(\.rawValue), "The order of what a home has."),
    ],
    readOnly: [
      .init("id", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
      .init("page", ["type": "string", "description": "The path of the page that it leads to."]),
    ], fixed: ["query", "homeID", "groupID", "isLedger", "sort"])
}

/// The searches that the account has saved, of homes, groups and its ledger. Nobody else sees them.
enum SavedSearchesResource: Resource {
  static let tag = "Saved searches"

  static let schemas: [JSON.Member] = [
    .init("SavedSearch", Shape.savedSearch.schema),
    .init("NewSavedSearch", Shape.savedSearch.newSchema),
    .init("SavedSearchChange", Shape.savedSearch.changeSchema), Page.schema(of: "SavedSearch"),
  ]

  private static let path = "/api/v1/saved-searches"
  private static let searchID = Parameter(
    "searchID", .id, example: .string(exampleID), "The saved search.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listSavedSearches",
      summary: "The searches that the account has saved",
      details: "By name. One whose home or group is gone searches all homes.", scope: .read,
      needsAllHomes: true, query: Parameter.paging,
      outcome: .json("SavedSearchPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addSavedSearch", summary: "Save a search",
      details: "The same one under the same name is not saved twice.", scope: .write,
      needsAllHomes: true,
      body: .json(
        "NewSavedSearch",
        example: ["name": "Food", "query": "category:food", "groupID": .string(Examples.group)]),
      status: .created, outcome: .json("SavedSearch", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/{searchID}", id: "getSavedSearch", summary: "One saved search",
      scope: .read, needsAllHomes: true, pathParameters: [searchID],
      outcome: .json("SavedSearch", example: example), isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{searchID}", id: "changeSavedSearch",
      summary: "Rename a saved search", details: "Only its name can be changed.", scope: .write,
      needsAllHomes: true, pathParameters: [searchID],
      body: .change("SavedSearchChange", example: ["name": "Groceries"]),
      outcome: .json("SavedSearch", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{searchID}", id: "deleteSavedSearch",
      summary: "Delete a saved search", scope: .write, needsAllHomes: true,
      pathParameters: [searchID], status: .noContent, outcome: .nothing, isVersioned: true,
      handler: delete),
  ]

  private static func find(_ call: Call, in connection: Connection) throws -> SavedSearch {
    guard let search = try SavedSearch.find(call.path("searchID"), in: connection) else {
      throw Problem.notFound
    }
    return search
  }

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try Page.json(
          SavedSearch.own(in: connection), of: call, rank: { [$0.nameKey, $0.id] },
          show: { try json($0, in: connection) })
      })
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { try json(try find(call, in: $0), in: $0) })
  }

  private static let add: Operation.Handler = { call in
    var draft = SavedSearchDraft()
    try Shape.savedSearch.take(call.body, into: &draft, isNew: true)
    if draft.homeID != nil, draft.groupID != nil {
      throw Problem.invalid([
        Problem.Fault("groupID", "both", "a search is of homes or of a group, not of both")
      ])
    }
    if draft.isLedger, draft.homeID != nil || draft.groupID != nil {
      throw Problem.invalid([
        Problem.Fault("isLedger", "both", "a search is of the ledger, or of homes or a group")
      ])
    }
    let shown = try await call.write { [draft] transaction in
      let connection = transaction.connection
      try requireThere(draft, in: connection)
      let own = draft.isLedger ? try connection.ownZone() : nil
      let sort = SearchSort(rawValue: draft.sort) ?? .newest
      return try json(
        try SaveSearch(
          name: draft.name, query: draft.query, homeID: own ?? draft.homeID ?? draft.groupID,
          sort: sort)(
            transaction), in: connection)
    }
    return .added(shown, to: path)
  }

  private static let change: Operation.Handler = { call in
    let zone = try await call.read { try $0.ownZone() }
    let shown = try await call.write(in: zone) { transaction in
      let connection = transaction.connection
      let search = try find(call, in: connection)
      try call.checkVersion(try json(search, in: connection))
      var draft = SavedSearchDraft(search, isGroup: nil)
      try Shape.savedSearch.take(call.body, into: &draft, isNew: false)
      return try json(
        try RenameSearch(searchID: search.id, name: draft.name)(transaction), in: connection)
    }
    return .record(shown)
  }

  private static let delete: Operation.Handler = { call in
    let zone = try await call.read { try $0.ownZone() }
    try await call.write(in: zone) { transaction in
      let search = try find(call, in: transaction.connection)
      try call.checkVersion(try json(search, in: transaction.connection))
      _ = try DeleteSearch(searchID: search.id)(transaction)
    }
    return .done
  }

  /// Throws unless the account has what is searched.
  private static func requireThere(
    _ draft: SavedSearchDraft, in connection: Connection
  ) throws {
    if let home = draft.homeID, try Home.find(home, in: connection) == nil {
      throw Problem.invalid([
        Problem.Fault("homeID", "not_found", "names no home of this account")
      ])
    }
    if let group = draft.groupID, try Group.find(group, in: connection) == nil {
      throw Problem.invalid([
        Problem.Fault("groupID", "not_found", "names no group of this account")
      ])
    }
  }

  private static func json(_ search: SavedSearch, in connection: Connection) throws -> JSON {
    var isGroup: Bool?
    if let zone = search.homeID {
      if try Home.find(zone, in: connection) != nil {
        isGroup = false
      } else if try Group.find(zone, in: connection) != nil {
        isGroup = true
      }
    }
    return json(
      id: search.id, createdAt: search.createdAt, SavedSearchDraft(search, isGroup: isGroup))
  }

  private static func json(
    id: RecordID, createdAt: Int64, _ draft: SavedSearchDraft
  ) -> JSON {
    .object(
      [
        .init("id", .string(id)), .init("createdAt", .string(TimeText.text(createdAt))),
        .init("page", .string("/searches/\(id)")),
      ] + Shape.savedSearch.shown(draft))
  }

  private static let exampleID = "0198c0de-0000-7000-8000-000000000026"
  private static let example: JSON = {
    var draft = SavedSearchDraft()
    (draft.name, draft.query, draft.groupID) = ("Food", "category:food", Examples.group)
    return json(id: exampleID, createdAt: 1_781_424_000_000, draft)
  }()
}
