/// A person's initials in a circle; the name beside it or its link's label says who it is.
func avatar(_ person: PersonBadge) -> HTML {
  span(.class("avatar", person.colour.className), .title(person.name), .ariaHidden()) {
    person.initials
  }
}

/// The initials of up to five people, in overlapping circles.
func avatars(_ people: [PersonBadge], _ words: Catalogue) -> HTML {
  span(.class("avatars"), .role("img"), .ariaLabel(words.list(people.map(\.name)))) {
    people.prefix(5).map(avatar)
    if people.count > 5 {
      span(.class("avatar", "rest"), .ariaHidden()) { "+" + words.number(people.count - 5) }
    }
  }
}

/// A label with its emoji and colour.
func labelChip(_ label: LabelLink) -> HTML {
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
func roleChip(_ role: Role, _ words: Catalogue) -> HTML {
  span(.class("chip", "role")) { words.role(role) }
}

/// The square picture in front of a row; its size is reserved before it is loaded.
func thumbnail(_ thumbnail: Thumbnail, _ words: Catalogue) -> HTML {
  switch thumbnail {
  case .photo(let id):
    span(.class("thumb")) {
      img(
        .src(.photos(.photo(id, .thumbnail))), .alt(""), .width(52), .height(52), .lazy(),
        .decodingAsync())
    }
  case .missingPhoto(let state):
    missingThumbnail(state, words)
  case .emoji(let emoji, let colour):
    span(.class("thumb", "tinted", colour.className), .ariaHidden()) { emoji }
  case .none:
    span(.class("thumb"), .ariaHidden()) { Icon.box(22) }
  }
}

/// A picture that stands for a missing thumbnail, in the same size, with a text for screen readers.
func missingThumbnail(_ state: FileState, _ words: Catalogue) -> HTML {
  span(
    .class("thumb", "missing"), .role("img"), .ariaLabel(words.missingPhoto(state)),
    .title(words.missingPhoto(state))
  ) {
    state == .failed ? Icon.warning(22) : Icon.clock(22)
  }
}
