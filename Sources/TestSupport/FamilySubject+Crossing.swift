import Families
import Household
import Hub
import Replica
import SyncProtocol
import Values

/// People who meet without knowing of each other, and what befalls families as a whole: chance
/// alone brings that together too rarely.
extension FamilySubject {
  func cross(_ simulation: Simulation) throws {
    switch simulation.crossing.number(0..<26) {
    case 0, 1: try crossTicks(simulation)
    case 2, 3: try crossSwaps(simulation)
    case 4: try crossJoins(simulation)
    case 5, 6: try crossChange(simulation)
    case 7: try crossRestore(simulation)
    case 8: try crossDemotion(simulation)
    case 9: try crossDeletion(simulation)
    case 10: try crossForms(simulation)
    case 11: try crossDissolving(simulation)
    case 12: try crossSteps(simulation)
    case 13: crossMonth(simulation)
    case 14...21: try crossStars(simulation)
    default: try crossShares(simulation)
    }
  }

  /// Two devices in one family; the first one is a parent's where that is asked for.
  func two(
    _ simulation: Simulation, isParent: Bool = false
  ) throws -> (one: SimulatedDevice, two: SimulatedDevice, family: ZoneID)? {
    let devices = simulation.devices.filter { !$0.isBeside && $0.task == nil }
    func role(_ device: SimulatedDevice, _ zone: ZoneID) throws -> Role? {
      try device.zones.first { $0.id == zone && !$0.isNew }?.role
    }
    guard let one = simulation.crossing.pick(devices),
      let family = try one.shared.first(where: { $0.kind == .family })?.id,
      let other = simulation.crossing.pick(
        try devices.filter { try $0 !== one && role($0, family) != nil })
    else { return nil }
    for device in [one, other] { try simulation.sync(device, isFaulty: false) }
    guard let own = try role(one, family), try role(other, family) != nil,
      !isParent || own.canWrite
    else { return nil }
    return (one, other, family)
  }

  func sync(_ devices: [SimulatedDevice], _ simulation: Simulation) throws {
    for device in devices { try simulation.sync(device, isFaulty: false) }
  }

  /// Both tick the same, one takes back what it has seen: the other one's tick stays.
  private func crossTicks(_ simulation: Simulation) throws {
    guard let (one, two, family) = try two(simulation) else { return }
    let day = today(one, simulation)
    let board = try DayBoard(of: family, on: day, in: one.connection)
    guard let entry = simulation.crossing.pick(board.entries.filter { $0.state == .open }) else {
      return
    }
    let person = entry.personID ?? one.account
    var isTicked = true
    for device in [one, two] {
      isTicked =
        try simulation.useCase("ticked by two", on: device) {
          try TickRoutine(routineID: entry.routine.id, day: day, personID: person)($0)
        } && isTicked
    }
    let isBack = try simulation.useCase("taken back by one", on: one) {
      try UntickRoutine(routineID: entry.routine.id, day: day, personID: person)($0)
    }
    try sync([two, one, two], simulation)
    let after = try DayBoard(of: family, on: day, in: one.connection).entries
      .first { $0.id == entry.id }
    // Sharing may be paused, a pull that had begun before ends with what there was then, and a tick
    // waits at a restored hub that has lost how its author came in: nothing has come together yet.
    let head = try simulation.store.read { try $0.zone(family)?.head }
    let states = try [one, two].map { try $0.replica.status() }
    guard isTicked, isBack, let after, try simulation.hub.sharingFlag().state != .killed,
      try one.zones.contains(where: { $0.id == family && $0.sequence == head }),
      states.allSatisfy({ $0.parkedCount == 0 && $0.pendingCount == 0 })
    else { return }
    try require(
      after.state != .open || entry.routine.plan.schedule.kind == .afterDone,
      "nobody takes back what they have not seen", "\(one.name) \(two.name) \(entry.id) \(day)")
  }

  /// Two swap one turn at once, and each gives it to somebody else.
  private func crossSwaps(_ simulation: Simulation) throws {
    guard let (one, two, family) = try two(simulation) else { return }
    let day = today(one, simulation)
    try addTurns(of: family, from: day, on: one, simulation)
    try sync([one, two], simulation)
    let board = try DayBoard(of: family, on: day, in: one.connection)
    let members = Set(board.people.map(\.id))
    // Whose turn it is not: each of the two gives it to another one of them.
    func others(_ entry: DayBoard.Entry) -> [AccountID] {
      entry.routine.plan.people.filter {
        members.contains($0) && $0 != entry.personID && !board.away.contains($0)
      }
    }
    guard
      let entry = simulation.crossing.pick(
        board.entries.filter { $0.hasTurn && others($0).count > 1 })
    else { return }
    let people = others(entry).shuffled(using: &simulation.crossing)
    for (device, person) in [(one, people[0]), (two, people[1])] {
      try simulation.useCase("swapped by two", on: device) {
        try SwapTurn(routineID: entry.routine.id, day: day, personID: person)($0)
      }
    }
    try sync([one, two, one], simulation)
  }

  /// Adds a routine whose turns go round the whole family, where there is none.
  private func addTurns(
    of family: ZoneID, from day: CalendarDay, on device: SimulatedDevice, _ simulation: Simulation
  ) throws {
    let people = try Participant.all(home: family, in: device.connection).map(\.accountID)
    let routines = try Routine.of(family, in: device.connection)
    guard people.count > 2, try simulation.canWrite(device, family),
      !routines.contains(where: { $0.plan.mode == .turns && Set($0.plan.people) == Set(people) })
    else { return }
    try simulation.useCase("turns of all", on: device) {
      try AddRoutine(
        familyID: family, RoutineDetails(title: "Dishes"),
        RoutinePlan(RoutineSchedule(.everyDays, from: day), .turns, people: people))($0)
    }
  }

  /// Somebody with two devices joins two families at once: one of them counts.
  private func crossJoins(_ simulation: Simulation) throws {
    let rights = try Rights(simulation.store.connection)
    let families = rights.zones.filter { $0.value.kind == "family" }.keys.sorted()
    let account = simulation.crossing.pick(accounts)!
    guard families.count > 1 else { return }
    for family in families.shuffled(using: &simulation.crossing).prefix(2) {
      let parents = accounts.filter { rights.manages($0, family) && !rights.isChild($0) }
      guard let parent = parents.first else { return }
      try invite(to: family, by: parent, rights, simulation)
    }
    for id in simulation.invites.suffix(2) {
      try join(account, by: id, isLeaving: false, simulation)
    }
  }

  /// Somebody changes families, with ticks for the old one that wait.
  private func crossChange(_ simulation: Simulation) throws {
    guard let device = simulation.crossing.pick(simulation.devices.filter { !$0.isBeside }) else {
      return
    }
    if let own = try device.shared.first(where: { $0.kind == .family })?.id {
      for action: FamilyAction in [.tick, .tickStep] {
        try act(action, on: device, in: own, simulation)
      }
    }
    try change(device.account, simulation)
    if simulation.crossing.chance(0.5) { try simulation.sync(device, isFaulty: false) }
  }

  /// Whether somebody is in another family now.
  @discardableResult
  func change(_ account: AccountID, _ simulation: Simulation) throws -> Bool {
    let rights = try Rights(simulation.store.connection)
    let old = rights.families(of: account)
    let others = rights.zones.filter { $0.value.kind == "family" && !old.contains($0.key) }
    guard let family = simulation.crossing.pick(others.keys.sorted()),
      let parent = accounts.first(where: { rights.manages($0, family) })
    else { return false }
    let count = simulation.invites.count
    try invite(to: family, by: parent, rights, simulation)
    guard simulation.invites.count > count, let id = simulation.invites.last else { return false }
    try join(account, by: id, isLeaving: true, simulation)
    return try Rights(simulation.store.connection).families(of: account) != old
  }

  /// The hub forgets that somebody has changed families; all who know tell it, in whatever order.
  private func crossRestore(_ simulation: Simulation) throws {
    guard simulation.isSealing, simulation.crossing.chance(0.4),
      let device = simulation.crossing.pick(simulation.devices.filter { !$0.isBeside })
    else { return }
    for device in simulation.devices where !device.isBeside {
      try simulation.sync(device, isFaulty: false)
    }
    try simulation.makeBackup()
    guard try change(device.account, simulation) else { return }
    for device in simulation.devices where !device.isBeside && simulation.crossing.chance(0.8) {
      try simulation.sync(device, isFaulty: false)
    }
    simulation.report.done["families changed before a restore", default: 0] += 1
    try simulation.restore()
  }

  /// A parent becomes a child while what they planned waits.
  private func crossDemotion(_ simulation: Simulation) throws {
    guard let (one, _, family) = try two(simulation, isParent: true) else { return }
    for action: FamilyAction in [.addRoutine, .tick, .approve] {
      try act(action, on: one, in: family, simulation)
    }
    let rights = try Rights(simulation.store.connection)
    guard let other = accounts.first(where: { $0 != one.account && rights.manages($0, family) })
    else { return }
    try setRole(.readOnly, of: one.account, in: family, by: other, rights, simulation)
    try simulation.sync(one, isFaulty: false)
    guard simulation.crossing.chance(0.5) else { return }
    let after = try Rights(simulation.store.connection)
    try setRole(.readWrite, of: one.account, in: family, by: other, after, simulation)
  }

  /// A parent deletes what somebody else ticks, and has it back.
  private func crossDeletion(_ simulation: Simulation) throws {
    guard let (one, two, family) = try two(simulation, isParent: true) else { return }
    for _ in 0..<2 { try act(.tick, on: two, in: family, simulation) }
    try act(.deleteRoutine, on: one, in: family, simulation)
    try sync(simulation.crossing.chance(0.5) ? [one, two] : [two, one], simulation)
    try act(.restoreRoutine, on: one, in: family, simulation)
    try sync([one, two], simulation)
  }

  /// A form is open while somebody else changes what it shows.
  private func crossForms(_ simulation: Simulation) throws {
    guard let (one, two, family) = try two(simulation, isParent: true) else { return }
    for device in [one, two] { try act(.openForm, on: device, in: family, simulation) }
    guard let form = memory(of: one).form else { return }
    memory(of: two).form = try Routine.find(form.id, in: two.connection)
    for device in [two, one] {
      for _ in 0..<2 {
        if memory(of: device).form == nil { memory(of: device).form = form }
        try act(.submitForm, on: device, in: family, simulation)
      }
      try simulation.sync(device, isFaulty: false)
    }
    memory(of: one).form = form
    try act(.submitForm, on: one, in: family, simulation)
  }

  /// A step is added to what was done already: the days before stay done.
  private func crossSteps(_ simulation: Simulation) throws {
    guard let (one, two, family) = try two(simulation, isParent: true) else { return }
    let day = today(one, simulation)
    let board = try DayBoard(of: family, on: day, in: one.connection)
    guard let entry = simulation.crossing.pick(board.entries.filter { !$0.routine.steps.isEmpty })
    else { return }
    let person = entry.personID ?? one.account
    try simulation.useCase("ticked before a step came", on: two) {
      try TickRoutine(routineID: entry.routine.id, day: day, personID: person)($0)
    }
    try sync([two, one], simulation)
    try simulation.useCase("step added", on: one) { transaction in
      guard let old = try Routine.find(entry.routine.id, in: transaction.connection) else { return }
      try EditRoutine(
        routineID: old.id, old.details, old.plan,
        steps: old.steps + [RoutineStep(id: "new", title: "One more")], inOrder: old.row.inOrder,
        today: day)(transaction)
    }
    try sync([one, two], simulation)
  }

  /// Who owns a family dissolves it; its people join another; it comes back.
  private func crossDissolving(_ simulation: Simulation) throws {
    let rights = try Rights(simulation.store.connection)
    let owners = simulation.devices.filter { device in
      !device.isBeside && device.task == nil
        && rights.families(of: device.account).contains {
          rights.role(device.account, $0) == .owner
        }
    }
    guard let owner = simulation.crossing.pick(owners),
      let family = rights.families(of: owner.account).first
    else { return }
    for _ in 0..<2 { try simulation.sync(owner, isFaulty: false) }
    (owner.task, owner.tries) = (.deleteHome(family), 0)
    for _ in 0..<2 { try simulation.sync(owner, isFaulty: false) }
    guard simulation.oracle.images[family]?.isAlive == false else { return }
    simulation.report.done["dissolved", default: 0] += 1
    let members = rights.zones[family]?.roles.keys.sorted() ?? []
    if let member = simulation.crossing.pick(members) { try change(member, simulation) }
    guard simulation.crossing.chance(0.7) else { return }
    for member in members { simulation.lostGrants.insert("\(member) \(family)") }
    _ = try simulation.atHub(isFaulty: false) {
      do {
        try simulation.trace("restoreZone", family, owner.account)
        try simulation.hub.restoreZone(family, by: owner.account)
        simulation.fault("brought back")
      } catch is SharingError {} catch is InviteError {}
    }
  }

  /// Somebody's device is offline for a month.
  private func crossMonth(_ simulation: Simulation) {
    guard let device = simulation.crossing.pick(simulation.devices) else { return }
    device.awayUntil = max(device.awayUntil, simulation.report.steps + 90)
    simulation.fault("offline for a month")
  }
}
