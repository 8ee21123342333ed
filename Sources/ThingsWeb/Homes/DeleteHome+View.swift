import AccountWeb
import SharingWeb
import Web

extension DeleteHomePage {
  /// Posts `name`, which must be the home's, to ``Route/deleteHome(_:)``, or to
  /// ``ForgottenHomeRoute/removeForgotten(home:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let contents = model.contents
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.box, words.itemCount(contents.items), words.files(contents)),
      (.door, words.roomCount(contents.rooms), words.labelCount(contents.labels)),
    ]
    if contents.policies > 0 {
      rows.append((.shield, words.policyCount(contents.policies), ""))
    }
    if !model.others.isEmpty {
      rows.append((.people, words.loseIt(model.others.count), words.list(model.others.map(\.name))))
      rows.append((.download, words.copyForOthers, ""))
    }
    let isForgotten = model.isForgotten
    let action: Route =
      isForgotten
      ? .forgotten(.removeForgotten(home: model.home.id)) : .homes(.deleteHome(model.home.id))
    let back: Route = isForgotten ? .syncing(.sync) : .homes(.homeSettings(model.home.id))
    let title =
      isForgotten
      ? words.removeForgottenTitle(model.home.name) : words.deleteHomeTitle(model.home.name)
    return context.page(title, isLive: false) {
      section(.class("question")) {
        context.breadcrumbs([Crumb(isForgotten ? words.syncTitle : words.homeSettings, back)])
        span(.class("ic", "large")) { Icon.trash(28) }
        h1 { title }
        p(.class("muted")) { isForgotten ? words.removeForgottenText : words.allOfItGoes }
        div(.class("card")) { plan(rows) }
        context.postForm(action, .class("stack")) {
          context.field(
            "name", words.typeNameToDelete(model.home.name), model.confirmation,
            FieldStyle(autocomplete: "off", isRequired: true, isVerbatim: true))
          actions {
            linkButton(back, words.keepIt, style: .quiet)
            if isForgotten {
              linkButton(
                context.landmarks.archive(of: model.home.id), words.asArchive, .download)
            } else {
              linkButton(
                context.landmarks.table(of: model.home.id), words.exportFirst, .download)
            }
            submit(
              isForgotten ? words.removeForgotten : words.deleteHomeStep, .trash,
              style: .destructive)
          }
        }
      }
    }
  }
}
