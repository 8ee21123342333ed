import Web

/// The square picture in front of a row; its size is reserved before it is loaded.
package func thumbnail(_ thumbnail: Thumbnail, _ words: Catalogue) -> HTML {
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
package func missingThumbnail(_ state: FileState, _ words: Catalogue) -> HTML {
  span(
    .class("thumb", "missing"), .role("img"), .ariaLabel(words.missingPhoto(state)),
    .title(words.missingPhoto(state))
  ) {
    state == .failed ? Icon.warning(22) : Icon.clock(22)
  }
}
