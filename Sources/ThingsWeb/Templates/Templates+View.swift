import Web

extension TemplatesPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    return context.page(words.templates) {
      context.top(words.templates, crumbs: [Crumb(model.home.name, .homes(.home(home)))]) {
        if model.role != .viewer {
          linkButton(
            .templates(.newTemplate(home: home)), words.newTemplate, .plus, style: .primary)
        }
      }
      section(.class("card")) {
        if model.rows.isEmpty {
          emptyState("📋", words.noTemplatesTitle, words.noTemplatesText)
        } else {
          ul(.class("lines", "padded")) { model.rows.map { row($0, model, in: context) } }
        }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let note = [row.itemName, row.place.joined(separator: " › ")].filter { !$0.isEmpty }
    return li {
      div(.class("grow")) {
        b { row.name }
        if !note.isEmpty { small { note.joined(separator: " · ") } }
      }
      if model.role != .viewer {
        linkButton(.items(.newItem(home: home, template: row.id)), words.useTemplate, .plus)
        a(
          .class("btn", "quiet", "icon"),
          .href(.templates(.template(home: home, template: row.id))),
          .ariaLabel(words.editNamed(row.name))
        ) { Icon.edit() }
      }
    }
  }
}
