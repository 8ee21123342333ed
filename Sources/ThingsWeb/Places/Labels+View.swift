import Web

extension LabelsPage {
  /// Posts ``Field`` (`colour` is 0…11) to ``Route/labels(home:)`` or to the label that is edited.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.labels, isLive: model.editingID == nil) {
      context.top(words.labels, crumbs: [Crumb(model.home.name, .homes(.home(model.home.id)))])
      div(.class("grid2")) {
        section(.class("card")) {
          if model.rows.isEmpty {
            emptyState("🏷️", words.noLabelsTitle, words.noLabelsText)
          } else {
            ul(.class("lines", "padded")) { model.rows.map { row($0, model, words) } }
          }
        }
        if model.role != .viewer { form(model, in: context) }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, _ words: Catalogue) -> HTML {
    let home = model.home.id
    return li {
      a(
        .class("grow", "row"),
        .href(.items(.homeItems(home: home, ItemQuery(labelID: row.label.id))))
      ) {
        labelChip(row.label)
        small(.class("num")) { words.itemCount(row.itemCount) }
      }
      if model.role != .viewer {
        a(
          .class("btn", "quiet", "icon"),
          .href(.labels(.label(home: home, label: row.label.id, isEditing: true))),
          .ariaLabel(words.editNamed(row.label.name))
        ) { Icon.edit() }
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let target: Route =
      model.editingID.map { .labels(.label(home: home, label: $0, isEditing: true)) }
      ?? .labels(.labels(home: home))
    return card(model.editingID == nil ? words.newLabel : words.editLabel) {
      context.postForm(target) {
        context.began(model.values)
        div(.class("columns", "narrow-second")) {
          context.field(
            "name", words.name, model.values[.name],
            FieldStyle(
              placeholder: words.labelExample, maxLength: 80, isRequired: true,
              hasFocus: model.editingID != nil))
          context.field("emoji", words.emoji, model.values[.emoji], FieldStyle(maxLength: 8))
        }
        context.colourPicker("colour", words.colourTitle, model.colour)
        actions {
          if let id = model.editingID {
            linkButton(
              .labels(.deleteLabel(home: home, label: id)), words.delete, .trash, style: .danger)
            span(.class("grow"))
            linkButton(.labels(.labels(home: home)), words.cancel, style: .quiet)
            submit(words.save, .check)
          } else {
            submit(words.addLabel, .plus)
          }
        }
      }
    }
  }
}
