/// A person's initials in a circle; the name beside it or its link's label says who it is.
package func avatar(_ person: PersonBadge) -> HTML {
  span(.class("avatar", person.colour.className), .title(person.name), .ariaHidden()) {
    person.initials
  }
}

/// The initials of up to five people, in overlapping circles.
package func avatars(_ people: [PersonBadge], _ words: Catalogue) -> HTML {
  span(.class("avatars"), .role("img"), .ariaLabel(words.list(people.map(\.name)))) {
    people.prefix(5).map(avatar)
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

/// What a person may do here.
package func roleChip(_ role: Role, _ words: Catalogue) -> HTML {
  span(.class("chip", "role")) { words.role(role) }
}
