import Values
import Web

/// A group's picture as pages show it.
package struct GroupImage: Equatable, Sendable {
  package var group: String
  package var id: String
  /// Whether its file is on the machine that shows it.
  package var state = FileState.available

  package init(group: String, id: String, state: FileState = .available) {
    (self.group, self.id, self.state) = (group, id, state)
  }

  /// - Parameter side: of the square in which it is shown, in pixels.
  func square(_ side: Int, _ className: String? = nil) -> HTML {
    img(
      .class(className), .src(.groups(.picture(group: group, picture: id, .thumbnail))), .alt(""),
      .width(side), .height(side), .lazy(), .decodingAsync())
  }
}

/// What stands in front of a group: its picture, or its emoji on its colour.
func groupPicture(_ image: GroupImage?, _ emoji: String, _ colour: PaletteColour) -> HTML {
  if let image, image.state == .available {
    return span(.class("thumb"), .ariaHidden()) { image.square(52) }
  }
  return span(.class("thumb", "tinted", colour.className), .ariaHidden()) {
    if emoji.isEmpty { Icon.people(22) } else { HTML(text: emoji) }
  }
}

extension ViewContext {
  /// The picture above a group's page; nothing for a group without one.
  func groupBanner(_ image: GroupImage?) -> HTML {
    guard let image, image.state == .available else { return .empty }
    return div(.class("hero", "banner"), .ariaHidden()) {
      img(
        .class("hero-photo"),
        .src(.groups(.picture(group: image.group, picture: image.id, .large))), .alt(""),
        .decodingAsync())
    }
  }

  /// The picture in the settings of a group, and a form for another one.
  func pictureSettings(
    _ image: GroupImage?, of group: ZoneLink, refused files: RefusedFiles?
  ) -> HTML {
    settingsSection(words.groupPicture, id: "picture", isOpen: image != nil || files != nil) {
      if let files { refused(files) }
      if let image {
        ul(.class("lines")) {
          li {
            if image.state == .available {
              span(.class("thumb")) { image.square(52) }
            } else {
              span(.class("thumb"), .ariaHidden()) { Icon.clock() }
            }
            span(.class("grow")) {
              image.state == .available ? words.groupPictureShown : words.missingPaper(image.state)
            }
            postForm(.groups(.deletePicture(group.id)), .class("inline")) {
              button(
                .class("btn", "danger", "icon"), .type("submit"),
                .ariaLabel(words.deleteGroupPicture)
              ) { Icon.trash() }
            }
          }
        }
      }
      filePicker(
        .groups(.setPicture(group.id)), name: "photos",
        image == nil ? words.addGroupPicture : words.changeGroupPicture, .photo,
        accept: "image/*", takesMany: false, button: words.uploadGroupPicture)
    }
  }
}

// A group's picture.
extension Catalogue {
  var groupPicture: String { say("Picture") }
  var groupPictureShown: String { say("Everybody in the group sees it.") }
  var addGroupPicture: String { say("Add a picture") }
  var changeGroupPicture: String { say("Choose another picture") }
  var uploadGroupPicture: String { say("Add picture") }
  var deleteGroupPicture: String { say("Delete the picture") }
}
