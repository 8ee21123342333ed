import ThingsWeb
import Web

extension UndoImportPage {
  /// Posts to ``Route/undoImport(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.undoImport(
      of: model.fileName, importedAt: model.importedAt,
      crumbs: [Crumb(words.importTitle, .importing(.importing()))], rows(model, words),
      back: .importing(.importing()),
      undo: model.isEmpty ? nil : .importing(.undoImport(model.id)))
  }

  private static func rows(
    _ model: Model, _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    var rows: [(icon: Icon, text: String, detail: String)] = []
    func add(_ icon: Icon, _ count: Int, _ text: String) {
      if count > 0 { rows.append((icon, text, "")) }
    }
    add(.trash, model.removedItemCount, words.itemsGo(model.removedItemCount))
    add(.undo, model.restoredItemCount, words.itemsAsBefore(model.restoredItemCount))
    add(.photo, model.photoCount, words.photosGo(model.photoCount))
    add(.door, model.roomCount, words.roomsGo(model.roomCount))
    add(.tag, model.labelCount, words.labelsGo(model.labelCount))
    add(.check, model.otherCount, words.otherRecords(model.otherCount))
    add(.shield, model.policyCount, words.policiesGo(model.policyCount))
    if !model.homes.isEmpty {
      rows.append((.home, words.homesGo(model.homes.count), words.list(model.homes)))
    }
    if !model.kept.isEmpty {
      rows.append((.lock, words.itemsKept(model.kept.count), words.someOfImport(model.kept)))
    }
    return rows
  }
}
