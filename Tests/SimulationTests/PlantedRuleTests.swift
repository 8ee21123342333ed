import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

#if PLANTED_BUGS
  /// Rules that few or no histories show: each has a situation in which it holds, and does not hold
  /// once it is broken on purpose.
  @Suite struct PlantedRuleTests {
    struct Rule: Sendable, CustomTestStringConvertible {
      let bug: PlantedBug
      /// Whether the rule holds.
      let holds: @Sendable () throws -> Bool

      init(_ bug: PlantedBug, _ holds: @escaping @Sendable () throws -> Bool) {
        (self.bug, self.holds) = (bug, holds)
      }

      var testDescription: String { bug.rawValue }
    }

    @Test("a rule that is broken on purpose is noticed where it counts", arguments: rules)
    func planted(_ rule: Rule) throws {
      #expect(try rule.holds())
      #expect(try !PlantedBug.$active.withValue(rule.bug) { try rule.holds() })
    }

    @Test("each rule that histories do not show has its situation")
    func directed() {
      #expect(PlantedBug.directed.subtracting(Self.rules.map(\.bug)).isEmpty)
    }

    static let rules = who + ids + references + recovery + handedBack + values

    private static let values: [Rule] = [
      Rule(.guardIgnored) {
        let scene = try Scene()
        let item = try scene.ann.addItem("lamp", in: scene.home)
        let photo = try scene.ann.addPhoto("front", of: item, in: scene.home)
        try scene.ann.sync()
        func caption(_ text: FieldValue) -> [Mutation] {
          [
            Mutation(
              .update, "photos", photo, in: scene.home, registers: ["caption": text],
              seen: ["caption": "front"])
          ]
        }
        try scene.accept(caption("left"))
        return try scene.push(caption("right"), as: "bob") == .stale
      },
      Rule(.claimedDeleted) {
        let scene = try Scene()
        try scene.accept([scene.member("m-1", for: "ann")])
        return try scene.push([scene.delete("members", "m-1")], as: "bob") == .claimed
      },
      Rule(.heldByAnybody) {
        let scene = try Scene()
        try scene.accept([scene.member("m-1", for: "ann")])
        let paid = Mutation(
          .update, "members", "m-1", in: scene.home, registers: ["payment": "bob's"])
        return try scene.push([paid], as: "bob") == .claimed
      },
      Rule(.authorUnchecked) {
        let scene = try Scene()
        let said = Mutation(
          .insert, "events", "e-1", in: scene.home, registers: ["what": "x", "saidBy": "ann"])
        return try scene.push([said], as: "bob") == .permission
      },
      Rule(.additionsUnlimited) {
        let schema = SyncSchema(
          version: 1,
          tables: [
            TableSchema(
              "families", in: [.family], zoneColumn: nil,
              registers: [RegisterSchema(.text("name", defaultValue: ""))]),
            TableSchema(
              "ticks", in: [.family], zoneColumn: "familyID",
              registers: [RegisterSchema(.text("by"))], insertRole: .readOnly,
              authorRegisters: ["by"]),
          ],
          zoneKinds: [.family: ZoneKindSchema(rootTable: "families")])
        let world = try SyncWorld(schema: schema, limits: AccountLimits(maxAdditionsPerDay: 1))
        _ = try world.push(
          [Mutation(.insert, "families", "f", in: "f")], as: "ann", number: 1)
        try world.admit("bob", to: "f", by: "ann", as: .readOnly)
        let answers = try (1...2).map { number in
          try world.push(
            [
              Mutation(
                .insert, "ticks", "t-\(number)", in: "f", registers: ["by": "bob"])
            ], as: "bob", number: Int64(number))
        }
        return answers.last??.refusal == .limit
      },
    ]

    private static let who: [Rule] = [
      Rule(.followedRoleUnchecked) {
        let scene = try Scene()
        let item = try scene.ann.addItem("lamp", in: scene.home)
        let second = try scene.ann.addHome("Second")
        try scene.ann.sync()
        try scene.world.admit("bob", to: second, by: "ann", as: .readOnly)
        try scene.accept([scene.move("items", item, to: second)])
        return try scene.push([scene.rename(item)], as: "bob") == .readOnly
      },
      Rule(.followedUnchecked) {
        let scene = try Scene()
        let item = try scene.ann.addItem("lamp", in: scene.home)
        let second = try scene.ann.addHome("Second")
        try scene.ann.sync()
        try scene.accept([scene.move("items", item, to: second)])
        return try scene.push([scene.rename(item)], as: "bob") == .permission
      },
      Rule(.mergedZoneShared) {
        let scene = try Scene()
        let item = try scene.ann.addItem("lamp", in: scene.home)
        let second = try scene.ann.addHome("Second")
        try scene.ann.sync()
        let grant = try scene.world.store.read { try $0.grant(in: scene.home, for: "ann")?.grantID }
        try #require(scene.ann.merge(scene.home, into: second) == .accepted)
        try scene.world.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
        return try scene.answer([scene.rename(item)], grants: [scene.home: grant ?? ""])?.isAccepted
          == true
      },
      Rule(.ownerUnchecked) {
        let scene = try Scene()
        return try scene.push([Mutation(.delete, "homes", scene.home, in: scene.home)], as: "bob")
          == .permission
      },
      Rule(.preconditionTells) {
        let scene = try Scene()
        let second = try scene.ann.addHome("Second")
        try scene.ann.sync()
        let head = try scene.world.head(of: second) ?? 0
        return try scene.push([], as: "bob", preconditions: [.zone(second, head: head)])
          == .precondition
      },
      Rule(.uninvitedMerge) {
        let scene = try Scene()
        let second = try scene.ann.addHome("Second")
        try scene.ann.sync()
        let invite = try scene.world.invite(to: second, by: "ann", allowsMerge: false)
        try scene.world.hub.redeem(inviteID: invite, by: "bob")
        let into = RecordPlace(zone: second, id: second)
        return try scene.push(
          [Mutation(.delete, "homes", scene.own, in: scene.own, destination: into)], as: "bob")
          == .notInvited
      },
      Rule(.mergeLeavesRecords) {
        let scene = try Scene()
        _ = try scene.bob.addItem("lamp", in: scene.own)
        try scene.bob.sync()
        let into = RecordPlace(zone: scene.home, id: scene.home)
        return try scene.push(
          [Mutation(.delete, "homes", scene.own, in: scene.own, destination: into)], as: "bob")
          == .precondition
      },
      Rule(.foreignSuccessor) {
        let scene = try Scene()
        try scene.accept([scene.place("p-1"), scene.place("p-2")])
        let survivor = RecordPlace(zone: scene.home, id: "p-2")
        try scene.accept([scene.delete("places", "p-1", to: survivor)])
        let former = RecordPlace(zone: scene.home, id: "p-1")
        try scene.accept(
          [
            Mutation(
              .insert, "places", "p-3", in: scene.own, registers: ["name": "x"],
              destination: former)
          ], as: "bob")
        return try scene.world.record("p-1", in: scene.home)?.movedTo == survivor
      },
      Rule(.ownedZonesUnlimited) {
        let scene = try Scene()
        let homes = (0..<40).map { Mutation(.insert, "homes", "h-\($0)", in: "h-\($0)") }
        return try scene.push(homes) == .limit
      },
      Rule(.zoneUnlimited) {
        let world = try SyncWorld(
          schema: SyncSchema(
            version: 1, tables: TestSchema.schema.tables.filter { !$0.isHubOwned },
            zoneKinds: [.home: ZoneKindSchema(rootTable: "homes", maxRecords: 2)]))
        let answer = try world.push(
          [Mutation(.insert, "homes", "h", in: "h")]
            + ["p-1", "p-2"].map {
              Mutation(.insert, "places", $0, in: "h", registers: ["name": "x"])
            }, as: "ann", number: 1)
        return answer?.refusal == .limit
      },
    ]

    private static let ids: [Rule] = [
      Rule(.appendOnlyUpdated) {
        let scene = try Scene()
        try scene.accept([
          Mutation(.insert, "events", "e", in: scene.home, registers: ["what": "x"])
        ])
        return try scene.push([Mutation(.update, "events", "e", in: scene.home)]) == .appendOnly
      },
      Rule(.appendOnlyRewritten) {
        let notes = TableSchema(
          "notes", in: [.home], zoneColumn: "homeID",
          registers: [RegisterSchema(.text("what"), rule: .appendOnly)])
        let homes = TestSchema.schema.tables.filter { $0.name == "homes" }
        let world = try SyncWorld(
          schema: SyncSchema(
            version: 1, tables: homes + [notes],
            zoneKinds: [.home: ZoneKindSchema(rootTable: "homes")]))
        _ = try world.push(
          [
            Mutation(.insert, "homes", "h", in: "h"),
            Mutation(.insert, "notes", "n", in: "h", registers: ["what": "x"]),
          ], as: "ann", number: 1)
        let rewrite = Mutation(.update, "notes", "n", in: "h", registers: ["what": "y"])
        return try world.push([rewrite], as: "ann", number: 2)?.refusal == .appendOnly
      },
      Rule(.deadZoneWritten) {
        let scene = try Scene()
        let second = try scene.ann.addHome("Second")
        let item = try scene.ann.addItem("lamp", in: second)
        try scene.ann.sync()
        try scene.accept([Mutation(.delete, "homes", second, in: second)])
        let grant = try scene.world.store.read { try $0.grant(in: second, for: "ann")?.grantID }
        let edit = Mutation(.update, "items", item, in: second, registers: ["price": 7])
        return try scene.push([edit], grants: [second: grant ?? ""]) == .zoneGone
      },
      Rule(.deadRecordWritten) {
        let scene = try Scene()
        try scene.accept([scene.place("p-1")])
        try scene.accept([scene.delete("places", "p-1")])
        let edit = Mutation(.update, "places", "p-1", in: scene.home, registers: ["name": "y"])
        return try scene.push([edit]) == .gone
      },
      Rule(.idReused) {
        let scene = try Scene()
        try scene.accept([scene.place("p-1")])
        return try scene.push([scene.place("p-1")]) == .exists
      },
      Rule(.combinedIDReused) {
        let scene = try Scene()
        try scene.accept([scene.place("p-1"), scene.place("p-2")])
        try scene.accept([
          scene.delete("places", "p-1", to: RecordPlace(zone: scene.home, id: "p-2"))
        ])
        return try scene.push([scene.place("p-1")]) == .combined
      },
      Rule(.olderInsertRevives) {
        let scene = try Scene()
        try scene.accept([scene.place("p-1")])
        let early = HybridTime(milliseconds: scene.world.now)
        try scene.accept([scene.delete("places", "p-1")])
        return try scene.push([scene.place("p-1")], at: early) == .gone
      },
    ]

    private static let references: [Rule] = [
      Rule(.danglingLeft) {
        let scene = try Scene()
        try scene.accept([scene.place("p-1"), scene.item("i-1", in: "p-1")])
        try scene.accept([scene.delete("places", "p-1")])
        return try scene.world.value("placeID", of: "i-1", in: scene.home) == .null
      },
      Rule(.deathTold) {
        let scene = try Scene()
        let second = try scene.ann.addHome("Second")
        let item = try scene.ann.addItem("lamp", in: second)
        try scene.ann.sync()
        try scene.accept([Mutation(.delete, "items", item, in: second)])
        let tag = Mutation(
          .insert, "tags", "t", in: scene.home,
          registers: ["itemID": .text(item), "colour": "red"])
        return try scene.push([tag], as: "bob") == .unknown
      },
      Rule(.revivalOverrules) {
        let scene = try Scene()
        try scene.accept([scene.member("m-1"), scene.expense("e-1", of: "m-1")])
        let early = HybridTime(milliseconds: scene.world.now)
        for value: FieldValue in [1, 0] {
          try scene.accept([
            Mutation(.update, "members", "m-1", in: scene.home, registers: ["isArchived": value])
          ])
        }
        _ = try scene.push([scene.delete("members", "m-1")], at: early)
        return try scene.world.value("isArchived", of: "m-1", in: scene.home) == 0
      },
      Rule(.revivedKeepsUnique) {
        let scene = try Scene()
        try scene.accept([scene.member("m-1", for: "ann")])
        try scene.accept([scene.delete("members", "m-1")])
        try scene.accept([scene.member("m-2", for: "ann")])
        let refusal = try scene.push([scene.expense("e-1", of: "m-1")])
        return try refusal == nil
          && scene.world.value("accountID", of: "m-1", in: scene.home) == .null
      },
    ]

    private static let recovery: [Rule] = [
      Rule(.lostReferenceEmptied) {
        let scene = try Scene()
        let backup = try scene.world.backup()
        try scene.accept([scene.place("p-1")])
        try scene.world.restore(backup)
        return try scene.answer([scene.item("i-1", in: "p-1")]) == .wait
      },
      Rule(.waitForgotten) {
        let scene = try Scene()
        let backup = try scene.world.backup()
        try scene.accept([scene.place("p-1")])
        try scene.world.restore(backup)
        let rename = Mutation(
          .update, "places", "p-1", in: scene.home, registers: ["name": "kitchen"])
        return try scene.answer([rename]) == .wait
      },
      Rule(.staleNotAwaited) { try editOnLostVersion(acknowledged: 0) == .wait },
      Rule(.givenUpAwaited) { try editOnLostVersion(acknowledged: 2) != .wait },
      Rule(.renewalNotAwaited) {
        let scene = try Scene()
        try scene.accept([scene.place("p-1"), scene.item("i-1", in: "p-1")])
        let backup = try scene.world.backup()
        let before = HybridTime(milliseconds: scene.world.now)
        scene.world.now += 60_000
        try scene.world.restore(backup)
        let deletion = Mutation(.delete, "items", "i-1", in: scene.home)
        guard try scene.answer([deletion], at: before)?.isAccepted == true else { return false }
        return try scene.answer([scene.rename("i-1")]) == .wait
      },
      Rule(.rewrittenByClock) {
        let scene = try Scene()
        try scene.accept([
          scene.member("m-1"), scene.member("m-2"), scene.expense("e-1", of: "m-1"),
        ])
        let backup = try scene.world.backup()
        // The clock of who splits it is ahead of that of who finds that two members are one.
        let version = try scene.world.record("e-1", in: scene.home)?.registers["split"]?.stamp
        let edit = Mutation(
          .update, "expenses", "e-1", in: scene.home, registers: ["split": scene.split("m-1", 7)],
          bases: version.map { ["split": $0.changeSet] } ?? [:])
        let ahead = HybridTime(milliseconds: scene.world.now + 60_000)
        guard try scene.answer([edit], as: "bob", at: ahead)?.isAccepted == true else {
          return false
        }
        let survivor = RecordPlace(zone: scene.home, id: "m-2")
        try scene.accept([scene.delete("members", "m-1", to: survivor)])
        try scene.bob.sync()
        try scene.world.restore(backup)
        try scene.bob.sync()
        return try scene.world.value("split", of: "e-1", in: scene.home) == scene.split("m-2", 7)
      },
      Rule(.pageEpochIgnored) {
        let scene = try Scene()
        let backup = try scene.world.backup()
        let request = try scene.ann.replica.nextPull()
        try scene.world.restore(backup)
        var late = request
        late.epoch = "epoch-2"
        let response = try scene.world.hub.pull(late, as: "ann")
        return try scene.ann.replica.receive(response, to: request) == .stale
      },
      Rule(.drainByNameAlone) {
        let world = try SyncWorld()
        let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
        let homes = try ["Flat", "Cabin", "Hut"].map { try one.addHome($0) }
        let boat = try one.addItem("boat", in: homes[1])
        try one.sync()
        try two.sync()
        try two.deleteItem(boat)
        _ = try one.merge(homes[1], into: homes[0])
        try two.pull()
        do {
          _ = try two.merge(homes[0], into: homes[2])
          return false
        } catch ReplicaError.pendingChanges {
          return true
        }
      },
      Rule(.oldCutGoesOn) {
        let scene = try Scene()
        let item = try scene.ann.addItem("lamp", in: scene.home)
        try scene.ann.sync()
        try scene.bob.sync()
        for name in ["desk lamp", "night lamp"] {
          try scene.ann.rename(item, name)
          try scene.ann.sync()
        }
        let first = try scene.bob.replica.nextPull(maxBytes: 1)
        _ = try scene.bob.replica.receive(scene.world.hub.pull(first, as: "bob"), to: first)
        try scene.ann.deleteItem(item)
        try scene.ann.sync()
        scene.world.now += 31 * 86_400_000
        try scene.world.hub.removeDeletedContent()
        let next = try scene.bob.replica.nextPull()
        return try scene.world.hub.pull(next, as: "bob") == .restart
      },
    ]

    /// The answer of a restored hub to an edit on a version that another replica wrote after the
    /// backup, and which says that it has stored the answers up to `acknowledged`.
    private static func editOnLostVersion(acknowledged: Int64) throws -> Answer? {
      let scene = try Scene()
      try scene.accept([scene.member("m-1"), scene.expense("e-1", of: "m-1")])
      let backup = try scene.world.backup()
      func edit(_ base: ChangeSetID?) -> Mutation {
        Mutation(
          .update, "expenses", "e-1", in: scene.home, registers: ["split": scene.split("m-1", 7)],
          bases: base.map { ["split": $0] } ?? [:])
      }
      let version = try scene.world.record("e-1", in: scene.home)?.registers["split"]?.stamp
      let lost = ChangeSetID(replica: "raw-bob", number: 1)
      guard
        try scene.world.push([edit(version?.changeSet)], as: "bob", number: 1)?.isAccepted == true
      else { return nil }
      try scene.world.restore(backup)
      _ = try scene.world.hub.push(
        PushRequest(
          epoch: "epoch-2", replica: "raw-bob", acknowledged: acknowledged, changeSets: []),
        as: "bob")
      return try scene.answer([edit(lost)])
    }

    /// Ann's home with Bob in it, and hand-written change sets.
    private final class Scene {
      let shared: SharedHome
      private var number: Int64 = 0

      init() throws { shared = try SharedHome() }

      var world: SyncWorld { shared.world }
      var ann: SyncDevice { shared.ann }
      var bob: SyncDevice { shared.bob }
      var home: ZoneID { shared.home }
      var own: ZoneID { shared.own }

      func answer(
        _ mutations: [Mutation], as account: AccountID = "ann", grants: [ZoneID: String]? = nil,
        preconditions: [Precondition] = [], at time: HybridTime? = nil
      ) throws -> Answer? {
        number += 1
        world.now += 1000
        return try world.push(
          mutations, as: account, number: number, replica: "hand-\(account)", grants: grants,
          preconditions: preconditions, at: time)
      }

      /// What is refused and why; `nil` when it is not.
      func push(
        _ mutations: [Mutation], as account: AccountID = "ann", grants: [ZoneID: String]? = nil,
        preconditions: [Precondition] = [], at time: HybridTime? = nil
      ) throws -> RefusalReason? {
        try answer(
          mutations, as: account, grants: grants, preconditions: preconditions, at: time)?.refusal
      }

      func accept(_ mutations: [Mutation], as account: AccountID = "ann") throws {
        let answer = try answer(mutations, as: account)
        try #require(answer?.isAccepted == true)
      }

      func place(_ id: RecordID) -> Mutation {
        Mutation(.insert, "places", id, in: home, registers: ["name": "x"])
      }

      func item(_ id: RecordID, in place: RecordID) -> Mutation {
        Mutation(
          .insert, "items", id, in: home, registers: ["name": "x", "placeID": .text(place)])
      }

      func member(_ id: RecordID, for account: AccountID? = nil) -> Mutation {
        Mutation(
          .insert, "members", id, in: home,
          registers: ["name": "x", "accountID": account.map { .text($0) } ?? .null])
      }

      func split(_ member: RecordID, _ total: Int64) -> FieldValue {
        .map([
          "total": .integer(total),
          "shares": .list([
            .map(["id": "s-1", "memberID": .text(member), "owed": .integer(total)])
          ]),
        ])
      }

      func expense(_ id: RecordID, of member: RecordID) -> Mutation {
        Mutation(.insert, "expenses", id, in: home, registers: ["split": split(member, 5)])
      }

      func rename(_ item: RecordID) -> Mutation {
        Mutation(.update, "items", item, in: home, registers: ["name": "y"])
      }

      func delete(_ table: String, _ id: RecordID, to: RecordPlace? = nil) -> Mutation {
        Mutation(.delete, table, id, in: home, destination: to)
      }

      func move(_ table: String, _ id: RecordID, to zone: ZoneID) -> Mutation {
        Mutation(.move, table, id, in: home, destination: RecordPlace(zone: zone, id: id))
      }
    }
  }
#endif
