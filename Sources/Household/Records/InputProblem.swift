import Values

/// A reason why one field of a form cannot be stored.
package struct InputProblem: Equatable, Sendable {
  package let field: InputField
  package let reason: Reason

  package init(field: InputField, reason: Reason) {
    self.field = field
    self.reason = reason
  }

  package enum Reason: Equatable, Sendable {
    case missing
    case tooLong(maxCharacters: Int)
    /// Not `YYYY-MM-DD`, or a day that does not exist.
    case notADate
    /// Before a day that must come first, such as an end before its start.
    case tooEarly
    /// A first day from which more than `max` would be due at once; it can be `earliest`.
    case startsTooEarly(earliest: CalendarDay, max: Int)
    /// A day on which something was done, but in the future.
    case inFuture
    /// A residual value above the price.
    case abovePrice
    /// An amount, or its currency, that the person does not see and therefore does not change.
    case amountUnseen
    case outOfRange(min: Int64, max: Int64)
    case unknownCurrency
    /// An item or policy has amounts in several currencies, but can have only one.
    case severalCurrencies
    /// Not an `http` or `https` address; only these are safe to follow.
    case notAWebAddress
    case notAnEmoji
    case unknownTimeZone
    case unknownLocale
    /// The place or label is not in this home (D-HOM-13).
    case notInThisHome
    /// The place would be inside itself.
    case loop
    case tooDeep(max: Int)
    case tooMany(max: Int)
    /// The text contains controls, or characters that change the direction of writing.
    case hiddenCharacters
    /// A file name that contains a path.
    case pathInName
    /// Another record has this name.
    case nameTaken
    /// Two currencies of which one must be another one.
    case sameCurrency
    /// No decimal number above zero and below `limit`.
    case notARate(limit: Int64)
    /// A point that is not on Earth.
    case noSuchPoint
    /// The home offers a field with this name, and the value does not fit its kind.
    case notOfKind(field: String, CustomFieldKind)
  }
}

/// A field that people fill in. The raw value is the column's name; the names below are those that
/// code mentions.
package struct InputField: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  package init(_ name: String) { rawValue = name }
}

extension InputField: CustomStringConvertible {
  package var description: String { rawValue }
}

extension InputField {
  package static let name = InputField("name")
  package static let emoji = InputField("emoji")
  package static let note = InputField("note")
  package static let kind = InputField("kind")
  package static let parentID = InputField("parentID")
  package static let homeID = InputField("homeID")
  package static let locationID = InputField("locationID")
  package static let labels = InputField("labels")
  package static let rooms = InputField("rooms")
  package static let displayName = InputField("displayName")
  package static let locale = InputField("locale")
  package static let timeZone = InputField("timeZone")
  package static let currency = InputField("currency")
  package static let purchaseMinor = InputField("purchaseMinor")
  package static let url = InputField("url")
  package static let soldOn = InputField("soldOn")
  package static let soldTo = InputField("soldTo")
  package static let soldMinor = InputField("soldMinor")
  package static let soldNotes = InputField("soldNotes")
  package static let lentTo = InputField("lentTo")
  package static let lentUntil = InputField("lentUntil")
  package static let value = InputField("value")
  package static let fields = InputField("fields")
  package static let choices = InputField("choices")
  package static let photos = InputField("photos")
  package static let attachments = InputField("attachments")
  package static let byteCount = InputField("byteCount")
  package static let width = InputField("width")
  package static let height = InputField("height")
  package static let blobHash = InputField("blobHash")
  package static let caption = InputField("caption")
  package static let endsOn = InputField("endsOn")
  package static let residualMinor = InputField("residualMinor")
  package static let lastSeenOn = InputField("lastSeenOn")
  package static let title = InputField("title")
  package static let doneOn = InputField("doneOn")
  package static let everyCount = InputField("everyCount")
  package static let costMinor = InputField("costMinor")
  package static let query = InputField("query")
  package static let startsOn = InputField("startsOn")
}

/// What a field that people define themselves holds.
package enum CustomFieldKind: String, CaseIterable, Sendable {
  case text, number, date, yesNo, link, choice
}
