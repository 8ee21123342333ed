import Values
import Web

/// The form that records or changes a payment from one member to another.
package enum PaymentFormPage {
  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    /// `nil` for a new one.
    package var expenseID: String?
    /// From, to, amount, currency, day, title, note.
    package var values = FormValues<FormName>()
    package var version = ""
    /// What is changed, of a payment that repeats.
    package var repeatingID: String?
    /// Whether the form asks how it repeats.
    package var offersRepeating = false
    package var members: [MemberName]
    package var currencies: [String] = []
    /// Whether the form begins with a payment that somebody has chosen: what was typed before is
    /// not put over it.
    package var isChosen = false
    /// Whether settling up was tried and the hub cannot be reached.
    package var isWithoutHub = false
    /// What another person has saved meanwhile, beside what was typed.
    package var versions: ExpenseVersions?
    /// The refused change that the form began with.
    package var changeID: String?

    package init(group: ZoneLink, expenseID: String? = nil, members: [MemberName]) {
      self.group = group
      self.expenseID = expenseID
      self.members = members
    }
  }

  /// Posts to ``ExpenseRoute/newPayment(group:_:)``, ``ExpenseRoute/editExpense(group:expense:)``
  /// or ``RepeatingRoute/editRepeating(group:repeating:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group
    let isSeries = model.repeatingID != nil
    let title =
      isSeries
      ? words.editRepeatingPayment
      : model.expenseID == nil ? words.recordAPayment : words.editPayment
    let target: Route =
      model.repeatingID.map { .repeating(.editRepeating(group: group.id, repeating: $0)) }
      ?? model.expenseID.map { .expenses(.edit($0, in: group.id, change: model.changeID)) }
      ?? .expenses(.newPayment(group: group.id, PaymentQuery()))
    let back: Route =
      isSeries
      ? .repeating(.repeating(group: group.id))
      : model.expenseID.map { .expenses(.expense(group: group.id, expense: $0)) }
        ?? .groups(.group(group.id))
    let people = model.members.map { ($0.id, words.nameWithYou($0)) }
    return context.page(title, isLive: false, scripts: ["draft.js"]) {
      context.top(title, crumbs: MembersPage.crumbs(group, words), note: words.paymentNote)
      div(.class("form-page")) {
        if !model.isChosen { restoredDraft(words, namesPeople: true) }
        if model.isWithoutHub { note(.warn) { words.settleNeedsHub } }
        context.postForm(target, .class("stack"), .dataDraft(context.draftName(target))) {
          input(.type("hidden"), .name("version"), .value(model.version))
          input(.type("hidden"), .name("payment"), .value("1"))
          if let versions = model.versions {
            versions.view(change: model.changeID, back: back, in: context)
          }
          section(.class("card", "pad")) {
            div(.class("columns")) {
              context.picker(
                "from", words.whoPaid, model.values[.from],
                choices(people, model.values[.from], words))
              context.picker(
                "to", words.whoGotIt, model.values[.to], choices(people, model.values[.to], words))
            }
            context.amountAndDay(
              model.values, used: model.currencies,
              day: isSeries ? words.nextOnTitle : words.dayTitle,
              amount: FieldStyle(
                isRequired: true, hasFocus: model.values[.amount].text.isEmpty))
            context.field(
              "title", words.paymentTitle, model.values[.title], FieldStyle(maxLength: 200))
            context.textBox(
              "note", words.noteTitle, model.values[.note], FieldStyle(maxLength: 4000))
          }
          if model.offersRepeating {
            RepeatingPage.fields(model.values, isSeries: isSeries, in: context)
          }
          div(.class("actions", "sticky")) {
            a(
              .class("btn", "quiet"),
              .href(isSeries ? .repeating(.repeating(group: group.id)) : .groups(.group(group.id))),
              .dataForget()
            ) { words.cancel }
            submit(words.save, .check)
          }
        }
      }
    }
  }

  private static func choices(
    _ people: [(String, String)], _ value: FieldValue, _ words: Catalogue
  ) -> [(value: String, text: String)] {
    let isChosen = people.contains { $0.0 == value.text }
    return (isChosen ? [] : [("", words.choose)]) + people.map { ($0.0, $0.1) }
  }
}
