import Values
import Web

extension RatesPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.exchangeRates, isLive: !model.values.hasProblems) {
      context.top(
        words.exchangeRates, crumbs: MembersPage.crumbs(model.group, words),
        note: words.exchangeRatesNote)
      div(.class("stack", "form-page")) {
        if let bank = model.bank {
          note { words.bankRates(bank.name, until: words.day(bank.lastDay)) }
        }
        if model.canWrite { form(model, in: context) }
        section(.class("card"), .id("rates")) {
          if model.rows.isEmpty {
            emptyState("💱", words.noRates, words.noRatesText)
          } else {
            ul(.class("lines", "padded")) { model.rows.map { row($0, model, in: context) } }
          }
        }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return li(.dataKey(row.id)) {
      span(.class("grow")) {
        b(.class("num")) { words.rateText(row) }
        small { words.rateFrom(row) }
      }
      if model.canWrite {
        context.postForm(
          .rates(.removeRate(group: model.group.id, rate: row.id)), .class("inline")
        ) {
          button(
            .class("btn", "quiet", "small"), .type("submit"),
            .ariaLabel(words.removeRate(row))
          ) { words.remove }
        }
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let values = model.values
    return section(.class("card", "pad")) {
      context.postForm(.rates(.rates(group: model.group.id)), .class("stack")) {
        div(.class("columns", "three")) {
          context.currencyPicker(
            "fromCurrency", words.oneUnitOf, values[.fromCurrency], used: model.currencies)
          context.field(
            "rate", words.isWorth, values[.rate],
            FieldStyle(
              autocomplete: "off", inputmode: "decimal", hint: words.isWorthHint, maxLength: 20,
              isRequired: true))
          context.currencyPicker(
            "toCurrency", words.inCurrency, values[.toCurrency], used: model.currencies)
        }
        context.field(
          "day", words.fromDay, values[.day],
          FieldStyle(
            // A day that could not be read would vanish from a date field.
            type: values[.day].problem?.isOfDay == true ? "text" : "date",
            hint: words.fromDayHint))
        actions { submit(words.addRate, .check) }
      }
    }
  }
}
