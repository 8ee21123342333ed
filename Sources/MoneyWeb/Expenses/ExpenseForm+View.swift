import AccountWeb
import Values
import Web

extension ExpenseFormPage {
  /// Posts the form to ``ExpenseRoute/newExpense(group:like:split:)`` or
  /// ``ExpenseRoute/editExpense(group:expense:)``, and to
  /// ``ExpenseRoute/previewExpense(group:)`` for everybody's part.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group
    let repeating = model.form.repeatingID
    let title =
      repeating.isEmpty
      ? model.expenseID == nil ? words.addExpense : words.editExpense : words.editRepeating
    let target: Route =
      !repeating.isEmpty
      ? .repeating(.editRepeating(group: group.id, repeating: repeating))
      : model.expenseID.map { .expenses(.edit($0, in: group.id, change: model.changeID)) }
        ?? .expenses(.newExpense(group: group.id))
    let back: Route =
      !repeating.isEmpty
      ? .repeating(.repeating(group: group.id))
      : model.expenseID.map { .expenses(.expense(group: group.id, expense: $0)) }
        ?? .groups(.group(group.id))
    return context.page(title, isLive: false, scripts: ["draft.js"]) {
      context.top(title, crumbs: MembersPage.crumbs(group, words))
      div(.class("form-page")) {
        if !model.isCopy { restoredDraft(words, namesPeople: true) }
        context.postForm(
          target, .class("stack", "expense-form"),
          .dataDraft(context.draftName(target)), .dataTyped(model.isTyped)
        ) {
          // Enter presses the first button of a form, which has to be the one that saves.
          button(.class("first-button"), .type("submit"), .tabindex(-1), .ariaHidden()) {
            words.save
          }
          input(.type("hidden"), .name("version"), .value(model.form.version))
          if let id = model.expenseID { input(.type("hidden"), .name("expense"), .value(id)) }
          if !repeating.isEmpty {
            input(.type("hidden"), .name("repeating"), .value(repeating))
          }
          if let versions = model.versions {
            versions.view(change: model.changeID, back: back, in: context)
          }
          // Not at the form itself: that is only sent while all of it is valid, and the parts are
          // seen before it has a title.
          div(
            .class("stack"), .hxPost(.expenses(.previewExpense(group: group.id))),
            .hxTrigger("input delay:400ms, change delay:150ms"), .hxTarget("#preview"),
            .hxSelect("#preview"), .hxSwap("outerHTML"), .hxSync("this:replace")
          ) {
            basics(model, in: context)
            payers(model, in: context)
            split(model, in: context)
            preview(model, in: context)
          }
          repeats(model, in: context)
          more(model, in: context)
          div(.class("actions", "sticky")) {
            a(.class("btn", "quiet"), .href(back), .dataForget()) { words.cancel }
            button(
              .class("btn", "plain"), .type("submit"),
              .formaction(.expenses(.previewExpense(group: group.id))), .novalidate()
            ) { words.showShares }
            submit(words.save, .check)
          }
        }
      }
    }
  }

  private static func basics(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let values = model.form.values
    return section(.class("card", "pad")) {
      context.field(
        "title", words.whatFor, values[.title],
        FieldStyle(
          placeholder: words.whatForExample, maxLength: 200, isRequired: true,
          hasFocus: model.expenseID == nil))
      context.amountAndDay(
        values, used: model.currencies,
        day: model.form.repeatingID.isEmpty ? words.dayTitle : words.nextOnTitle,
        amount: FieldStyle(hint: words.amountHint))
      context.picker(
        "categoryID", words.category, values[.categoryID],
        [("", words.noCategory)] + model.categories.map { ($0.id, $0.name) })
    }
  }

  private static func payers(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let form = model.form
    return section(.class("card", "pad")) {
      context.picker(
        "payer", words.paidBy,
        FieldValue(form.payerID, problem: form.values[.payer].problem),
        (form.payerID.isEmpty ? [("", words.choose)] : [])
          + form.rows.map { ($0.member.id, words.nameWithYou($0.member)) }
          + [(ExpenseForm.several, words.severalPayers)])
      fieldset(.class("plain-set", "several-payers")) {
        legend { words.whoPaidHowMuch }
        form.rows.map { row in
          context.field(
            "paid." + row.member.id, words.nameWithYou(row.member), row.paid,
            FieldStyle(autocomplete: "off", inputmode: "text", maxLength: 200))
        }
      }
    }
  }

  // MARK: - The split

  private static func split(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let form = model.form
    return section(.class("card", "pad", "stack"), .id("f-split")) {
      div(.class("between")) {
        h2 { words.splitBetween }
        if let last = model.last {
          linkButton(
            .expenses(.newExpense(group: model.group.id, split: last.id)),
            words.splitAs(last.name), style: .quiet)
        }
      }
      context.problem("split", form.values[.split])
      fieldset(.class("ways")) {
        legend(.class("unseen")) { words.splitHow }
        SplitWay.allCases.map { way in
          label(.class("way")) {
            input(
              .type("radio"), .name("way"), .value(way.rawValue), .id("way-\(way.rawValue)"),
              .checked(way == form.way))
            span { words.way(way) }
          }
        }
      }
      ul(.class("lines", "sharers")) { form.rows.map { sharer($0, form, in: context) } }
      bill(model, in: context)
    }
  }

  private static func sharer(
    _ row: ExpenseForm.Row, _ form: ExpenseForm, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let id = row.member.id
    return li {
      input(.type("hidden"), .name("row"), .value(id))
      // Of somebody who is combined or removed meanwhile no other name is left.
      input(.type("hidden"), .name("name.\(id)"), .value(row.member.name))
      label(.class("check", "grow")) {
        input(.type("checkbox"), .name("in"), .value(id), .checked(row.isIn))
        avatar(row.member.badge)
        span { words.nameWithYou(row.member) }
      }
      [SplitWay.shares, .percentage, .exact, .adjustment].map { way in
        let value = row.weights[way] ?? FieldValue()
        return span(.class("weight", "weight-\(way.rawValue)")) {
          voidElement(
            "input",
            [
              .class("input", "num"), .type("text"), .name("\(way.rawValue).\(id)"),
              .id("f-\(way.rawValue).\(id)"), .value(value.text), .autocomplete("off"),
              .inputmode(way == .shares ? "numeric" : way == .percentage ? "decimal" : "text"),
              .maxlength(200), .ariaLabel(words.weight(way, of: row.member)),
              .ariaInvalid(value.problem != nil),
              .ariaDescribedBy(value.problem == nil ? nil : "f-\(way.rawValue).\(id)-problem"),
              .focus(
                isAsked: false,
                fault: value.problem.map {
                  FormFault(
                    id: "f-\(way.rawValue).\(id)", title: row.member.name,
                    text: words.problem($0))
                }),
            ])
          if way == .percentage { span(.class("muted"), .ariaHidden()) { "%" } }
          if let problem = value.problem, way == form.way {
            span(.class("problem"), .id("f-\(way.rawValue).\(id)-problem")) {
              words.problem(problem)
            }
          }
        }
      }
    }
  }

  private static func bill(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let form = model.form
    return div(.class("bill")) {
      p(.class("muted")) { words.billText }
      input(.type("hidden"), .name("lines"), .value(String(form.lines.count)))
      form.lines.enumerated().map { index, line in
        fieldset(.class("plain-set", "bill-line")) {
          legend(.class("unseen")) { words.billLine(index + 1) }
          if !line.weights.isEmpty {
            input(.type("hidden"), .name("line.\(index).weights"), .value(line.weightsText))
          }
          div(.class("columns", "narrow-second")) {
            context.field(
              "line.\(index).name", words.lineName, FieldValue(line.name),
              FieldStyle(maxLength: 200))
            context.field(
              "line.\(index).amount", words.amountTitle, line.amount,
              FieldStyle(autocomplete: "off", inputmode: "text", maxLength: 200))
          }
          div(.class("row", "wrap", "line-sharers")) {
            form.rows.map { row in
              context.checkbox(
                "line.\(index).in", value: row.member.id,
                words.lineSharer(row.member.name, line.weights[row.member.id]),
                isChecked: line.sharerIDs.contains(row.member.id), style: "check small")
            }
          }
        }
      }
      if form.lines.count < ExpenseForm.maxLines {
        button(
          .class("btn", "quiet"), .type("submit"), .name("do"), .value("lines"),
          .formaction(.expenses(.previewExpense(group: model.group.id))), .novalidate()
        ) { words.moreLines }
      }
    }
  }

  // MARK: - What comes of it

  private static func preview(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.id("preview"), .class("card", "pad"), .role("status")) {
      h2 { words.everybodysPart }
      if let shares = model.preview {
        self.shares(shares, words)
      } else if model.form.values.hasProblems, let problem = firstProblem(model.form) {
        p(.class("muted")) { words.problem(problem) }
      } else {
        p(.class("muted")) { words.partsShowHere }
      }
    }
  }

  private static func firstProblem(_ form: ExpenseForm) -> FieldProblem? {
    [FormName.amount, .currency, .payer, .split].lazy.compactMap { form.values[$0].problem }.first
  }

  static func shares(_ shares: [Share], _ words: Catalogue) -> HTML {
    ul(.class("lines", "parts")) {
      shares.map { share in
        li {
          avatar(share.member.badge)
          span(.class("grow")) { words.nameWithYou(share.member) }
          b(.class("num")) { words.money(share.amount) }
        }
      }
    }
  }

  private static func more(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let values = model.form.values
    let isOpen = [FormName.place, .note].contains {
      !values[$0].text.isEmpty || values[$0].problem != nil
    }
    return details(.class("card", "more"), .open(isOpen)) {
      summary {
        h2 { words.moreDetails }
        Icon.chevronDown()
      }
      div(.class("pad")) {
        context.field("place", words.placeTitle, values[.place], FieldStyle(maxLength: 300))
        div(.class("field")) {
          button(
            .class("btn", "quiet", "small", "needs-script"), .type("button"),
            .dataLocate("f-place"), .dataLooking(words.locating), .dataDenied(words.notLocated)
          ) { words.useMyLocation }
        }
        context.textBox("note", words.noteTitle, values[.note], FieldStyle(maxLength: 4000))
      }
    }
  }
}
