/// A person's initials in a circle; the name beside it or its link's label says who it is.
package func avatar(_ person: PersonBadge, _ style: String? = nil) -> HTML {
  span(.class("avatar", style, person.colour.className), .title(person.name), .ariaHidden()) {
    person.initials
  }
}

/// The initials of up to five people, in overlapping circles.
package func avatars(_ people: [PersonBadge], _ words: Catalogue) -> HTML {
  span(.class("avatars"), .role("img"), .ariaLabel(words.list(people.map(\.name)))) {
    people.prefix(5).map { avatar($0) }
    if people.count > 5 {
      span(.class("avatar", "rest"), .ariaHidden()) { "+" + words.number(people.count - 5) }
    }
  }
}

/// A label with its emoji and colour.
package func labelChip(_ label: LabelLink) -> HTML {
  span(.class("label", label.colour.className)) {
    if label.emoji.isEmpty {
      span(.class("lamp"))
    } else {
      span(.class("emoji"), .ariaHidden()) { label.emoji }
    }
    label.name
  }
}

/// How something stands, in a few words.
///
/// - Parameter isNews: whether it comes to be while the page is shown, so that it is read out.
package func statusChip(
  _ text: String, _ tone: ChipTone = .plain, icon: Icon? = nil, isNews: Bool = false
) -> HTML {
  span(.class("chip", tone.className), .role(isNews ? "status" : nil)) {
    if let icon { icon(14) }
    text
  }
}

/// The tone of a chip; its words say the same, so that nothing depends on colour alone.
package enum ChipTone: Sendable {
  case plain, good, waiting, bad, role

  package var className: String? {
    switch self {
    case .plain: nil
    case .good: "ok"
    case .waiting: "wait"
    case .bad: "bad"
    case .role: "role"
    }
  }
}

/// What a person may do here.
package func roleChip(_ role: Role, _ words: Catalogue) -> HTML {
  statusChip(words.role(role), .role)
}
