import Web
import SharingWeb
import AccountWeb

extension StartPage {
  /// Posts ``Field`` and one `rooms` for each ticked room, to ``Route/start`` or ``Route/newHome``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.startTitle(isFurther: model.isFurtherHome)) {
      if !model.isFurtherHome { steps(2, of: 2, words) }
      div(.class("intro")) {
        h1 { words.startTitle(isFurther: model.isFurtherHome) }
        p(.class("muted")) { words.startText }
      }
      context.uploadForm(model.isFurtherHome ? .homes(.newHome) : .homes(.start), .class("stack")) {
        section(.class("card", "pad")) {
          context.field(
            "name", words.homeName, model.values[.name],
            FieldStyle(
              placeholder: words.homeNameExample, maxLength: 100, isRequired: true, hasFocus: true))
        }
        addressAndPhoto(model, in: context)
        fieldset(.class("plain-set")) {
          legend { words.pickRooms }
          p(.class("muted")) { words.pickRoomsHint }
          div(.class("tick-cards")) {
            model.rooms.map { room in
              context.checkbox(
                "rooms", value: room.id, room.name, isChecked: room.isChosen, emoji: room.emoji,
                style: "tick-card")
            }
          }
        }
        actions {
          if model.isFurtherHome {
            linkButton(.homes(.dashboard), words.cancel, style: .quiet)
          } else {
            linkButton(.joining(.join), words.haveCode, style: .quiet)
          }
          submit(words.createHome, .arrow)
        }
      }
    }
  }

  /// Closed until there is something in it: a name is all that a home needs (S3-US1-2).
  private static func addressAndPhoto(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isNeeded = Field.allCases.contains { field in
      field != .name
        && (!model.values[field].text.isEmpty || model.values[field].problem != nil)
    }
    return details(.class("card", "more"), .open(isNeeded)) {
      summary {
        h2 { words.addressAndPhoto }
        Icon.chevronDown()
      }
      div(.class("pad")) {
        context.addressFields { model.values[Field(rawValue: $0.rawValue) ?? .name] }
        context.photoPicker(model.values[.photos])
      }
    }
  }
}
