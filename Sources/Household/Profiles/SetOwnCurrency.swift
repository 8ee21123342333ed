import Replica

/// Changes the currency in which a person's own sums are told; the other settings stay. What is
/// told in it is converted afterwards, beside other work.
package struct SetOwnCurrency: Sendable {
  package var currency: String

  package typealias Failure = UseCaseFailure

  package init(_ currency: String) { self.currency = currency }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Profile {
    guard let profile = try Profile.own(in: transaction.connection) else {
      throw Failure.profileMissing
    }
    return try EditProfile(
      displayName: profile.displayName, locale: profile.locale, timeZone: profile.timeZone,
      currency: currency)(transaction)
  }
}
