import Finances
import SyncProtocol

/// A group of 20 whose amounts are as large as there are, and one device that is offline for a month
/// of 500 expenses while everybody else goes on.
package enum MoneyMonth {
  package static let expenseCount = 500

  /// Runs it with the checks of all histories, and throws where one fails.
  package static func run(seed: UInt64) throws -> SimulationReport {
    let subject = MoneySubject(isLarge: true)
    return try Simulation.run(
      seed: seed, of: subject, on: SimulatedDisks(), trace: nil, seals: true
    ) { simulation in
      let devices = simulation.devices.filter { !$0.isBeside }
      let away = devices[0]
      guard let group = try away.shared.first?.id else { return }
      let before = try away.ids("expenses", in: group).count
      var count = before
      while count < before + expenseCount {
        simulation.time.milliseconds += 5_000_000
        try subject.act(.addExpense, on: away, in: group, simulation)
        if count.isMultiple(of: 10) {
          for action: MoneyAction in [.openForm, .submitForm] {
            try subject.act(action, on: away, in: group, simulation)
          }
        }
        if count.isMultiple(of: 4), let other = simulation.random.pick(Array(devices.dropFirst())) {
          try subject.writeSomething(other, simulation)
          try simulation.sync(other, isFaulty: true)
          try subject.wish(other, simulation)
        }
        try simulation.deliver()
        count = try away.ids("expenses", in: group).count
      }
      try simulation.checkDevice(away)
    }
  }
}
