import Values
import Web

/// A person's share of a group's expense in their own ledger: what comes from the group can only be
/// read, what they add to it is theirs.
package enum SharePage {
  package struct Model: Equatable, Sendable {
    package var row: LedgerPage.Row
    /// Where it is changed for everybody; `nil` for a share that was kept of a group.
    package var expense: Route?
    /// Where its notes are sent.
    package var target: Route
    /// Where it is taken out for good; `nil` for a share of a group that the person is in.
    package var forget: Route?
    package var place = ""
    /// What the group calls its category.
    package var groupCategory: String?
    package var values = FormValues<FormName>()
    package var version = ""
    package var categories: [LedgerPage.Choice] = []
    package var tags: [String] = []
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let row = model.row
    return context.page(row.title, isLive: !model.values.hasProblems) {
      context.top(
        row.title,
        crumbs: [
          Crumb(words.money, .groups(.groups())), Crumb(words.personal, .ledger(.ledger())),
        ], note: row.group.map { words.fromGroup($0) })
      div(.class("grid2")) {
        section(.class("card", "pad")) {
          p(.class("amount-large", "num")) { words.amount(row.amount, row.flow) }
          keyValues([
            (words.yourPart, HTML(text: words.flow(row.flow))),
            (
              words.inYourCurrency,
              row.converted.map { HTML(text: words.amount($0, row.flow)) }
                ?? (row.isUnconverted ? HTML(text: words.notConvertedShort) : .empty)
            ),
            (words.dayTitle, HTML(text: row.day.map { words.day($0) } ?? "")),
            (words.placeTitle, placeOnMap(model.place)),
            (words.categoryOfGroup, HTML(text: model.groupCategory ?? "")),
          ])
          p(.class("muted")) { model.expense == nil ? words.keptText : words.shareText }
          if let expense = model.expense {
            linkButton(expense, words.openExpense, .arrow)
          }
        }
        div(.class("stack")) {
          card(words.yourNotes) {
            p(.class("muted")) { words.yourNotesText }
            context.postForm(model.target, .class("stack")) {
              input(.type("hidden"), .name("version"), .value(model.version))
              EntryFormPage.ownFields(
                model.values, model.categories, tags: model.tags, none: words.likeTheGroup,
                in: context)
              context.checkbox(
                "isHidden", value: "yes", words.leaveOut,
                isChecked: model.values[.isHidden].text == "yes")
              actions { submit(words.save, .check) }
            }
          }
          if let forget = model.forget {
            section(.class("card", "pad")) {
              div(.class("row", "wrap")) {
                p(.class("grow", "muted")) { words.forgetText }
                context.postButton(forget, words.forgetShare, .trash, style: .danger)
              }
            }
          }
        }
      }
    }
  }
}
