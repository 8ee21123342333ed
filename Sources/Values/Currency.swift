/// A currency with the number of its decimals.
package struct Currency: Equatable, Hashable, Sendable {
  /// ISO 4217, upper case.
  package let code: String
  /// Decimals of an amount: 2 for EUR, 0 for JPY, 3 for KWD.
  package let exponent: Int

  /// - Precondition: `exponent` is within 0...4, as in ISO 4217.
  package init(code: String, exponent: Int) {
    precondition((0...4).contains(exponent), "no currency has \(exponent) decimals")
    self.code = code
    self.exponent = exponent
  }

  /// A currency in use, or one that ended (``ended``), by its code in capitals; `nil` for any other
  /// code.
  package init?(code: String) {
    guard Self.codes.contains(code) || Self.ended.contains(code) else { return nil }
    self.code = code
    exponent = Self.exponents[code] ?? 2
  }

  /// The codes of the currencies that a sign may stand for; empty if it is no currency sign.
  package static func codes(ofSign sign: String) -> [String] {
    signs[sign] ?? []
  }

  private static let exponents: [String: Int] = {
    var result: [String: Int] = ["CLF": 4, "UYW": 4]
    let without = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF TRL UGX UYI VND VUV XAF XOF XPF"
    for code in without.split(separator: " ") { result[String(code)] = 0 }
    for code in "BHD IQD JOD KWD LYD OMR TND".split(separator: " ") { result[String(code)] = 3 }
    return result
  }()

  /// How many decimals an amount has; two for a currency that has no entry of its own.
  package static func exponent(of code: String) -> Int { exponents[code] ?? 2 }

  /// Currencies that are offered first when a person chooses theirs.
  package static let common = [
    "EUR", "USD", "GBP", "CAD", "AUD", "NZD", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "JPY", "CNY", "INR", "BRL", "MXN", "ZAR", "KRW", "TRY", "ILS", "KWD", "SGD", "HKD",
  ]

  /// The codes of all currencies in use, sorted.
  package static let all = codes.sorted()

  /// The codes of currencies that are no longer in use and still stand beside old amounts: those of
  /// which the European Central Bank has published rates, and the guilder before `XCG`. They are
  /// taken and shown, and offered to nobody.
  package static let ended: Set<String> = [
    "ANG", "BGN", "CYP", "EEK", "HRK", "LTL", "LVL", "MTL", "ROL", "SIT", "SKK", "TRL",
  ]

  private static let codes: Set<String> = {
    let text = """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP
      BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP
      GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS
      KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
      MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF
      SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD
      TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
      """
    return Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }()

  private static let signs: [String: [String]] = [
    "€": ["EUR"], "US$": ["USD"], "₹": ["INR"], "₩": ["KRW"], "₺": ["TRY"], "₽": ["RUB"],
    "₫": ["VND"], "₪": ["ILS"], "₴": ["UAH"], "₱": ["PHP"], "฿": ["THB"], "zł": ["PLN"],
    "Kč": ["CZK"], "R$": ["BRL"], "A$": ["AUD"], "C$": ["CAD"], "CA$": ["CAD"], "NZ$": ["NZD"],
    "HK$": ["HKD"], "S$": ["SGD"], "Fr.": ["CHF"],
    "$": [
      "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "TWD", "ARS", "CLP", "COP", "BBD", "BMD",
      "BND", "BSD", "BZD", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "UYU",
      "XCD",
    ],
    "£": ["GBP", "EGP", "FKP", "GIP", "SHP", "SSP", "SYP"],
    "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"],
    "kr": ["SEK", "NOK", "DKK", "ISK"], "kr.": ["SEK", "NOK", "DKK", "ISK"],
  ]
}
