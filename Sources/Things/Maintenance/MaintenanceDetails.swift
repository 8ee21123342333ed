import Household
import SyncProtocol

/// The details of a maintenance entry that people enter: everything its form can change.
package struct MaintenanceDetails: Equatable, Sendable {
  package var title: String
  package var notes = ""
  /// `YYYY-MM-DD`; `nil` if it has no due day.
  package var dueOn: String?
  /// `nil` if it does not repeat.
  package var interval: MaintenanceEntry.Interval?
  /// The cost, in minor units of `currency`; `nil` if unknown.
  package var costMinor: Int64?
  package var currency: String

  package init(title: String, currency: String) {
    self.title = title
    self.currency = currency
  }

  /// All but the interval, which is one thing in two columns.
  package static let fields: [RecordField<MaintenanceDetails>] = [
    .name("title", \.title, "What is to be done.", example: "Descale"),
    .lines("notes", \.notes, "How, with what.", example: "Citric acid, 20 g"),
    .day(
      "dueOn", \.dueOn, "When it is due; null: at no particular day.", example: "2026-12-01"),
    .amount("costMinor", \.costMinor, "What it cost."),
    .currency(\.currency, "ISO 4217; the item's own when it is not said."),
  ]
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

  /// The id of the successor that this entry gets once it is done; the same for everybody who
  /// completes it.
  package var successorID: RecordID { UUIDs.v5(id, "next") }
}

extension InputCheck {
  /// Returns the cleaned details; problems are added to `problems`.
  mutating func maintenance(_ input: MaintenanceDetails) -> MaintenanceDetails {
    let details = clean(input, MaintenanceDetails.fields)
    if let interval = input.interval {
      range(Int64(interval.count), .everyCount, 1...MaintenanceEntry.counts.upperBound)
    }
    return details
  }
}
