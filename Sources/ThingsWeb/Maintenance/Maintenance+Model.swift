import Values
import Web

/// Something to do for an item, or something that was done.
package struct MaintenanceRow: Equatable, Sendable {
  /// How long after it was done it is due again.
  package struct Interval: Equatable, Sendable {
    package var count: Int
    package var unit: Unit

    package enum Unit: String, CaseIterable, Sendable {
      case day, week, month, year
    }
  }

  /// Where today lies.
  package enum Standing: Equatable, Sendable {
    case overdue(days: Int)
    /// Today is in no days.
    case soon(days: Int)
    case later(CalendarDay)
    /// At no particular day.
    case someday
    case done(CalendarDay)

    /// An entry counts as due soon within this many days.
    package static let soonDays = 30

    package init(dueOn: CalendarDay?, doneOn: CalendarDay?, today: CalendarDay) {
      if let doneOn {
        self = .done(doneOn)
      } else if let dueOn {
        let days = dueOn.daysSince1970 - today.daysSince1970
        self =
          days < 0
          ? .overdue(days: -days) : days <= Self.soonDays ? .soon(days: days) : .later(dueOn)
      } else {
        self = .someday
      }
    }
  }

  package var id: String
  package var title: String
  package var standing: Standing
  package var interval: Interval?
  package var cost: Money?
  package var notes: String = ""
  package var itemID: String
  /// Set where several items are shown together.
  package var itemName: String?
  /// The papers that belong to it, the oldest first.
  package var papers: [Paper] = []

  /// A paper to be opened.
  package struct Paper: Equatable, Sendable {
    package var id: String
    package var name: String
  }
}

/// The maintenance of one item, on its page.
package struct ItemMaintenance: Equatable, Sendable {
  package var itemID: String
  package var open: [MaintenanceRow] = []
  /// The last one first.
  package var done: [MaintenanceRow] = []
  /// The cost of all completed entries, one sum per currency.
  package var costs: [Money] = []
  package var canEdit: Bool
}

/// What is to be done in a home, or what was done there.
package enum MaintenancePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    package var isDone: Bool = false
    /// In the order in which they are due, or the last done first.
    package var rows: [MaintenanceRow]
    /// Whether this page begins at the list's beginning.
    package var isFirst: Bool = true
    package var next: String?
  }
}

/// The form that adds or changes something to do for an item.
package enum MaintenanceFormPage {
  /// The names of the form's fields.
  package typealias Field = FormName

  /// What the form shows. Texts are as typed.
  package struct Model: Equatable, Sendable {
    /// `nil` for a new entry.
    package var entryID: String?
    package var home: ZoneLink
    package var itemID: String
    package var itemName: String
    package var values: FormValues<Field>
    /// What the form was based on; it comes back so that a change made meanwhile stays.
    package var version: String
    /// Of an entry that is there: whether it is done, so that its day can be corrected.
    package var isDone: Bool
    /// The papers of an entry that is there.
    package var papers: Papers?

    package init(
      entryID: String? = nil, home: ZoneLink, itemID: String, itemName: String,
      values: FormValues<Field>, version: String = "", isDone: Bool = false
    ) {
      self.entryID = entryID
      self.home = home
      self.itemID = itemID
      self.itemName = itemName
      self.values = values
      self.version = version
      self.isDone = isDone
    }
  }
}

/// Asks when something was done and what it cost.
package enum CompleteMaintenancePage {
  /// The names of the form's fields.
  package enum Field: String, CaseIterable, Sendable {
    case doneOn, cost
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var title: String
    package var home: ZoneLink
    package var itemID: String
    package var itemName: String
    package var interval: MaintenanceRow.Interval?
    package var currency: String
    package var values: FormValues<Field>
  }
}
