import Foundation
import SyncProtocol
import Testing

/// One message of the protocol with its bytes on the wire, in `Fixtures/NAME.json`.
///
/// The files are what other programs were written against: a change of a message adds a file and
/// leaves the old ones readable.
struct WireFixture: Sendable, CustomTestStringConvertible {
  let name: String
  /// The bytes that this program writes.
  let written: [UInt8]
  /// Reads bytes as this message and writes them again; throws `WireError`.
  let rewrite: @Sendable ([UInt8]) throws -> [UInt8]

  var testDescription: String { name }

  init<Message: WireCodable & Sendable>(_ name: String, _ message: Message) {
    self.name = name
    written = message.wireBytes
    rewrite = { try Message(wireBytes: $0).wireBytes }
  }

  var stored: [UInt8] {
    get throws {
      let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json")
      guard let url else { throw CocoaError(.fileNoSuchFile) }
      return Array(try Data(contentsOf: url))
    }
  }
}

extension WireFixture {
  static let all: [WireFixture] = push + pull + handBack + sharing

  private static let home = "0190a6c4-3b1e-7a52-9c41-2f0d8e6b7a10"
  private static let item = "0190a6c4-3b1f-7d03-8a7e-51c2d94f6e21"
  private static let expense = "0190a6c4-3b20-7c11-b2f4-7a90e3d1c532"
  private static let account = "0190a6c4-3b00-7b8a-9d10-64f2c1a7e903"
  private static let replica = "k3v9x0qh2m7d8w4zt5rb6ncj"
  private static let time = HybridTime(milliseconds: 1_767_225_600_000, counter: 3)

  private static func id(_ number: Int64) -> ChangeSetID {
    ChangeSetID(replica: replica, number: number)
  }

  private static let expenseContent = FieldValue.map([
    "amountMinor": 1000, "currency": "EUR",
    "splits": .list([
      .map(["id": "s1", "memberID": "m1", "owedMinor": 333]),
      .map(["id": "s2", "memberID": "m2", "owedMinor": 667]),
    ]),
  ])

  private static let changeSet = ChangeSet(
    id: id(41), time: time, grants: [home: "hub-e1.7"],
    preconditions: [.zone(home, head: 12), .account(sequence: 4)],
    mutations: [
      Mutation(
        .insert, "items", item, in: home,
        registers: [
          "name": "Kettle \u{2014} \"red\"\n", "quantity": 2, "weight": .real(1.5),
          "locationID": nil, "thumbnail": .blob([0, 255, 16]),
        ]),
      Mutation(
        .update, "expenses", expense, in: home, registers: ["content": expenseContent],
        bases: ["content": id(40)]),
      Mutation(
        .move, "items", "i2", in: home, registers: ["labelID": nil],
        destination: RecordPlace(zone: "h2", id: "i2")),
      Mutation(
        .delete, "labels", "l1", in: home, destination: RecordPlace(zone: home, id: "l2")),
      Mutation(.delete, "items", "i3", in: home),
    ])

  /// A guarded register, with what its author saw: a text, and nothing.
  private static let guarded = ChangeSet(
    id: id(42), time: time, grants: [home: "hub-e1.7"],
    mutations: [
      Mutation(
        .update, "expenses", expense, in: home, registers: ["title": "Fuel", "place": "Here"],
        seen: ["title": "Petrol", "place": nil])
    ])

  private static let push: [WireFixture] = [
    WireFixture(
      "push-request-guarded",
      PushRequest(epoch: "e1", replica: replica, acknowledged: 41, changeSets: [guarded])),
    WireFixture(
      "push-request",
      PushRequest(epoch: "e1", replica: replica, acknowledged: 40, changeSets: [changeSet])),
    WireFixture(
      "push-request-empty",
      PushRequest(epoch: "e1", replica: replica, acknowledged: 41, changeSets: [])),
    WireFixture(
      "push-response-answers",
      PushResponse.answers(
        [
          .accepted([home: 13]), .accepted([:]),
          .refused(Refusal(.stale, RecordKey("expenses", expense), "content")),
          .refused(Refusal(.permission)), .wait,
        ], nowMilliseconds: 1_767_225_600_123)),
    WireFixture(
      "push-response-paused",
      PushResponse.answers([.paused, .wait], nowMilliseconds: 1_767_225_600_123)),
    WireFixture("push-response-epoch", PushResponse.epoch("e2")),
    WireFixture("push-response-foreign-replica", PushResponse.foreignReplica),
    WireFixture("hold-request", HoldRequest(replica: replica, zones: [home, "h2"])),
    WireFixture("hold-reply", HoldReply(isHeld: true)),
  ]

  private static let cut = Cut(
    accountSequence: 4,
    zones: [
      ZoneHead(zone: home, kind: .home, head: 13, role: .owner, grant: "hub-e1.7"),
      ZoneHead(zone: "p1", kind: .personal, head: 2, role: .owner, grant: "hub-e1.1"),
    ])

  private static let entry = LogEntry(
    zone: home, sequence: 13, changeSet: id(41), author: account, time: time,
    committedAt: 1_767_225_600_120, parts: [home: 13, "h2": 10],
    effects: [
      Effect(.put, "items", item, registers: ["name": "Kettle", "quantity": 2]),
      Effect(.patch, "homes", home, registers: ["name": "Cabin"]),
      Effect(.drop, "items", "i2"),
    ])

  private static let handBack: [WireFixture] = {
    var request = PullRequest(epoch: "", replica: replica, zones: [:])
    request.wantsSeals = true
    let seal = [UInt8](0..<64)
    // What it is known by, and that what is gone from the zone is in another one.
    var known = entry
    known.fingerprint = 4_026_531_841
    known.effects.append(Effect(.drop, "items", "i3", isAway: true))
    var restored = PullRequest(epoch: "e2", replica: replica, zones: [:])
    (restored.wantsSeals, restored.wantsPast, restored.had) = (true, true, [home: "hub-e1.7"])
    var forgetting = PullPage(
      epoch: "e2", cut: Cut(accountSequence: 1, zones: []), entries: [], isLast: true,
      nowMilliseconds: 1_767_225_600_125)
    forgetting.forgotten = [home]
    return [
      WireFixture("pull-request-sealed", request),
      WireFixture("pull-request-restored", restored),
      WireFixture("pull-response-forgotten", PullResponse.page(forgetting)),
      WireFixture(
        "pull-response-sealed",
        PullResponse.page(
          PullPage(
            epoch: "e1", cut: cut, entries: [entry], isLast: true,
            nowMilliseconds: 1_767_225_600_125, seals: [home: seal]))),
      WireFixture(
        "hand-back-request-known",
        HandBackRequest(
          epoch: "e2", replica: replica,
          runs: [SealedRun(epoch: "e1", zone: home, entries: [known], seal: seal)])),
      WireFixture(
        "hand-back-request",
        HandBackRequest(
          epoch: "e2", replica: replica,
          runs: [SealedRun(epoch: "e1", zone: home, entries: [entry], seal: seal)])),
      WireFixture(
        "hand-back-response", HandBackResponse.runs([.done, .wait], taken: 3, refused: 0)),
      WireFixture("hand-back-response-epoch", HandBackResponse.epoch("e3")),
    ]
  }()

  private static let pull: [WireFixture] = [
    WireFixture("pull-request-first", PullRequest(epoch: "", replica: replica, zones: [:])),
    WireFixture(
      "pull-request-next",
      PullRequest(
        epoch: "e1", replica: replica,
        zones: [
          home: .at(12, grant: "hub-e1.7"),
          "h2": .loading(after: RecordKey("items", item), from: 9, grant: "hub-e1.9"),
          "h3": .loading(after: nil, from: 1, grant: "hub-e1.10"),
        ], cut: cut, maxBytes: 65_536)),
    WireFixture(
      "pull-response-snapshot",
      PullResponse.page(
        PullPage(
          epoch: "e1", cut: cut,
          snapshots: [
            SnapshotPart(
              zone: home, from: 13,
              records: [
                Effect(
                  .put, "expenses", expense, registers: ["content": expenseContent],
                  versions: ["content": id(40)])
              ], next: RecordKey("expenses", expense), clock: time),
            SnapshotPart(zone: "p1", from: 2, records: [], next: nil),
          ], isLast: false, nowMilliseconds: 1_767_225_600_124))),
    WireFixture(
      "pull-response-log",
      PullResponse.page(
        PullPage(
          epoch: "e1", cut: cut,
          entries: [
            entry
          ], isLast: true, nowMilliseconds: 1_767_225_600_125))),
    WireFixture("pull-response-restart", PullResponse.restart),
    WireFixture("pull-response-epoch", PullResponse.epoch("e2")),
    WireFixture("pull-response-foreign-replica", PullResponse.foreignReplica),
    WireFixture("hint-zone", Hint.zone(home, head: 13)),
    WireFixture("hint-account", Hint.account),
    WireFixture("hint-flags", Hint.flags),
  ]

  private static let summary = AccountSummary(
    id: account, name: "ada", displayName: "Ada", isAdministrator: true, personalZone: "p1")

  private static let sharing: [WireFixture] = [
    WireFixture(
      "sign-in-request",
      SignInRequest(name: "ada", password: "correct horse battery", label: "Laptop")),
    WireFixture("password-request", PasswordRequest(old: "kettle", new: "correct horse battery")),
    WireFixture(
      "sign-in-reply",
      SignInReply(token: "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3J", account: summary)),
    WireFixture("account", summary),
    WireFixture(
      "session",
      SessionSummary(
        id: "s1", isDevice: true, label: "Laptop", createdAt: 1_767_225_600_000,
        lastUsedAt: 1_767_225_660_000, isCurrent: true)),
    WireFixture(
      "invite-request",
      InviteRequest(zone: home, role: .readWrite, lifeSeconds: 86_400, maxUses: 1)),
    WireFixture(
      "invite-issued",
      IssuedInvite(
        id: "i1", token: "nX3c0Yt1qz5Jk8Vw2Rb6Pg", code: "KHT-4827",
        expiresAt: 1_767_312_000_000)),
    WireFixture("invite-key-token", InviteKey.token("nX3c0Yt1qz5Jk8Vw2Rb6Pg")),
    WireFixture("invite-key-code", InviteKey.code("KHT-4827")),
    WireFixture(
      "invite-offer",
      InviteOffer(
        inviteID: "i1", zone: home, kind: .home, title: "Flat", ownerName: "Ada",
        ownerAccountName: "ada", role: .readWrite, expiresAt: 1_767_312_000_000,
        participantCount: 2, recordCount: 140, ownRole: .readOnly)),
    WireFixture("invite-redeemed", ZoneReply(zone: home)),
    WireFixture(
      "invite-request-bound",
      InviteRequest(zone: home, role: .readOnly, lifeSeconds: 3600, maxUses: 1, boundTo: "Bob")),
    WireFixture(
      "invite-offer-for-other",
      InviteOffer(
        inviteID: "i1", zone: "", kind: .home, title: "", ownerName: "", ownerAccountName: "",
        role: .readWrite, expiresAt: 1_767_312_000_000, participantCount: 0, recordCount: 0,
        ownRole: nil, boundTo: "Bob", isForOther: true)),
    WireFixture("redeem-request", RedeemRequest(.code("KHT-4827"), as: .home)),
    WireFixture(
      "notice",
      AccountNotice(
        id: "n1", kind: .inviteUsed, zone: home, title: "Flat", person: "Bob", personID: "a2",
        at: 1_767_225_600_000)),
    WireFixture(
      "notice-hub-restored",
      AccountNotice(
        id: "n2", kind: .hubRestored, zone: "", title: "", person: "", personID: "",
        at: 1_767_225_600_000, stateAt: 1_767_222_000_000)),
    WireFixture(
      "deleted-zone",
      DeletedZoneSummary(
        zone: home, kind: .home, title: "Flat", person: "Ada", personID: "a1",
        at: 1_767_225_600_000, until: 1_769_817_600_000,
        counts: ["homes": 1, "items": 12, "photos": 3],
        members: [.init(account: "a2", name: "Bob", role: .readOnly)])),
    WireFixture("restore-request", RestoreRequest(isAlone: true)),
    WireFixture(
      "history-request",
      HistoryRequest(zone: home, record: "r1", before: 8, limit: 20, changeLimit: 50)),
    WireFixture(
      "history-page",
      HistoryPage(
        entries: [
          HistoryEntry(
            sequence: 7, author: "a2", authorName: "Bob", at: 1_767_312_000_000, isSpanning: true,
            counts: [
              .init(kind: .patch, table: "items", count: 1),
              .init(kind: .drop, table: "photos", count: 3),
            ],
            changes: [
              RecordChange(
                .patch, "items", "r1", before: ["name": "Kettle", "quantity": 1],
                after: ["name": "Pot"]),
              RecordChange(
                .drop, "photos", "r2", before: ["itemID": "r1"],
                movedTo: RecordPlace(zone: "z2", id: "r2")),
            ])
        ], next: 7, isCutOff: true)),
    WireFixture(
      "history-arrival",
      HistoryPage(
        entries: [
          HistoryEntry(
            sequence: 8, author: "a2", authorName: "Bob", at: 1_767_312_000_000, isSpanning: true,
            counts: [.init(kind: .put, table: "items", count: 1)],
            changes: [
              RecordChange(.put, "items", "r1", after: ["name": "Kettle"], hasArrived: true)
            ])
        ])),
    WireFixture(
      "keep-join-request", KeepJoinRequest(.token("nX3c0Yt1qz5Jk8Vw2Rb6Pg"), choice: #"{"a":1}"#)),
    WireFixture("join-choice-request", JoinChoiceRequest(choice: "merge", role: .readWrite)),
    WireFixture(
      "pending-join",
      PendingJoin(
        id: "j1", inviteID: "i1", zone: home, kind: .home, title: "Flat", ownerName: "Ada",
        ownerAccountName: "ada", role: .readWrite, seenRole: .readOnly, ownRole: .readOnly,
        expiresAt: 1_767_312_000_000, participantCount: 2, choice: "merge",
        createdAt: 1_767_225_600_000, isRedeemed: true, state: .redeemed)),
    WireFixture(
      "match-request",
      MatchRequest(
        .key(.token("nX3c0Yt1qz5Jk8Vw2Rb6Pg")),
        queries: [
          MatchQuery(table: "locations", register: "nameKey", values: ["kitchen", "attic"]),
          MatchQuery(table: "labels", register: "nameKey", values: []),
        ])),
    WireFixture("match-request-join", MatchRequest(.join("j1"), queries: [])),
    WireFixture(
      "match-reply",
      MatchReply(
        results: [
          [
            Match(value: "kitchen", record: "r1"),
            Match(value: "attic", record: "r2", parent: "r1"),
          ], [],
        ], counts: ["items": 98, "locations": 6])),
    WireFixture("capabilities", Capabilities(sharing: true)),
    WireFixture(
      "sharing-news",
      SharingNews(
        version: 3, canInvite: true, canJoin: true, isPaused: false, allowsOverride: false,
        needsPlan: true)),
    WireFixture(
      "share",
      Share(
        zone: home, kind: .home, title: "Flat", role: .owner,
        members: [
          .init(account: "a1", name: "Ada", role: .owner),
          .init(account: "a2", name: "Bob", role: .readOnly, isOffered: true),
        ],
        invites: [
          .init(
            id: "i1", role: .readWrite, expiresAt: 1_767_312_000_000, maxUses: 1, usedCount: 0,
            boundTo: "Cyd")
        ])),
    WireFixture(
      "share-apart",
      Share(
        zone: home, kind: .home, title: "Flat", role: .owner,
        members: [.init(account: "a1", name: "Ada", role: .owner)],
        invites: [
          .init(
            id: "i2", role: .readWrite, expiresAt: 1_767_312_000_000, maxUses: 2, usedCount: 1,
            boundTo: nil, allowsMerge: false)
        ])),
    WireFixture("owner-request", OwnerRequest(account: "a2")),
    WireFixture("role-request", RoleRequest(role: .readOnly)),
    WireFixture("problem", ProblemReply(error: "inviteExpired", message: "refused: inviteExpired")),
  ]
}
