import Values
import Web

/// The categories of a group, and the form of one.
package enum CategoriesPage {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var emoji: String
    package var colour: PaletteColour
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var rows: [Row]
    package var canWrite: Bool
    /// The form of a new category, or of the one that is changed.
    package var values = FormValues<FormName>()
    package var version = ""
    package var colour = PaletteColour.green
    /// The category that is changed; `nil` for the list with the form of a new one.
    package var changed: String?
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let title = model.changed == nil ? words.categories : words.editCategory
    return context.page(title, isLive: !model.values.hasProblems && model.changed == nil) {
      context.top(
        title,
        crumbs: MembersPage.crumbs(model.group, words)
          + (model.changed == nil
            ? [] : [Crumb(words.categories, .categories(.categories(group: group)))]))
      div(.class("stack", "form-page")) {
        if model.changed == nil {
          section(.class("card")) {
            ul(.class("lines", "padded")) { model.rows.map { row($0, model, words) } }
          }
        }
        if model.canWrite { form(model, in: context) }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, _ words: Catalogue) -> HTML {
    li(.dataKey(row.id)) {
      span(.class("thumb", "tinted", row.colour.className), .ariaHidden()) {
        row.emoji.isEmpty ? "🏷️" : row.emoji
      }
      if model.canWrite {
        a(
          .class("grow"),
          .href(.categories(.category(group: model.group.id, category: row.id)))
        ) { row.name }
      } else {
        span(.class("grow")) { row.name }
      }
      a(
        .class("link"),
        .href(.groups(.group(model.group.id, ExpenseQuery(categoryID: row.id))))
      ) { words.itsExpenses }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let target: Route =
      model.changed.map { .categories(.category(group: group, category: $0)) }
      ?? .categories(.categories(group: group))
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
            linkButton(.categories(.categories(group: group)), words.cancel, style: .quiet)
          }
          submit(model.changed == nil ? words.addCategory : words.save, .check)
        }
      }
      if let id = model.changed {
        div(.class("row", "wrap", "divided")) {
          p(.class("grow", "muted")) { words.deleteCategoryText }
          context.postButton(
            .categories(.deleteCategory(group: group, category: id)), words.deleteCategory,
            .trash, style: .danger)
        }
      }
    }
  }
}
