/// Going through a place and ticking off what is there.
package enum CheckRoute: RouteFamily {
  /// A `POST` begins a check.
  case check(home: String, room: String, CheckQuery = CheckQuery())
  /// What to do about an item that is not to be found; a `POST` says what became of it.
  case checkItem(home: String, room: String, item: String, CheckQuery = CheckQuery())
  case finishCheck(home: String, room: String)
  /// Says on an item's page that it is where it belongs.
  case seeItem(String)

  var segments: [String] {
    switch self {
    case .check(let home, let room, _): ["homes", home, "rooms", room, "check"]
    case .checkItem(let home, let room, let item, _):
      ["homes", home, "rooms", room, "check", "items", item]
    case .finishCheck(let home, let room): ["homes", home, "rooms", room, "check", "finish"]
    case .seeItem(let id): ["items", id, "seen"]
    }
  }

  var queryFields: [(String, String)] {
    switch self {
    case .check(_, _, let query), .checkItem(_, _, _, let query): query.fields
    case .finishCheck, .seeItem: []
    }
  }

  var name: String {
    switch self {
    case .check: "check"
    case .checkItem: "checkItem"
    case .finishCheck: "finishCheck"
    case .seeItem: "seeItem"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    if segments.count == 3, segments[0] == "items", segments[2] == "seen" {
      self = .seeItem(segments[1])
      return
    }
    guard segments.count >= 5, segments[0] == "homes", segments[2] == "rooms",
      segments[4] == "check"
    else { return nil }
    let (home, room, query) = (segments[1], segments[3], CheckQuery(fields))
    switch segments.count {
    case 5: self = .check(home: home, room: room, query)
    case 6 where segments[5] == "finish": self = .finishCheck(home: home, room: room)
    case 7 where segments[5] == "items":
      self = .checkItem(home: home, room: room, item: segments[6], query)
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .check(let home, let room, let query): app.checkPage(home: home, room: room, query)
    case .checkItem(let home, let room, let item, let query):
      app.checkItemPage(home: home, room: room, item: item, query)
    case .finishCheck(let home, let room): app.finishCheckPage(home: home, room: room)
    case .seeItem: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .check(let home, let room, _): app.startCheck(home: home, room: room)
    case .checkItem(let home, let room, let item, let query):
      app.checkItem(home: home, room: room, item: item, query)
    case .finishCheck(let home, let room): app.finishCheck(home: home, room: room)
    case .seeItem(let id): app.seeItem(id)
    }
  }
}

/// Which part of a check's list is shown.
package struct CheckQuery: Equatable, Hashable, Sendable {
  /// Only what nobody has seen yet.
  package var isMissingOnly: Bool
  /// The day an ended check had begun, `YYYY-MM-DD`: what nobody saw in it is shown. `nil` for the
  /// check that is under way.
  package var endedSince: String?
  /// Where the page begins.
  package var after: String?

  package init(isMissingOnly: Bool = false, endedSince: String? = nil, after: String? = nil) {
    self.isMissingOnly = isMissingOnly
    self.endedSince = endedSince
    self.after = after
  }

  init(_ fields: QueryFields) {
    isMissingOnly = fields["missing"] != nil
    endedSince = fields.nonEmpty("since")
    after = fields.nonEmpty("after")
  }

  var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if isMissingOnly { fields.append(("missing", "")) }
    if let endedSince { fields.append(("since", endedSince)) }
    if let after { fields.append(("after", after)) }
    return fields
  }
}

extension Route {
  package static func checks(_ route: CheckRoute) -> Route { .feature(.checks(route)) }
}
