import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

#if PLANTED_BUGS
  /// Rules of handing back that few histories show, or none.
  extension PlantedRuleTests {
    static let handedBack: [Rule] = [
      Rule(.sealUnchecked) {
        let scene = try Scene()
        var forged = try scene.handBack()
        forged.runs[0].entries[0].effects[0].registers["name"] = .text("mine")
        return try scene.world.hub.handBack(forged, as: "bob")
          == .runs([.done], taken: 0, refused: 1)
      },
      Rule(.handedBackTwice) {
        let scene = try Scene()
        let request = try scene.handBack()
        let answers = try (0..<2).map { _ in try scene.world.hub.handBack(request, as: "bob") }
        return answers == [
          .runs([.done], taken: 1, refused: 0), .runs([.done], taken: 0, refused: 0),
        ]
      },
      Rule(.handedBackForgotten) {
        let scene = try Scene()
        _ = try scene.world.hub.handBack(scene.handBack(), as: "bob")
        // Ann has nothing but her own change set.
        try scene.ann.connection.execute("DELETE FROM syncSealed")
        try scene.ann.sync()
        return try scene.ann.refusals.isEmpty
      },
      Rule(.returnedTrusted) {
        let scene = try Scene()
        let other = try scene.pushTwice { try scene.bob.sync() }
        return other?.refusalReason == .numberReused
      },
      Rule(.judgedTrusted) {
        let scene = try Scene()
        _ = try scene.pushTwice {}
        try scene.bob.sync()
        let chair = UUIDs.v5("item", "chair")
        return try scene.world.record(chair, in: scene.home)?.isDead == false
      },
      Rule(.equalKeepsStamp) {
        let scene = try Scene()
        let (ann, bob) = (scene.ann, scene.bob)
        let lamp = try ann.addItem("floor lamp", in: scene.home)
        for device in [ann, bob] { try device.sync() }
        let backup = try scene.world.backup()
        try ann.rename(lamp, "lantern")
        try ann.sync()
        // Cyd loads the home after that change, and hears of the next alone.
        let cyd = try scene.world.device("cyd")
        try scene.world.admit("cyd", to: scene.home, by: "ann")
        try cyd.sync()
        try ann.rename(lamp, "floor lamp")
        for device in [ann, cyd] { try device.sync() }
        try scene.world.restore(backup)
        for device in [cyd, ann, cyd] { try device.sync() }
        return try ann.items.contains("floor lamp")
      },
      Rule(.departureDeletes) {
        let scene = try Scene()
        let chair = try scene.ann.addItem("chair", in: scene.home)
        let cabin = try scene.ann.addHome("Cabin")
        for device in [scene.ann, scene.bob] { try device.sync() }
        let backup = try scene.world.backup()
        try scene.ann.moveItem(chair, to: cabin)
        for device in [scene.ann, scene.bob] { try device.sync() }
        try scene.world.restore(backup)
        try scene.bob.sync()
        return try scene.bob.items.contains("chair")
      },
      Rule(.departureKills) {
        let scene = try Scene()
        let cabin = try scene.ann.addHome("Cabin")
        try scene.ann.sync()
        let backup = try scene.world.backup()
        let chair = try scene.ann.addItem("chair", in: scene.home)
        try scene.ann.sync()
        // Cyd comes after the chair, and hears only that it has left.
        let cyd = try scene.world.device("cyd")
        try scene.world.admit("cyd", to: scene.home, by: "ann")
        for device in [cyd, scene.ann] { try device.sync() }
        try scene.ann.moveItem(chair, to: cabin)
        for device in [scene.ann, cyd] { try device.sync() }
        try scene.world.restore(backup)
        try cyd.sync()
        try scene.ann.connection.execute("DELETE FROM syncSealed")
        try scene.ann.sync()
        return try scene.ann.texts("SELECT homeID FROM items") == [cabin]
          && scene.ann.refusals.isEmpty
      },
      Rule(.deletionStaysBehind) {
        let scene = try Moving()
        // Bob deletes it before Ann moves it, and is heard after her.
        try scene.bob.deleteItem(scene.chair)
        scene.world.now += 60_000
        try scene.ann.moveItem(scene.chair, to: scene.cabin)
        for device in [scene.ann, scene.bob, scene.ann] { try device.sync() }
        // After the restore he is heard before her, and has nothing but his own change set.
        try scene.world.restore(scene.backup)
        try scene.bob.connection.execute("DELETE FROM syncSealed")
        for device in [scene.bob, scene.ann] { try device.sync() }
        return try [scene.home, scene.cabin].allSatisfy {
          try scene.world.record(scene.chair, in: $0)?.isDead == true
        }
      },
      Rule(.arrivalOverwrites) {
        let scene = try Moving()
        try scene.ann.moveItem(scene.chair, to: scene.cabin)
        for device in [scene.ann, scene.bob] { try device.sync() }
        scene.world.now += 60_000
        try scene.bob.rename(scene.chair, "stool")
        for device in [scene.bob, scene.ann] { try device.sync() }
        try scene.handBackLastFirst()
        return try scene.world.value("name", of: scene.chair, in: scene.cabin) == .text("stool")
      },
      Rule(.arrivalOutlivesDeletion) {
        let scene = try Moving()
        try scene.ann.moveItem(scene.chair, to: scene.cabin)
        for device in [scene.ann, scene.bob] { try device.sync() }
        try scene.ann.deleteItem(scene.chair)
        for device in [scene.ann, scene.bob] { try device.sync() }
        // Bob hands back the deletion alone; then Ann sends both again.
        try scene.world.restore(scene.backup)
        try scene.handBack(from: scene.bob) { $0.effects.allSatisfy { $0.kind == .drop } }
        try scene.ann.connection.execute("DELETE FROM syncSealed")
        try scene.ann.sync()
        return try [scene.home, scene.cabin].allSatisfy {
          try scene.world.record(scene.chair, in: $0)?.isDead == true
        }
      },
      Rule(.deletionOutlivesRenewal) {
        try [false, true].allSatisfy { isSentAgain in
          let scene = try Moving()
          try scene.ann.deleteItem(scene.chair)
          let cyd = try scene.admitCyd(to: scene.home)
          try scene.ann.run(
            "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'stool')", .text(scene.chair),
            .text(scene.home))
          try scene.restore(after: cyd, isSentAgain: isSentAgain)
          return try scene.world.record(scene.chair, in: scene.home)?.isDead == false
        }
      },
      Rule(.departureOutlivesReturn) {
        try [false, true].allSatisfy { isSentAgain in
          let scene = try Moving()
          try scene.ann.moveItem(scene.chair, to: scene.cabin)
          let cyd = try scene.admitCyd(to: scene.home)
          try scene.ann.moveItem(scene.chair, to: scene.home)
          try scene.restore(after: cyd, isSentAgain: isSentAgain)
          return try scene.world.record(scene.chair, in: scene.home)?.isDead == false
        }
      },
      Rule(.olderDeletionForgotten) {
        try [false, true].allSatisfy { isSentAgain in
          let scene = try Moving()
          try scene.bob.deleteItem(scene.chair)
          scene.world.now += 60_000
          try scene.ann.moveItem(scene.chair, to: scene.cabin)
          let cyd = try scene.admitCyd(to: scene.cabin)
          for device in [scene.bob, cyd] { try device.sync() }
          try scene.restore(after: cyd, isSentAgain: isSentAgain)
          return try [scene.home, scene.cabin].allSatisfy {
            try scene.world.record(scene.chair, in: $0)?.isDead != false
          }
        }
      },
      Rule(.nothingRevived) {
        let scene = try Moving()
        let member = UUIDs.v5("member", "Eva")
        let changes = [
          Mutation(.insert, "members", member, in: scene.home, registers: ["name": "Eva"]),
          Mutation(.delete, "members", member, in: scene.home),
        ]
        for (index, change) in changes.enumerated() {
          scene.world.now += 1000
          let answer = try scene.world.push([change], as: "ann", number: Int64(index + 1))
          try #require(answer?.isAccepted == true)
          try scene.bob.sync()
        }
        // The hub hears of her end alone, and then of an expense that names her.
        try scene.world.restore(scene.backup)
        try scene.handBack(from: scene.bob) { $0.effects.allSatisfy { $0.kind == .drop } }
        let share: FieldValue = .map([
          "id": .text(UUIDs.v5("tea", member)), "memberID": .text(member), "owed": .integer(7),
        ])
        let tea = Mutation(
          .insert, "expenses", UUIDs.v5("expense", "tea"), in: scene.home,
          registers: [
            "note": "tea", "split": .map(["shares": .list([share]), "total": .integer(7)]),
          ])
        let known = try scene.world.record(member, in: scene.home)
        _ = try scene.world.push([tea], as: "ann", number: 3)
        return try known?.isDead == true
          && scene.world.record(member, in: scene.home)?.isDead == true
      },
      Rule(.oneEpochForAll) {
        let scene = try Moving()
        try scene.bob.write {
          try $0.connection.execute(
            "UPDATE items SET name = 'stool' WHERE id = ?", .text(scene.chair))
          try $0.connection.execute(
            "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'lamp')", .text($0.newID()),
            .text(scene.home))
        }
        for device in [scene.bob, scene.ann] { try device.sync() }
        // In the hub's second life the chair is in the cabin when the change comes back: the log of
        // the home tells of the lamp alone. In its third nobody tells what went to the cabin.
        try scene.world.restore(scene.backup)
        let put = Mutation(
          .move, "items", scene.chair, in: scene.home,
          destination: RecordPlace(zone: scene.cabin, id: scene.chair))
        try #require(scene.world.push([put], as: "ann", number: 1)?.isAccepted == true)
        for device in [scene.bob, scene.ann] { try device.sync() }
        try scene.world.restore(scene.backup, epoch: "epoch-3")
        _ = try scene.ann.replica.receive(.epoch("epoch-3"), to: scene.ann.replica.nextPull())
        let all = try #require(try scene.ann.replica.nextHandBack())
        for epoch in ["epoch-2", "epoch-1"] {
          var request = all
          request.runs.removeAll { $0.epoch != epoch || $0.zone != scene.home }
          try #require(!request.runs.isEmpty)
          _ = try scene.world.hub.handBack(request, as: "ann")
        }
        return try scene.world.value("name", of: scene.chair, in: scene.home) == .text("stool")
      },
      Rule(.forgottenTakesBack) {
        let scene = try Moving()
        let loft = try scene.ann.addHome("Loft")
        try scene.ann.sync()
        let backup = try scene.world.backup()
        try scene.world.admit("bob", to: loft, by: "ann")
        for device in [scene.bob, scene.ann] { try device.sync() }
        try scene.bob.moveItem(scene.chair, to: loft)
        for device in [scene.bob, scene.ann] { try device.sync() }
        // Ann tells of the chair, and not that Bob was let in; then she puts it into the cabin.
        try scene.world.restore(backup)
        try scene.handBack(from: scene.ann) { $0.effects.contains { $0.id == scene.chair } }
        let put = Mutation(
          .move, "items", scene.chair, in: loft,
          destination: RecordPlace(zone: scene.cabin, id: scene.chair))
        _ = try scene.world.push([put], as: "ann", number: 1)
        try scene.bob.connection.execute("DELETE FROM syncSealed")
        try scene.bob.sync()
        return try scene.bob.texts("SELECT homeID FROM items") == [scene.cabin]
      },
      Rule(.waitingHandBackForgotten) {
        let scene = try Moving()
        let desk = try scene.ann.addItem("desk", in: scene.home)
        for device in [scene.ann, scene.bob] { try device.sync() }
        try scene.world.restore(scene.backup)
        try scene.world.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
        for _ in 0..<2 { try scene.bob.sync() }
        try scene.world.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
        scene.world.now += 60_000
        try scene.bob.sync()
        return try scene.world.record(desk, in: scene.home)?.isDead == false
      },
      Rule(.lostZoneStaysAside) {
        let scene = try Scene()
        try scene.ann.addItem("chair", in: scene.home)
        try scene.ann.sync()
        for _ in 0..<2 {
          let request = try scene.bob.replica.nextPull()
          guard case .page(var page) = try scene.world.hub.pull(request, as: "bob") else {
            return false
          }
          page.unreadable[scene.home] = "spoiled"
          _ = try scene.bob.replica.receive(.page(page), to: request)
        }
        try scene.world.hub.remove("bob", from: scene.home, by: "ann")
        let request = try scene.bob.replica.nextPull()
        _ = try scene.bob.replica.receive(
          scene.world.hub.pull(request, as: "bob"), to: request)
        return try !scene.bob.texts("SELECT id FROM homes").contains(scene.home)
      },
      Rule(.removalNotHandedBack) {
        let scene = try Scene()
        let backup = try scene.world.backup()
        try scene.world.hub.remove("bob", from: scene.home, by: "ann")
        try scene.ann.sync()
        try scene.world.restore(backup, epoch: "epoch-3")
        try scene.ann.sync()
        return try !scene.world.zones(of: "bob").contains(scene.home)
      },
      Rule(.pastUntold) {
        let scene = try SinceBackup()
        let tablet = try scene.world.device("ann", "ann-tablet")
        try tablet.sync()
        try scene.world.restore(scene.backup)
        try tablet.sync()
        return try scene.world.head(of: scene.home) != nil
      },
      Rule(.forgottenPurged) {
        let scene = try SinceBackup()
        let bob = try scene.world.device("bob")
        try scene.world.admit("bob", to: scene.home, by: "ann")
        try bob.sync()
        try scene.world.restore(scene.backup)
        try bob.sync()
        return try bob.items == ["lamp"]
      },
    ]

    /// A home with a lamp that Ann has made since the backup.
    private struct SinceBackup {
      let world: SyncWorld
      let backup: Connection
      let home: ZoneID

      init() throws {
        world = try SyncWorld()
        let ann = try world.device("ann")
        try ann.sync()
        backup = try world.backup()
        home = try ann.addHome("Flat")
        try ann.addItem("lamp", in: home)
        try ann.sync()
      }
    }

    /// Two homes that Ann and Bob share, with a chair in one, backed up.
    private struct Moving {
      let world: SyncWorld
      let ann: SyncDevice
      let bob: SyncDevice
      let home: ZoneID
      let cabin: ZoneID
      let chair: RecordID
      let backup: Connection

      init() throws {
        let shared = try SharedHome()
        (world, ann, bob, home) = (shared.world, shared.ann, shared.bob, shared.home)
        chair = try ann.addItem("chair", in: home)
        cabin = try ann.addHome("Cabin")
        try ann.sync()
        try world.admit("bob", to: cabin, by: "ann")
        for device in [bob, ann] { try device.sync() }
        backup = try world.backup()
      }

      /// Cyd comes to a home: nobody tells her what was before.
      func admitCyd(to zone: ZoneID) throws -> SyncDevice {
        try ann.sync()
        let cyd = try world.device("cyd")
        try world.admit("cyd", to: zone, by: "ann")
        for device in [cyd, ann] { try device.sync() }
        world.now += 60_000
        return cyd
      }

      /// The restored hub is told by Cyd what has happened since she came, and then by Ann of
      /// everything, or of nothing but her own change sets, which she sends again.
      func restore(after cyd: SyncDevice, isSentAgain: Bool) throws {
        try ann.push()
        try cyd.sync()
        try world.restore(backup)
        try cyd.sync()
        if isSentAgain { try ann.connection.execute("DELETE FROM syncSealed") }
        try ann.sync()
      }

      /// The restored hub is told by one device what fits.
      func handBack(
        from device: SyncDevice, _ fits: (LogEntry) -> Bool
      ) throws {
        _ = try device.replica.receive(.epoch("epoch-2"), to: device.replica.nextPull())
        var request = try #require(try device.replica.nextHandBack())
        request.runs.removeAll { !$0.entries.allSatisfy(fits) }
        try #require(!request.runs.isEmpty)
        _ = try world.hub.handBack(request, as: device.account)
      }

      /// The hub is restored and told by Ann, of the last thing first.
      func handBackLastFirst() throws {
        try world.restore(backup)
        _ = try ann.replica.receive(.epoch("epoch-2"), to: ann.replica.nextPull())
        let all = try #require(try ann.replica.nextHandBack())
        for runs in [all.runs.suffix(1), all.runs[...]] {
          var request = all
          request.runs = Array(runs)
          _ = try world.hub.handBack(request, as: "ann")
        }
      }
    }

    /// Ann's home with Bob in it. What she has added since the backup Bob has seen.
    private final class Scene {
      let world: SyncWorld
      let ann: SyncDevice
      let bob: SyncDevice
      let home: ZoneID

      init() throws {
        let shared = try SharedHome()
        (world, ann, bob, home) = (shared.world, shared.ann, shared.bob, shared.home)
      }

      /// Ann's phone adds a chair, which Bob sees. The hub is restored, and the phone, whose file
      /// was put back, adds something else under the same number.
      ///
      /// - Returns: the answer to that.
      func pushTwice(between: () throws -> Void) throws -> Answer? {
        func push(_ name: String, at time: HybridTime) throws -> Answer? {
          try world.push(
            [
              Mutation(
                .insert, "items", UUIDs.v5("item", name), in: home,
                registers: ["name": .text(name)])
            ], as: "ann",
            number: 1, at: time)
        }
        let backup = try world.backup()
        let time = HybridTime(milliseconds: world.now)
        _ = try push("chair", at: time)
        try bob.sync()
        try world.restore(backup, epoch: "epoch-3")
        try between()
        return try push("other", at: time.next)
      }

      /// The hub is restored, and Bob is about to hand back what it has lost.
      func handBack() throws -> HandBackRequest {
        let backup = try world.backup()
        try ann.addItem("chair", in: home)
        for device in [ann, bob] { try device.sync() }
        try world.restore(backup)
        _ = try bob.replica.receive(.epoch("epoch-2"), to: bob.replica.nextPull())
        var request = try #require(try bob.replica.nextHandBack())
        // The last thing that he was told is the chair.
        request.runs = [try #require(request.runs.last)]
        return request
      }
    }
  }
#endif
