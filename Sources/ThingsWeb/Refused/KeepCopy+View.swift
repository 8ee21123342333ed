import Web
import AccountWeb

extension KeepCopyPage {
  /// Posts `home` to ``Route/copyChange(_:)``.
  static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if model.photoCount > 0 { rows.append((.photo, words.photosMove(model.photoCount), "")) }
    if model.missingPhotoCount > 0 {
      rows.append((.warning, words.photosStayBehind(model.missingPhotoCount), ""))
    }
    return context.question(
      words.keepCopyTitle(model.name),
      words.keepCopyText(writtenIn: model.writtenIn, isLost: model.isLost), icon: .copy,
      rows: rows,
      more: context.postForm(.keepingCopy(.copyChange(model.id)), .class("stack")) {
        fieldset(.class("stack", "plain")) {
          legend { words.keepCopyWhere }
          model.homes.map { home in
            context.choice(
              "home", value: home.link.id, title: home.link.name,
              detail: words.keepCopySeenBy(home.others),
              icon: home.others.isEmpty ? .lock : .people,
              isChecked: home.link.id == model.chosenID)
          }
          context.problem("home", model.choice)
        }
        actions {
          linkButton(.syncing(.sync), words.cancel, style: .quiet)
          submit(words.keepCopy, .copy)
        }
      }
    ) {}
  }
}
