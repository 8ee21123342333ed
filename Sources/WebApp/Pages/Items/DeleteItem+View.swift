extension DeleteItemPage {
  /// Posts to ``Route/deleteItem(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.question(
      words.deleteItemTitle(model.name), words.deleteItemText(photos: model.photoCount),
      icon: .trash, crumbs: context.wayBack(to: model.home)
    ) {
      linkButton(.item(model.id), words.keepIt, style: .quiet, from: context.origin)
      context.postButton(
        .deleteItem(model.id), words.deleteItem, .trash, style: .destructive)
    }
  }
}
