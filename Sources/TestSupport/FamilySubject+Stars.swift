import Families
import Hub
import Replica
import SQLite
import SyncProtocol
import Values

/// Stars: what must hold of them, and people who give and spend the same ones without knowing of
/// each other.
extension FamilySubject {
  /// Stars, open wishes and decisions are what the rules say, on each of the last days.
  func checkStars(of family: ZoneID, on device: SimulatedDevice) throws {
    let db = device.connection
    let oracle = try FamilyStarOracle(of: family, on: db)
    let days = try lastDays(of: family, on: device) + [.lastOfTime]
    for person in oracle.people.sorted() {
      for day in days {
        let stars = try Stars(of: person, in: family, through: day, db)
        let must = (oracle.earned(by: person, through: day), oracle.spent(by: person))
        try require(
          (stars.earned, stars.spent) == must, "stars are what was approved, less what was granted",
          "\(device.name) \(family) \(person) through \(day.text): \(stars), must be \(must)")
      }
    }
    let open = try Set(RewardWish.open(of: family, in: db).map(\.id))
    try require(
      open == Set(oracle.open.map(\.id)), "wishes are open until they are decided or taken back",
      "\(device.name) \(family): \(open.sorted()), must be \(oracle.open.map(\.id))")
    let decided = try StarGrant.page(of: family, person: nil, limit: 1000, in: db).map(\.id)
    try require(
      decided.sorted() == oracle.decided.values.map(\.id).sorted(),
      "of each wish one decision counts", "\(device.name) \(family): \(decided.sorted())")
  }

  /// What everybody has of a family's stars comes to what the hub has of it.
  func checkStars(
    of family: ZoneID, _ image: HubOracle.Image, on device: SimulatedDevice,
    _ simulation: Simulation
  ) throws {
    let oracle = FamilyStarOracle(image)
    try require(
      try FamilyStarOracle(of: family, on: device.connection) == oracle,
      "what was approved, asked and decided is there on all", "\(device.name) \(family)")
    for person in oracle.people.sorted() {
      let stars = try Stars(of: person, in: family, through: .lastOfTime, device.connection)
      let must = oracle.balance(of: person, through: .lastOfTime)
      try require(
        stars.balance == must, "stars are equal on all replicas",
        "\(device.name) \(family) \(person): \(stars.balance), must be \(must)")
      let sign = must > 0 ? "stars left" : must < 0 ? "less than no stars" : "no stars left"
      if stars.earned > 0 { simulation.report.done[sign, default: 0] += 1 }
    }
  }

  // MARK: At the same time

  /// A family in which somebody can earn something and spend it.
  private struct Scene {
    /// One of them, or two.
    let parents: [SimulatedDevice]
    /// Whose device it is can be a parent's, where there is no child.
    let child: SimulatedDevice
    let family: ZoneID
    let routine: RecordID
    let rewards: [RecordID]
    let day: CalendarDay

    var person: AccountID { child.account }
    var first: SimulatedDevice { parents[0] }
    var last: SimulatedDevice { parents[parents.count - 1] }
    var all: [SimulatedDevice] { parents + [child] }
  }

  func crossStars(_ simulation: Simulation) throws {
    guard let scene = try scene(simulation) else { return }
    switch simulation.crossing.number(0..<6) {
    case 0, 1: try approveTogether(scene, simulation)
    case 2, 3: try decideTogether(scene, simulation)
    case 4: try spendTogether(scene, simulation)
    default: try withdrawMeanwhile(scene, simulation)
    }
    if simulation.crossing.chance(0.7) { try sync(scene.all + [scene.first], simulation) }
  }

  private func scene(_ simulation: Simulation) throws -> Scene? {
    guard let (one, two, family) = try two(simulation, isParent: true) else { return nil }
    let others = try simulation.devices.filter { device in
      try device !== one && !device.isBeside && device.task == nil
        && device.zones.contains { $0.id == family && !$0.isNew }
    }
    let parents = try others.filter { try simulation.canWrite($0, family) }
    let children = others.filter { device in !parents.contains { $0 === device } }
    let child = simulation.crossing.pick(children) ?? two
    let other = simulation.crossing.pick(parents.filter { $0 !== child })
    let actor = person(one, in: family, simulation)
    if try Family.find(family, in: one.connection)?.details.hasStars != true {
      try simulation.useCase("stars switched on", on: one) {
        try actor.switchStars(to: true, $0)
      }
    }
    guard let routine = try routine(for: child.account, actor, simulation) else { return nil }
    while try cheap(family, on: one).count < 2 {
      let isKept = try simulation.useCase("cheap reward", on: one) {
        try actor.saveReward(
          nil, price: simulation.crossing.number(3..<6), isArchived: false, $0)
      }
      guard isKept else { return nil }
    }
    let scene = Scene(
      parents: [one] + (other.map { [$0] } ?? []), child: child, family: family, routine: routine,
      rewards: try cheap(family, on: one), day: actor.today)
    try sync(scene.all, simulation)
    return scene
  }

  private func cheap(_ family: ZoneID, on device: SimulatedDevice) throws -> [RecordID] {
    try device.ids("rewards", in: family, where: "isArchived = 0 AND price < 6")
  }

  /// A routine that somebody has each day, and that gives as much as a cheap reward costs.
  private func routine(
    for person: AccountID, _ actor: FamilyActor, _ simulation: Simulation
  ) throws -> RecordID? {
    let week = CalendarDay(daysSince1970: actor.today.daysSince1970 - 7)
    let old = try Routine.of(actor.family, in: actor.device.connection).first { routine in
      let schedule = routine.plan.schedule
      return routine.details.stars > 4 && routine.plan.mode == .each
        && routine.plan.people.contains(person) && schedule.kind == .everyDays
        && schedule.everyCount == 1 && schedule.startsOn <= week && schedule.endsOn == nil
    }
    if let old { return old.id }
    var details = RoutineDetails(title: "For stars")
    details.stars = 5
    let plan = RoutinePlan(RoutineSchedule(.everyDays, from: week), .each, people: [person])
    var made: RecordID?
    let isKept = try simulation.useCase("routine for stars", on: actor.device) {
      made = try AddRoutine(familyID: actor.family, details, plan)($0).id
    }
    return isKept ? made : nil
  }

  private func use(
    _ what: String, on device: SimulatedDevice, _ scene: Scene, _ simulation: Simulation,
    _ body: (FamilyActor, WriteTransaction) throws -> Void
  ) throws {
    let actor = person(device, in: scene.family, simulation)
    try simulation.useCase(what, on: device) { try body(actor, $0) }
  }

  /// Somebody does what is worth stars, on the last days, and a parent finds it done.
  private func earn(_ days: Range<Int>, _ scene: Scene, _ simulation: Simulation) throws {
    for number in days {
      let task = RoutineTask(
        routineID: scene.routine,
        day: CalendarDay(daysSince1970: scene.day.daysSince1970 - number), personID: scene.person)
      try simulation.useCase("ticked for stars", on: scene.first) { try TickRoutine(task)($0) }
      try simulation.useCase("approved for stars", on: scene.first) {
        try ApproveRoutine(task)($0)
      }
    }
  }

  /// Two parents find the same done; one takes it back, and finds it done again or does not.
  private func approveTogether(_ scene: Scene, _ simulation: Simulation) throws {
    let number = simulation.crossing.number(0..<5)
    let task = RoutineTask(
      routineID: scene.routine, day: CalendarDay(daysSince1970: scene.day.daysSince1970 - number),
      personID: scene.person)
    func tick(_ device: SimulatedDevice) throws {
      try simulation.useCase("ticked for stars", on: device) { try TickRoutine(task)($0) }
    }
    func approve(_ device: SimulatedDevice) throws {
      try simulation.useCase("approved at once", on: device) { try ApproveRoutine(task)($0) }
    }
    try tick(scene.child)
    try sync([scene.child] + scene.parents, simulation)
    for device in scene.parents { try approve(device) }
    if simulation.crossing.chance(0.3) { try sync(scene.all, simulation) }
    guard simulation.crossing.chance(0.6) else { return }
    try simulation.useCase("approval taken back", on: scene.last) { try UntickRoutine(task)($0) }
    guard simulation.crossing.chance(0.5) else { return }
    for _ in 0..<2 {
      try tick(scene.last)
      try approve(scene.last)
      try sync(scene.parents, simulation)
    }
  }

  /// The wish of somebody who has enough, as both parents have it; `nil` if they have it not.
  private func wish(
    _ reward: RecordID, _ scene: Scene, _ simulation: Simulation
  ) throws -> RecordID? {
    try use("asked", on: scene.child, scene, simulation) { try $0.wish(reward, $1) }
    try sync([scene.child] + scene.parents, simulation)
    return try scene.first.ids(
      "rewardWishes", in: scene.family,
      where: "undoesID IS NULL AND personID = '\(scene.person)' AND rewardID = '\(reward)'"
    ).last
  }

  /// Two parents decide the same wish; one takes that back.
  private func decideTogether(_ scene: Scene, _ simulation: Simulation) throws {
    try earn(0..<2, scene, simulation)
    try sync(scene.all, simulation)
    guard let wish = try wish(scene.rewards[0], scene, simulation) else { return }
    for device in scene.parents {
      let isGranted = simulation.crossing.chance(0.8)
      try use(isGranted ? "granted at once" : "declined at once", on: device, scene, simulation) {
        try $0.decide(wish, isGranted: isGranted, $1)
      }
    }
    if simulation.crossing.chance(0.5) { try sync(scene.all, simulation) }
    guard simulation.crossing.chance(0.5) else { return }
    try use("decision taken back", on: scene.last, scene, simulation) { try $0.undo(wish, $1) }
    if simulation.crossing.chance(0.5) { try sync(scene.all, simulation) }
    try use("granted again", on: scene.first, scene, simulation) {
      try $0.decide(wish, isGranted: true, $1)
    }
  }

  /// Two parents grant two wishes, for which there is enough but once.
  private func spendTogether(_ scene: Scene, _ simulation: Simulation) throws {
    try earn(0..<1, scene, simulation)
    try sync(scene.all, simulation)
    let wishes = try scene.rewards.prefix(2).compactMap { try wish($0, scene, simulation) }
    for (wish, device) in zip(wishes, [scene.first, scene.last]) {
      try use("granted both at once", on: device, scene, simulation) {
        try $0.decide(wish, isGranted: true, $1)
      }
    }
  }

  /// Somebody takes a wish back while it is granted.
  private func withdrawMeanwhile(_ scene: Scene, _ simulation: Simulation) throws {
    try earn(0..<2, scene, simulation)
    try sync(scene.all, simulation)
    guard let wish = try wish(scene.rewards[0], scene, simulation) else { return }
    try use("withdrawn at once", on: scene.child, scene, simulation) { try $0.withdraw(wish, $1) }
    if simulation.crossing.chance(0.3) { try sync(scene.all, simulation) }
    try use("granted at once", on: scene.last, scene, simulation) {
      try $0.decide(wish, isGranted: true, $1)
    }
  }
}
