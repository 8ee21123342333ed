import Foundation
import Testing
import TimeZones
import Values

@testable import ThingsWeb
@testable import WebApp
@testable import Web

@Suite struct PageTests {
  static let hostile =
    #"</textarea></title><script>alert(1)</script>"'><img src=x onerror=alert(2)>&"#

  @Test("D-WEB-2 text of a person never becomes markup, on any page")
  func hostileTextStaysText() {
    let hostile = Samples { $0.isEmpty ? "" : $0 + Self.hostile }
    for (page, calm) in zip(allSamplePages(hostile), allSamplePages()) {
      let reader = MarkupReader(page.render(hostile, words: Catalogue()).string)
      let expected = MarkupReader(calm.render(Samples(), words: Catalogue()).string)
      #expect(reader.mistakes.isEmpty, "\(page.name): \(reader.mistakes)")
      // The very same tags as with harmless text: nothing that was typed has opened or closed one.
      #expect(reader.tags.map(\.name) == expected.tags.map(\.name), "\(page.name)")
      #expect(!reader.tags.contains { $0.attributes["src"] == "x" }, "\(page.name)")
      for text in reader.texts where text.path.last == "script" {
        Issue.record("\(page.name): script with content \(text.text)")
      }
    }
  }

  // S0-DC2
  @Test("every state of joining is one case of one model, shown in one frame with one heading")
  func joiningLooksAlike() {
    let samples = Samples()
    let frames = samples.joinPages.map { page in
      let reader = MarkupReader(page.render(samples, words: Catalogue()).string)
      #expect(reader.tags.filter { $0.name == "h1" }.count == 1, "\(page.name)")
      return reader.tags.prefix { $0.name != "h1" }.map {
        "\($0.name) \($0.attributes["class"] ?? "")"
      }
    }
    #expect(frames.count > 20 && Set(frames).count == 1, "\(Set(frames))")
  }

  @Test("no page carries inline script, inline style or a handler attribute")
  func nothingInline() {
    let samples = Samples()
    for page in allSamplePages(samples) {
      let reader = MarkupReader(page.render(samples, words: Catalogue()).string)
      #expect(reader.mistakes.isEmpty, "\(page.name): \(reader.mistakes)")
      for tag in reader.tags {
        #expect(tag.name != "style", "\(page.name)")
        #expect(tag.name != "script" || tag.attributes["src"] != nil, "\(page.name)")
        for name in tag.attributes.keys {
          #expect(name != "style" && !name.hasPrefix("on"), "\(page.name): \(tag.name) \(name)")
        }
        for name in ["href", "src", "action", "formaction", "hx-get"] {
          guard let address = tag.attributes[name] else { continue }
          let isLocal = address.hasPrefix("/") && !address.hasPrefix("//")
          let isOutside = tag.name == "a" && address.hasPrefix("https://")
          #expect(isLocal || isOutside || address.hasPrefix("#"), "\(page.name): \(address)")
        }
      }
    }
  }

  @Test("every word on every page comes from the catalogue")
  func pseudoLanguage() {
    // Texts of people have no letters here, so each letter outside brackets escaped the catalogue.
    let samples = Samples { String(repeating: "※", count: max(1, min($0.count, 12))) }
    var words = Catalogue(language: .pseudo)
    words.timeZone = .utc
    for page in allSamplePages(samples) {
      let reader = MarkupReader(page.render(samples, words: words).string)
      var seen = reader.texts.map(\.text)
      for tag in reader.tags {
        for name in ["title", "placeholder", "aria-label", "alt", "data-copied", "data-failed"] {
          if let text = tag.attributes[name] { seen.append(text) }
        }
      }
      // The one text with letters that a person may have typed: a web address has a scheme.
      // Codes of currencies are no words.
      for text in seen
      where text != samples.item.details.address?.text && !Currency.all.contains(text) {
        let bare = outsideBrackets(text)
        let hasLetters = bare.unicodeScalars.contains { $0.properties.isAlphabetic }
        #expect(!hasLetters, "\(page.name): “\(bare)” in “\(text)”")
      }
    }
  }

  @Test("an import's list of rooms that is cut says how many more there are")
  func cutList() throws {
    let samples = Samples()
    let page = try #require(allSamplePages(samples).first { $0.name == "import-archive" })
    let text = MarkupReader(page.render(samples, words: Catalogue()).string).texts.map(\.text)
    #expect(text.contains("Cell 1, Cell 2, Cell 3, Cell 4, Cell 5, Cell 6 and 2 more"))
  }

  private func outsideBrackets(_ text: String) -> String {
    var depth = 0
    var out = ""
    for character in text {
      if character == "⟦" {
        depth += 1
      } else if character == "⟧" {
        depth -= 1
      } else if depth == 0 {
        out.append(character)
      }
    }
    return out
  }

  @Test("every control has a name, every picture a text, every id is used once")
  func controlsAreNamed() {
    let samples = Samples()
    for page in allSamplePages(samples) {
      let reader = MarkupReader(page.render(samples, words: Catalogue()).string)
      let labelled = Set(
        reader.tags.filter { $0.name == "label" }.compactMap { $0.attributes["for"] })
      var ids: Set<String> = []
      for tag in reader.tags {
        if let id = tag.attributes["id"] {
          #expect(ids.insert(id).inserted, "\(page.name): id \(id) twice")
        }
        switch tag.name {
        case "input", "select", "textarea":
          if tag.attributes["type"] == "hidden" || tag.attributes["hidden"] != nil { continue }
          let isNamed =
            tag.attributes["aria-label"] != nil || tag.path.contains("label")
            || tag.attributes["id"].map(labelled.contains) == true
          #expect(isNamed, "\(page.name): \(tag.name) \(tag.attributes["name"] ?? "")")
        case "img": #expect(tag.attributes["alt"] != nil, "\(page.name)")
        case "a": #expect(!tag.path.contains("a"), "\(page.name): a link in a link")
        case "button": #expect(!tag.path.contains("a"), "\(page.name): a button in a link")
        default: break
        }
      }
    }
  }

  @Test("D-WEB-1 every form that changes something carries the token of the session")
  func formsCarryToken() {
    let samples = Samples()
    for page in allSamplePages(samples) {
      let markup = page.render(samples, words: Catalogue()).string
      for form in markup.components(separatedBy: "<form ").dropFirst() {
        let opening = form.prefix { $0 != ">" }
        let rest = form.dropFirst(opening.count)
        guard opening.contains(#"method="post""#) else { continue }
        #expect(
          rest.hasPrefix(#"><input type="hidden" name="csrf" value="0123456789">"#),
          "\(page.name): \(opening)")
      }
    }
  }

  @Test("a page names its language, has one heading and one main region")
  func structure() {
    let samples = Samples()
    for page in allSamplePages(samples) {
      let html = page.render(samples, words: Catalogue())
      let reader = MarkupReader(html.string)
      #expect(html.string.hasPrefix("<!doctype html><html lang=\"en\">"))
      #expect(reader.tags.filter { $0.name == "h1" }.count == 1, "\(page.name)")
      #expect(reader.tags.filter { $0.name == "main" }.count == 1, "\(page.name)")
    }
  }

  @Test("htmx gets the title and the main region alone")
  func fragment() {
    let samples = Samples()
    for page in allSamplePages(samples) {
      let html = page.render(samples, words: Catalogue(), isFragment: true).string
      #expect(html.hasPrefix("<title>"), "\(page.name)")
      #expect(html.hasSuffix("</main>"), "\(page.name)")
    }
  }

  /// A tool, which no run of the tests counts.
  private static let samplesFolder = ProcessInfo.processInfo.environment["HEARTH_SAMPLES"]

  @Test(
    "samples can be written to a folder for pictures",
    .enabled(if: samplesFolder != nil, "HEARTH_SAMPLES names no folder"))
  func writeSamples() throws {
    let folder = try #require(Self.samplesFolder)
    let samples = Samples()
    let words = Catalogue(timeZone: CivilTimeZone(identifier: "Europe/Dublin") ?? .utc)
    for page in allSamplePages(samples) {
      let html = page.view(
        ViewContext(
          words: words, csrfToken: "token", now: samples.now, route: page.route,
          frame: page.frame(samples), flash: page.flash,
          assets: Assets.addresses, areas: .all))
      try Data(html.bytes).write(to: URL(fileURLWithPath: folder + "/\(page.name).html"))
    }
    for (name, asset) in Assets.all {
      try Data(asset.bytes).write(to: URL(fileURLWithPath: folder + "/\(asset.hash)-\(name)"))
    }
  }
}
