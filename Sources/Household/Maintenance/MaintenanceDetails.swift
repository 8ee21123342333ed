import SyncProtocol

/// What people say about something to do for an item: everything its form can change.
package struct MaintenanceDetails: Equatable, Sendable {
  package var title: String
  package var notes = ""
  /// `YYYY-MM-DD`; `nil` when it is due at no particular day.
  package var dueOn: String?
  /// `nil` when it is done once.
  package var interval: MaintenanceEntry.Interval?
  /// What it cost, in minor units of `currency`; `nil` when unknown.
  package var costMinor: Int64?
  package var currency: String

  package init(title: String, currency: String) {
    self.title = title
    self.currency = currency
  }
}

extension MaintenanceEntry {
  package var details: MaintenanceDetails {
    get {
      var details = MaintenanceDetails(title: title, currency: currency)
      details.notes = notes
      details.dueOn = dueOn
      details.interval = interval
      details.costMinor = costMinor
      return details
    }
    set {
      title = newValue.title
      notes = newValue.notes
      dueOn = newValue.dueOn
      interval = newValue.interval
      costMinor = newValue.costMinor
      currency = newValue.currency
    }
  }

  /// The id of the entry that follows once this one is done: the same for all who do it.
  package var successorID: RecordID { UUIDs.v5(id, "next") }
}

extension InputCheck {
  /// The cleaned details; what is wrong with them is in `problems`.
  mutating func maintenance(_ input: MaintenanceDetails) -> MaintenanceDetails {
    var details = input
    details.title = name(input.title, .title)
    details.notes = lines(input.notes, .notes)
    details.dueOn = date(input.dueOn, .dueOn)
    details.currency = currency(input.currency)
    amount(input.costMinor, .costMinor)
    if let interval = input.interval {
      range(Int64(interval.count), .everyCount, 1...MaintenanceEntry.counts.upperBound)
    }
    return details
  }
}
