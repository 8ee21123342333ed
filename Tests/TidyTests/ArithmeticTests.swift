import Testing

/// Arithmetic that ends the program where its result has no room, on what somebody typed, sent or
/// stored. `BoundedNumbers.swift` has the operations that do not.
@Suite("Numbers that nobody has looked at")
struct ArithmeticTests {
  private struct Rule {
    let what: String
    /// Where it looks; tests may do as they like.
    let targets: Set<String>
    /// Files that check for themselves, each with how.
    let allowed: [String: String]
    let finds: @Sendable (String) -> Bool
  }

  private static let household: Set = [
    "Household", "Things", "Finances", "HearthDomain", "Legacy", "Wording", "Intake", "Backends",
    "ClaimReports", "Web",
    "TodayWeb", "SharingWeb",
    "AccountWeb", "ThingsWeb", "InsuranceWeb", "TransferWeb", "MoneyWeb", "FamilyWeb",
    "WebApp", "Families",
    "RESTAPI", "HubWeb",
    "hearth",
  ]
  private static let all = household.union([
    "Importing", "Documents", "Demo", "Usage", "Images", "HTTPServer", "Blobs", "Mail", "Rates",
    "Splitting",
  ])

  /// `+`, `-` and `*` beside a name that says a time, an amount, a quantity or a place in a log.
  private static let bare = Rule(
    what: "use addingSaturating, subtractingSaturating or multipliedExactly", targets: household,
    allowed: [
      "Sources/Things/Items/Depreciation.swift": "its price and years are within their limits",
      "Sources/Things/Archive/ZipWriter.swift": "counts the bytes that it has written",
      "Sources/hearth/Data/SHA256File.swift": "counts the bytes that it has read",
      "Sources/Things/Items/Item+Schema.swift": "SQLite's product, which becomes a fraction",
      "Sources/Things/Items/ItemCondition.swift": "SQLite's product, which becomes a fraction",
      "Sources/Things/Items/ItemSearch.swift": "SQLite's product, which becomes a fraction",
      "Sources/Things/Items/ItemSegment.swift": "SQLite's product, which becomes a fraction",
    ]
  ) { code in
    // Most lines have none of it, and looking closely takes its time.
    guard [" + ", " - ", " * ", "= "].contains(where: { code.contains($0) }) else { return false }
    let code = " \(code) "
    return code.contains(#/[^"\w](?:[A-Za-z_][\w?!]*\.)*(\w+)\??\s[-+*]=?\s/#) { isTold($0.1) }
      || code.contains(#/\s[-+*]=?\s(?:[A-Za-z_][\w?!]*\.)*(\w+)[^\w(.]/#) { isTold($0.1) }
  }

  /// Whether a name says that something of the outside is in it.
  private static func isTold(_ name: Substring) -> Bool {
    let whole: Set = [
      "at", "until", "minor", "milliseconds", "sequence", "quantity", "byteCount",
    ]
    let endings = [
      "At", "Until", "Minor", "Milliseconds", "Sequence", "Quantity", "ByteCount",
    ]
    return whole.contains(String(name)) || endings.contains { name.hasSuffix($0) }
  }

  /// A fraction that becomes a whole number without being looked at.
  private static let fractions = Rule(
    what: "bring a fraction into a range with min and max before it becomes a whole number",
    targets: all,
    allowed: [
      "Sources/hearth/Commands/PlanCommands.swift": "a day of four digits for its year",
      "Sources/ThingsWeb/Printing/LabelPaper+Format.swift": "lengths of the program's own formats",
      "Sources/Documents/Drawing/Typesetter.swift": "lengths of its own style",
      "Sources/HTTPServer/Server/HTTPServer.swift": "seconds of the configuration",
      "Sources/HTTPServer/Engine/Daemon.swift": "seconds of the configuration",
      "Sources/HTTPServer/Engine/Connection.swift": "seconds of the configuration",
      "Sources/HTTPServer/Engine/ConnectionWatcher.swift": "seconds of the configuration",
      "Sources/HTTPServer/Engine/Exchange.swift": "seconds of the configuration",
    ]
  ) { code in
    guard code.contains("Int") else { return false }
    let fraction =
      #/\bU?Int(?:8|16|32|64)?\([^:]*(?:timeInterval|rounded\(|Double\(|[sS]econds \* )/#
    return code.contains(fraction) && !code.contains("min(")
  }

  /// SQLite's `sum` fails where it has no room, and its pages with it.
  private static let sums = Rule(
    what: "sum what is stored in Swift, or with total()", targets: all, allowed: [:]
  ) { code in
    code.contains("sum(")
      && code.contains(
        #/\bsum\(\s*(?:\w+\.)?(?:\w*(?:Minor|Bytes|At)|value|byteCount|quantity|price)/#)
  }

  /// Two equal keys end the program.
  private static let keys = Rule(
    what: "say which of two equal keys wins, or that a table makes them unique", targets: all,
    allowed: [
      "Sources/Things/Photos/ReorderPhotos.swift": "ids of rows of one table",
      "Sources/Things/Locations/MovePlace.swift": "ids of rows of one table",
      "Sources/Things/Claims/ClaimItems.swift": "ids of rows of one table",
      "Sources/Things/Items/SetItemFields.swift": "ids of rows of one table",
      "Sources/Things/Merging/MergeMatching.swift": "ids of rows of one table",
      "Sources/Things/Archive/ArchiveWriter.swift": "names of tables",
      "Sources/Things/Archive/HouseholdArchive.swift":
        "names of tables, and of entries and fields that their readers refuse twice",
      "Sources/Legacy/LegacyReader.swift": "names of tables",
      "Sources/Things/Merging/MergeManifest.swift": "names of columns",
      "Sources/Things/Merging/UserData.swift": "names of the program's own",
      "Sources/Wording/Catalogue.swift": "letters of the program's own",
    ]
  ) { $0.contains("uniqueKeysWithValues:") }

  private static let rules = [bare, fractions, sums, keys]

  @Test(
    "no number that was typed, sent or stored is reckoned with where that could end the program")
  func sources() {
    var seen: Set<String> = []
    for file in Repository.swiftFiles where !file.isTest {
      for rule in Self.rules where rule.targets.contains(file.target) {
        for (index, line) in file.lines.enumerated() where rule.finds(Self.code(line)) {
          if rule.allowed[file.path] != nil {
            seen.insert("\(rule.what) \(file.path)")
          } else {
            Issue.record("\(file.place(index)): \(rule.what)")
          }
        }
      }
    }
    for rule in Self.rules {
      for path in rule.allowed.keys.sorted() {
        #expect(seen.contains("\(rule.what) \(path)"), "\(path) need not be allowed any more")
      }
    }
  }

  @Test("what each rule is about is noticed, and what only looks like it is not")
  func control() {
    let planted: [(Rule, bad: [String], good: [String])] = [
      (
        Self.bare,
        [
          "undoneAt == nil ? mergedAt + Self.undoMilliseconds : nil",
          "where old.mergedAt + HomeMerge.undoMilliseconds < now {",
          "total = stored.priceMinor * stored.quantity", "sum += item.priceMinor",
          "HistoryRequest(zone: home, before: sequence + 1, limit: 1)", "guard now - entry.at > 5",
          "price * details.quantity", "left = row.createdAt - 1",
        ],
        [
          "mergedAt.addingSaturating(Self.undoMilliseconds)", "text += row.quantityText",
          "values + details.values", "count += 1", "format + item.name", "let x = created + 1",
        ]
      ),
      (
        Self.fractions,
        [
          "Int(date.timeIntervalSince1970)", "Int64((price * 100).rounded())",
          "let a = Int32(Double(number) / 3)", "Int(idleSeconds * 1000)",
        ],
        [
          "Int(clamping: number)", "Int(max(0, min(now.timeIntervalSince(date), 3.2e9)))",
          "Int(text)",
        ]
      ),
      (
        Self.sums,
        ["SELECT currency, sum(value) FROM itemTotals", "coalesce(sum(p.byteCount), 0)"],
        ["SELECT sum(isArchived)", "total(byteCount)", "func sum(_ values: [Int])"]
      ),
      (
        Self.keys, ["Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })"],
        ["Dictionary(rows) { first, _ in first }"]
      ),
    ]
    for (rule, bad, good) in planted {
      for line in bad { #expect(rule.finds(Self.code(line)), "\(line)") }
      for line in good { #expect(!rule.finds(Self.code(line)), "\(line)") }
    }
  }

  /// The line without its comment.
  private static func code(_ line: String) -> String {
    guard let start = line.firstRange(of: "// ") ?? line.firstRange(of: "///") else { return line }
    return String(line[..<start.lowerBound])
  }
}

extension String {
  /// Whether a match of a pattern, also one that begins within another, is what is looked for.
  fileprivate func contains<Output>(
    _ pattern: Regex<Output>, where isMeant: (Output) -> Bool
  ) -> Bool {
    var rest = self[...]
    while let match = rest.firstMatch(of: pattern) {
      if isMeant(match.output) { return true }
      rest = self[index(after: match.range.lowerBound)...]
    }
    return false
  }
}
