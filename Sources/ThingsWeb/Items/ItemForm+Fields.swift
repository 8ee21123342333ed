import Web

extension ItemFormPage {
  static func makeFields(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      pair(
        text(.manufacturer, words.manufacturer, model, context),
        text(.model, words.model, model, context)),
      pair(
        text(.serial, words.serial, model, context, isVerbatim: true),
        text(.assetID, words.assetID, model, context, hint: words.assetIDHint, isVerbatim: true)),
      pair(
        text(.condition, words.condition, model, context),
        context.field(
          "url", words.webAddress, model.values[.url],
          FieldStyle(type: "url", inputmode: "url", maxLength: 2000, isVerbatim: true))),
    ])
  }

  static func purchaseFields(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      pair(
        day(.purchasedOn, words.purchasedOn, model, context),
        text(.purchasedFrom, words.purchasedFrom, model, context)),
      pair(
        amount(.replacement, words.replacement, model, context, hint: words.replacementHint),
        day(.warrantyUntil, words.warrantyUntil, model, context)),
      pair(
        context.field(
          Field.usefulLife.rawValue, words.usefulLife, model.values[.usefulLife],
          FieldStyle(inputmode: "numeric", hint: words.usefulLifeHint, maxLength: 3)),
        amount(.residual, words.residual, model, context, hint: words.residualHint)),
      text(.warrantyDetails, words.warrantyDetails, model, context),
      flag(.isLifetimeWarranty, words.lifetimeWarranty, model, context),
      flag(.isInsured, words.insured, model, context),
    ])
  }

  static func lentFields(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      pair(
        text(.lentTo, words.lentToWhom, model, context),
        day(.lentUntil, words.lentUntil, model, context)),
      pair(
        text(.soldTo, words.soldTo, model, context), day(.soldOn, words.soldOn, model, context)),
      pair(
        amount(.sold, words.soldFor, model, context),
        text(.soldNotes, words.soldNotes, model, context)),
      flag(.isArchived, words.archivedHint, model, context),
    ])
  }

  static func noteFields(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let blank = ItemPage.CustomField(id: "", name: "", value: "")
    return HTML(joining: [
      context.textBox(
        "description", words.description, model.values[.description], FieldStyle(maxLength: 4000)),
      context.textBox("notes", words.notes, model.values[.notes], FieldStyle(maxLength: 10_000)),
      fieldset(.class("pairs")) {
        legend { words.customFields }
        context.offeredFields(model.offers)
        p(.class("hint")) { words.customFieldsHint }
        context.problem("fields", model.values[.fields])
        (model.customFields + [blank]).map { field in
          div(.class("columns")) {
            input(
              .class("input"), .name("fieldName"), .value(field.name), .maxlength(80),
              .ariaLabel(words.fieldName), .placeholder(words.fieldName))
            input(
              .class("input"), .name("fieldValue"), .value(field.value), .maxlength(1000),
              .ariaLabel(words.fieldValue), .placeholder(words.fieldValue))
          }
        }
      },
    ])
  }

  private static func pair(_ left: HTML, _ right: HTML) -> HTML {
    div(.class("columns")) {
      left
      right
    }
  }

  private static func text(
    _ field: Field, _ title: String, _ model: Model, _ context: ViewContext, hint: String? = nil,
    isVerbatim: Bool = false
  ) -> HTML {
    context.field(
      field.rawValue, title, model.values[field],
      FieldStyle(autocomplete: "off", hint: hint, maxLength: 200, isVerbatim: isVerbatim))
  }

  private static func day(
    _ field: Field, _ title: String, _ model: Model, _ context: ViewContext
  ) -> HTML {
    // A day that could not be read would vanish from a date field, so it is shown as text.
    let type = model.values[field].problem == nil ? "date" : "text"
    return context.field(field.rawValue, title, model.values[field], FieldStyle(type: type))
  }

  private static func amount(
    _ field: Field, _ title: String, _ model: Model, _ context: ViewContext, hint: String? = nil
  ) -> HTML {
    context.field(
      field.rawValue, title, model.values[field],
      FieldStyle(inputmode: "decimal", hint: hint, maxLength: 24))
  }

  private static func flag(
    _ field: Field, _ title: String, _ model: Model, _ context: ViewContext
  ) -> HTML {
    context.checkbox(
      field.rawValue, value: "yes", title, isChecked: model.values[field].text == "yes")
  }
}
