import Web

extension ItemStatePage {
  /// Posts ``Field`` to ``ItemStateRoute/lendItem(_:)`` or ``ItemStateRoute/sellItem(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (title, route, button): (String, ItemStateRoute, String) =
      switch model.step {
      case .lend: (words.lendTitle(model.name), .lendItem(model.id), words.lend)
      case .sell: (words.sellTitle(model.name), .sellItem(model.id), words.sell)
      }
    return context.page(title, isLive: false) {
      context.top(
        title,
        crumbs: context.wayBack(to: model.home) + [Crumb(model.name, .items(.item(model.id)))])
      div(.class("form-page")) {
        context.postForm(.itemState(route), .class("stack")) {
          section(.class("card", "pad")) { fields(model, in: context) }
          actions {
            linkButton(.items(.item(model.id)), words.cancel, style: .quiet, from: context.origin)
            submit(button, .check)
          }
        }
      }
    }
  }

  private static func fields(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    switch model.step {
    case .lend:
      return HTML(joining: [
        context.field(
          "lentTo", words.lentToWhom, model.values[.lentTo],
          FieldStyle(autocomplete: "off", maxLength: 300, isRequired: true, hasFocus: true)),
        day("lentUntil", words.lentUntil, model.values[.lentUntil], nil, in: context),
      ])
    case .sell(let currency):
      return HTML(joining: [
        p(.class("muted")) { words.sellText },
        day("soldOn", words.soldOn, model.values[.soldOn], nil, in: context),
        context.field(
          "soldTo", words.soldTo, model.values[.soldTo],
          FieldStyle(autocomplete: "off", maxLength: 300)),
        context.amountField(
          "price", words.amount(words.soldFor, in: currency), model.values[.price],
          FieldStyle(inputmode: "decimal", maxLength: 24)),
      ])
    }
  }
}
