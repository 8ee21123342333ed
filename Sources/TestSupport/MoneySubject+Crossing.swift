import Finances
import Household
import Hub
import Replica
import SyncProtocol

/// People who meet at one expense or member without knowing of each other: chance alone brings them
/// together too rarely.
extension MoneySubject {
  func cross(_ simulation: Simulation) throws {
    guard let (one, two, zone) = try simulation.pair() else { return }
    for device in [one, two] { try simulation.sync(device, isFaulty: false) }
    guard try simulation.canWrite(one, zone), try simulation.canWrite(two, zone) else { return }
    switch simulation.crossing.number(0..<18) {
    case 0: try crossAmounts(one, two, zone, simulation)
    case 1: try crossMembers(one, two, zone, simulation)
    case 2, 3: try settle(one, zone, simulation)
    case 4: try crossCategory(one, two, zone, simulation)
    case 5: try crossDeletion(one, two, zone, simulation)
    case 6..<9: try crossClaims(one, two, zone, simulation)
    case 9..<11: try crossForms(one, two, zone, simulation)
    case 11, 12: try crossDue(one, two, zone, simulation)
    case 13: try crossImports(one, two, zone, simulation)
    case 14, 15: try crossNotes(one, two, zone, simulation)
    case 16: try crossLeaving(one, zone, simulation)
    default: try crossPower(one, zone, simulation)
    }
  }

  /// Two change the amounts of one expense: of both there is one, and of the other its author is
  /// told.
  private func crossAmounts(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard let expense = simulation.crossing.pick(try one.ids("expenses", in: zone)),
      try two.ids("expenses", in: zone).contains(expense)
    else { return }
    for device in [one, two] { try editAmounts(of: expense, in: zone, by: device, simulation) }
    for device in [one, two] { try simulation.sync(device, isFaulty: false) }
    note("amounts changed by two", simulation)
  }

  /// Somebody has a form open while somebody else changes what it shows.
  private func crossForms(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard let expense = simulation.crossing.pick(try one.ids("expenses", in: zone)),
      try two.ids("expenses", in: zone).contains(expense)
    else { return }
    memory(of: one).form = try Expense.find(expense, in: one.connection)
    let word = "\(two.name) \(simulation.crossing.number(0..<1000))"
    try write("edit at once", on: two, simulation) { transaction in
      guard let old = try Expense.find(expense, in: transaction.connection) else { return }
      var details = old.details
      (details.title, details.note, details.place, details.day) = (word, word, word, "2026-03-05")
      try EditExpense(expenseID: expense, details: details, money: old.money)(transaction)
    }
    try editAmounts(of: expense, in: zone, by: two, simulation)
    for device in [two, one] { try simulation.sync(device, isFaulty: false) }
    try act(.submitForm, on: one, in: zone, simulation)
  }

  /// Two say at once that they are one member, or one at two devices that they are two: the first
  /// one is.
  private func crossClaims(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    // Whoever was somebody before is so no more.
    for device in [one, two] {
      let own = try GroupMember.of(device.account, in: zone, device.connection)
      guard let own else { continue }
      try write("no longer claimed", on: device, simulation) {
        try ReleaseMember(memberID: own.id)($0)
      }
    }
    for device in [one, two, one] { try simulation.sync(device, isFaulty: false) }
    let free = try one.ids("groupMembers", in: zone, where: "accountID IS NULL")
    guard free.count > 1 else { return }
    for (device, member) in [(one, free[0]), (two, free[one.account == two.account ? 1 : 0])] {
      guard try two.ids("groupMembers", in: zone).contains(member) else { return }
      try write("claimed at once", on: device, simulation) {
        try ClaimMember(memberID: member)($0)
      }
    }
    for device in [one, two] { try simulation.sync(device, isFaulty: false) }
  }

  /// Somebody whose clock is ahead names two members who are one, as somebody else has found.
  private func crossMembers(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    let members = try two.ids("groupMembers", in: zone)
    let claimed = try two.ids("groupMembers", in: zone, where: "accountID IS NOT NULL")
    guard members.count > 2, let gone = members.first(where: { !claimed.contains($0) }),
      let stays = members.last, stays != gone
    else { return }
    let skew = one.skew
    one.skew = 240_000
    try write("expense of two who are one", on: one, simulation) { transaction in
      let details = ExpenseDetails(title: "late", day: "2026-03-03")
      let money = ExpenseMoney(
        currency: "EUR", amountMinor: 101, mode: .equal,
        shares: [
          .init(gone, paidMinor: 101, owedMinor: 50), .init(stays, owedMinor: 51),
        ])
      try AddExpense(groupID: zone, details, money)(transaction)
    }
    one.skew = skew
    try combine(gone, into: stays, on: two, in: zone, simulation)
    try simulation.sync(two, isFaulty: false)
    for device in [one, two] { try simulation.sync(device, isFaulty: false) }
  }

  /// A category goes while somebody uses it.
  private func crossCategory(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard let category = simulation.crossing.pick(try one.ids("expenseCategories", in: zone)),
      try two.ids("expenseCategories", in: zone).contains(category)
    else { return }
    let person = person(two, in: zone, simulation)
    try write("expense of a category that goes", on: two, simulation) { transaction in
      guard let money = try MoneyEntry(person, transaction.connection)?.money() else { return }
      var details = ExpenseDetails(title: "uses", day: "2026-03-04")
      details.categoryID = category
      try AddExpense(groupID: zone, details, money)(transaction)
    }
    try write("category deleted by one", on: one, simulation) {
      try DeleteCategory(categoryID: category)($0)
    }
    for device in [one, two, one] { try simulation.sync(device, isFaulty: false) }
  }

  /// Somebody deletes an expense whose amounts somebody else changes, and has it back.
  private func crossDeletion(
    _ one: SimulatedDevice, _ two: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard let expense = simulation.crossing.pick(try one.ids("expenses", in: zone)),
      try two.ids("expenses", in: zone).contains(expense)
    else { return }
    try editAmounts(of: expense, in: zone, by: two, simulation)
    var deleted: Expense?
    let isKept = try write("deleted while changed", on: one, simulation) {
      deleted = try DeleteExpense(expenseID: expense)($0)
    }
    for device in simulation.crossing.chance(0.5) ? [one, two] : [two, one] {
      try simulation.sync(device, isFaulty: false)
    }
    guard isKept, let deleted, simulation.crossing.chance(0.5) else { return }
    try write("had back", on: one, simulation) { try RestoreExpense(deleted)($0) }
    try simulation.sync(one, isFaulty: false)
  }

  /// The power is cut, and amounts are edited twice under numbers that were used.
  private func crossPower(
    _ one: SimulatedDevice, _ zone: ZoneID, _ simulation: Simulation
  ) throws {
    guard !one.hasOpenRehearsal, !one.isAwaiting,
      let expense = try one.ids("expenses", in: zone).first
    else { return }
    try one.flush()
    for _ in 0..<2 { try act(.editGroup, on: one, in: zone, simulation) }
    try simulation.sync(one, isFaulty: false)
    try simulation.cutPower(one)
    guard try one.ids("expenses", in: zone).contains(expense) else { return }
    for _ in 0..<2 { try editAmounts(of: expense, in: zone, by: one, simulation) }
    for _ in 0..<2 { try simulation.sync(one, isFaulty: false) }
  }

  private func note(_ what: String, _ simulation: Simulation) {
    simulation.report.done[what, default: 0] += 1
  }
}
