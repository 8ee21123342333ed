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
import Web
import WebApp

/// The list of notifications and the number of new ones cost what they show, whatever a person has
/// been told: in the steps that SQLite takes, which are the same on every machine.
@Suite struct NotificationCostTests {
  private static let today = CalendarDay(year: 2026, month: 6, day: 15)
  private static var now: Int64 { Int64(today.daysSince1970) * 86_400_000 + 43_200_000 }

  /// A family, a group and a home, in which `count` things have happened that are told, and as many
  /// that are told no more.
  private static func device(_ count: Int) throws -> SyncDevice {
    let ann = try SyncWorld(schema: HearthDomain.schema).device("ann", sql: HearthDomain.migrations)
    let family = try ann.write { try CreateFamily(FamilyDetails(name: "Lindqvist"))($0).id }
    try ann.sync()
    let routine = try ann.write {
      try AddRoutine(
        familyID: family, RoutineDetails(title: "Teeth"),
        RoutinePlan(
          RoutineSchedule(.everyDays, from: CalendarDay(daysSince1970: today.daysSince1970 - 9)),
          .each, people: ["ann"]),
        steps: [], inOrder: false)($0).id
    }
    let group = try ann.write {
      try CreateGroup(
        GroupDetails(name: "Flat", currency: "EUR"), ownName: "Ann", others: ["Ben"])($0).id
    }
    let home = try ann.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
    try ann.write { try fill(count, group: group, home: home, routine, of: family, $0) }
    try ann.write { try Finances.rebuild($0.connection) }
    try ann.connection.transaction { try HearthDomain.settle(ann.connection) }
    return ann
  }

  private static func fill(
    _ count: Int, group: ZoneID, home: ZoneID, _ routine: RecordID, of family: ZoneID,
    _ transaction: WriteTransaction
  ) throws {
    let db = transaction.connection
    let members = try GroupMember.of(group, in: db).map(\.id)
    let category = try #require(try ExpenseCategory.of(group, in: db).first).id
    for index in 0..<(2 * count) {
      // Half of everything is a year ago.
      let isOld = index % 2 == 1
      let day = CalendarDay(daysSince1970: today.daysSince1970 - (isOld ? 365 : 2))
      let at = Int64(day.daysSince1970) * 86_400_000 + Int64(index)
      let id = transaction.newID()
      try db.execute(
        """
        INSERT INTO expenses (id, groupID, title, day, categoryID, kind, currency, amountMinor,
            mode, createdAt, createdBy)
          VALUES (?, ?, '', ?, ?, 'transfer', 'EUR', 300, 'exact', ?, 'ben')
        """, .text(id), .text(group), .text(day.text), .text(category), .integer(at))
      for (position, member) in members.enumerated() {
        try db.execute(
          """
          INSERT INTO expenseParts (id, groupID, expenseID, kind, position, memberID, paidMinor,
              owedMinor) VALUES (?, ?, ?, 'share', ?, ?, ?, ?)
          """, .text(transaction.newID()), .text(group), .text(id), .integer(Int64(position)),
          .text(member), .integer(position == 1 ? 300 : 0), .integer(position == 0 ? 300 : 0))
      }
      let ends = CalendarDay(daysSince1970: today.daysSince1970 + (isOld ? -300 : 7))
      try db.execute(
        """
        INSERT INTO items (id, homeID, name, nameKey, warrantyUntil, currency, createdAt, createdBy)
          VALUES (?, ?, 'Lamp', 'lamp', ?, 'EUR', ?, 'ann')
        """, .text(transaction.newID()), .text(home), .text(ends.text), .integer(at))
      let past = CalendarDay(daysSince1970: today.daysSince1970 - 10 - index)
      try db.execute(
        """
        INSERT INTO routineEvents (id, familyID, routineID, day, kind, personID, createdAt,
            createdBy) VALUES (?, ?, ?, ?, 'done', 'ben', ?, 'ben')
        """, .text(transaction.newID()), .text(family), .text(routine), .text(past.text),
        .integer(at))
    }
  }

  @Test(
    "the list of what is told, and the number of what is new, cost the same however much it was")
  func list() throws {
    var steps: [Int: Int] = [:]
    for count in [250, 1_500] {
      let ann = try Self.device(count)
      steps[count] = try ann.connection.steps {
        let reader = NotificationReader(
          connection: ann.connection, accountID: "ann", words: Catalogue(),
          landmarks: Areas.all.landmarks, now: Self.now, notices: [], syncState: .synced)
        let told = try Areas.all.notifications(reader, NotifyingState(), for: .app)
        // What is looked at in each area has an end.
        #expect(told.count == 2 * NotificationReader.maxPerArea)
        #expect(told.count(where: \.isNew) == told.count)
      }
    }
    let (few, many) = (try #require(steps[250]), try #require(steps[1_500]))
    #expect(many < few + few / 10, "\(few) \(many)")
  }
}
