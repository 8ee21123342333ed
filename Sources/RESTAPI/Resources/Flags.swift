import SyncProtocol

/// The sharing features that are open to the token's account at present.
enum FlagsResource: Resource {
  static let tag = "Flags"

  static let schemas: [JSON.Member] = [
    .init(
      "Flags",
      .record([
        .init(
          "version",
          ["type": "integer", "description": "Grows with every change; 0 when there was none."]),
        .init("sharedHomesEnabled", boolean("Whether the account may invite others.")),
        .init("joining", boolean("Whether people may join at all.")),
        .init(
          "paused",
          boolean(
            "Whether homes and groups of several people can only be read: `feature_disabled`.")
        ),
        .init(
          "hidden", boolean("Whether they are not even shown while paused.")),
        .init("needsPlan", boolean("Whether inviting would be refused `plan_required`.")),
        .init(
          "seconds", ["type": "integer", "description": "How long this counts as fresh."]),
      ]))
  ]

  private static func boolean(_ description: String) -> JSON {
    ["type": "boolean", "description": .string(description)]
  }

  static let operations = [
    Operation(
      method: .get, path: "/api/v1/flags", id: "getFlags",
      summary: "What of sharing is open to the account",
      details: "Keep it for `seconds`, and ask again with `If-None-Match`.", scope: .read,
      outcome: .json(
        "Flags", example: json(SharingNews(version: 3, canInvite: true, canJoin: true))),
      isVersioned: true,
      handler: { call in
        let flags = json(try await call.hub.sharingNews())
        return .record(flags)
      })
  ]

  private static func json(_ news: SharingNews) -> JSON {
    [
      "version": .integer(news.version), "sharedHomesEnabled": .bool(news.canInvite),
      "joining": .bool(news.canJoin), "paused": .bool(news.isPaused),
      "hidden": .bool(news.hidesShared),
      "needsPlan": .bool(news.needsPlan), "seconds": .integer(SharingNews.lifeSeconds),
    ]
  }
}
