extension Route {
  /// The path and the query, escaped, beginning with `/`.
  package var url: String {
    let query = queryFields
    guard !query.isEmpty else { return path }
    return path + "?" + URLCoding.encode(query)
  }

  /// The path alone, escaped, beginning with `/`.
  package var path: String {
    "/" + segments.map(URLCoding.encode).joined(separator: "/")
  }

  var queryFields: [(String, String)] {
    switch self {
    case .signIn(let then): then.map { [("then", $0)] } ?? []
    case .signUp(let invite): invite.map { [("invite", $0)] } ?? []
    case .items(let query), .homeItems(_, let query): query.fields
    case .newItem(_, let room, let template):
      [("room", room), ("template", template)].compactMap { name, id in id.map { (name, $0) } }
    case .item(_, let isEditing), .room(_, _, let isEditing), .label(_, _, let isEditing):
      isEditing ? [("edit", "")] : []
    case .importing(let home), .moveItem(_, let home): home.map { [("home", $0)] } ?? []
    case .feature(let feature): feature.family.queryFields
    default: []
    }
  }

  private var segments: [String] {
    switch self {
    case .signIn: ["signin"]
    case .signUp: ["signup"]
    case .setUp: ["setup"]
    case .signOut: ["signout"]
    case .start: ["start"]
    case .device: ["device"]
    case .dashboard: []
    case .menu: ["menu"]
    case .items: ["items"]
    case .people: ["people"]
    case .dismissNotice(let id): ["notices", id, "dismiss"]
    case .removeNoticed(let id): ["notices", id, "remove"]
    case .noticeCopy(let id): ["notices", id, "copy"]
    case .acceptHome(let id): ["notices", id, "accept"]
    case .sync: ["sync"]
    case .syncNow: ["sync", "now"]
    case .retryChange(let id): ["sync", id, "retry"]
    case .copyChange(let id): ["sync", id, "copy"]
    case .discardChange(let id): ["sync", id, "discard"]
    case .refusedPhoto(let id, let photo): ["sync", id, "photos", photo]
    case .item(let id, _): ["items", id]
    case .deleteItem(let id): ["items", id, "delete"]
    case .moveItem(let id, _): ["items", id, "move"]
    case .photos(let item): ["items", item, "photos"]
    case .deletePhoto(let item, let photo): ["items", item, "photos", photo, "delete"]
    case .makePhotoFirst(let item, let photo): ["items", item, "photos", photo, "first"]
    case .photo(let id, let size): ["photos", id, size.rawValue]
    case .fetchPhoto(let id): ["photos", id, "fetch"]
    case .undo(let id): ["undo", id]
    case .invite(let token): ["i", token]
    case .join: ["join"]
    case .cancelJoin(let id): ["join", id, "cancel"]
    case .importing: ["import"]
    case .importPreview(let id): ["import", id]
    case .runImport(let id): ["import", id, "run"]
    case .importProgress(let id): ["import", id, "progress"]
    case .importResult(let id): ["import", id, "result"]
    case .cancelImport(let id): ["import", id, "cancel"]
    case .undoImport(let id): ["imports", id, "undo"]
    case .account: ["account"]
    case .profile: ["account", "profile"]
    case .password: ["account", "password"]
    case .region: ["account", "region"]
    case .endSession(let id): ["account", "sessions", id, "end"]
    case .endOtherSessions: ["account", "sessions", "end-others"]
    case .asset(let hash, let name): ["assets", hash, name]
    case .events: ["events"]
    case .offline: ["offline"]
    case .manifest: ["manifest.webmanifest"]
    case .serviceWorker: ["sw.js"]
    case .feature(let feature): feature.family.segments
    default: homeSegments
    }
  }

  private var homeSegments: [String] {
    switch self {
    case .homes: ["homes"]
    case .newHome: ["homes", "new"]
    case .home(let id): ["homes", id]
    case .homeItems(let home, _): ["homes", home, "items"]
    case .newItem(let home, _, _): ["homes", home, "items", "new"]
    case .rooms(let home): ["homes", home, "rooms"]
    case .room(let home, let room, _): ["homes", home, "rooms", room]
    case .deleteRoom(let home, let room): ["homes", home, "rooms", room, "delete"]
    case .labels(let home): ["homes", home, "labels"]
    case .label(let home, let label, _): ["homes", home, "labels", label]
    case .deleteLabel(let home, let label): ["homes", home, "labels", label, "delete"]
    case .homeSettings(let id): ["homes", id, "settings"]
    case .homePhotos(let id): ["homes", id, "photos"]
    case .deleteHomePhoto(let home, let photo): ["homes", home, "photos", photo, "delete"]
    case .setPrimaryHome(let id): ["homes", id, "primary"]
    case .deleteHome(let id): ["homes", id, "delete"]
    case .exportHome(let id): ["homes", id, "export"]
    case .joined(let home): ["homes", home, "joined"]
    case .invites(let home): ["homes", home, "settings", "invites"]
    case .revokeInvite(let home, let invite):
      ["homes", home, "settings", "invites", invite, "revoke"]
    case .person(let home, let person): ["homes", home, "settings", "people", person]
    case .removePerson(let home, let person):
      ["homes", home, "settings", "people", person, "remove"]
    case .handOver(let home, let person):
      ["homes", home, "settings", "people", person, "hand-over"]
    case .stopSharing(let id): ["homes", id, "settings", "stop-sharing"]
    case .leaveHome(let id): ["homes", id, "settings", "leave"]
    default: preconditionFailure("a route without an address: \(self)")
    }
  }
}
