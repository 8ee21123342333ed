import Values
import Web

/// The form of what a person has spent or earned.
package enum EntryFormPage {
  package struct Model: Equatable, Sendable {
    /// `nil` for a new one.
    package var entryID: String?
    package var values = FormValues<FormName>()
    package var version = ""
    package var isIncome = false
    package var categories: [LedgerPage.Choice] = []
    /// Tags that are in use, as suggestions.
    package var tags: [String] = []
    package var currencies: [String] = []
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = model.entryID == nil ? words.newEntry : words.editEntry
    return context.page(title, isLive: false, scripts: ["draft.js"]) {
      context.top(
        title,
        crumbs: [Crumb(words.money, .groups(.groups())), Crumb(words.personal, .ledger(.ledger()))])
      div(.class("stack", "form-page")) {
        restoredDraft(words)
        form(model, in: context)
        if let id = model.entryID {
          section(.class("card", "pad")) {
            div(.class("row", "wrap")) {
              p(.class("grow", "muted")) { words.deleteEntryText }
              context.postButton(
                .ledger(.deleteEntry(id)), words.deleteEntry, .trash, style: .danger)
            }
          }
        }
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let values = model.values
    let target: Route = .ledger(model.entryID.map { .entry($0) } ?? .newEntry)
    return section(.class("card", "pad")) {
      context.postForm(target, .class("stack"), .dataDraft(context.draftName(target))) {
        // A new one began with no other: its draft is the same on another day.
        input(
          .type("hidden"), .name("version"), .value(model.entryID == nil ? "" : model.version))
        context.picker(
          "kind", words.entryKind, FieldValue(model.isIncome ? "income" : "spending"),
          [("spending", words.spentKind), ("income", words.incomeKind)])
        context.field(
          "title", model.isIncome ? words.incomeFrom : words.entryTitle, values[.title],
          FieldStyle(
            placeholder: words.entryExample, maxLength: 200, isRequired: true,
            hasFocus: model.entryID == nil))
        context.amountAndDay(
          values, used: model.currencies, day: words.dayTitle,
          amount: FieldStyle(hint: words.entryAmountHint))
        ownFields(values, model.categories, tags: model.tags, none: words.noCategory, in: context)
        actions {
          a(.class("btn", "quiet"), .href(.ledger(.ledger())), .dataForget()) { words.cancel }
          submit(words.save, .check)
        }
      }
    }
  }

  /// The fields that are the person's own for a share of a group, too.
  static func ownFields(
    _ values: FormValues<FormName>, _ categories: [LedgerPage.Choice], tags: [String],
    none: String, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return HTML(joining: [
      div(.class("columns")) {
        context.picker(
          "categoryID", words.category, values[.categoryID],
          [("", none)] + categories.map { ($0.value, $0.name) })
        context.field(
          "tags", words.tagsTitle, values[.tags],
          FieldStyle(
            autocomplete: "off", hint: words.tagsHint, maxLength: 300,
            list: tags.isEmpty ? nil : "known-tags"))
        if !tags.isEmpty {
          datalist(.id("known-tags")) { tags.map { option(.value($0)) } }
        }
      },
      context.textBox("note", words.noteTitle, values[.note], FieldStyle(maxLength: 10_000)),
    ])
  }
}

extension FormName {
  static let tags = FormName(rawValue: "tags")
  static let isHidden = FormName(rawValue: "isHidden")
}
