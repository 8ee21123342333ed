import SyncProtocol
import Values

/// Reads the meaning of one piece of a search text.
struct ClauseReader {
  let setting: SearchQuery.Setting

  func meaning(of token: SearchToken) -> SearchQuery.Meaning {
    guard let name = token.name, let sign = token.sign else { return words(token) }
    // A sign with nothing before it, or a web address.
    guard !name.isEmpty, !(token.value.hasPrefix("//") && sign == .colon) else {
      return .words(token.text)
    }
    guard let keyword = SearchKeyword(name: name) else {
      let near = Spelling.nearest(to: name, among: SearchKeyword.allCases.map(\.rawValue))
      let rest = token.text.drop { $0 == "-" }.dropFirst(name.count)
      return .problem(
        .unknownName(suggestion: near.map { (token.isExcluded ? "-" : "") + $0 + rest }))
    }
    guard token.value.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      return .problem(.valueMissing(of: keyword.rawValue))
    }
    return meaning(of: token, keyword, sign)
  }

  /// Several words in quotes belong together.
  private func words(_ token: SearchToken) -> SearchQuery.Meaning {
    let words = SearchText.words(token.value)
    if token.isExcluded, !words.isEmpty {
      return .clause(.init(.text(.any, token.value), isExcluded: true))
    }
    return token.isQuoted && words.count > 1
      ? .clause(.init(.text(.any, token.value))) : .words(token.value)
  }

  private func meaning(
    of token: SearchToken, _ keyword: SearchKeyword, _ sign: SearchToken.Sign
  ) -> SearchQuery.Meaning {
    let isEquality = sign == .colon || sign == .equal
    switch keyword {
    case .label, .room, .home, .serial, .model, .make, .id, .has, .no, .is:
      guard isEquality else { return .problem(.cannotBeCompared(of: keyword.rawValue)) }
    case .value, .price, .quantity, .warranty, .bought, .added: break
    }
    func clause(_ test: ItemFilter.Test?, or problem: SearchQuery.Problem) -> SearchQuery.Meaning {
      test.map { .clause(.init($0, isExcluded: token.isExcluded)) } ?? .problem(problem)
    }
    func clause(_ test: ItemFilter.Test) -> SearchQuery.Meaning {
      .clause(.init(test, isExcluded: token.isExcluded))
    }
    switch keyword {
    case .label: return clause(.label(token.value))
    case .room: return clause(.place(token.value))
    case .home: return clause(.home(token.value))
    case .serial: return text(.serial, token)
    case .model: return text(.model, token)
    case .make: return text(.manufacturer, token)
    case .id: return text(.assetID, token)
    case .value: return clause(amount(token.value, sign).map { .value($0) }, or: .notAnAmount)
    case .price: return clause(amount(token.value, sign).map { .price($0) }, or: .notAnAmount)
    case .quantity: return clause(count(token.value, sign).map { .quantity($0) }, or: .notANumber)
    case .has, .no: return feature(token, keyword)
    case .is: return status(token)
    case .warranty:
      return clause(days(token.value, sign, liesAhead: true).map { .warranty($0) }, or: .notADay)
    case .bought:
      return clause(days(token.value, sign, liesAhead: false).map { .bought($0) }, or: .notADay)
    case .added:
      return clause(
        days(token.value, sign, liesAhead: false).map { range in
          let instants = range.instants(in: setting.timeZone)
          return .added(range, from: instants.from, to: instants.to)
        }, or: .notADay)
    }
  }

  private func text(_ field: ItemFilter.TextField, _ token: SearchToken) -> SearchQuery.Meaning {
    // Punctuation only is not in the index of words.
    guard !SearchText.words(token.value).isEmpty else { return .words(token.text) }
    return .clause(.init(.text(field, token.value), isExcluded: token.isExcluded))
  }

  // MARK: - Features and states

  private func feature(_ token: SearchToken, _ keyword: SearchKeyword) -> SearchQuery.Meaning {
    let word = token.value.lowercased()
    if let feature = ItemFilter.Feature(rawValue: word) ?? ItemFilter.Feature(other: word) {
      let isExcluded = (keyword == .no) != token.isExcluded
      return .clause(.init(.has(feature), isExcluded: isExcluded))
    }
    return unknown(token, keyword, among: ItemFilter.Feature.allCases.map(\.rawValue))
  }

  private func status(_ token: SearchToken) -> SearchQuery.Meaning {
    let word = token.value.lowercased()
    if word == "archived" { return .archived(!token.isExcluded) }
    if let status = ItemFilter.Status(rawValue: word) {
      return .clause(.init(.status(status), isExcluded: token.isExcluded))
    }
    return unknown(token, .is, among: ["archived"] + ItemFilter.Status.allCases.map(\.rawValue))
  }

  private func unknown(
    _ token: SearchToken, _ keyword: SearchKeyword, among known: [String]
  ) -> SearchQuery.Meaning {
    let near = Spelling.nearest(to: token.value.lowercased(), among: known)
    return .problem(
      .unknownChoice(
        of: keyword.rawValue, known: known,
        suggestion: near.map { (token.isExcluded ? "-" : "") + "\(keyword.rawValue):\($0)" }))
  }

  // MARK: - Numbers

  private func count(_ text: String, _ sign: SearchToken.Sign) -> ItemFilter.NumberRange? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(text)
    else { return nil }
    return ItemFilter.NumberRange(sign, number)
  }

  private func amount(_ text: String, _ sign: SearchToken.Sign) -> ItemFilter.ValueRange? {
    let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "'", "’"]
    let packed = text.filter { !blanks.contains($0) }
    let isNumber = { (character: Character) in
      character.isASCII && character.isNumber || character == "." || character == ","
    }
    let before = packed.prefix { !isNumber($0) }
    let number = packed.dropFirst(before.count).prefix(while: isNumber)
    let behind = packed.dropFirst(before.count + number.count)
    guard before.isEmpty || behind.isEmpty else { return nil }
    let named = before.isEmpty ? behind : before
    var currency = setting.currency
    if !named.isEmpty {
      let signs = ["€": "EUR", "£": "GBP", "¥": "JPY", "$": "USD"]
      currency = signs[String(named)] ?? named.uppercased()
      // A dollar sign means the person's own currency, if that is a dollar.
      if named == "$", setting.currency.hasSuffix("D") { currency = setting.currency }
    }
    guard let exponent = Currency(code: currency)?.exponent,
      let minor = Self.minor(String(number), exponent: exponent)
    else { return nil }
    let range = ItemFilter.NumberRange(sign, minor)
    return ItemFilter.ValueRange(currency: currency, minMinor: range.min, maxMinor: range.max)
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

  // MARK: - Days

  /// - Parameter liesAhead: whether `<90d` means the next 90 days, or the last.
  private func days(_ text: String, _ sign: SearchToken.Sign, liesAhead: Bool) -> DayRange? {
    guard let today = DayNumber(setting.today) else { return nil }
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

extension ItemFilter.NumberRange {
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
