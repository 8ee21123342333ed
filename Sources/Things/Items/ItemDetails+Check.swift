import Household
import Replica
import SyncProtocol

extension InputCheck {
  /// Adds a problem if the residual value is above the price.
  mutating func residual(_ details: ItemDetails) {
    guard let price = details.priceMinor, let residual = details.residualMinor else { return }
    if residual > price { fail(.residualMinor, .abovePrice) }
  }

  mutating func fields(_ inputs: [CustomField]) -> [CustomField] {
    if inputs.count > CustomField.maxPerItem {
      fail(.fields, .tooMany(max: CustomField.maxPerItem))
    }
    return inputs.map { input in
      CustomField(
        id: input.id, name: name(input.name, .fields), value: lines(input.value, .value))
    }
  }
}

extension ItemDetails {
  /// The problems of these details and the given fields, apart from rules that depend on the home.
  package func problems(with fields: [CustomField]) -> [InputProblem] {
    var check = InputCheck()
    _ = check.clean(self, ItemDetails.fields)
    check.residual(self)
    _ = check.fields(fields)
    return check.problems
  }
}

/// A custom field of an item, as a form holds it.
package struct CustomField: Equatable, Sendable {
  package static let maxPerItem = 100

  /// `nil` for a new field.
  package var id: RecordID?
  package var name: String
  package var value: String

  package init(id: RecordID? = nil, name: String, value: String) {
    self.id = id
    self.name = name
    self.value = value
  }
}
