import Web

extension RestoreHomePage {
  /// Posts `alone`, when nobody else is to get it back, to ``DeletedHomeRoute/restoreHome(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let row = model.row
    let title = words.restoreHomeTitle(row.home.name)
    return context.page(title, isLive: false) {
      section(.class("question")) {
        context.breadcrumbs([Crumb(words.homes, .homes(.homes))])
        span(.class("ic", "large")) { Icon.undo(28) }
        h1 { title }
        if model.isFull { note(.bad) { words.tooManyHomesToRestore } }
        p(.class("muted")) { words.restoreHomeText }
        div(.class("card")) { plan(words.plan(of: row)) }
        context.postForm(.deletedHome(.restoreHome(row.home.id)), .class("stack")) {
          if !row.others.isEmpty {
            context.checkbox("alone", value: "1", words.restoreAlone, isChecked: false)
          }
          actions {
            linkButton(.homes(.homes), words.cancel, style: .quiet)
            submit(words.restoreHomeStep, .undo)
          }
        }
      }
    }
  }
}

extension PurgeHomePage {
  /// Posts to ``DeletedHomeRoute/purgeHome(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.row.home
    return context.question(
      words.purgeHomeTitle(home.name), words.purgeHomeText, icon: .trash,
      crumbs: [Crumb(words.homes, .homes(.homes))], rows: words.contentsPlan(of: model.row)
    ) {
      linkButton(.homes(.homes), words.cancel, style: .quiet)
      context.postButton(
        .deletedHome(.purgeHome(home.id)), words.purgeHomeStep, .trash, style: .destructive)
    }
  }
}
