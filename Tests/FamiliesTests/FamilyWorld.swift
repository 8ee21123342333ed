import Families
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Values

/// A family at a hub, with a device of each: Ann, who has founded it, Bob, a parent too, and Cyd, a
/// child. Dan has an account and no family.
struct FamilyWorld {
  let world: SyncWorld
  let ann: SyncDevice
  let bob: SyncDevice
  let cyd: SyncDevice
  let dan: SyncDevice
  let family: ZoneID

  static let monday = CalendarDay(year: 2026, month: 3, day: 2)

  /// - Parameter uploadsFiles: whether the hub has the files that records name.
  init(uploadsFiles: Bool = false) throws {
    world = try SyncWorld(
      schema: FamilyBug.planted(in: HearthDomain.schema), uploadsFiles: uploadsFiles)
    let world = world
    func device(_ account: AccountID) throws -> SyncDevice {
      try world.device(account, sql: HearthDomain.migrations)
    }
    (ann, bob, cyd, dan) = (
      try device("ann"), try device("bob"), try device("cyd"), try device("dan")
    )
    family = try ann.write { try CreateFamily(FamilyDetails(name: "Lindqvist"))($0).id }
    try ann.sync()
    try world.admit("bob", to: family, by: "ann", as: FamilyRole.parent.role)
    try world.admit("cyd", to: family, by: "bob", as: FamilyRole.child.role)
    try sync()
  }

  func sync() throws {
    for _ in 0..<2 { for device in [ann, bob, cyd, dan] { try device.sync() } }
  }

  /// So many days after Monday, 2 March 2026.
  func day(_ number: Int) -> CalendarDay {
    CalendarDay(daysSince1970: Self.monday.daysSince1970 + number)
  }

  @discardableResult
  func add(
    _ title: String, _ mode: RoutinePlan.Mode = .each, for people: [AccountID] = ["cyd"],
    _ schedule: RoutineSchedule? = nil, steps: [String] = [], asksApproval: Bool = false,
    on device: SyncDevice? = nil
  ) throws -> RecordID {
    var details = RoutineDetails(title: title)
    details.asksApproval = asksApproval
    let plan = RoutinePlan(
      schedule ?? RoutineSchedule(.weekdays, from: Self.monday), mode, people: people)
    return try (device ?? ann).write {
      try AddRoutine(
        familyID: family, details, plan, steps: steps.map { RoutineStep(id: "", title: $0) })(
          $0
        ).id
    }
  }

  func board(_ number: Int = 0, on device: SyncDevice) throws -> DayBoard {
    try DayBoard(of: family, on: day(number), in: device.connection)
  }

  /// Whose turn it is on so many days from Monday on.
  func turns(of routine: RecordID, days: Int, on device: SyncDevice) throws -> [AccountID?] {
    try (0..<days).map { number in
      try board(number, on: device).entries.first { $0.routine.id == routine }?.personID
    }
  }
}
