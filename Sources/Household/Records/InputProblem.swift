/// Why one field of a form cannot be stored.
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
    /// Not `YYYY-MM-DD`, or a day that the calendar does not have.
    case notADate
    /// Before a day that must come first, such as the start of what ends.
    case tooEarly
    /// A day on which something was done, and it is still to come.
    case inFuture
    /// More than the price of the same thing.
    case abovePrice
    case outOfRange(min: Int64, max: Int64)
    case unknownCurrency
    /// All amounts of an item are in one currency.
    case severalCurrencies
    /// Only `http` and `https` addresses can be followed safely.
    case notAWebAddress
    case notAnEmoji
    case unknownTimeZone
    case unknownLocale
    /// The place or label is not in this home (D-HOM-13).
    case notInThisHome
    /// Below itself, or more than `Location.maxDepth` deep.
    case loop
    case tooDeep(max: Int)
    case tooMany(max: Int)
    /// Controls, or characters that turn the direction of writing.
    case hiddenCharacters
    /// A file's name that leads through folders.
    case pathInName
    /// Another one has this name.
    case nameTaken
    /// The home offers a field of this name, and the value is not of its kind.
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
