import Values
import Web

extension RepeatingPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    return context.page(words.repeatingExpenses) {
      context.top(
        words.repeatingExpenses, crumbs: MembersPage.crumbs(model.group, words),
        note: words.repeatingNote
      ) {
        if model.canWrite {
          linkButton(
            .expenses(.newPayment(group: group, PaymentQuery())), words.recordAPayment,
            style: .quiet)
          linkButton(.expenses(.newExpense(group: group)), words.addExpense, .plus, style: .primary)
        }
      }
      section(.class("card"), .id("repeating")) {
        if model.rows.isEmpty {
          emptyState("🔁", words.nothingRepeats, words.nothingRepeatsText)
        } else {
          ul(.class("lines", "padded")) { model.rows.map { row($0, model, in: context) } }
        }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let edit = Route.repeating(.editRepeating(group: group, repeating: row.id))
    return li(.dataKey(row.id)) {
      span(.class("thumb", "tinted", row.colour.className), .ariaHidden()) { row.emoji }
      div(.class("grow")) {
        if model.canWrite { a(.href(edit)) { b { row.title } } } else { b { row.title } }
        small { words.repeatingText(row) }
        small(.class(row.standing.needsSomebody ? "minus" : nil)) {
          words.standing(row.standing, until: row.endsOn)
        }
      }
      b(.class("num")) { words.money(row.amount) }
      if model.canWrite {
        context.moreMenu {
          linkButton(edit, words.edit, .edit, style: .quiet)
          pause(row, of: group, in: context)
          context.postButton(
            .repeating(.endRepeating(group: group, repeating: row.id)), words.endRepeating,
            .close, style: .danger)
        }
      }
    }
  }

  /// Posts to ``RepeatingRoute/pauseRepeating(group:repeating:)``.
  private static func pause(_ row: Row, of group: String, in context: ViewContext) -> HTML {
    let words = context.words
    let isPaused = row.standing == .paused
    guard row.standing != .ended else { return .empty }
    return context.postForm(
      .repeating(.pauseRepeating(group: group, repeating: row.id)), .class("inline")
    ) {
      input(.type("hidden"), .name("paused"), .value(isPaused ? "" : "1"))
      submit(isPaused ? words.goOn : words.pause, .clock, style: .quiet)
    }
  }
}

extension RepeatingPage.Standing {
  /// Whether it stays so until somebody changes it.
  var needsSomebody: Bool {
    switch self {
    case .stopped, .incomplete: true
    case .next, .paused, .ended: false
    }
  }
}

extension ExpenseFormPage {
  /// How often the expense comes, and until when.
  static func repeats(_ model: Model, in context: ViewContext) -> HTML {
    model.form.offersRepeating
      ? RepeatingPage.fields(
        model.form.values, isSeries: !model.form.repeatingID.isEmpty, in: context)
      : .empty
  }
}

extension RepeatingPage {
  /// How often something comes, and until when.
  ///
  /// - Parameter isSeries: whether it repeats already.
  static func fields(
    _ values: FormValues<FormName>, isSeries: Bool, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let isOpen =
      isSeries || !values[.everyUnit].text.isEmpty
      || [FormName.everyUnit, .everyCount, .endsOn].contains { values[$0].problem != nil }
    return details(.class("card", "more"), .open(isOpen)) {
      summary {
        h2 { words.repeats }
        Icon.chevronDown()
      }
      div(.class("pad")) {
        p(.class("muted")) { isSeries ? words.repeatsEditText : words.repeatsText }
        div(.class("columns", "three")) {
          context.picker(
            "everyUnit", words.repeats, values[.everyUnit],
            (isSeries ? [] : [("", words.doesNotRepeat)])
              + RepeatingPage.Interval.Unit.allCases.map { ($0.rawValue, words.unit($0)) })
          context.field(
            "everyCount", words.everySoMany, values[.everyCount],
            FieldStyle(inputmode: "numeric", hint: words.everySoManyHint, maxLength: 4))
          context.field(
            "endsOn", words.untilTitle, values[.endsOn],
            FieldStyle(
              // A day that could not be read would vanish from a date field.
              type: values[.endsOn].problem?.isOfDay == true ? "text" : "date",
              hint: words.untilHint))
        }
      }
    }
  }
}
