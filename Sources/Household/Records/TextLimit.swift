import SyncProtocol

/// The greatest length of a text. Use cases and the hub apply the same limits.
package struct TextLimit: Equatable, Sendable {
  package let maxCharacters: Int
  /// In UTF-8: four bytes for each character, the most that a code point takes.
  package var maxBytes: Int { maxCharacters * 4 }

  package init(_ maxCharacters: Int) { self.maxCharacters = maxCharacters }

  package static let name = TextLimit(200)
  /// Shown in the sidebar, and typed to confirm the deletion of a home (D-HOM-16).
  package static let homeName = TextLimit(100)
  /// For what fits on one line, such as serial numbers, shops and people.
  package static let line = TextLimit(300)
  package static let notes = TextLimit(10_000)
  /// Larger than one, because some emoji are sequences of many code points.
  package static let emoji = TextLimit(10)
  package static let url = TextLimit(2000)
  /// Case folding can turn one character into three.
  package static let nameKey = TextLimit(600)
  package static let date = TextLimit(10)
  package static let currency = TextLimit(3)
  package static let id = TextLimit(16)
  package static let choice = TextLimit(20)
  package static let importSource = TextLimit(30)
  package static let importRef = TextLimit(200)
}

extension RegisterSchema {
  package static func text(
    _ name: String, _ limit: TextLimit, isNullable: Bool = false, choices: Set<String>? = nil,
    rule: MergeRule = .lastWriter, follows: String? = nil
  ) -> RegisterSchema {
    RegisterSchema(
      .text(name, maxBytes: limit.maxBytes, isNullable: isNullable, choices: choices), rule: rule,
      follows: follows)
  }

  /// The key of a name; it is merged together with that name.
  package static func nameKey(of name: String) -> RegisterSchema {
    text("nameKey", .nameKey, follows: name)
  }

  /// Text that is empty if nothing was entered.
  package static func plain(_ name: String, _ limit: TextLimit) -> RegisterSchema {
    RegisterSchema(.text(name, maxBytes: limit.maxBytes, defaultValue: ""))
  }

  package static func optionalText(_ name: String, _ limit: TextLimit) -> RegisterSchema {
    text(name, limit, isNullable: true)
  }

  package static func integer(
    _ name: String, _ range: ClosedRange<Int64>, isNullable: Bool = false,
    defaultValue: FieldValue = .null, rule: MergeRule = .lastWriter
  ) -> RegisterSchema {
    RegisterSchema(
      .integer(name, range, isNullable: isNullable, defaultValue: defaultValue), rule: rule)
  }

  package static func flag(_ name: String) -> RegisterSchema { RegisterSchema(.flag(name)) }

  /// An amount in minor units.
  package static func money(_ name: String) -> RegisterSchema {
    RegisterSchema(.amount(name, MoneyLimit.minor))
  }

  /// Milliseconds since 1970.
  package static func instant(
    _ name: String, isNullable: Bool = false, rule: MergeRule = .lastWriter
  ) -> RegisterSchema {
    integer(name, TimeLimit.milliseconds, isNullable: isNullable, rule: rule)
  }

  /// A day as `YYYY-MM-DD`, or NULL.
  package static func day(_ name: String) -> RegisterSchema {
    RegisterSchema(
      .text(name, maxBytes: TextLimit.date.maxBytes, isNullable: true, form: .day))
  }

  /// The ISO 4217 code of a currency.
  package static func currency(_ name: String, isNullable: Bool = false) -> RegisterSchema {
    RegisterSchema(
      .text(
        name, maxBytes: TextLimit.currency.maxBytes, isNullable: isNullable, form: .currencyCode))
  }

  /// The SHA-256 of a file, the hub's key for it.
  package static func fileHash(_ name: String) -> RegisterSchema {
    RegisterSchema(
      .text(name, maxBytes: TextLimit.id.maxBytes, form: .sha256, namesBlob: true),
      rule: .appendOnly)
  }
}

/// The limits of points in time.
package enum TimeLimit {
  /// Milliseconds since 1970, up to the end of the year 9999 in UTC.
  package static let milliseconds: ClosedRange<Int64> = 0...253_402_300_799_999
}

/// The limits of money and counts. The product of the greatest values still fits into 64 bits; a
/// sum of such products may not, see ``MoneySum``.
package enum MoneyLimit {
  package static let minor: ClosedRange<Int64> = 0...10_000_000_000_000
  package static let quantity: ClosedRange<Int64> = 0...100_000
}
