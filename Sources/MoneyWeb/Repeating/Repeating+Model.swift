import Values
import Web

/// What repeats in a group, and when it comes next.
package enum RepeatingPage {
  /// How often something comes.
  package struct Interval: Equatable, Sendable {
    package enum Unit: String, CaseIterable, Sendable {
      case week, month, year
    }

    package var count: Int
    package var unit: Unit

    package init(_ count: Int, _ unit: Unit) {
      self.count = count
      self.unit = unit
    }
  }

  package enum Standing: Equatable, Sendable {
    case next(CalendarDay)
    case paused
    case ended
    /// These members take part in nothing new.
    case stopped(by: [MemberName])
    case incomplete
  }

  package struct Row: Equatable, Sendable {
    package var id: String
    package var emoji: String
    package var colour: PaletteColour
    package var title: String
    package var amount: Money
    package var interval: Interval
    package var payers: [MemberName]
    /// Who gets it, of a payment.
    package var payee: MemberName?
    package var standing: Standing
    package var endsOn: CalendarDay?
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    /// The next one first.
    package var rows: [Row]
    package var canWrite: Bool
  }
}
