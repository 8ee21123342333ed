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
    /// A day on which something was done, but in the future.
    case inFuture
    /// A residual value above the price.
    case abovePrice
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
    /// The home offers a field with this name, and the value does not fit its kind.
    case notOfKind(field: String, FieldPreset.Kind)
  }
}

/// The fields that people fill in. The raw value is the column's name.
package enum InputField: String, CaseIterable, Sendable {
  case name, emoji, colorIndex, note, notes, description, kind
  case parentID, homeID, locationID, labels, rooms
  case displayName, locale, timeZone, currency
  case address1, address2, city, state, zip, country, purchasedOn, purchaseMinor
  case quantity, priceMinor, replacementMinor, purchasedFrom, condition, serial, model
  case manufacturer, warrantyUntil, warrantyDetails, assetID, url, soldOn, soldTo, soldMinor
  case soldNotes, lentTo, lentUntil, value, fields, choices, photos, attachments, sortOrder
  case byteCount, width, height, blobHash, caption
  case provider, policyNumber, startsOn, endsOn, deductibleMinor, dwellingMinor
  case personalPropertyMinor, lossOfUseMinor, liabilityMinor, medicalPaymentsMinor
  case usefulLifeYears, residualMinor, lastSeenOn
  case title, dueOn, doneOn, everyCount, costMinor
  case isLifetimeWarranty, isArchived, isInsured, query, itemName
}
