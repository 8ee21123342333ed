import Household

/// Names that are told apart where a file or a new group has several of one name: all but the first
/// get a number, as in "Eve 2".
package enum NumberedNames {
  /// Names that differ in case or blanks alone are equal. One that is there already is no number.
  ///
  /// - Returns: as many names, in the same order; no two are equal.
  package static func of(_ names: [String]) -> [String] {
    var taken = Set(names.map(NameKey.make))
    var seen: Set<String> = []
    var numbers: [String: Int] = [:]
    return names.map { name in
      let key = NameKey.make(name)
      if seen.insert(key).inserted { return name }
      var numbered = name
      repeat {
        // Names are counted in people: no number leaves its range.
        let number = (numbers[key] ?? 1) + 1
        numbers[key] = number
        let end = " \(number)"
        numbered = name.prefix(max(0, TextLimit.name.maxCharacters - end.count)) + end
      } while !taken.insert(NameKey.make(numbered)).inserted
      return numbered
    }
  }
}
