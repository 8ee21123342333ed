import Web

extension ItemFormPage {
  /// A field of the form by its register, and how it is entered.
  enum Entry {
    case line(String), verbatim(String), url(String), day(String), amount(String)
    case number(String, digits: Int), flag(String)

    fileprivate var register: String {
      switch self {
      case .line(let register), .verbatim(let register), .url(let register), .day(let register),
        .amount(let register), .number(let register, _), .flag(let register):
        register
      }
    }

    fileprivate var name: FormName { FormName(register: register) }

    /// Whether something was entered, or could not be read.
    func isFilled(_ values: FormValues<FormName>) -> Bool {
      if case .flag = self { return false }
      return !values[name].text.isEmpty || values[name].problem != nil
    }
  }

  // Rows of fields that stand beside each other.
  static let make: [[Entry]] = [
    [.line("manufacturer"), .line("model")], [.verbatim("serial"), .verbatim("assetID")],
    [.line("condition"), .url("url")],
  ]
  static let purchase: [[Entry]] = [
    [.day("purchasedOn"), .line("purchasedFrom")],
    [.amount("replacementMinor"), .day("warrantyUntil")],
    [.number("usefulLifeYears", digits: 3), .amount("residualMinor")],
    [.line("warrantyDetails")], [.flag("isLifetimeWarranty")], [.flag("isInsured")],
  ]
  static let lent: [[Entry]] = [
    [.line("lentTo"), .day("lentUntil")], [.line("soldTo"), .day("soldOn")],
    [.amount("soldMinor"), .line("soldNotes")], [.flag("isArchived")],
  ]

  static func rows(_ rows: [[Entry]], _ model: Model, in context: ViewContext) -> HTML {
    HTML(
      joining: rows.map { row in
        let fields = row.map { field($0, model, in: context) }.filter { !$0.isEmpty }
        return fields.count == 1 ? fields[0] : div(.class("columns")) { fields }
      })
  }

  static func field(_ entry: Entry, _ model: Model, in context: ViewContext) -> HTML {
    let (words, name, value) = (context.words, entry.name.rawValue, model.values[entry.name])
    let title = words.title(of: entry.register) ?? entry.register
    let hint = words.itemHint(of: entry.register)
    let style: FieldStyle
    switch entry {
    case .line: style = FieldStyle(autocomplete: "off", hint: hint, maxLength: 200)
    case .verbatim:
      style = FieldStyle(autocomplete: "off", hint: hint, maxLength: 200, isVerbatim: true)
    case .url: style = FieldStyle(type: "url", inputmode: "url", maxLength: 2000, isVerbatim: true)
    // A day that could not be read would vanish from a date field, so it is shown as text.
    case .day: style = FieldStyle(type: value.problem == nil ? "date" : "text")
    case .amount:
      return context.amountField(
        name, title, value, FieldStyle(inputmode: "decimal", hint: hint, maxLength: 24))
    case .number(_, let digits):
      style = FieldStyle(inputmode: "numeric", hint: hint, maxLength: digits)
    case .flag:
      return context.checkbox(name, value: "yes", hint ?? title, isChecked: value.text == "yes")
    }
    return context.field(name, title, value, style)
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
}
