import Web

extension DeletePlacePage {
  /// Posts to ``Route/deleteRoom(home:room:)`` or ``Route/deleteLabel(home:label:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let crumbs = [Crumb(model.home.name, .homes(.home(home)))]
    switch model.subject {
    case .room(let place, let insideCount):
      var rows = [(icon: Icon.box, text: words.itemsStay(model.itemCount), detail: words.noPlace)]
      if insideCount > 0 {
        rows.append((.shelf, words.placesMoveUp(insideCount), ""))
      }
      return context.question(
        words.deleteItemTitle(place.name), words.itemsStay, icon: .trash, crumbs: crumbs,
        rows: rows
      ) {
        linkButton(.rooms(.room(home: home, room: place.id)), words.keepIt, style: .quiet)
        context.postButton(
          .rooms(.deleteRoom(home: home, room: place.id)), words.deleteRoom, .trash,
          style: .destructive)
      }
    case .label(let label):
      return context.question(
        words.deleteItemTitle(label.name), words.itemsStay, icon: .trash, crumbs: crumbs,
        rows: [(.box, words.itemsStay(model.itemCount), words.withoutThisLabel)]
      ) {
        linkButton(.labels(.labels(home: home)), words.keepIt, style: .quiet)
        context.postButton(
          .labels(.deleteLabel(home: home, label: label.id)), words.deleteLabel, .trash,
          style: .destructive)
      }
    }
  }
}
