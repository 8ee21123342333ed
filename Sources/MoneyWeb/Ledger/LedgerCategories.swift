import Values
import Web

/// A person's own categories, and the form of one.
package enum LedgerCategoriesPage {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var emoji: String
    package var colour: PaletteColour
  }

  package struct Model: Equatable, Sendable {
    package var rows: [Row]
    /// The form of a new category, or of the one that is changed.
    package var values = FormValues<FormName>()
    package var version = ""
    package var colour = PaletteColour.green
    /// The category that is changed; `nil` for the list with the form of a new one.
    package var changed: String?
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = model.changed == nil ? words.ownCategories : words.editCategory
    return context.page(title, isLive: !model.values.hasProblems && model.changed == nil) {
      context.top(
        title,
        crumbs: [
          Crumb(words.money, .groups(.groups)), Crumb(words.personal, .ledger(.ledger())),
        ]
          + (model.changed == nil
            ? [] : [Crumb(words.ownCategories, .ledger(.ledgerCategories))]),
        note: model.changed == nil ? words.ownCategoriesText : nil)
      div(.class("stack", "form-page")) {
        if model.changed == nil { list(model, in: context) }
        form(model, in: context)
      }
    }
  }

  private static func list(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card")) {
      if model.rows.isEmpty {
        emptyState(
          "🏷️", words.noOwnCategories, words.noOwnCategoriesText,
          action: context.postButton(
            .ledger(.usualCategories), words.addUsual, .plus, style: .primary))
      } else {
        ul(.class("lines", "padded")) {
          model.rows.map { row in
            li(.dataKey(row.id)) {
              span(.class("thumb", "tinted", row.colour.className), .ariaHidden()) {
                row.emoji.isEmpty ? "🏷️" : row.emoji
              }
              a(.class("grow"), .href(.ledger(.ledgerCategory(row.id)))) { row.name }
              a(
                .class("link"),
                .href(.ledger(.ledger(LedgerQuery().with { $0.category = row.id })))
              ) { words.itsEntries }
            }
          }
        }
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let target: Route = .ledger(model.changed.map { .ledgerCategory($0) } ?? .ledgerCategories)
    return section(.class("card", "pad")) {
      context.postForm(target, .class("stack")) {
        input(.type("hidden"), .name("version"), .value(model.version))
        div(.class("columns", "narrow-second")) {
          context.field(
            "name", model.changed == nil ? words.newCategory : words.categoryName,
            model.values[.name], FieldStyle(maxLength: 100, isRequired: true))
          context.field("emoji", words.emojiTitle, model.values[.emoji], FieldStyle(maxLength: 8))
        }
        context.colourPicker("colorIndex", words.groupColour, model.colour)
        actions {
          if model.changed != nil {
            linkButton(.ledger(.ledgerCategories), words.cancel, style: .quiet)
          }
          submit(model.changed == nil ? words.addCategory : words.save, .check)
        }
      }
      if let id = model.changed {
        div(.class("row", "wrap", "divided")) {
          p(.class("grow", "muted")) { words.deleteOwnCategoryText }
          context.postButton(
            .ledger(.deleteLedgerCategory(id)), words.deleteCategory, .trash, style: .danger)
        }
      }
    }
  }
}
