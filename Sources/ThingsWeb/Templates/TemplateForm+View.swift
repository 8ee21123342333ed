import Web

extension TemplateFormPage {
  /// Posts ``Field`` and `labels` to ``TemplateRoute/newTemplate(home:item:)`` or
  /// ``TemplateRoute/template(home:template:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    let title = model.templateID == nil ? words.newTemplate : words.editTemplate
    let target: Route = .templates(
      model.templateID.map { .template(home: home, template: $0) } ?? .newTemplate(home: home))
    return context.page(title, isLive: false) {
      context.top(
        title,
        crumbs: [
          Crumb(model.home.name, .homes(.home(home))),
          Crumb(words.templates, .templates(.templates(home: home))),
        ])
      div(.class("form-page")) {
        context.postForm(target, .class("stack")) {
          input(.type("hidden"), .name("version"), .value(model.version))
          section(.class("card", "pad")) { basics(model, in: context) }
          labels(model, words)
          section(.class("card", "pad")) { more(model, in: context) }
          actions {
            linkButton(.templates(.templates(home: home)), words.cancel, style: .quiet)
            submit(words.save, .check)
          }
        }
        if let id = model.templateID {
          p(.class("hint")) { words.deleteTemplateHint }
          context.postButton(
            .templates(.deleteTemplate(home: home, template: id)), words.deleteTemplate, .trash,
            style: .danger)
        }
      }
    }
  }

  private static func basics(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      context.field(
        "name", words.templateName, model.values[.name],
        FieldStyle(
          placeholder: words.templateExample, maxLength: 200, isRequired: true,
          hasFocus: model.templateID == nil)),
      p(.class("muted")) { words.templateText },
      context.field(
        "itemName", words.itemName, model.values[.itemName], FieldStyle(maxLength: 200)),
      div(.class("columns", "wide-first")) {
        context.picker(
          "locationID", words.place, model.values[.locationID],
          [("", words.noPlace)]
            + zip(model.places, model.depths).map { place, depth in
              return (place.id, indent(depth) + words.named(place.name, emoji: place.emoji))
            })
        context.field(
          "quantity", words.quantity, model.values[.quantity],
          FieldStyle(inputmode: "numeric", maxLength: 9))
      },
    ])
  }

  private static func labels(_ model: Model, _ words: Catalogue) -> HTML {
    guard !model.labels.isEmpty else { return .empty }
    return fieldset(.class("card", "pad", "label-set")) {
      legend { words.labels }
      div(.class("row", "wrap")) { model.labels.map { ItemFormPage.tickableLabel($0) } }
    }
  }

  private static func more(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    func line(_ field: Field, _ title: String) -> HTML {
      context.field(
        field.rawValue, title, model.values[field],
        FieldStyle(autocomplete: "off", maxLength: 300))
    }
    func flag(_ field: Field, _ title: String) -> HTML {
      context.checkbox(
        field.rawValue, value: "yes", title, isChecked: model.values[field].text == "yes")
    }
    return HTML(joining: [
      div(.class("columns")) {
        line(.manufacturer, words.manufacturer)
        line(.model, words.model)
      },
      line(.purchasedFrom, words.purchasedFrom),
      context.textBox(
        "warrantyDetails", words.warrantyDetails, model.values[.warrantyDetails],
        FieldStyle(maxLength: 4000)),
      flag(.isLifetimeWarranty, words.lifetimeWarranty),
      flag(.isInsured, words.insured),
      context.textBox(
        "description", words.description, model.values[.description], FieldStyle(maxLength: 4000)),
      context.textBox("notes", words.notes, model.values[.notes], FieldStyle(maxLength: 10_000)),
      context.textBox(
        "fieldNames", words.templateFields, model.values[.fieldNames],
        FieldStyle(hint: words.templateFieldsHint, maxLength: 10_000)),
    ])
  }
}
