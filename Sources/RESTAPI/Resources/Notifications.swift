import Backends
import Household
import Hub
import Replica
import SyncProtocol
import Values

/// What the account is told, and what it wants to be told. Nobody else's.
enum NotificationsResource: Resource {
  static let tag = "Notifications"

  static let schemas: [JSON.Member] = [
    .init("Notification", .record(members)), Page.schema(of: "Notification"),
    .init("SeenNotifications", Shape.seenNotifications.newSchema),
    .init("NotificationKind", Shape.notificationKind.schema),
    .init("NotificationKindChange", Shape.notificationKind.changeSchema),
    Page.schema(of: "NotificationKind"),
    .init("NotificationMail", .record(mailMembers)),
  ]

  private static let kinds = NotificationKind.ofHub.map(\.rawValue)
  static let kindSchema: JSON = ["type": "string", "enum": .array(kinds.map { .string($0) })]

  private static let members: [JSON.Member] = [
    .init(
      "id",
      ["type": "string", "description": "Made of what it is about: the same each time."]),
    .init("kind", kindSchema),
    .init("title", ["type": "string", "description": "In the account's language; no amounts."]),
    .init("at", ["type": "string", "format": "date-time", "description": "When it happened."]),
    .init("isNew", ["type": "boolean", "description": "Whether it has not been seen yet."]),
    .init("page", ["type": "string", "description": "The path of the page that it is about."]),
  ]

  private static let mailMembers: [JSON.Member] = [
    .init("isSent", ["type": "boolean", "description": "Whether this hub sends mail at all."]),
    .init(
      "address",
      [
        "type": ["string", "null"],
        "description": "Where mail goes; null if there is no address. It is entered on its page.",
      ]),
    .init(
      "state",
      [
        "type": "string", "enum": .array(MailStanding.allCases.map { .string($0.rawValue) }),
        "description": """
        `none`: there is no address. `waiting`: its owner has not pressed the link in the first \
        mail, and no other goes there. `confirmed`: mail goes there.
        """,
      ]),
  ]

  private static let path = "/api/v1/notifications"
  private static let kind = Parameter("kind", .id, example: "joined", "The kind.")
  private static let onlyNew = Parameter(
    "new", .flag, example: true, "`true`: only those that have not been seen; `false`: the others.")

  static let operations = told + wanted

  private static let told = [
    Operation(
      method: .get, path: path, id: "listNotifications", summary: "What the account is told",
      details: """
        The newest first, of the last 30 days, without the kinds that are switched off. They are \
        derived from what the account may see now: what it may not see any more is not told.
        """,
      scope: .read, needsAllHomes: true, query: [onlyNew] + Parameter.paging,
      outcome: .json("NotificationPage", example: Page.json([example], next: nil)),
      handler: list),
    Operation(
      method: .post, path: "\(path)/seen", id: "markNotificationsSeen",
      summary: "Say that notifications were seen",
      details: "Those that `ids` names; without `ids` all that there are now.", scope: .write,
      needsAllHomes: true,
      body: .json("SeenNotifications", example: ["ids": [.string(exampleID)]]),
      status: .noContent, outcome: .nothing, handler: markSeen),
  ]

  private static let wanted = [
    Operation(
      method: .get, path: "\(path)/kinds", id: "listNotificationKinds",
      summary: "What there is to be told, and where the account is told it",
      details: "Everything is told in the app, and by mail what is safety, until it is changed.",
      scope: .read, needsAllHomes: true, query: Parameter.paging,
      outcome: .json("NotificationKindPage", example: Page.json([kindExample], next: nil)),
      handler: listKinds),
    Operation(
      method: .patch, path: "\(path)/kinds/{kind}", id: "changeNotificationKind",
      summary: "Say where the account is told something",
      details: """
        Only what is sent is changed. What is safety is always told in the app. Where no mail is \
        sent, or to an account that parents keep, nothing is told by mail.
        """,
      scope: .write, needsAllHomes: true, pathParameters: [kind],
      body: .change("NotificationKindChange", example: ["byMail": true]),
      outcome: .json("NotificationKind", example: kindExample), handler: changeKind),
    Operation(
      method: .get, path: "\(path)/mail", id: "getNotificationMail",
      summary: "Where mail goes, and whether its owner has confirmed it", scope: .read,
      needsAllHomes: true,
      outcome: .json(
        "NotificationMail",
        example: ["isSent": true, "address": "ana@example.org", "state": "confirmed"]),
      handler: mail),
  ]

  private static let list: Operation.Handler = { call in
    var entries = try await call.told()
    if let onlyNew = call.flag("new") { entries = entries.filter { $0.isNew == onlyNew } }
    return .json(
      try Page.json(
        entries, of: call,
        // The newest first; a number that is read backwards keeps its digits.
        rank: { [Rank.word(Int64.max - max(0, $0.at)), $0.id] }, show: json))
  }

  private static let markSeen: Operation.Handler = { call in
    var draft = SeenDraft()
    try Shape.seenNotifications.take(call.body, into: &draft, isNew: true)
    let told = try await call.told()
    if let unknown = Set(draft.ids ?? []).subtracting(told.map(\.id)).min() {
      throw Problem.invalid([
        Problem.Fault("ids", "unknown", "the account is not told '\(unknown.prefix(100))'")
      ])
    }
    let wanted = draft.ids.map { Set($0) }
    let seen = told.filter { $0.isNew && wanted?.contains($0.id) != false }
      .map { (id: $0.id, at: $0.at) }
    let (accounts, account) = (call.api.means.accounts, call.account.id)
    try await call.api.means.hubPool.run { try accounts.putSeen(seen, by: account) }
    call.api.means.telling.forgetCounts(of: account)
    return .done
  }

  private static let listKinds: Operation.Handler = { call in
    let switches = NotificationSwitches(try await call.notifying().switches)
    return .json(
      try Page.json(
        Array(NotificationKind.ofHub.enumerated()), of: call,
        rank: { [Rank.word(Int64($0.offset)), $0.element.rawValue] },
        show: { json($0.element, switches) }))
  }

  private static let changeKind: Operation.Handler = { call in
    guard let kind = NotificationKind(rawValue: call.path("kind")), kind.isOfHub else {
      throw Problem.notFound
    }
    var draft = KindDraft(kind, NotificationSwitches(try await call.notifying().switches))
    let sent = try Shape.notificationKind.take(call.body, into: &draft, isNew: false)
    if kind.isSafety, !draft.inApp {
      throw Problem.invalid([
        Problem.Fault("inApp", "always_on", "is about safety, which is always told in the app")
      ])
    }
    var switches: [String: Bool] = [:]
    if sent.contains("inApp"), !kind.isSafety {
      switches[NotificationSwitches.name(kind, .app)] = draft.inApp
    }
    if sent.contains("byMail") {
      guard try await call.mayHaveMail() else {
        throw Problem.invalid([
          Problem.Fault("byMail", "no_mail", "no mail is sent to this account")
        ])
      }
      switches[NotificationSwitches.name(kind, .mail)] = draft.byMail
    }
    let (accounts, account, changed) = (call.api.means.accounts, call.account.id, switches)
    try await call.api.means.hubPool.run { try accounts.setSwitches(changed, of: account) }
    call.api.means.telling.forgetCounts(of: account)
    return .json(json(kind, NotificationSwitches(try await call.notifying().switches)))
  }

  private static let mail: Operation.Handler = { call in
    let mayHave = try await call.mayHaveMail()
    let (accounts, account) = (call.api.means.accounts, call.account.id)
    let found =
      mayHave
      ? try await call.api.means.hubPool.run { try accounts.mailAddress(of: account) } : nil
    return .json([
      "isSent": .bool(mayHave), "address": JSON(found?.address),
      "state": .string(MailStanding(found).rawValue),
    ])
  }

  // MARK: JSON

  private static func json(_ entry: ToldEntry) -> JSON {
    [
      "id": .string(entry.id), "kind": .string(entry.kind.rawValue),
      "title": .string(entry.title), "at": .string(TimeText.text(entry.at)),
      "isNew": .bool(entry.isNew), "page": .string(entry.page),
    ]
  }

  private static func json(_ kind: NotificationKind, _ switches: NotificationSwitches) -> JSON {
    .object(
      [.init("kind", .string(kind.rawValue)), .init("isSafety", .bool(kind.isSafety))]
        + Shape.notificationKind.shown(KindDraft(kind, switches)))
  }

  private static let exampleID = "warranty \(Examples.item) 2026-07-01"
  private static let example = json(
    ToldEntry(
      id: exampleID, kind: .warranty, at: 1_781_424_000_000,
      title: "The warranty of Kettle ends on 1 July 2026",
      page: "/homes/\(Examples.home)/items/\(Examples.item)", isNew: true))
  private static let kindExample = json(.joined, NotificationSwitches([:]))
}

/// How an account's address for mail stands.
enum MailStanding: String, CaseIterable, Encodable, Sendable {
  case none, waiting, confirmed

  init(_ address: MailAddress?) {
    self = address.map { $0.confirmedAt == nil ? .waiting : .confirmed } ?? .none
  }
}

/// Which notifications were seen.
struct SeenDraft: Sendable {
  /// `nil` for all.
  var ids: [String]?
}

/// Where somebody is told something.
struct KindDraft: Sendable {
  var inApp: Bool
  var byMail: Bool

  init(_ kind: NotificationKind, _ switches: NotificationSwitches) {
    (inApp, byMail) = (switches.isOn(kind, .app), switches.isOn(kind, .mail))
  }
}

extension Shape<SeenDraft> {
  static let seenNotifications = Shape(
    name: "SeenNotifications",
    fields: [
      Field(
        name: "ids",
        schema: [
          "type": "array", "items": ["type": "string"],
          "maxItems": .integer(Int64(Told.maxPerAccount)),
          "description": "Which ones; without it all.",
        ],
        show: { .array(($0.ids ?? []).map { .string($0) }) },
        take: { (json: JSON, draft: inout SeenDraft) throws(Problem.Fault) in
          draft.ids = try Taken(json, "ids").texts(maxCount: Told.maxPerAccount)
        })
    ], readOnly: [])
}

extension Shape<KindDraft> {
  static let notificationKind = Shape(
    name: "NotificationKind",
    fields: [
      .flag("inApp", \.inApp, "Whether it is told in the app."),
      .flag("byMail", \.byMail, "Whether it is told by mail, where mail is sent."),
    ],
    readOnly: [
      .init("kind", NotificationsResource.kindSchema),
      .init(
        "isSafety",
        ["type": "boolean", "description": "Whether it is always told in the app."]),
    ])
}

extension Call {
  fileprivate func notifying() async throws -> NotifyingState {
    let (accounts, account) = (api.means.accounts, account.id)
    return try await api.means.hubPool.run {
      NotifyingState(
        switches: try accounts.switches(of: account), seen: try accounts.seen(by: account))
    }
  }

  /// What the account is told in the app, the newest first.
  fileprivate func told() async throws -> [ToldEntry] {
    let (state, notices) = (try await notifying(), try await hub.notices())
    let (telling, account, now) = (api.means.telling, account.id, api.means.now())
    return try await read { connection in
      try telling.told(
        TellingQuestion(
          connection: connection, accountID: account, now: now, notices: notices, state: state))
    }
  }

  /// Whether mail is sent here, and the account may have an address of its own.
  fileprivate func mayHaveMail() async throws -> Bool {
    guard api.means.sendsMail else { return false }
    let (keeping, account) = (api.means.keeping, account.id)
    return try await api.means.hubPool.run { try !keeping.isKept(account) }
  }
}
