import Values
import Web

// What repeats.
extension Catalogue {
  var repeatingExpenses: String { say("Repeating") }
  var repeatingNote: String {
    say("Each one is added on its day, by the device of whoever opens Hearth first.")
  }
  var nothingRepeats: String { say("Nothing repeats yet") }
  var nothingRepeatsText: String {
    say("Add an expense or a payment, such as the rent, and choose how often it repeats.")
  }
  func repeatingCount(_ count: Int) -> String {
    plural(count, one: "1 repeating", other: "\(number(count)) repeating")
  }
  var repeats: String { say("Repeats") }
  var doesNotRepeat: String { say("Never") }
  var repeatsText: String {
    say("The same is added again on each of these days. You can change or end it later.")
  }
  var repeatsEditText: String {
    say("This changes what is to come. What is there stays as it is.")
  }
  var everySoMany: String { say("Every") }
  var everySoManyHint: String { say("1 for each, 2 for every second one") }
  var untilTitle: String { say("Until") }
  var untilHint: String { say("Optional") }
  var nextOnTitle: String { say("Next on") }
  func unit(_ unit: RepeatingPage.Interval.Unit) -> String {
    switch unit {
    case .week: say("Weekly")
    case .month: say("Monthly")
    case .year: say("Yearly")
    }
  }
  func every(_ interval: RepeatingPage.Interval) -> String {
    let count = interval.count
    return switch interval.unit {
    case .week: plural(count, one: "Every week", other: "Every \(number(count)) weeks")
    case .month: plural(count, one: "Every month", other: "Every \(number(count)) months")
    case .year: plural(count, one: "Every year", other: "Every \(number(count)) years")
    }
  }
  func repeatingText(_ row: RepeatingPage.Row) -> String {
    if let payee = row.payee, let payer = row.payers.first {
      return say(
        "\(every(row.interval)), from \(nameWithYou(payer)) to \(nameWithYou(payee))")
    }
    return row.payers.isEmpty
      ? every(row.interval)
      : say("\(every(row.interval)), paid by \(list(row.payers.map { nameWithYou($0) }))")
  }
  func standing(_ standing: RepeatingPage.Standing, until end: CalendarDay?) -> String {
    switch standing {
    case .next(let day):
      end.map { say("Next on \(self.day(day)), until \(self.day($0))") }
        ?? say("Next on \(self.day(day))")
    case .paused: say("Paused")
    case .ended: say("Ended")
    case .stopped(let members): stopped(by: members)
    case .incomplete: say("Stopped: its parts do not add up. Edit it to go on.")
    }
  }
  func stopped(by members: [MemberName]) -> String {
    let names = list(members.map { $0.name })
    return members.count == 1
      ? say("Stopped: \(names) takes part in nothing new. Edit it to go on without them.")
      : say("Stopped: \(names) take part in nothing new. Edit it to go on without them.")
  }
  var pause: String { say("Pause") }
  var goOn: String { say("Go on") }
  var endRepeating: String { say("End") }
  var editRepeating: String { say("Edit repeating expense") }
  var editRepeatingPayment: String { say("Edit repeating payment") }
  var partOfRepeating: String { say("Repeats") }

  func repeatingDue(_ title: String) -> String { say("\(title) is added soon") }
  func repeatingDue(on day: String, in group: String) -> String {
    say("On \(day), in \(group)")
  }
  func repeatingStopped(_ title: String) -> String { say("\(title) has stopped repeating") }
}
