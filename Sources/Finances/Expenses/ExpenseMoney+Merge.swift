import SyncProtocol

/// The amounts as the hub sees them: a map of columns, and the rows below.
extension ExpenseMoney {
  /// What is wrong with content that somebody sends; `nil` if it can be stored.
  static func check(below: ExpensePart.Below) -> @Sendable (FieldValue) -> String? {
    { content in
      guard let money = ExpenseMoney(content, below: below) else { return "not amounts" }
      return money.problem?.sentence
    }
  }

  /// The parts of members who are one by now are one part (D-CLM-7). No sum changes.
  static func join(below: ExpensePart.Below) -> @Sendable (FieldValue) -> FieldValue {
    { content in joined(content, below.table) }
  }

  private static func joined(_ content: FieldValue, _ table: String) -> FieldValue {
    guard case .map(var map) = content, let rows = content[table].list else { return content }
    let mode = map["mode"]?.text.flatMap(Mode.init)
    var joined: [FieldValue] = []
    var (isChanged, isByHeads) = (false, false)
    for row in rows {
      let known = joined.firstIndex { other in
        row["memberID"].text != nil && other["memberID"] == row["memberID"]
          && other["kind"] == row["kind"] && other["line"] == row["line"]
      }
      guard let known else {
        joined.append(row)
        continue
      }
      // What cannot be added stays apart, and is refused for it.
      guard let sum = add(row, to: joined[known]) else { return content }
      isChanged = true
      if mode?.isByHeads(row["weight"].integer, joined[known]["weight"].integer) == true {
        isByHeads = true
      }
      joined[known] = sum
    }
    guard isChanged else { return content }
    if isByHeads {
      map["mode"] = .text(Mode.exact.rawValue)
      joined = joined.map(withoutWeight)
    }
    map[table] = .list(joined)
    return .map(map)
  }

  private static func add(_ row: FieldValue, to other: FieldValue) -> FieldValue? {
    guard case .map(var sum) = other else { return nil }
    for column in ["paidMinor", "owedMinor", "weight"] {
      guard let (first, second) = numbers(other[column], row[column]) else { continue }
      let (value, overflows) = first.addingReportingOverflow(second)
      if overflows { return nil }
      sum[column] = .integer(value)
    }
    return .map(sum)
  }

  /// An amount of one's own needs no weight.
  private static func withoutWeight(_ row: FieldValue) -> FieldValue {
    guard case .map(var map) = row else { return row }
    map["weight"] = .null
    return .map(map)
  }

  /// Both numbers, where at least one is there.
  private static func numbers(_ first: FieldValue, _ second: FieldValue) -> (Int64, Int64)? {
    first.integer == nil && second.integer == nil
      ? nil : (first.integer ?? 0, second.integer ?? 0)
  }

  /// `nil` if the content names a kind or mode that this program does not know, or has no rows.
  package init?(_ content: FieldValue) { self.init(content, below: .expense) }

  init?(_ content: FieldValue, below: ExpensePart.Below) {
    guard let kind = content["kind"].text.flatMap(Kind.init),
      let mode = content["mode"].text.flatMap(Mode.init),
      let currency = content["currency"].text, let amount = content["amountMinor"].integer,
      let rows = content[below.table].list
    else { return nil }
    var parts: [ExpensePart] = []
    for row in rows {
      guard let id = row["id"].text, let kind = row["kind"].text.flatMap(ExpensePart.Kind.init),
        let position = row["position"].integer
      else { return nil }
      guard (kind == .line) == (row["memberID"].text == nil) else { return nil }
      var part = ExpensePart(id: id, kind: kind, position: position)
      part.memberID = row["memberID"].text
      part.paidMinor = row["paidMinor"].integer ?? 0
      part.owedMinor = row["owedMinor"].integer ?? 0
      part.weight = row["weight"].integer
      part.line = row["line"].integer
      part.name = row["name"].text ?? ""
      part.amountMinor = row["amountMinor"].integer ?? 0
      parts.append(part)
    }
    self.init(
      kind: kind, currency: currency, amountMinor: amount, mode: mode, parts: parts)
    // A sharer of a line that is not there would be lost in reading.
    let lines = Set(parts.filter { $0.kind == .line }.map(\.position))
    let areKnown = parts.allSatisfy { part in
      part.kind != .sharer || part.line.map(lines.contains) == true
    }
    guard areKnown, lines.count == self.lines.count else { return nil }
  }
}
