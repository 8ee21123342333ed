extension RoomPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let title = words.named(model.place.name, emoji: model.place.emoji)
    let origin = ItemOrigin(.room(home: home, room: model.place.id))
    let note = ([words.itemCount(model.itemCount)] + model.values.map { words.money($0) })
      .joined(separator: " · ")
    return context.page(model.place.name, isLive: model.form == nil) {
      context.top(title, crumbs: crumbs(model, words), note: note) {
        if model.role != .viewer, model.form == nil {
          linkButton(
            .room(home: home, room: model.place.id, isEditing: true), words.edit, .edit)
          linkButton(
            .newItem(home: home, room: model.place.id), words.addItem, .plus, style: .primary,
            from: origin)
        }
        if model.form == nil {
          linkButton(
            .printing(.placeLabels(home: home, place: model.place.id)), words.printLabels, .tag,
            style: .quiet)
        }
      }
      if let form = model.form { edit(form, model, in: context) }
      if !model.note.isEmpty { p(.class("prose", "lead")) { model.note } }
      if !model.inside.isEmpty {
        div(.class("rooms", "inside")) {
          model.inside.map { place in
            DashboardPage.roomCard(
              .init(place.place, itemCount: place.itemCount, values: place.values), home: home,
              words)
          }
        }
      }
      section(.class("card")) {
        if model.rows.isEmpty {
          emptyState("🪑", words.emptyRoomTitle, words.emptyRoomText)
        } else {
          itemList(model.rows, id: "items", words, from: origin)
        }
      }
      if model.itemCount > model.rows.count {
        actions {
          linkButton(
            .homeItems(home: home, ItemQuery(roomID: model.place.id)),
            words.allItemsIn(model.place.name), .arrow)
        }
      }
    }
  }

  private static func crumbs(_ model: Model, _ words: Catalogue) -> [Crumb] {
    [
      Crumb(model.home.name, .home(model.home.id)),
      Crumb(words.rooms, .rooms(home: model.home.id)),
    ] + model.parents.map { Crumb($0.name, .room(home: model.home.id, room: $0.id)) }
  }

  private static func edit(_ form: Form, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    return section(.class("card", "pad", "edit-card")) {
      context.postForm(.room(home: home, room: model.place.id, isEditing: true)) {
        div(.class("columns", "narrow-second")) {
          context.field(
            "name", words.name, form.values[.name],
            FieldStyle(maxLength: 80, isRequired: true, hasFocus: true))
          context.field("emoji", words.emoji, form.values[.emoji], FieldStyle(maxLength: 8))
        }
        context.picker(
          "parentID", words.inside, form.values[.parentID],
          placeChoices(form.places, words, none: words.insideNothing))
        context.textBox("note", words.notes, form.values[.note], FieldStyle(maxLength: 4000))
        actions {
          linkButton(
            .deleteRoom(home: home, room: model.place.id), words.delete, .trash, style: .danger)
          span(.class("grow"))
          linkButton(.room(home: home, room: model.place.id), words.cancel, style: .quiet)
          submit(words.save, .check)
        }
      }
    }
  }
}
