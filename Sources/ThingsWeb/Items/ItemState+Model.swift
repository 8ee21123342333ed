import Web

/// The forms that lend an item or say that it is sold.
package enum ItemStatePage {
  /// The names of the forms' fields.
  package enum Field: String, CaseIterable, Sendable {
    case lentTo, lentUntil, soldOn, soldTo, price
  }

  package enum Step: Equatable, Sendable {
    case lend
    /// Asks for the price in this currency.
    case sell(currency: String)
  }

  /// What the page shows. Texts are as typed.
  package struct Model: Equatable, Sendable {
    package var step: Step
    package var id: String
    package var name: String
    package var home: ZoneLink
    package var values: FormValues<Field>

    package init(
      _ step: Step, id: String, name: String, home: ZoneLink, values: FormValues<Field>
    ) {
      self.step = step
      self.id = id
      self.name = name
      self.home = home
      self.values = values
    }
  }
}
