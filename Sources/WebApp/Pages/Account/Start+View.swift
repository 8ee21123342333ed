extension StartPage {
  /// Posts `name` and one `rooms` for each ticked room, to ``Route/start`` or ``Route/newHome``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.startTitle(isFurther: model.isFurtherHome)) {
      if !model.isFurtherHome { steps(2, of: 2, words) }
      div(.class("intro")) {
        h1 { words.startTitle(isFurther: model.isFurtherHome) }
        p(.class("muted")) { words.startText }
      }
      context.postForm(model.isFurtherHome ? .newHome : .start, .class("stack")) {
        section(.class("card", "pad")) {
          context.field(
            "name", words.homeName, model.name,
            FieldStyle(
              placeholder: words.homeNameExample, maxLength: 100, isRequired: true, hasFocus: true))
        }
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
            linkButton(.dashboard, words.cancel, style: .quiet)
          } else {
            linkButton(.join, words.haveCode, style: .quiet)
          }
          submit(words.createHome, .arrow)
        }
      }
    }
  }
}
