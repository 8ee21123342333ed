/// The name of a field in a form.
///
/// For what is stored it is the register's name without its unit: `price` for `priceMinor`. The
/// members are the names that code mentions.
package struct FormName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(register: String) {
    let unit = ["Minor", "Years"].first { register.hasSuffix($0) } ?? ""
    rawValue = String(register.dropLast(unit.count))
  }
}

extension FormName {
  package static let name = FormName(rawValue: "name")
  package static let currency = FormName(rawValue: "currency")
  package static let title = FormName(rawValue: "title")
}
