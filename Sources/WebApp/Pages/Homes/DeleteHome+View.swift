extension DeleteHomePage {
  /// Posts `name`, which must be the home's, to ``Route/deleteHome(_:)``.
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
    return context.page(words.deleteHomeTitle(model.home.name), isLive: false) {
      section(.class("question")) {
        context.breadcrumbs([Crumb(words.homeSettings, .homeSettings(model.home.id))])
        span(.class("ic", "large")) { Icon.trash(28) }
        h1 { words.deleteHomeTitle(model.home.name) }
        p(.class("muted")) { words.allOfItGoes }
        div(.class("card")) { plan(rows) }
        context.postForm(.deleteHome(model.home.id), .class("stack")) {
          context.field(
            "name", words.typeNameToDelete(model.home.name), model.confirmation,
            FieldStyle(autocomplete: "off", isRequired: true, isVerbatim: true))
          actions {
            linkButton(.homeSettings(model.home.id), words.keepIt, style: .quiet)
            linkButton(.exportHome(model.home.id), words.exportFirst, .download)
            submit(words.deleteHomeStep, .trash, style: .destructive)
          }
        }
      }
    }
  }
}
