/// Finds the place and the feature that an address belongs to.
struct RouteTable: Sendable {
  /// The features that have addresses of their own; a new one is added here.
  private static let families: [any RouteFamily.Type] = [
    SiteRoute.self, SessionRoute.self, AccountRoute.self, SyncRoute.self, SharingRoute.self,
    HomeRoute.self, RoomRoute.self, LabelRoute.self, ItemRoute.self, PhotoRoute.self,
    ImportRoute.self, InsuranceRoute.self, HintRoute.self, DeletedHomeRoute.self, TokensRoute.self,
    PrintRoute.self, PaperRoute.self, MaintenanceRoute.self, ReminderRoute.self,
    ItemStateRoute.self, SearchRoute.self, ManyRoute.self, FieldPresetRoute.self,
    ActivityRoute.self, GalleryRoute.self, ScanRoute.self, UsageRoute.self, ExportRoute.self,
    TemplateRoute.self, CheckRoute.self, MovePlaceRoute.self, CalendarRoute.self, MergeRoute.self,
    JoiningRoute.self, GateRoute.self, RecoveryRoute.self, ForgottenHomeRoute.self,
  ]

  static let all = RouteTable()

  private struct Entry: Sendable {
    let pattern: [String?]
    let name: String
    let read: @Sendable ([String], QueryFields) -> Route?

    func fits(_ segments: [String]) -> Bool {
      zip(pattern, segments).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  /// By how many parts the path has and by its first part, which is always a word. A word goes
  /// before what may be anything.
  private var entries: [Int: [String: [Entry]]] = [:]

  private init() {
    for family in Self.families { add(family) }
    for (count, byFirst) in entries {
      entries[count] = byFirst.mapValues { found in
        found.sorted { left, right in
          zip(left.pattern, right.pattern).first { ($0 == nil) != ($1 == nil) }
            .map { $0.0 != nil } ?? false
        }
      }
    }
  }

  private mutating func add<Family: RouteFamily>(_ family: Family.Type) {
    for reader in family.readers {
      let entry = Entry(pattern: reader.pattern, name: reader.name) {
        reader.read($0, $1).map { Route($0) }
      }
      precondition(reader.pattern.first != .some(nil), "\(reader.name) begins with anything")
      entries[reader.pattern.count, default: [:]][(reader.pattern.first ?? nil) ?? "", default: []]
        .append(entry)
    }
  }

  /// The names of all places.
  var names: [String] { entries.values.flatMap(\.values).joined().map(\.name) }

  func route(_ segments: [String], _ fields: QueryFields) -> Route? {
    for entry in candidates(segments) {
      if let route = entry.read(segments, fields) { return route }
    }
    return nil
  }

  /// The name of the place with this address.
  func name(of segments: [String], _ fields: QueryFields) -> String {
    candidates(segments).first { $0.read(segments, fields) != nil }?.name ?? ""
  }

  private func candidates(_ segments: [String]) -> some Sequence<Entry> {
    (entries[segments.count]?[segments.first ?? ""] ?? []).lazy.filter { $0.fits(segments) }
  }
}

extension WebApplication {
  /// What a `GET` or `HEAD` shows. It changes nothing.
  func page(at route: Route) -> Endpoint? { route.place.page.flatMap { $0(self) } }

  /// What a `POST` does.
  func action(at route: Route) -> Endpoint? { route.place.action.flatMap { $0(self) } }
}
