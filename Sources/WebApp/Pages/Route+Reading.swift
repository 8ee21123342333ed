extension Route {
  /// Reads the address of a request; `nil` when no page of the web app lives there.
  ///
  /// - Parameters:
  ///   - path: The escaped path, beginning with `/`.
  ///   - query: The escaped query without its `?`.
  package init?(path: String, query: String = "") {
    guard path.hasPrefix("/"), path.utf8.count <= Self.maxPathBytes else { return nil }
    var parts: [String] = []
    if path != "/" {
      for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        guard let text = URLCoding.decode(part), !text.isEmpty else { return nil }
        parts.append(text)
      }
    }
    let fields = QueryFields(query)
    if let route = Self.read(parts, fields) {
      self = route
    } else if let feature = FeatureRoute(parts, fields) {
      self = .feature(feature)
    } else {
      return nil
    }
  }

  /// A longer path is no page.
  package static let maxPathBytes = 1024

  /// The path to go on to after signing in, if it is one of ours (no other host, no `//`).
  private static func localPath(_ text: String?) -> String? {
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\") else {
      return nil
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count == 2 ? String(parts[1]) : ""
    return Route(path: String(parts[0]), query: query) == nil ? nil : text
  }

  private static func read(_ parts: [String], _ fields: QueryFields) -> Route? {
    guard let first = parts.first else { return .dashboard }
    let rest = Array(parts.dropFirst())
    switch first {
    case "items": return readItem(rest, fields)
    case "homes": return readHome(rest, fields)
    case "import": return readImport(rest, fields)
    case "imports": return rest.count == 2 && rest[1] == "undo" ? .undoImport(rest[0]) : nil
    case "sync": return readSync(rest)
    case "account": return readAccount(rest)
    case "photos":
      guard rest.count == 2 else { return nil }
      if rest[1] == "fetch" { return .fetchPhoto(rest[0]) }
      return PhotoSize(rawValue: rest[1]).map { .photo(rest[0], $0) }
    case "assets": return rest.count == 2 ? .asset(hash: rest[0], name: rest[1]) : nil
    case "undo": return rest.count == 1 ? .undo(rest[0]) : nil
    case "join" where !rest.isEmpty:
      return rest.count == 2 && rest[1] == "cancel" ? .cancelJoin(rest[0]) : nil
    case "notices": return readNotice(rest)
    case "i": return rest.count == 1 ? .invite(rest[0]) : nil
    default: return rest.isEmpty ? readSingle(first, fields) : nil
    }
  }

  private static func readSingle(_ name: String, _ fields: QueryFields) -> Route? {
    switch name {
    case "signin": .signIn(then: localPath(fields["then"]))
    case "signup": .signUp(invite: fields.nonEmpty("invite"))
    case "setup": .setUp
    case "signout": .signOut
    case "start": .start
    case "device": .device
    case "menu": .menu
    case "people": .people
    case "join": .join
    case "events": .events
    case "offline": .offline
    case "manifest.webmanifest": .manifest
    case "sw.js": .serviceWorker
    default: nil
    }
  }

  private static func readItem(_ parts: [String], _ fields: QueryFields) -> Route? {
    switch (parts.count, parts.dropFirst().first) {
    case (0, _): .items(ItemQuery(fields))
    case (1, _): .item(parts[0], isEditing: fields["edit"] != nil)
    case (2, "delete"): .deleteItem(parts[0])
    case (2, "move"): .moveItem(parts[0], home: fields.nonEmpty("home"))
    case (2, "photos"): .photos(item: parts[0])
    case (4, "photos") where parts[3] == "delete": .deletePhoto(item: parts[0], photo: parts[2])
    case (4, "photos") where parts[3] == "first": .makePhotoFirst(item: parts[0], photo: parts[2])
    default: nil
    }
  }

  private static func readHome(_ parts: [String], _ fields: QueryFields) -> Route? {
    guard let home = parts.first else { return .homes }
    guard parts.count > 1 else { return home == "new" ? .newHome : .home(home) }
    let isEditing = fields["edit"] != nil
    switch (parts[1], parts.count) {
    case ("items", 2): return .homeItems(home: home, ItemQuery(fields))
    case ("items", 3) where parts[2] == "new":
      return .newItem(
        home: home, room: fields.nonEmpty("room"), template: fields.nonEmpty("template"))
    case ("rooms", 2): return .rooms(home: home)
    case ("rooms", 3): return .room(home: home, room: parts[2], isEditing: isEditing)
    case ("rooms", 4) where parts[3] == "delete": return .deleteRoom(home: home, room: parts[2])
    case ("labels", 2): return .labels(home: home)
    case ("labels", 3): return .label(home: home, label: parts[2], isEditing: isEditing)
    case ("labels", 4) where parts[3] == "delete": return .deleteLabel(home: home, label: parts[2])
    case ("photos", 2): return .homePhotos(home)
    case ("photos", 4) where parts[3] == "delete":
      return .deleteHomePhoto(home: home, photo: parts[2])
    case ("primary", 2): return .setPrimaryHome(home)
    case ("delete", 2): return .deleteHome(home)
    case ("export", 2): return .exportHome(home)
    case ("joined", 2): return .joined(home: home)
    case ("settings", _): return readSettings(home, Array(parts.dropFirst(2)))
    default: return nil
    }
  }

  private static func readSettings(_ home: String, _ parts: [String]) -> Route? {
    switch (parts.first, parts.count) {
    case (nil, _): .homeSettings(home)
    case ("invites", 1): .invites(home: home)
    case ("invites", 3) where parts[2] == "revoke": .revokeInvite(home: home, invite: parts[1])
    case ("people", 2): .person(home: home, person: parts[1])
    case ("people", 3) where parts[2] == "remove": .removePerson(home: home, person: parts[1])
    case ("people", 3) where parts[2] == "hand-over": .handOver(home: home, person: parts[1])
    case ("stop-sharing", 1): .stopSharing(home)
    case ("leave", 1): .leaveHome(home)
    default: nil
    }
  }

  private static func readNotice(_ parts: [String]) -> Route? {
    switch (parts.count, parts.dropFirst().first) {
    case (2, "dismiss"): .dismissNotice(parts[0])
    case (2, "remove"): .removeNoticed(parts[0])
    case (2, "copy"): .noticeCopy(parts[0])
    case (2, "accept"): .acceptHome(parts[0])
    default: nil
    }
  }

  private static func readImport(_ parts: [String], _ fields: QueryFields) -> Route? {
    switch (parts.count, parts.dropFirst().first) {
    case (0, _): .importing(home: fields.nonEmpty("home"))
    case (1, _): .importPreview(parts[0])
    case (2, "run"): .runImport(parts[0])
    case (2, "progress"): .importProgress(parts[0])
    case (2, "result"): .importResult(parts[0])
    case (2, "cancel"): .cancelImport(parts[0])
    default: nil
    }
  }

  private static func readSync(_ parts: [String]) -> Route? {
    switch (parts.count, parts.dropFirst().first) {
    case (0, _): .sync
    case (1, _): parts[0] == "now" ? .syncNow : nil
    case (2, "retry"): .retryChange(parts[0])
    case (2, "copy"): .copyChange(parts[0])
    case (2, "discard"): .discardChange(parts[0])
    case (3, "photos"): .refusedPhoto(change: parts[0], photo: parts[2])
    default: nil
    }
  }

  private static func readAccount(_ parts: [String]) -> Route? {
    switch (parts.first, parts.count) {
    case (nil, _): .account
    case ("profile", 1): .profile
    case ("password", 1): .password
    case ("region", 1): .region
    case ("sessions", 2) where parts[1] == "end-others": .endOtherSessions
    case ("sessions", 3) where parts[2] == "end": .endSession(parts[1])
    default: nil
    }
  }
}
