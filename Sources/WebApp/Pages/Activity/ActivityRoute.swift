/// What happened in a home and to an item, and taking it back.
package enum ActivityRoute: RouteFamily {
  /// `before` goes on with what is older than that change.
  case homeActivity(home: String, before: Int64? = nil)
  case itemActivity(item: String, before: Int64? = nil)
  /// One change in full; a `POST` takes it back.
  case change(home: String, sequence: Int64)
  /// Gives a field the value back that it had before a change.
  case restoreValue(home: String, sequence: Int64)

  var segments: [String] {
    switch self {
    case .homeActivity(let home, _): ["homes", home, "activity"]
    case .itemActivity(let item, _): ["items", item, "activity"]
    case .change(let home, let sequence): ["homes", home, "activity", "\(sequence)"]
    case .restoreValue(let home, let sequence):
      ["homes", home, "activity", "\(sequence)", "restore"]
    }
  }

  var queryFields: [(String, String)] {
    switch self {
    case .homeActivity(_, let before?), .itemActivity(_, let before?): [("before", "\(before)")]
    default: []
    }
  }

  var name: String {
    switch self {
    case .homeActivity: "homeActivity"
    case .itemActivity: "itemActivity"
    case .change: "change"
    case .restoreValue: "restoreValue"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count >= 3, segments[2] == "activity" else { return nil }
    let before = Self.sequence(fields["before"] ?? "")
    switch (segments[0], segments.count) {
    case ("homes", 3): self = .homeActivity(home: segments[1], before: before)
    case ("items", 3): self = .itemActivity(item: segments[1], before: before)
    case ("homes", 4):
      guard let sequence = Self.sequence(segments[3]) else { return nil }
      self = .change(home: segments[1], sequence: sequence)
    case ("homes", 5) where segments[4] == "restore":
      guard let sequence = Self.sequence(segments[3]) else { return nil }
      self = .restoreValue(home: segments[1], sequence: sequence)
    default: return nil
    }
  }

  /// Of a home's changes; the protocol has no greater numbers.
  private static let maxSequence: Int64 = 1 << 53

  private static func sequence(_ text: String) -> Int64? {
    guard let number = Int64(text), (1...maxSequence).contains(number),
      "\(number)" == text
    else { return nil }
    return number
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .homeActivity(let home, let before): app.homeActivity(home, before: before)
    case .itemActivity(let item, let before): app.itemActivity(item, before: before)
    case .change(let home, let sequence): app.changePage(home: home, sequence: sequence)
    case .restoreValue: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .homeActivity, .itemActivity: nil
    case .change(let home, let sequence): app.takeBackChange(home: home, sequence: sequence)
    case .restoreValue(let home, let sequence): app.restoreValue(home: home, sequence: sequence)
    }
  }
}

extension Route {
  package static func activity(_ route: ActivityRoute) -> Route { .feature(.activity(route)) }
}
