import HTTPServer
import Household
import Values

/// The form of a record whose fields the domain lists, as it was typed.
package struct RecordDraft<Details: Sendable>: Sendable {
  package var values: FormValues<FormName>
  /// What can be read of it.
  package private(set) var details: Details
  /// The form as it was opened, as one text.
  package let version: String
  private let fields: [RecordField<Details>]
  private let standard: Details

  /// - Parameter standard: what a field holds that the form does not have.
  package init(
    _ form: HTTPParameters, _ fields: [RecordField<Details>], standard: Details, words: Catalogue
  ) {
    self.fields = fields
    self.standard = standard
    values = FormValues(form, fields)
    version = form.first("version") ?? ""
    details = standard
    values.read(fields, into: &details, words: words)
  }

  /// The form of a stored record.
  package init(_ details: Details, _ fields: [RecordField<Details>], words: Catalogue) {
    self.fields = fields
    (self.details, standard) = (details, details)
    values = FormValues(details, fields, words: words)
    version = URLCoding.encode(values.pairs(fields))
  }

  /// The details as the opened form showed them; `nil` if that cannot be read, and then every field
  /// is written.
  package func base(words: Catalogue) -> Details? {
    guard let form = HTTPParameters(version: version) else { return nil }
    let base = RecordDraft(form, fields, standard: standard, words: words)
    return base.values.hasProblems ? nil : base.details
  }

  /// Shows each of the domain's problems beside its field; those of no field beside `other`.
  package mutating func show(_ problems: [InputProblem], other: FormName) {
    values.show(problems, among: fields.map(\.formName), other: other)
  }
}
