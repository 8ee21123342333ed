import Values
import Web

/// The categories of a group or of a person's own, and the form of one.
package enum CategoriesPage {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var emoji: String
    package var colour: PaletteColour
  }

  /// Whose they are.
  package enum Owner: Equatable, Sendable {
    case group(ZoneLink)
    case person
  }

  package struct Model: Equatable, Sendable {
    package var owner: Owner
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
    let (words, owner) = (context.words, model.owner)
    let isList = model.changed == nil
    let title = isList ? owner.title(words) : words.editCategory
    return context.page(title, isLive: !model.values.hasProblems && isList) {
      context.top(
        title,
        crumbs: owner.crumbs(words) + (isList ? [] : [Crumb(owner.title(words), owner.list)]),
        note: isList && owner == .person ? words.ownCategoriesText : nil)
      div(.class("stack", "form-page")) {
        if isList { list(model, in: context) }
        if model.canWrite { form(model, in: context) }
      }
    }
  }

  private static func list(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card")) {
      if model.rows.isEmpty, model.owner == .person {
        emptyState(
          "🏷️", words.noOwnCategories, words.noOwnCategoriesText,
          action: context.postButton(
            .ledger(.usualCategories), words.addUsual, .plus, style: .primary))
      } else {
        ul(.class("lines", "padded")) { model.rows.map { row($0, model, words) } }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, _ words: Catalogue) -> HTML {
    li(.dataKey(row.id)) {
      span(.class("thumb", "tinted", row.colour.className), .ariaHidden()) {
        row.emoji.isEmpty ? "🏷️" : row.emoji
      }
      if model.canWrite {
        a(.class("grow"), .href(model.owner.category(row.id))) { row.name }
      } else {
        span(.class("grow")) { row.name }
      }
      a(.class("link"), .href(model.owner.uses(of: row.id))) {
        model.owner == .person ? words.itsEntries : words.itsExpenses
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let (words, owner) = (context.words, model.owner)
    let target = model.changed.map { owner.category($0) } ?? owner.list
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
            linkButton(owner.list, words.cancel, style: .quiet)
          }
          submit(model.changed == nil ? words.addCategory : words.save, .check)
        }
      }
      if let id = model.changed {
        div(.class("row", "wrap", "divided")) {
          p(.class("grow", "muted")) {
            owner == .person ? words.deleteOwnCategoryText : words.deleteCategoryText
          }
          context.postButton(owner.deleting(id), words.deleteCategory, .trash, style: .danger)
        }
      }
    }
  }
}

extension CategoriesPage.Owner {
  fileprivate func title(_ words: Catalogue) -> String {
    self == .person ? words.ownCategories : words.categories
  }

  fileprivate func crumbs(_ words: Catalogue) -> [Crumb] {
    switch self {
    case .group(let group): MembersPage.crumbs(group, words)
    case .person:
      [Crumb(words.money, .groups(.groups())), Crumb(words.personal, .ledger(.ledger()))]
    }
  }

  package var list: Route {
    switch self {
    case .group(let group): .categories(.categories(group: group.id))
    case .person: .ledger(.ledgerCategories)
    }
  }

  fileprivate func category(_ id: String) -> Route {
    switch self {
    case .group(let group): .categories(.category(group: group.id, category: id))
    case .person: .ledger(.ledgerCategory(id))
    }
  }

  fileprivate func deleting(_ id: String) -> Route {
    switch self {
    case .group(let group): .categories(.deleteCategory(group: group.id, category: id))
    case .person: .ledger(.deleteLedgerCategory(id))
    }
  }

  /// Where what has the category is listed.
  fileprivate func uses(of id: String) -> Route {
    switch self {
    case .group(let group): .groups(.group(group.id, ExpenseQuery(categoryID: id)))
    case .person: .ledger(.ledger(LedgerQuery().with { $0.category = id }))
    }
  }
}
