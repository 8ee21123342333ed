import Things
import Web

// Names of the conditions of a search.
extension Catalogue {
  func clause(_ clause: ItemFilter.Clause) -> String {
    let text = test(clause.test)
    if clause.isExcluded, case .has(let feature) = clause.test {
      return say("Without: \(name(of: feature))")
    }
    return clause.isExcluded ? without(text) : text
  }

  private func test(_ test: ItemFilter.Test) -> String {
    switch test {
    case .label(let name): filter(label, is: name)
    case .place(let name): filter(room, is: name)
    case .home(let name): filter(home, is: name)
    case .value(let range): filter(value, is: amount(range))
    case .price(let range): filter(priceOfOne, is: amount(range))
    case .quantity(let range): filter(quantity, is: numbers(range))
    case .has(let feature): say("Has: \(name(of: feature))")
    case .status(.lent): say("Lent")
    case .status(.sold): sold
    case .status(.insured): insured
    case .warranty(let range): filter(warranty, is: days(range))
    case .bought(let range): filter(say("Bought"), is: days(range))
    case .added(let range, _, _): filter(say("Added"), is: days(range))
    case .text(.any, let text): "“\(text)”"
    case .text(.serial, let text): filter(serial, is: text)
    case .text(.model, let text): filter(model, is: text)
    case .text(.manufacturer, let text): filter(manufacturer, is: text)
    case .text(.assetID, let text): filter(assetID, is: text)
    }
  }

  private func name(of feature: ItemFilter.Feature) -> String {
    switch feature {
    case .photo: say("Photo")
    case .receipt: say("Receipt")
    case .serial: serial
    case .price: say("Price")
    case .warranty: warranty
    case .notes: notes
    case .room: room
    case .label: label
    }
  }
}
