import Values

/// A field that a home offers, as the form of an item shows it.
package struct FieldOffer: Equatable, Sendable {
  package var name: String
  package var kind: FieldKind
  package var choices: [String] = []
  /// As it was typed, or is stored.
  package var value: String = ""

  package init(name: String, kind: FieldKind, choices: [String] = [], value: String = "") {
    self.name = name
    self.kind = kind
    self.choices = choices
    self.value = value
  }
}

extension ViewContext {
  /// The fields that the home offers, by their kinds; each sends its name and its value in a pair.
  package func offeredFields(_ offers: [FieldOffer]) -> HTML {
    HTML(
      joining: offers.enumerated().map { index, offer in
        div(.class("field")) {
          label(.for("f-offer-\(index)")) { offer.name }
          input(.type("hidden"), .name("offered"), .value(offer.name))
          input(.type("hidden"), .name("fieldName"), .value(offer.name))
          control(offer, id: "f-offer-\(index)")
        }
      })
  }

  private func control(_ offer: FieldOffer, id: String) -> HTML {
    switch offer.kind {
    case .yesNo: options(offer, id, [("yes", words.yes), ("no", words.no)])
    case .choice: options(offer, id, offer.choices.map { ($0, $0) })
    case .text, .number, .date, .link:
      input(
        .class("input"), .id(id), .name("fieldValue"), .type(type(of: offer)),
        .value(offer.value), .inputmode(offer.kind == .number ? "decimal" : nil),
        .maxlength(1000))
    }
  }

  /// A day that cannot be read would vanish from a date field, so it is shown as text.
  private func type(of offer: FieldOffer) -> String {
    switch offer.kind {
    case .date where offer.value.isEmpty || CalendarDay(offer.value) != nil: "date"
    case .link: "url"
    default: "text"
    }
  }

  /// A choice, with nothing first; what was there before and is offered no more can be kept.
  private func options(
    _ offer: FieldOffer, _ id: String, _ choices: [(value: String, text: String)]
  ) -> HTML {
    let isOther = !offer.value.isEmpty && !choices.contains { $0.value == offer.value }
    return select(.class("input"), .id(id), .name("fieldValue")) {
      option(.value("")) { words.noChoice }
      choices.map { choice in
        option(.value(choice.value), .selected(choice.value == offer.value)) { choice.text }
      }
      if isOther { option(.value(offer.value), .selected(true)) { offer.value } }
    }
  }
}
