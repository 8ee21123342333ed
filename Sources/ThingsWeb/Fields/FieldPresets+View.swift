import Web

extension FieldPresetsPage {
  /// Posts ``Field`` to ``FieldPresetRoute/fieldPresets(home:)`` or to the field that is edited.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.fieldPresets, isLive: model.editingID == nil) {
      context.top(
        words.fieldPresets, crumbs: [Crumb(model.home.name, .homes(.home(model.home.id)))])
      div(.class("grid2")) {
        section(.class("card")) {
          if model.rows.isEmpty {
            emptyState("🧾", words.noFieldPresetsTitle, words.noFieldPresetsText)
          } else {
            ul(.class("lines", "padded")) { model.rows.map { row($0, model, words) } }
          }
        }
        if model.role != .viewer { form(model, in: context) }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, _ words: Catalogue) -> HTML {
    li {
      div(.class("grow")) {
        b { row.name }
        small {
          row.choices.isEmpty
            ? words.fieldKind(row.kind) : words.fieldChoices(row.choices)
        }
      }
      if model.role != .viewer {
        a(
          .class("btn", "quiet", "icon"),
          .href(.field(.fieldPreset(home: model.home.id, preset: row.id))),
          .ariaLabel(words.editNamed(row.name))
        ) { Icon.edit() }
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let target: Route = .field(
      model.editingID.map { .fieldPreset(home: home, preset: $0) } ?? .fieldPresets(home: home))
    return card(model.editingID == nil ? words.newFieldPreset : words.editFieldPreset) {
      context.postForm(target) {
        context.began(model.values)
        context.field(
          "name", words.name, model.values[.name],
          FieldStyle(
            placeholder: words.fieldPresetExample, maxLength: 80, isRequired: true,
            hasFocus: model.editingID != nil))
        context.picker(
          "kind", words.fieldKindTitle, model.values[.kind],
          FieldKind.allCases.map { ($0.rawValue, words.fieldKind($0)) })
        context.textBox(
          "choices", words.fieldChoicesTitle, model.values[.choices],
          FieldStyle(hint: words.fieldChoicesHint, maxLength: 4000))
        actions {
          if model.editingID != nil {
            linkButton(.field(.fieldPresets(home: home)), words.cancel, style: .quiet)
            submit(words.save, .check)
          } else {
            submit(words.addFieldPreset, .plus)
          }
        }
      }
      if let id = model.editingID {
        p(.class("hint")) { words.deleteFieldPresetHint }
        context.postButton(
          .field(.deleteFieldPreset(home: home, preset: id)), words.offerNoLonger, .trash,
          style: .danger)
      }
    }
  }
}
