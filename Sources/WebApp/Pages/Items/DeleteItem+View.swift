extension DeleteItemPage {
  /// Posts to ``Route/deleteItem(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.question(
      words.deleteItemTitle(model.name), words.deleteItemText(photos: model.photoCount),
      icon: .trash, crumbs: [Crumb(model.home.name, .home(model.home.id))]
    ) {
      linkButton(.item(model.id), words.keepIt, style: .quiet)
      context.postButton(
        .deleteItem(model.id), words.deleteItem, .trash, style: .destructive)
    }
  }
}
