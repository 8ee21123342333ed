import FoundationEssentials
import SyncProtocol
import Values

/// Reads the meaning of one piece of a search text, and the values of its conditions.
struct ClauseReader<Language: SearchLanguage> {
  typealias Meaning = SearchMeaning<Language.Clause>

  let setting: SearchSetting

  func meaning(of token: SearchToken) -> Meaning {
    guard let name = token.name, let sign = token.sign else { return words(token) }
    // A web address.
    guard !(token.value.hasPrefix("//") && sign == .colon) else { return .words(token.text) }
    let isValueThere = token.value.unicodeScalars.contains { !$0.properties.isWhitespace }
    if name.isEmpty {
      guard let keyword = Language.unnamed, isValueThere else { return .words(token.text) }
      return meaning(of: token, keyword, sign)
    }
    guard let keyword = Language.Keyword(word: name) else {
      let near = Spelling.nearest(to: name, among: Language.Keyword.words)
      let rest = token.text.drop { $0 == "-" }.dropFirst(name.count)
      return .problem(
        .unknownName(suggestion: near.map { (token.isExcluded ? "-" : "") + $0 + rest }))
    }
    guard isValueThere else { return .problem(.valueMissing(of: keyword.rawValue)) }
    guard keyword.isCompared || sign == .colon || sign == .equal else {
      return .problem(.cannotBeCompared(of: keyword.rawValue))
    }
    return meaning(of: token, keyword, sign)
  }

  private func meaning(
    of token: SearchToken, _ keyword: Language.Keyword, _ sign: SearchToken.Sign
  ) -> Meaning {
    Language.meaning(
      of: TypedCondition(keyword: keyword, token: token, sign: sign, reader: self))
  }

  /// Several words in quotes belong together.
  private func words(_ token: SearchToken) -> Meaning {
    let words = SearchText.words(token.value)
    guard token.isExcluded ? !words.isEmpty : token.isQuoted && words.count > 1 else {
      return .words(token.value)
    }
    return .clause(SearchClause(Language.phrase(token.value), isExcluded: token.isExcluded))
  }

  // MARK: - Numbers

  /// Whole numbers, as `5` or from `5..8`; `nil` for what is none.
  func count(_ text: String, _ sign: SearchToken.Sign) -> NumberRange? {
    if let (low, high) = Self.ends(of: text, sign) {
      guard let from = count(low, .atLeast)?.min, let to = count(high, .atMost)?.max else {
        return nil
      }
      return NumberRange(min: from, max: to)
    }
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(text)
    else { return nil }
    return NumberRange(sign, number)
  }

  /// Amounts, as `20.50`, `100usd` or from `20..50`; `nil` for what is none.
  func amount(_ text: String, _ sign: SearchToken.Sign) -> AmountRange? {
    if let (low, high) = Self.ends(of: text, sign) {
      guard let low = Self.parts(ofAmount: low), let high = Self.parts(ofAmount: high),
        low.currency.isEmpty || high.currency.isEmpty || low.currency == high.currency,
        case let currency = currency(high.currency.isEmpty ? low.currency : high.currency),
        let exponent = Currency(code: currency)?.exponent,
        let from = Self.minor(low.number, exponent: exponent),
        let to = Self.minor(high.number, exponent: exponent)
      else { return nil }
      return AmountRange(currency: currency, minMinor: from, maxMinor: to)
    }
    guard let parts = Self.parts(ofAmount: text), case let currency = currency(parts.currency),
      let exponent = Currency(code: currency)?.exponent,
      let minor = Self.minor(parts.number, exponent: exponent)
    else { return nil }
    let range = NumberRange(sign, minor)
    return AmountRange(currency: currency, minMinor: range.min, maxMinor: range.max)
  }

  /// The number, and the currency before or behind it; `nil` if there is one on both sides.
  private static func parts(ofAmount text: String) -> (number: String, currency: String)? {
    let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "'", "’"]
    let packed = text.filter { !blanks.contains($0) }
    let isNumber = { (character: Character) in
      character.isASCII && character.isNumber || character == "." || character == ","
    }
    let before = packed.prefix { !isNumber($0) }
    let number = packed.dropFirst(before.count).prefix(while: isNumber)
    let behind = packed.dropFirst(before.count + number.count)
    guard before.isEmpty || behind.isEmpty else { return nil }
    return (String(number), String(before.isEmpty ? behind : before))
  }

  /// The code of a currency that is named by its code or sign; that of the setting if none is.
  private func currency(_ named: String) -> String {
    guard !named.isEmpty else { return setting.currency }
    // A dollar sign means the person's own currency, if that is a dollar.
    if named == "$", setting.currency.hasSuffix("D") { return setting.currency }
    let signs = ["€": "EUR", "£": "GBP", "¥": "JPY", "$": "USD"]
    return signs[named] ?? named.uppercased()
  }

  /// An amount in minor units; `nil` if the text is ambiguous or not an amount.
  ///
  /// Three digits after the only mark are thousands, except in a currency with three decimals.
  static func minor(_ number: String, exponent: Int) -> Int64? {
    let marks = number.filter { $0 == "." || $0 == "," }
    var (whole, fraction) = (number, "")
    if let mark = marks.last, let place = number.lastIndex(of: mark) {
      let rest = number[number.index(after: place)...]
      let isGroup = rest.count == 3 && exponent != 3 && !(marks.count > 1 && marks.first != mark)
      let isRepeated = marks.filter { $0 == mark }.count > 1
      if !isGroup, !isRepeated {
        (whole, fraction) = (String(number[..<place]), String(rest))
        guard !rest.isEmpty else { return nil }
      }
    }
    let groups = whole.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard groups.count == 1 || groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.count == 1 || (1...3).contains(groups[0].count), fraction.count <= exponent
    else { return nil }
    let digits =
      groups.joined() + fraction + String(repeating: "0", count: exponent - fraction.count)
    guard !(whole.isEmpty && fraction.isEmpty), digits.count <= 18 else { return nil }
    return Int64(digits)
  }

  /// Both ends of a range such as `20..50`; `nil` for anything else.
  private static func ends(
    of text: String, _ sign: SearchToken.Sign
  ) -> (low: String, high: String)? {
    guard sign == .colon || sign == .equal, let dots = text.firstRange(of: "..") else { return nil }
    let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
    return low.isEmpty || high.isEmpty ? nil : (String(low), String(high))
  }

  // MARK: - Days

  /// - Parameter liesAhead: whether `<90d` means the next 90 days, or the last.
  func days(_ text: String, _ sign: SearchToken.Sign, liesAhead: Bool) -> DayRange? {
    guard let today = DayNumber(setting.today) else { return nil }
    if let (low, high) = Self.ends(of: text, sign) {
      guard let from = Self.period(low)?.first, let to = Self.period(high)?.last else { return nil }
      return DayRange(from: from.text, to: to.text)
    }
    if let count = Self.count(ofDays: text.lowercased()) {
      let edge = DayNumber(value: today.value + (liesAhead ? count : -count))
      let beyond = DayNumber(value: edge.value + (liesAhead ? 1 : -1))
      switch sign {
      case .less, .atMost, .colon:
        return liesAhead
          ? DayRange(from: today.text, to: edge.text) : DayRange(from: edge.text, to: today.text)
      case .more, .atLeast:
        return liesAhead ? DayRange(from: beyond.text) : DayRange(to: beyond.text)
      case .equal: return DayRange(from: edge.text, to: edge.text)
      }
    }
    guard let (first, last) = Self.period(text.lowercased() == "today" ? today.text : text) else {
      return nil
    }
    switch sign {
    case .less: return DayRange(to: DayNumber(value: first.value - 1).text)
    case .atMost: return DayRange(to: last.text)
    case .more: return DayRange(from: DayNumber(value: last.value + 1).text)
    case .atLeast: return DayRange(from: first.text)
    case .equal, .colon: return DayRange(from: first.text, to: last.text)
    }
  }

  /// `30d`, `6w`, `3m`, `2y` in days; a month counts as 30 days and a year as 365.
  private static func count(ofDays text: String) -> Int? {
    let units: [Character: Int] = ["d": 1, "w": 7, "m": 30, "y": 365]
    guard let unit = text.last.flatMap({ units[$0] }), (2...6).contains(text.utf8.count),
      text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text.dropLast())
    else { return nil }
    return count * unit
  }

  /// The first and last day of a year, month or day.
  private static func period(_ text: String) -> (first: DayNumber, last: DayNumber)? {
    switch text.utf8.count {
    case 4:
      guard let first = DayNumber(text + "-01-01"), let last = DayNumber(text + "-12-31") else {
        return nil
      }
      return (first, last)
    case 7:
      guard let first = DayNumber(text + "-01") else { return nil }
      let last = (28...31).reversed().lazy.compactMap { DayNumber(text + "-\($0)") }.first
      return last.map { (first, $0) }
    default: return DayNumber(text).map { ($0, $0) }
    }
  }
}

extension NumberRange {
  /// The numbers that compare so with `number`; none is below zero.
  init(_ sign: SearchToken.Sign, _ number: Int64) {
    switch sign {
    case .colon, .equal: self.init(min: number, max: number)
    case .less: self.init(min: 0, max: number - 1)
    case .atMost: self.init(min: 0, max: number)
    case .more: self.init(min: number + 1, max: nil)
    case .atLeast: self.init(min: number, max: nil)
    }
  }
}

/// Guesses what somebody who mistyped a word meant.
enum Spelling {
  /// The known word with the fewest edits, if there are at most two, or one for words of two or
  /// three letters; otherwise `nil`. An edit inserts, removes or replaces a letter, or swaps two
  /// neighbours.
  static func nearest(to word: String, among known: [String]) -> String? {
    let letters = Array(word.utf8)
    guard (2...20).contains(letters.count) else { return nil }
    let scored = known.map { (word: $0, distance: distance(letters, Array($0.utf8))) }
    guard let best = scored.min(by: { $0.distance < $1.distance }),
      best.distance <= (letters.count < 4 ? 1 : 2)
    else { return nil }
    return best.word
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
