import Web

// What is to be done for items, what they remind of, and what becomes of them.
extension Catalogue {
  var maintenance: String { say("Maintenance") }
  var addMaintenance: String { say("Add maintenance") }
  var editMaintenance: String { say("Edit maintenance") }
  var noMaintenance: String { say("Nothing is to be done for it, and nothing was noted.") }
  var markDone: String { say("Done") }
  func doneCount(_ count: Int) -> String {
    plural(count, one: "Done once", other: "Done \(number(count)) times")
  }
  func costTotal(_ amounts: String) -> String { say("\(amounts) in all") }

  // The page of a home
  var maintenanceDoneTitle: String { say("Maintenance done") }
  var whatWasDone: String { say("What was done") }
  var whatIsToDo: String { say("What is to be done") }
  var overdueTitle: String { say("Overdue") }
  var soonTitle: String { say("In the next 30 days") }
  var laterTitle: String { say("Later") }
  var somedayTitle: String { say("At no particular day") }
  var nothingToDoTitle: String { say("Nothing to be done") }
  var nothingDoneTitle: String { say("Nothing done yet") }
  var nothingToDoText: String {
    say("Open an item and note what it needs: a service, a new filter, a test of the alarm.")
  }

  func standing(_ standing: MaintenanceRow.Standing) -> String {
    switch standing {
    case .overdue(let days): overdue(days)
    case .soon(0): say("Due today")
    case .soon(let days): dueIn(days)
    case .later(let day): say("Due on \(self.day(day))")
    case .someday: say("Due at no particular day")
    case .done(let day): say("Done on \(self.day(day))")
    }
  }

  private func overdue(_ days: Int) -> String {
    plural(days, one: "1 day overdue", other: "\(number(days)) days overdue")
  }
  private func dueIn(_ days: Int) -> String {
    plural(days, one: "Due in 1 day", other: "Due in \(number(days)) days")
  }

  func every(_ interval: MaintenanceRow.Interval) -> String {
    let count = interval.count
    return switch interval.unit {
    case .day: plural(count, one: "every day", other: "every \(number(count)) days")
    case .week: plural(count, one: "every week", other: "every \(number(count)) weeks")
    case .month: plural(count, one: "every month", other: "every \(number(count)) months")
    case .year: plural(count, one: "every year", other: "every \(number(count)) years")
    }
  }

  func unit(_ unit: MaintenanceRow.Interval.Unit) -> String {
    switch unit {
    case .day: say("days")
    case .week: say("weeks")
    case .month: say("months")
    case .year: say("years")
    }
  }

  // The forms
  var whatToDo: String { say("What is to be done") }
  var whatToDoExample: String { say("Change the filter") }
  var dueOnHint: String { say("You are reminded 14 days before. Leave empty for some day.") }
  var repeats: String { say("Again after") }
  var repeatsHint: String { say("Counted from the day it is done. Leave empty for once only.") }
  var repeatsUnit: String { say("Unit") }
  var doneAlready: String { say("Done already on") }
  var doneAlreadyHint: String { say("Leave empty when it is still to be done.") }
  func amount(_ title: String, in currency: String) -> String { say("\(title) in \(currency)") }
  func completeTitle(_ title: String) -> String { say("Done: \(title)") }
  func comesAgain(_ interval: String) -> String { say("It comes again \(interval).") }
  var deleteMaintenanceText: String { say("You can undo it right after.") }
  var deleteMaintenance: String { say("Delete this entry") }

  // Reminders
  var reminders: String { say("To think of soon") }
  var allReminders: String { say("Show all") }
  var noRemindersTitle: String { say("Nothing to think of") }
  var noRemindersText: String {
    say("Maintenance, warranties, loans and insurance show here when they are due.")
  }
  var reminderListEnds: String { say("Only the first are shown; see to these first.") }

  func reminder(_ row: ReminderRow) -> String {
    switch row.subject {
    case .maintenance(let item):
      return [item, due(row.days)].joined(separator: " · ")
    case .warranty: return warrantyEnds(row.days)
    case .loan(let person):
      return [lent(to: person), back(row.days)].joined(separator: " · ")
    case .policy: return reminder(row.term)
    }
  }

  private func due(_ days: Int) -> String {
    days < 0 ? overdue(-days) : standing(.soon(days: days))
  }
  private func warrantyEnds(_ days: Int) -> String {
    days == 0
      ? say("The warranty ends today")
      : plural(
        days, one: "The warranty ends in 1 day",
        other: "The warranty ends in \(number(days)) days")
  }
  private func back(_ days: Int) -> String {
    if days < 0 { return overdue(-days) }
    return days == 0
      ? say("due back today")
      : plural(days, one: "due back in 1 day", other: "due back in \(number(days)) days")
  }

  // What becomes of an item
  var lend: String { say("Lend") }
  var giveBack: String { say("It is back") }
  var sell: String { say("Sold") }
  var archive: String { say("Archive") }
  var unarchive: String { say("Take out of the archive") }
  var unsell: String { say("Not sold after all") }
  var soldButCounts: String {
    say(
      """
      This is sold, but not in the archive: it still counts as yours in lists, totals and \
      insurance, while claim reports leave it out.
      """)
  }
  func lendTitle(_ name: String) -> String { say("Lend \(name)") }
  func sellTitle(_ name: String) -> String { say("\(name) is sold") }
  var sellText: String { say("It goes into the archive and no longer counts.") }
}
