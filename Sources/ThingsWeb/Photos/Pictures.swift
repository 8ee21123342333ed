import Web

/// A photo as wide as its column, in the size the screen needs.
func photoFigure(_ id: String, alt: String, isFirst: Bool) -> HTML {
  let candidates: [(Route, Int)] = [
    (.photos(.photo(id, .medium)), 640), (.photos(.photo(id, .large)), 1600),
  ]
  var attributes: [Attribute] = [
    .src(.photos(.photo(id, .medium))), .srcset(candidates),
    .sizes("(min-width: 860px) 560px, 100vw"),
    .alt(alt), .width(640), .height(480), .decodingAsync(),
  ]
  if !isFirst { attributes.append(.lazy()) }
  return voidElement("img", attributes)
}

extension ViewContext {
  /// A text in the frame of a photo whose file is not here, with a way to try again when fetching
  /// failed. The frame keeps its size, so nothing moves when the photo arrives.
  func missingPhoto(_ id: String, _ state: FileState) -> HTML {
    div(.class("photo-missing"), .role("status")) {
      state == .failed ? Icon.warning(32) : Icon.clock(32)
      p { words.missingPhoto(state) }
      if state == .failed { postButton(.photos(.fetchPhoto(id)), words.tryAgain, .sync) }
    }
  }

  /// The buttons that move a photo before or behind its neighbour, for people who do not drag.
  ///
  /// - Parameter hasWords: Whether there is room for more than icons.
  func photoSteps(
    _ owner: PhotoOwner, _ id: String, isFirst: Bool, isLast: Bool, hasWords: Bool = true
  ) -> HTML {
    guard !isFirst || !isLast else { return .empty }
    func step(_ value: String, _ text: String, _ icon: Icon) -> HTML {
      button(
        .class("btn", "quiet", hasWords ? nil : "icon"), .type("submit"), .name("step"),
        .value(value), .ariaLabel(hasWords ? nil : text)
      ) {
        icon()
        if hasWords { text }
      }
    }
    return postForm(.gallery(.photoOrder(owner)), .class("inline", hasWords ? "stacked" : nil)) {
      input(.type("hidden"), .name("photo"), .value(id))
      if !isFirst { step("earlier", words.moveEarlier, .chevronLeft) }
      if !isLast { step("later", words.moveLater, .chevronRight) }
    }
  }

  /// A field to choose photos, named `photos`, for a form with other fields.
  func photoPicker(_ value: FieldValue) -> HTML {
    div(.class("field", value.problem == nil ? nil : "invalid")) {
      label(.class("drop")) {
        Icon.photo()
        span { words.addPhotos }
        input(
          .type("file"), .name("photos"), .accept("image/*"), .multiple(),
          .ariaLabel(words.addPhotos), .dataPreview("form-preview"))
      }
      div(.class("previews"), .id("form-preview"))
      problem("photos", value)
    }
  }

  /// The form that adds photos to what `route` is about.
  func photoUpload(_ route: Route) -> HTML {
    filePicker(
      route, name: "photos", words.addPhotos, .photo, accept: "image/*", button: words.uploadPhotos)
  }
}
