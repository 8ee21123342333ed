import FoundationEssentials
import Replica
import TimeZones

/// Changes a person's own settings.
package struct EditProfile: Sendable {
  package var displayName: String
  package var locale: String
  package var timeZone: String
  package var currency: String

  package typealias Failure = UseCaseFailure

  package init(displayName: String, locale: String, timeZone: String, currency: String) {
    self.displayName = displayName
    self.locale = locale
    self.timeZone = timeZone
    self.currency = currency
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Profile {
    guard let old = try Profile.own(in: transaction.connection) else {
      throw Failure.profileMissing
    }
    var profile = old
    var check = InputCheck()
    profile.displayName = check.line(displayName, .displayName, .name)
    profile.locale = check.line(locale, .locale, .locale, isRequired: true)
    if !Self.isLocale(profile.locale) { check.fail(.locale, .unknownLocale) }
    profile.timeZone = check.line(timeZone, .timeZone, .timeZone, isRequired: true)
    if CivilTimeZone(identifier: profile.timeZone) == nil {
      check.fail(.timeZone, .unknownTimeZone)
    }
    profile.currency = check.currency(currency)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    try profile.update(from: old, in: transaction.connection)
    return profile
  }

  /// Whether the text has the shape of a language tag: `en`, `en-GB`, `zh-Hant-TW`.
  private static func isLocale(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count) else { return false }
    return parts.allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0 < 0x80 && $0 > 0x2f }
        && part.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }
  }
}
