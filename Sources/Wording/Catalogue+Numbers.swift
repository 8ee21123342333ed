import Values

/// How much of an amount is written.
package enum MoneyStyle: Sendable {
  /// Always all decimal places: €1,899.00.
  case exact
  /// Rounded to whole units, for totals and charts: €28,140.
  case whole
  /// Decimal places only where they are not all zero: €50,000, €12.50.
  case short
}

extension Catalogue {
  /// A whole number with the region's separators: 1,234.
  package func number(_ value: Int) -> String { grouped(Int64(value)) }

  /// An amount with its sign, of what somebody is owed.
  package func signed(_ amount: Money) -> String {
    amount.minor > 0 ? "+" + money(amount) : money(amount)
  }

  /// An amount with its symbol where the region puts it.
  package func money(_ money: Money, _ style: MoneyStyle = .exact) -> String {
    let exponent = Currency.exponent(of: money.currency)
    let unit = Self.powersOfTen[exponent]
    var whole = money.minor.magnitude / unit
    let fraction = money.minor.magnitude % unit
    if style == .whole, fraction * 2 >= unit, exponent > 0 { whole += 1 }
    var digits = grouped(magnitude: whole)
    if exponent > 0, style == .exact || style == .short && fraction > 0 {
      let text = String(fraction)
      let zeros = String(repeating: "0", count: exponent - text.count)
      digits += region.decimalSeparator + zeros + text
    }
    let isZero = style == .whole ? whole == 0 : money.minor == 0
    let sign = money.minor < 0 && !isZero ? "−" : ""
    let symbol = symbol(of: money.currency)
    guard region.symbolIsBefore else { return sign + digits + region.symbolGap + symbol }
    let endsInLetter = symbol.unicodeScalars.last.map(\.properties.isAlphabetic) ?? false
    return sign + symbol + (endsInLetter ? "\u{00A0}" : region.symbolGap) + digits
  }

  /// An amount as it is put into a form: no symbol, no groups, the region's decimal separator.
  package func moneyInput(_ money: Money) -> String {
    let exponent = Currency.exponent(of: money.currency)
    let unit = Self.powersOfTen[exponent]
    let sign = money.minor < 0 ? "-" : ""
    let whole = String(money.minor.magnitude / unit)
    guard exponent > 0 else { return sign + whole }
    let fraction = String(money.minor.magnitude % unit)
    let zeros = String(repeating: "0", count: exponent - fraction.count)
    return sign + whole + region.decimalSeparator + zeros + fraction
  }

  /// A number above zero with all its decimals and the region's separators: 1,234.5678.
  package func decimal(_ value: ExactDecimal) -> String {
    let unit = (0..<value.scale).reduce(1 as UInt64) { product, _ in product * 10 }
    let whole = grouped(magnitude: value.digits.magnitude / unit)
    guard value.scale > 0 else { return whole }
    let fraction = String(value.digits.magnitude % unit)
    let zeros = String(repeating: "0", count: value.scale - fraction.count)
    return whole + region.decimalSeparator + zeros + fraction
  }

  /// A size of a file: 184 kB, 5.5 MB.
  package func fileSize(_ bytes: Int64) -> String {
    if bytes < 1000 { return say("\(grouped(bytes)) bytes") }
    if bytes < 1_000_000 { return say("\(grouped(bytes / 1000)) kB") }
    let tenths = bytes / 100_000
    let part = tenths % 10 == 0 ? "" : region.decimalSeparator + String(tenths % 10)
    let text = grouped(tenths / 10) + part
    return say("\(text) MB")
  }

  /// A share of a hundred: 42 %.
  package func percent(_ value: Int) -> String {
    region.symbolIsBefore ? number(value) + "%" : number(value) + "\u{00A0}%"
  }

  /// Names one after another: “Kitchen, Bedroom and Shed”.
  package func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return say("\(names.dropLast().joined(separator: ", ")) and \(last)")
  }

  /// The currency's symbol as this region knows it; the code where there is none.
  package func symbol(of currency: String) -> String {
    if currency == region.homeCurrency, let short = Self.homeSymbols[currency] { return short }
    return Self.symbols[currency] ?? currency
  }

  private static let powersOfTen: [UInt128] = [1, 10, 100, 1000, 10_000]

  private static let homeSymbols = [
    "USD": "$", "CAD": "$", "AUD": "$", "NZD": "$", "JPY": "¥", "CNY": "¥", "SEK": "kr",
    "NOK": "kr", "DKK": "kr.", "ZAR": "R",
  ]

  private static let symbols = [
    "EUR": "€", "GBP": "£", "USD": "$", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$", "JPY": "¥",
    "CNY": "CN¥", "INR": "₹", "KRW": "₩", "BRL": "R$", "ILS": "₪", "TRY": "₺", "PLN": "zł",
    "CZK": "Kč", "HUF": "Ft", "UAH": "₴", "VND": "₫", "PHP": "₱", "NGN": "₦", "MXN": "MX$",
    "HKD": "HK$", "SGD": "S$",
  ]

  private func grouped(_ value: Int64) -> String {
    (value < 0 ? "−" : "") + grouped(magnitude: value.magnitude)
  }

  private func grouped(magnitude: some BinaryInteger) -> String {
    let digits = Array(String(magnitude))
    var out: [String] = []
    var end = digits.count
    var size = 3
    while end > size {
      out.insert(String(digits[(end - size)..<end]), at: 0)
      end -= size
      if region.groupsInTwos { size = 2 }
    }
    out.insert(String(digits[0..<end]), at: 0)
    return out.joined(separator: region.groupSeparator)
  }

  package var atAGlance: String { say("At a glance") }
  package func itemCount(_ count: Int) -> String {
    plural(count, one: "1 item", other: "\(number(count)) items")
  }

  package func roomCount(_ count: Int) -> String {
    plural(count, one: "1 room", other: "\(number(count)) rooms")
  }
}

extension Money {
  /// Without its sign.
  package var magnitude: Money { minor < 0 ? Money(0 &- minor, currency) : self }
}
