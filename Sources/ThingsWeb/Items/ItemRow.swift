import Values
import Web

/// An item in a list.
package struct ItemRow: Equatable, Sendable {
  package var id: String
  package var name: String
  /// Set on lists over several homes; `nil` where the home is clear.
  package var home: ZoneLink?
  /// Names from the room down to the box; empty when it has no place.
  package var place: [String]
  /// Maker and model, or whatever else tells it apart; may be empty.
  package var detail: String
  package var thumbnail: Thumbnail
  /// The first two are shown.
  package var labels: [LabelLink]
  /// Price of all pieces together; `nil` without a price.
  package var value: Money?
  /// Price of one piece; shown when there are several.
  package var unitPrice: Money?
  package var quantity: Int
  /// The item's state, if it is out of the ordinary; `nil` otherwise.
  package var state: State? = nil

  /// The state of an item that is out of the ordinary.
  package enum State: Equatable, Sendable {
    case lent(to: String)
    case sold
    case archived
  }

  /// Whether the person sees no amounts in its home.
  package var hidesPrice = false
  /// Whether its box is ticked; `nil` where there are no boxes, or the item may not be changed.
  package var isTicked: Bool?

  package init(
    id: String, name: String, home: ZoneLink? = nil, place: [String] = [], detail: String = "",
    thumbnail: Thumbnail = .none, labels: [LabelLink] = [], value: Money? = nil,
    unitPrice: Money? = nil, quantity: Int = 1, isTicked: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.home = home
    self.place = place
    self.detail = detail
    self.thumbnail = thumbnail
    self.labels = labels
    self.value = value
    self.unitPrice = unitPrice
    self.quantity = quantity
    self.isTicked = isTicked
  }
}

extension ItemRow {
  func view(_ words: Catalogue, from origin: ItemOrigin?) -> HTML {
    li(.id("item-\(id)"), .dataKey(id)) {
      if let isTicked {
        tickBox("item", value: id, of: name, isTicked: isTicked, words)
      }
      ThingsWeb.thumbnail(thumbnail, words)
      div(.class("what")) {
        div(.class("t")) { a(.class("cover"), .href(.items(.item(id)), from: origin)) { name } }
        small { whereabouts }
        if let state { stateChip(state, words) }
      }
      div(.class("labels")) { labels.prefix(2).map(labelChip) }
      div(.class("right", "num")) {
        if let value {
          b { words.money(value) }
        } else if !hidesPrice {
          small { words.noPrice }
        }
        if quantity > 1 {
          small {
            if let unitPrice {
              words.pieces(quantity, each: words.money(unitPrice))
            } else {
              words.pieces(quantity)
            }
          }
        }
      }
    }
  }

  private func stateChip(_ state: State, _ words: Catalogue) -> HTML {
    switch state {
    case .lent(let person): statusChip(words.lent(to: person), .waiting)
    case .sold: statusChip(words.sold)
    case .archived: statusChip(words.archived)
    }
  }

  private var whereabouts: HTML {
    var parts: [HTML] = []
    if let home { parts += [homeBadge(home), HTML(text: " ")] }
    if !place.isEmpty { parts.append(placePath(place)) }
    if !detail.isEmpty { parts.append(HTML(text: place.isEmpty ? detail : " · \(detail)")) }
    return HTML(joining: parts)
  }
}

/// The way to a place, from the room down. Where there is too little room for all of it, the names
/// above the last are shortened first: the box is what one looks for.
func placePath(_ names: [String]) -> HTML {
  guard let last = names.last, names.count > 1 else { return HTML(text: names.first ?? "") }
  return span(.class("path")) {
    span { names.dropLast().joined(separator: " › ") }
    span { " › \(last)" }
  }
}

/// Says which home something is in, where several are shown together.
func homeBadge(_ home: ZoneLink) -> HTML {
  span(.class("chip", "home-badge")) {
    Icon.home(12)
    home.name
  }
}

/// A list of items. `id` is the element that more rows are added to, and `origin` the list that the
/// items' pages lead back to.
func itemList(
  _ rows: [ItemRow], id: String, _ words: Catalogue, from origin: ItemOrigin? = nil
) -> HTML {
  ul(.class("items", rows.contains { $0.isTicked != nil } ? "with-ticks" : nil), .id(id)) {
    rows.map { $0.view(words, from: origin) }
  }
}
