import Foundation
import Testing
import Values

@testable import ThingsWeb
@testable import Web

@Suite struct SourceTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The targets of the web app, and the words that it shares with others.
  static let targets = [
    "Wording", "Web", "TodayWeb", "SharingWeb", "AccountWeb", "ThingsWeb", "InsuranceWeb",
    "TransferWeb", "MoneyWeb", "FamilyWeb", "WebApp",
  ]

  /// The sources of the web app whose paths are chosen.
  static func files(_ isChosen: (String) -> Bool) throws -> [(name: String, source: String)] {
    try targets.flatMap { target in
      let base = root.appendingPathComponent("Sources/\(target)")
      let files = try #require(FileManager.default.enumerator(atPath: base.path))
      return try files.compactMap { $0 as? String }
        .filter { $0.hasSuffix(".swift") && isChosen("\(target)/\($0)") }
        .map { name in
          let source = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
          return ("\(target)/\(name)", source)
        }
    }
  }

  /// What may stand right before a text that no one reads.
  static let technical = [
    ".class(", ".id(", ".name(", ".type(", ".value(", ".rel(", ".sizes(", ".content(", ".media(",
    ".hxTrigger(", ".hxTarget(", ".hxSelect(", ".hxSwap(", ".hxSync(", ".hxSelectOOB(", ".fill(",
    ".stroke(", ".accept(", ".charset(", ".enctype(", ".method(", "TrustedMarkup(", "Attribute(",
    ".autocomplete(", "autocomplete: ", "inputmode: ", "type: ", ".join(", "element(", "route(",
    "name: ", "style: ",
  ]

  @Test("views hold no words of their own")
  func noWordsInViews() throws {
    var found: [String] = []
    let views = try Self.files { name in
      ["/Components/", "+View", "ItemForm+Fields"].contains { name.contains($0) }
    }
    #expect(views.count > 60)
    for (name, source) in views {
      for line in source.split(separator: "\n") {
        for words in wordsLike(line) { found.append("\(name): \(words)") }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  /// The texts of a line that read like words: more than one, or beginning with a capital.
  private func wordsLike(_ line: Substring) -> [String] {
    let code = line.drop { $0 == " " }
    if code.hasPrefix("//") { return [] }
    let parts = code.split(separator: "\"", omittingEmptySubsequences: false)
    var found: [String] = []
    for index in stride(from: 1, to: parts.count - 1, by: 2) {
      let text = parts[index]
      let before = parts[..<index].joined(separator: "\"")
      if Self.technical.contains(where: before.hasSuffix) || before.contains(".class(") { continue }
      let words = text.split(separator: " ").filter { $0.allSatisfy(\.isLetter) && !$0.isEmpty }
      let isCapital = text.first?.isUppercase == true && text.count > 1 && !text.contains("\\(")
      if words.count > 1 || isCapital { found.append(String(text)) }
    }
    return found
  }

  @Test("what is put together to name a download has no words of its own either")
  func noWordsInFileNames() throws {
    for (name, source) in try Self.files({ !$0.contains("Catalogue+") }) {
      for match in source.matches(of: /name: [^"\n]*\+ " [a-z][^"\n]*"/) {
        Issue.record("\(name): \(match.0)")
      }
    }
  }

  @Test("S3-R-6 views know nothing of the database or of sync")
  func noImportsOfTheHousehold() throws {
    let known =
      Self.targets.map { "import \($0)" }
      + ["FoundationEssentials", "CAssets", "ClaimReports", "TimeZones", "Values"].map {
        "import \($0)"
      }
    let shown = [
      "Web/HTML/", "Web/Components/", "Web/Catalogue/", "Wording/", "+View", "+Model",
      "ItemForm+Fields",
    ]
    for (name, source) in try Self.files({ name in shown.contains { name.contains($0) } }) {
      for line in source.split(separator: "\n") where line.hasPrefix("import ") {
        #expect(known.contains(String(line)), "\(name): \(line)")
      }
    }
  }

  @Test("what every page needs knows no area, and an area only what stands below it")
  func areas() throws {
    let below = [
      "TodayWeb": 1, "SharingWeb": 1, "AccountWeb": 2, "ThingsWeb": 3, "MoneyWeb": 3,
      "InsuranceWeb": 4, "TransferWeb": 4, "FamilyWeb": 3,
    ]
    for (name, source) in try Self.files({ !$0.hasPrefix("WebApp/") }) {
      let own = below[String(name.prefix { $0 != "/" })] ?? 0
      for match in source.matches(of: /(?m)^import (\w+)$/) {
        guard let other = below[String(match.1)] else { continue }
        #expect(other < own, "\(name) imports \(match.1)")
      }
    }
  }
}

/// WCAG 2.2 contrast of the tokens in the style sheet.
@Suite struct StyleTests {
  static let style =
    (try? String(
      contentsOf: SourceTests.root.appendingPathComponent("web/hearth.css"), encoding: .utf8)) ?? ""

  /// Colour tokens of a theme; those of the dark theme come over the light ones.
  private func tokens(dark: Bool) -> [String: String] {
    let parts = Self.style.components(separatedBy: ":root {")
    var tokens: [String: String] = [:]
    for part in dark ? parts.dropFirst().prefix(2) : parts.dropFirst().prefix(1) {
      let block = part.prefix { $0 != "}" }
      for field in block.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
        let pair = field.split(separator: ":", maxSplits: 1)
        guard pair.count == 2 else { continue }
        let name = pair[0].trimmingCharacters(in: .whitespaces)
        tokens[name] = pair[1].trimmingCharacters(in: .whitespaces)
      }
    }
    return tokens
  }

  @Test("every level of the rooms is a step further in than the one before, on a phone, too")
  func levels() throws {
    let steps = Self.style.matches(of: /\.tree \.d(\d) \{ --inside: (\d+)px \}/).map {
      (level: $0.1, pixels: Int($0.2) ?? 0)
    }
    let deepest = shownDepth(.max)
    let levels = (1...deepest).map { String($0) }
    #expect(steps.map { String($0.level) } == levels + levels)
    for half in [steps.prefix(deepest), steps.suffix(deepest)] {
      #expect(zip(half, half.dropFirst()).allSatisfy { $0.pixels < $1.pixels })
    }
    // A third of a narrow phone is left for the name.
    #expect(steps.suffix(deepest).allSatisfy { $0.pixels <= 130 })
  }

  private func luminance(_ hex: String) throws -> Double {
    let value = try #require(Int(hex.dropFirst(), radix: 16), "\(hex)")
    func channel(_ shift: Int) -> Double {
      let part = Double(value >> shift & 255) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
  }

  private func contrast(_ one: String, _ other: String) throws -> Double {
    let (a, b) = (try luminance(one), try luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test(
    "text stands out from what is behind it in both themes (WCAG AA)", arguments: [false, true])
  func contrastOfText(dark: Bool) throws {
    let tokens = tokens(dark: dark)
    let pairs = [
      ("ink", "paper"), ("ink", "surface"), ("ink", "sunken"), ("ink-2", "paper"),
      ("ink-2", "surface"), ("ink-2", "sunken"), ("ink-3", "surface"), ("ember", "paper"),
      ("ink-3", "sunken"), ("ember", "surface"), ("ember", "ember-soft"), ("ember-ink", "ember"),
      ("moss", "moss-soft"), ("sky", "sky-soft"), ("amber", "amber-soft"), ("rust", "rust-soft"),
      ("rust", "surface"), ("rust-ink", "rust"),
    ]
    for (front, back) in pairs {
      let ratio = try contrast(
        try #require(tokens["--\(front)"]), try #require(tokens["--\(back)"]))
      #expect(ratio >= 4.5, "\(front) on \(back): \(ratio)")
    }
    let edge = try contrast(try #require(tokens["--edge"]), try #require(tokens["--surface"]))
    #expect(edge >= 3, "the edge of a field: \(edge)")
  }

  @Test("white letters can be read on each of the twelve colours")
  func palette() throws {
    for colour in PaletteColour.allCases {
      let start = try #require(Self.style.range(of: ".\(colour.className) { "))
      let rule = Self.style[start.upperBound...].prefix { $0 != "}" }
      let deep = try #require(rule.components(separatedBy: "--c-deep: ").last).prefix(7)
      #expect(try contrast("#ffffff", String(deep)) >= 4.5, "\(colour)")
    }
  }

  @Test("every class that a page uses is known to the style sheet or to the scripts")
  func classesExist() throws {
    let samples = Samples()
    var unknown: Set<String> = []
    for page in allSamplePages(samples) {
      for tag in MarkupReader(page.render(samples, words: Catalogue()).string).tags {
        for name in (tag.attributes["class"] ?? "").split(separator: " ") {
          if !Self.style.contains(".\(name)") { unknown.insert(String(name)) }
        }
      }
    }
    // Marks of a component that need no rule of their own.
    unknown.subtract(["framed", "plain", "calm", "info", "icon", "name", "d0", "home", "head"])
    #expect(unknown.isEmpty, "\(unknown.sorted())")
  }
}
