import Families
import Finances
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things
import Values
import WebApp

@testable import AccountWeb
@testable import SharingWeb
@testable import Web

/// Each kind of notification by itself: its switch, its words, and where it leads.
@Suite struct NotificationSwitchTests {
  /// A parent to whom there is something to tell of every kind.
  private struct World {
    let ann: SyncDevice
    let notices: [AccountNotice]
    let now: Int64
    let payment: RecordID

    init() throws {
      let world = try SyncWorld(
        schema: HearthDomain.schema, accounts: ["ann", "bob"])
      let ann = try world.device("ann", sql: HearthDomain.migrations)
      let bob = try world.device("bob", sql: HearthDomain.migrations)
      let family = try ann.write { try CreateFamily(FamilyDetails(name: "Lindqvist"))($0).id }
      try ann.sync()
      try world.admit("bob", to: family, by: "ann", as: FamilyRole.child.role)
      try ann.sync()
      let today = CalendarDay(daysSince1970: Int(world.now / 86_400_000))
      for asksApproval in [false, true] {
        var details = RoutineDetails(title: asksApproval ? "Room" : "Teeth")
        details.asksApproval = asksApproval
        let routine = try ann.write {
          try AddRoutine(
            familyID: family, details,
            RoutinePlan(RoutineSchedule(.everyDays, from: today), .each, people: ["bob"]),
            steps: [])($0).id
        }
        try ann.sync()
        try bob.sync()
        try bob.write {
          _ = try TickRoutine(RoutineTask(routineID: routine, day: today, personID: "bob"))($0)
        }
        try bob.sync()
      }
      try ann.sync()
      payment = try ann.write { try Self.addPayment(on: today, at: world.now, $0) }
      let home = try ann.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
      var lamp = ItemDetails(name: "Lamp", currency: "EUR")
      lamp.warrantyUntil = CalendarDay(daysSince1970: today.daysSince1970 + 7).text
      try ann.write { _ = try AddItem(homeID: home, lamp)($0) }
      try ann.write { try Finances.rebuild($0.connection) }
      try ann.connection.transaction { try HearthDomain.settle(ann.connection) }
      self.ann = ann
      now = world.now + 1000
      notices = AccountNotice.Kind.allCases.map {
        AccountNotice(
          id: $0.rawValue, kind: $0, zone: home, title: "Harbour Street", person: "Ben",
          personID: "ben", at: world.now)
      }
    }

    /// What Ben has paid Ann, as he has noted it.
    private static func addPayment(
      on day: CalendarDay, at: Int64, _ transaction: WriteTransaction
    ) throws -> RecordID {
      let db = transaction.connection
      let group = try CreateGroup(
        GroupDetails(name: "Trip", currency: "EUR"), ownName: "Ann", others: ["Ben"])(transaction)
        .id
      let members = try GroupMember.of(group, in: db)
      let category = try #require(try ExpenseCategory.of(group, in: db).first).id
      let id = transaction.newID()
      try db.execute(
        """
        INSERT INTO expenses (id, groupID, title, day, categoryID, kind, currency, amountMinor,
            mode, createdAt, createdBy)
          VALUES (?, ?, '', ?, ?, 'transfer', 'EUR', 300, 'exact', ?, 'ben')
        """, .text(id), .text(group), .text(day.text), .text(category), .integer(at))
      for (position, member) in members.enumerated() {
        let isPayer = member.details.name == "Ben"
        try db.execute(
          """
          INSERT INTO expenseParts (id, groupID, expenseID, kind, position, memberID, paidMinor,
              owedMinor) VALUES (?, ?, ?, 'share', ?, ?, ?, ?)
          """, .text(transaction.newID()), .text(group), .text(id), .integer(Int64(position)),
          .text(member.id), .integer(isPayer ? 300 : 0), .integer(isPayer ? 0 : 300))
      }
      return id
    }

    func told(
      _ switches: [String: Bool] = [:], for place: NotificationPlace? = nil,
      syncState: SyncState = .synced
    ) throws -> [NotificationEntry] {
      let reader = NotificationReader(
        connection: ann.connection, accountID: "ann", words: Catalogue(),
        landmarks: Areas.all.landmarks, now: now, notices: notices, syncState: syncState)
      return try Areas.all.notifications(reader, NotifyingState(switches: switches), for: place)
    }

    func only(_ kind: NotificationKind) throws -> [NotificationEntry] {
      try told().filter { $0.kind == kind }
    }
  }

  private static let everything = Set(
    NotificationKind.allCases.flatMap { kind in
      NotificationPlace.allCases.map { NotificationSwitches.name(kind, $0) }
    })

  @Test(
    "a switch that alone is off keeps its kind away from its place, and nothing else",
    arguments: NotificationPlace.allCases)
  func alone(_ place: NotificationPlace) throws {
    let world = try World()
    let all = try world.told()
    #expect(Set(all.map(\.kind)) == Set(NotificationKind.ofHub))
    for kind in NotificationKind.ofHub {
      let name = NotificationSwitches.name(kind, place)
      let switches = NotificationSwitches.all(
        ticked: Self.everything.subtracting([name]), NotificationPlace.allCases)
      // What is about safety has no switch in the app.
      let isAlways = place == .app && kind.isSafety
      #expect((switches[name] == nil) == isAlways, "\(name)")
      for other in NotificationPlace.allCases {
        let expected = all.filter { other != place || isAlways || $0.kind != kind }
        #expect(
          try world.told(switches, for: other).map(\.id) == expected.map(\.id), "\(name) \(other)")
      }
    }
  }

  @Test(
    "what a device with a wrong clock notes is told: at its day at the earliest, and not to come")
  func clocks() throws {
    let world = try World()
    let reader = NotificationReader(
      connection: world.ann.connection, accountID: "ann", words: Catalogue(),
      landmarks: Areas.all.landmarks, now: world.now, notices: [], syncState: .synced)
    let today = CalendarDay(daysSince1970: Int(world.now / 86_400_000))
    let start = Int64(today.daysSince1970) * 86_400_000 - 14 * 3_600_000
    #expect(reader.credible(0, on: today) == start && start >= reader.since)
    #expect(reader.credible(.min, on: nil) == .min)
    #expect(reader.credible(.max, on: today) == world.now)
    #expect(reader.credible(world.now - 5, on: today) == world.now - 5)
    // What was ticked ahead was ticked when it was, and not just now.
    let tomorrow = CalendarDay(daysSince1970: today.daysSince1970 + 1)
    #expect(reader.credible(world.now - 5, on: tomorrow) == world.now - 5)
    #expect(reader.credible(.max, on: tomorrow) == world.now)
    for sql in ["UPDATE expenses SET createdAt = 0", "UPDATE routineEvents SET createdAt = 0"] {
      try world.ann.connection.execute(sql)
    }
    let kinds = Set(try world.told().map(\.kind))
    #expect(kinds.isSuperset(of: [.settled, .routineDone, .approval]))
  }

  @Test("what a hub has refused is told on a device, whatever is off, and has no switch")
  func refused() throws {
    let world = try World()
    let off = NotificationSwitches.all(ticked: [], NotificationPlace.allCases)
    #expect(off.keys.allSatisfy { !$0.hasSuffix(NotificationKind.refused.rawValue) })
    let told = try world.told(off, for: .app, syncState: .refused(2))
    let entry = try #require(told.first { $0.kind == .refused })
    #expect(entry.title == Catalogue().changesRefused(2))
    #expect(entry.route == .syncing(.sync))
    #expect(try world.told(for: .app).allSatisfy { $0.kind != .refused })
  }

  @Test("who merged a home says so, with the home's name, and leads to the page of people")
  func merged() throws {
    let told = try World().only(.merged)
    let entry = try #require(told.first)
    #expect(told.count == 1 && entry.route == .sharing(.people))
    #expect(entry.title.contains("Ben") && entry.title.contains("Harbour Street"))
  }

  @Test("a home that is offered and one that was taken over are told apart")
  func ownership() throws {
    let told = try World().only(.ownership)
    #expect(told.count == 2 && Set(told.map(\.title)).count == 2)
    for entry in told {
      #expect(entry.title.contains("Ben") && entry.title.contains("Harbour Street"))
      #expect(entry.route == .sharing(.people))
    }
  }

  @Test("a payment names who has paid and the group, no amount, and leads to the payment")
  func settled() throws {
    let world = try World()
    let told = try world.only(.settled)
    let entry = try #require(told.first)
    #expect(told.count == 1)
    #expect(entry.title.contains("Ben") && entry.title.contains("Trip"))
    #expect(!entry.title.contains("3"))
    #expect(entry.route.url.hasSuffix("/\(world.payment)"))
  }
}
