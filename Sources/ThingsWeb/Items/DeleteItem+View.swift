import Web

extension DeleteItemPage {
  /// Posts to ``Route/deleteItem(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if model.paperCount > 0 {
      rows.append((icon: .file, text: words.papersGo(model.paperCount), detail: ""))
    }
    if model.maintenanceCount > 0 {
      rows.append((icon: .tools, text: words.maintenanceGoes(model.maintenanceCount), detail: ""))
    }
    return context.question(
      words.deleteItemTitle(model.name), words.deleteItemText(photos: model.photoCount),
      icon: .trash, crumbs: context.wayBack(to: model.home), rows: rows
    ) {
      linkButton(.items(.item(model.id)), words.keepIt, style: .quiet, from: context.origin)
      context.postButton(
        .items(.deleteItem(model.id)), words.deleteItem, .trash, style: .destructive)
    }
  }
}
