import Web

extension RoomPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let title = words.named(model.place.name, emoji: model.place.emoji)
    let origin = ItemOrigin(.rooms(.room(home: home, room: model.place.id)))
    let checked = model.checkedOn.map { words.checkedShort(words.day($0)) }
    let note =
      ([words.itemCount(model.itemCount)] + model.values.map { words.money($0) }
      + [checked].compactMap(\.self)).joined(separator: " · ")
    return context.page(
      model.place.name, isLive: model.form == nil,
      scripts: model.role == .viewer ? [] : ["order.js"]
    ) {
      context.top(title, crumbs: crumbs(model, words), note: note) {
        if model.role != .viewer, model.form == nil {
          linkButton(
            .rooms(.room(home: home, room: model.place.id, isEditing: true)), words.edit, .edit)
          linkButton(
            .items(.newItem(home: home, room: model.place.id)), words.addItem, .plus,
            style: .primary,
            from: origin)
        }
        if model.form == nil {
          checkButton(model, in: context)
          if model.canMove {
            linkButton(
              .moving(.movePlace(home: home, room: model.place.id)), words.moveToOtherHome, .houses,
              style: .quiet)
          }
          linkButton(
            .printing(.placeLabels(home: home, place: model.place.id)), words.printLabels, .tag,
            style: .quiet)
        }
      }
      if let form = model.form { edit(form, model, in: context) }
      photos(model, in: context)
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
            .items(.homeItems(home: home, ItemQuery(roomID: model.place.id))),
            words.allItemsIn(model.place.name), .arrow)
        }
      }
    }
  }

  /// The photos of the place; while it is edited, with a form for more.
  private static func photos(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let owner = PhotoOwner.place(home: model.home.id, place: model.place.id)
    let canEdit = model.role != .viewer
    let isEditing = model.form != nil
    guard !model.photos.isEmpty || isEditing else { return .empty }
    return section(.class("place-photos"), .ariaLabel(words.photos)) {
      if let refused = model.refusedPhotos { context.refused(refused) }
      if !model.photos.isEmpty {
        div(
          .class("photos"), .dataUnsaved(words.orderNotSaved),
          .dataOrder(canEdit && model.photos.count > 1 ? .gallery(.photoOrder(owner)) : nil)
        ) {
          model.photos.enumerated().map { index, photo in
            a(
              .class("thumb"), .id("photo-\(photo.id)"), .dataKey(photo.id),
              .href(.gallery(.photoViewer(owner, photo: photo.id))),
              .ariaLabel(words.openPhoto(index + 1, caption: photo.caption)),
              .title(photo.caption.isEmpty ? nil : photo.caption)
            ) {
              if photo.state == .available {
                img(
                  .src(.photos(.photo(photo.id, .medium))), .alt(""), .width(96), .height(96),
                  .lazy())
              } else {
                photo.state == .failed ? Icon.warning(22) : Icon.clock(22)
              }
            }
          }
        }
      }
      if canEdit, isEditing {
        context.photoUpload(.gallery(.placePhotos(home: model.home.id, place: model.place.id)))
      }
    }
  }

  private static func checkButton(_ model: Model, in context: ViewContext) -> HTML {
    let route: Route = .checks(.check(home: model.home.id, room: model.place.id))
    if model.isBeingChecked {
      return linkButton(route, context.words.goOnChecking, .check)
    }
    guard model.role != .viewer else { return .empty }
    return context.postButton(route, context.words.checkWhatIsHere, .check, style: .quiet)
  }

  private static func crumbs(_ model: Model, _ words: Catalogue) -> [Crumb] {
    [
      Crumb(model.home.name, .homes(.home(model.home.id))),
      Crumb(words.rooms, .rooms(.rooms(home: model.home.id))),
    ] + model.parents.map { Crumb($0.name, .rooms(.room(home: model.home.id, room: $0.id))) }
  }

  private static func edit(_ form: Form, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    return section(.class("card", "pad", "edit-card")) {
      context.postForm(.rooms(.room(home: home, room: model.place.id, isEditing: true))) {
        context.began(form.values)
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
            .rooms(.deleteRoom(home: home, room: model.place.id)), words.delete, .trash,
            style: .danger)
          span(.class("grow"))
          linkButton(.rooms(.room(home: home, room: model.place.id)), words.cancel, style: .quiet)
          submit(words.save, .check)
        }
      }
    }
  }
}
