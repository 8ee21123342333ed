import AccountWeb
import Values
import Web

extension ItemFormPage {
  /// The page for a new item; a known one is edited on ``ItemPage``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.addItem, isLive: false) {
      context.top(words.addItem, crumbs: context.wayBack(to: model.home))
      templates(model, in: context)
      div(.class("form-page")) { form(model, in: context) }
    }
  }

  private static func templates(_ model: Model, in context: ViewContext) -> HTML {
    guard !model.templates.isEmpty else { return .empty }
    let words = context.words
    let chosen = model.templates.first { $0.id == model.templateID }
    let none = FilterChoice(
      text: words.withoutTemplate, route: .items(.newItem(home: model.home.id)),
      isChosen: chosen == nil)
    return div(.class("filters", "form-page")) {
      context.filterMenu(
        chosen.map { words.usingTemplate($0.name) } ?? words.fromTemplate, isOn: chosen != nil,
        [none]
          + model.templates.map {
            FilterChoice(text: $0.name, route: $0.route, isChosen: $0.id == model.templateID)
          })
    }
  }

  /// Posts to ``Route/newItem(home:room:template:)`` or ``Route/item(_:isEditing:)``. The button
  /// `then` has the value `another` when the next form should follow.
  static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let target: Route =
      model.itemID.map { .items(.item($0, isEditing: true)) }
      ?? .items(.newItem(home: model.home.id))
    return context.uploadForm(target, .class("stack")) {
      input(.type("hidden"), .name("version"), .value(model.version))
      if let template = model.templateID {
        input(.type("hidden"), .name("template"), .value(template))
      }
      basics(model, in: context)
      labels(model, words, context)
      more(words.makeAndModel, make, model, in: context)
      more(words.purchaseAndWarranty, purchase, model, in: context)
      more(words.lentAndSold, lent, model, in: context)
      more(
        words.notesAndMore,
        isOpen: !model.customFields.isEmpty || model.offers.contains { !$0.value.isEmpty }
          || model.templateID != nil
          || [.description, .notes, .fields].contains { (name: Field) in
            !model.values[name].text.isEmpty || model.values[name].problem != nil
          }
      ) { noteFields(model, in: context) }
      div(.class("actions", "sticky")) {
        linkButton(
          model.itemID.map { .items(.item($0)) } ?? context.origin?.route
            ?? .items(.homeItems(home: model.home.id)), words.cancel, style: .quiet,
          from: context.origin)
        if model.itemID == nil {
          submit(words.saveAndAnother, style: .plain, name: "then", value: "another")
        }
        submit(words.save, .check)
      }
    }
  }

  private static func basics(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      context.field(
        "name", words.name, model.values[.name],
        FieldStyle(
          placeholder: words.itemNameExample, maxLength: 200, isRequired: true,
          hasFocus: model.itemID == nil))
      div(.class("columns", "wide-first")) {
        context.picker(
          "locationID", words.place, model.values[.locationID],
          [("", words.noPlace)]
            + zip(model.places, model.depths).map { place, depth in
              return (place.id, indent(depth) + words.named(place.name, emoji: place.emoji))
            })
        field(.number("quantity", digits: 9), model, in: context)
      }
      let price = field(.amount("priceMinor"), model, in: context)
      context.currencyFields("currency", model.values[.currency], beside: price) {
        div(.class("columns", "wide-first")) {
          price
          currencyField(model, in: context)
        }
      }
      if model.itemID == nil {
        context.photoPicker(model.values[.photos])
      }
    }
  }

  private static func currencyField(_ model: Model, in context: ViewContext) -> HTML {
    HTML(joining: [
      context.field(
        "currency", context.words.currency, model.values[.currency],
        FieldStyle(maxLength: 3, list: "currencies", isVerbatim: true)),
      datalist(.id("currencies")) { Currency.common.map { option(.value($0)) } },
    ])
  }

  private static func labels(_ model: Model, _ words: Catalogue, _ context: ViewContext) -> HTML {
    guard !model.labels.isEmpty || model.values[.labels].problem != nil else { return .empty }
    return fieldset(.class("card", "pad", "label-set")) {
      legend { words.labels }
      div(.class("row", "wrap")) {
        model.labels.map { tickableLabel($0) }
      }
      context.problem("labels", model.values[.labels])
    }
  }

  static func tickableLabel(_ offer: LabelOffer) -> HTML {
    label(.class("label", "tickable", offer.label.colour.className)) {
      input(.type("checkbox"), .name("labels"), .value(offer.label.id), .checked(offer.isChosen))
      if !offer.label.emoji.isEmpty { span(.ariaHidden()) { offer.label.emoji } }
      span { offer.label.name }
      Icon.check(14)
    }
  }

  /// A part of the form that stays closed while it has nothing in it.
  private static func more(
    _ title: String, _ rows: [[Entry]], _ model: Model, in context: ViewContext
  ) -> HTML {
    let isOpen = rows.joined().contains { $0.isFilled(model.values) }
    return more(title, isOpen: isOpen) { self.rows(rows, model, in: context) }
  }

  private static func more(_ title: String, isOpen: Bool, content: () -> HTML) -> HTML {
    details(.class("card", "more"), .open(isOpen)) {
      summary {
        h2 { title }
        Icon.chevronDown()
      }
      div(.class("pad")) { content() }
    }
  }
}
