import HTTPServer
import Household
import SyncProtocol
import Values

// The fields of a record in a form: read and shown as the domain lists them.
extension RecordField {
  package var formName: FormName { FormName(register: name) }

  /// Takes what was typed into the field. Text that cannot be read sets a problem.
  fileprivate func read(
    _ values: inout FormValues<FormName>, into details: inout Details, _ currency: String,
    _ words: Catalogue, _ unreadable: (String) -> FieldProblem
  ) {
    let typed = values[formName].text
    switch kind {
    case .line(let path, _, _), .lines(let path, _), .emoji(let path), .url(let path):
      details[keyPath: path] = typed
    case .currency(let path): details[keyPath: path] = currency
    case .optionalCurrency(let path), .reference(let path):
      details[keyPath: path] = typed.isEmpty ? nil : typed
    case .choice: take(.text(typed), into: &details)
    case .day(let path): details[keyPath: path] = values.day(formName)
    case .flag(let path): details[keyPath: path] = typed == "yes"
    case .amount(let path):
      details[keyPath: path] = values.amount(formName, currency, words, unreadable: unreadable)
    case .number(let path, let range, let standard):
      let text = InputText.line(typed)
      if let number = Int64(text.isEmpty ? String(standard) : text), number >= range.lowerBound {
        details[keyPath: path] = number
      } else {
        values[formName].problem =
          name == "quantity"
          ? .unreadableQuantity(text)
          : .outOfRange(min: range.lowerBound, max: range.upperBound)
      }
    case .optionalNumber(let path, let range):
      let text = InputText.line(typed)
      details[keyPath: path] = Int64(text)
      if !text.isEmpty, details[keyPath: path] == nil {
        values[formName].problem = .outOfRange(min: range.lowerBound, max: range.upperBound)
      }
    }
  }

  /// The field's text for stored details.
  fileprivate func text(of details: Details, _ currency: String, _ words: Catalogue) -> String {
    switch (kind, value(of: details)) {
    case (.flag, let value): value == 1 ? "yes" : ""
    case (.amount, .integer(let minor)): words.moneyInput(Money(minor, currency))
    case (_, .integer(let number)): String(number)
    case (_, let value): value.text ?? ""
    }
  }
}

extension FormValues<FormName> {
  /// The typed texts of a record's fields.
  package init<Details>(_ form: HTTPParameters, _ fields: [RecordField<Details>]) {
    self.init()
    for field in fields {
      self[field.formName] = FieldValue(form.first(field.formName.rawValue) ?? "")
    }
  }

  /// The texts that show stored details.
  package init<Details>(_ details: Details, _ fields: [RecordField<Details>], words: Catalogue) {
    self.init()
    let currency = fields.first { $0.name == "currency" }?.value(of: details).text ?? ""
    for field in fields {
      self[field.formName] = FieldValue(field.text(of: details, currency, words))
    }
  }

  /// Reads the typed texts into details. A text that cannot be read gets a problem.
  ///
  /// - Parameter unreadable: makes the problem of a text that is no amount at all.
  package mutating func read<Details>(
    _ fields: [RecordField<Details>], into details: inout Details, words: Catalogue,
    unreadable: (String) -> FieldProblem = { .unreadablePrice($0) }
  ) {
    let currency = InputText.line(self[.currency].text).uppercased()
    for field in fields { field.read(&self, into: &details, currency, words, unreadable) }
  }

  /// The texts as pairs, for the hidden field `version`.
  package func pairs<Details>(_ fields: [RecordField<Details>]) -> [(String, String)] {
    fields.map { ($0.formName.rawValue, self[$0.formName].text) }
  }

  /// Shows each of the household's problems beside its field; those of no field that the form has
  /// stand beside `other`.
  package mutating func show(
    _ problems: [InputProblem], among names: [FormName], other: FormName
  ) {
    for problem in problems {
      let name = FormName(register: problem.field.rawValue)
      let field = names.contains(name) ? name : other
      guard self[field].problem == nil else { continue }
      self[field].problem = FieldProblem(problem, text: self[field].text)
    }
  }
}
