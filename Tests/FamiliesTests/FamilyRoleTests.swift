import Families
import Foundation
import HearthDomain
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things
import Threads

/// ``FamilyRole`` says in one place what follows from being a parent or a child: the hub, the use
/// cases and what replicas read do as it says.
@Suite struct FamilyRoleTests {
  // X07 D-PRM-6
  @Test(
    "what a child is kept from, a parent may do, and nobody gets around it",
    arguments: FamilyRole.Act.allCases, FamilyRole.allCases)
  func acts(_ act: FamilyRole.Act, _ role: FamilyRole) throws {
    let isDone = act == .seeAmounts ? try seesAmounts(role) : try does(act, role)
    #expect(isDone == role.may(act))
  }

  // X07
  @Test(
    "a family role gives a grant in the family, in what is shared with it, and nowhere else",
    arguments: FamilyRole.allCases)
  func grants(_ role: FamilyRole) throws {
    let world = try FamilyWorld()
    let person = role == .parent ? "bob" : "cyd"
    let (shared, other) = (
      try world.addHome("Flat", of: world.ann), try world.addHome("Hut", of: world.ann)
    )
    let roles = FamilyRoles(parents: .readWrite, children: .readOnly)
    try world.world.hub.shareWithFamily(shared, roles, by: "ann")
    let hub = world.world.hub
    #expect(try hub.role(of: person, in: world.family) == role.role)
    let given = role == .parent ? roles.parents : roles.children
    #expect(try hub.role(of: person, in: shared) == given)
    #expect(try hub.role(of: person, in: other) == nil)
  }

  @Test("the schema has what a child is kept from by the hub from the same place")
  func schema() {
    let kind = Families.zoneKinds[.family]
    #expect(kind?.managerRole == FamilyRole.parent.role)
    for act in [FamilyRole.Act.invite, .giveRoles, .handOver, .deleteZone, .seeAmounts] {
      #expect(kind?.restrictsReaders == !FamilyRole.child.may(act), "\(act)")
    }
    #expect(FamilyRole.Act.allCases.filter(FamilyRole.child.may) == [.tick])
  }

  /// Whether Cyd does it, who was a parent while everything was prepared, and has the role then.
  private func does(_ act: FamilyRole.Act, _ role: FamilyRole) throws -> Bool {
    let world = try FamilyWorld()
    let hub = world.world.hub
    let routine = try world.add("Bins")
    try world.world.admit("dan", to: world.family, by: "ann", as: FamilyRole.child.role)
    try hub.setRole(.readWrite, of: "cyd", in: world.family, by: "ann")
    let own = try world.addHome("Den", of: world.cyd)
    try world.addHome("Tent", of: world.cyd)
    try world.world.admit("ann", to: own, by: "cyd")
    if role == .child { try hub.setRole(.readOnly, of: "cyd", in: world.family, by: "ann") }
    try world.sync()
    do {
      switch act {
      case .invite: try world.world.invite(to: own, by: "cyd")
      case .giveRoles: try hub.setRole(.readWrite, of: "dan", in: world.family, by: "cyd")
      case .handOver: try hub.offerOwnership(of: own, to: "ann", by: "cyd")
      case .deleteZone: try world.cyd.write { try DeleteHome(homeID: own)($0) }
      case .planRoutines: try world.add("Dishes", on: world.cyd)
      case .tick:
        try world.cyd.write {
          _ = try TickRoutine(
            RoutineTask(routineID: routine, day: FamilyWorld.monday, personID: "cyd"))($0)
        }
      case .seeAmounts: break
      }
    } catch let error as SharingError where error == .restricted || error == .notOwner {
      return false
    } catch FamilyFailure.parentsOnly {
      return false
    }
    try world.cyd.sync()
    return try world.cyd.refusals.isEmpty
  }

  /// Whether somebody sees the price of an item in the home of somebody else.
  private func seesAmounts(_ role: FamilyRole) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Only a folder of this test; what cannot be removed is the system's to clean.
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/cyd.sqlite"
    let file = try ReplicaFile(
      path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
      accountID: "019d0000-0000-7000-8000-000000000001", observer: DomainObserver(),
      hiding: HearthDomain.hiding { false },
      pool: ThreadPool(name: "test", threads: 1, maxWaiting: 8))
    let item = try file.write { transaction in
      try HearthDomain.settle(transaction.connection)
      try CreateFamily(FamilyDetails(name: "Lindqvist"))(transaction)
      let home = try CreateHome(HomeDetails(name: "Flat"))(transaction).id
      var details = ItemDetails(name: "Lamp", currency: "EUR")
      details.priceMinor = 1_250
      return try AddItem(homeID: home, details)(transaction).id
    }
    let raw = try Connection(path: path)
    for (kind, given) in [("home", Role.readOnly), ("family", role.role)] {
      try raw.execute(
        "UPDATE syncZones SET role = ? WHERE kind = ?", .text(given.rawValue), .text(kind))
    }
    return try file.read { try Item.find(item, in: $0)?.details.priceMinor } != nil
  }
}
