import Web

/// Going through a place and ticking off what is there.
package enum CheckRoute: RouteFamily {
  /// A `POST` begins a check.
  case check(home: String, room: String, CheckQuery = CheckQuery())
  /// What to do about an item that is not to be found; a `POST` says what became of it.
  case checkItem(home: String, room: String, item: String, CheckQuery = CheckQuery())
  case finishCheck(home: String, room: String)
  /// Says on an item's page that it is where it belongs.
  case seeItem(String)

  package static let readers = [of(check), of(checkItem), of(finishCheck), of(seeItem)]

  package var place: Place {
    switch self {
    case .check(let home, let room, let query):
      at(
        "homes", home, "rooms", room, "check", fields: query.fields,
        get: { $0.checkPage(home: home, room: room, query) },
        post: { $0.startCheck(home: home, room: room) })
    case .checkItem(let home, let room, let item, let query):
      at(
        "homes", home, "rooms", room, "check", "items", item, fields: query.fields,
        get: { $0.checkItemPage(home: home, room: room, item: item, query) },
        post: { $0.checkItem(home: home, room: room, item: item, query) })
    case .finishCheck(let home, let room):
      at(
        "homes", home, "rooms", room, "check", "finish",
        get: { $0.finishCheckPage(home: home, room: room) },
        post: { $0.finishCheck(home: home, room: room) })
    case .seeItem(let id): at("items", id, "seen", post: { $0.seeItem(id) })
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

  package init(_ fields: QueryFields) {
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
  package static func checks(_ route: CheckRoute) -> Route { Route(route) }
}

extension CheckQuery: RouteQuery {
  package init() { self.init(isMissingOnly: false) }
}
