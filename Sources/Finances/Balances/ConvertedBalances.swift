import Splitting
import SyncProtocol
import Values

/// What the members of a group are owed over all currencies, in one of them.
///
/// In each currency what is owed as a whole is converted, and then apportioned to those who are owed
/// and to those who owe, so that the result comes to zero again (D-DBT-5).
package struct ConvertedBalances: Equatable, Sendable {
  package let currency: Currency
  /// What each member is owed, in minor units of ``currency``; negative for who owes. Members for
  /// whom it is nothing are there as well.
  package private(set) var nets: [RecordID: Int128] = [:]
  /// Currencies with balances that could not be converted: there is no rate, or the amounts are
  /// beyond what can be.
  package private(set) var unconverted: [String] = []
  /// Those of them that have a rate.
  package private(set) var tooLarge: [String] = []

  /// - Parameter rates: units of `currency` for one unit of each other currency.
  package init(_ balances: GroupBalances, into currency: Currency, at rates: [String: ExchangeRate])
  {
    self.currency = currency
    for code in balances.currencies {
      let net = balances.net(in: code)
      if net.isEmpty { continue }
      guard let parts = Self.convert(net, from: code, to: currency, at: rates[code]) else {
        unconverted.append(code)
        if rates[code] != nil, Currency(code: code) != nil { tooLarge.append(code) }
        continue
      }
      for (member, part) in parts { nets[member, default: 0] &+= part }
    }
  }

  private static func convert(
    _ net: [RecordID: Int128], from code: String, to currency: Currency, at rate: ExchangeRate?
  ) -> [(RecordID, Int128)]? {
    if code == currency.code { return net.map { ($0.key, $0.value) } }
    guard let rate, let from = Currency(code: code) else { return nil }
    var (creditors, debtors): ([PersonAmount], [PersonAmount]) = ([], [])
    var total: Int128 = 0
    for (member, amount) in net.sorted(by: { $0.key < $1.key }) {
      guard let minor = Int64(exactly: amount) else { return nil }
      if minor > 0 {
        creditors.append(PersonAmount(member, minor))
        total &+= amount
      } else {
        debtors.append(PersonAmount(member, minor))
      }
    }
    guard let whole = Int64(exactly: total) else { return nil }
    do throws(Conversion.Problem) {
      if isPlanted(.sharesConverted) {
        return try (creditors + debtors).map { part throws(Conversion.Problem) in
          let minor = try Conversion.convert(part.amount, from: from, to: currency, at: rate)
          return (part.person, Int128(minor))
        }
      }
      let converted = try Conversion.convert(whole, from: from, to: currency, at: rate)
      let parts =
        try Conversion.apportion(converted, by: creditors)
        + Conversion.apportion(0 &- converted, by: debtors)
      return parts.map { ($0.person, Int128($0.amount)) }
    } catch {
      // Told as a currency that was not converted.
      return nil
    }
  }
}
