import Testing

@testable import ThingsWeb
@testable import Web
@testable import WebApp

/// A form that comes back: what is wrong is told at its top, and the first of it has the focus.
@Suite struct FormFaultTests {
  private let context = ViewContext(
    words: Catalogue(), csrfToken: "0123", now: Samples().now, route: .rooms(.rooms(home: "h")),
    frame: Samples().frame, assets: AssetAddresses(hashes: [:]), areas: .all)

  private func page(_ values: [(String, FieldProblem?)], asking: String? = "name") -> String {
    context.page("Rooms") {
      context.postForm(.rooms(.rooms(home: "h"))) {
        values.map { name, problem in
          context.field(
            name, name.uppercased(), FieldValue("typed", problem: problem),
            FieldStyle(hasFocus: name == asking))
        }
      }
    }.string
  }

  private func focused(_ page: String) -> [String] {
    page.matches(of: /id="f-([^"]+)"[^>]* autofocus/).map { String($0.1) }
  }

  @Test("a form that asks for nothing to be corrected has no summary, and its own focus")
  func clean() {
    let page = page([("name", nil), ("emoji", nil), ("note", nil)])
    #expect(!page.contains("faults"))
    #expect(focused(page) == ["name"])
  }

  @Test("the summary links to every field in error, and the first of them has the focus")
  func summary() throws {
    let page = page([("name", nil), ("emoji", .notAnEmoji("<x>")), ("note", .missing)])
    let summary = try #require(page.firstMatch(of: /<div class="note bad faults"(?s:.*?)<\/ul>/)).0
    #expect(summary.contains("Please correct 2 things"))
    #expect(summary.contains("<a href=\"#f-emoji\">EMOJI: “&lt;x&gt;” is not an emoji."))
    #expect(summary.contains("<a href=\"#f-note\">NOTE: Please fill this in.</a>"))
    #expect(page.contains("id=\"f-emoji\"") && page.contains("id=\"f-note\""))
    #expect(focused(page) == ["emoji"])
  }

  @Test("what is wrong with no one field is told, and the focus goes to the first that can have it")
  func parts() {
    let page = context.page("Rooms") {
      context.postForm(.rooms(.rooms(home: "h"))) {
        context.problem("labels", FieldValue(problem: .notOffered))
        context.picker("room", "Room", FieldValue(problem: .missing), [("", "None")])
        context.textBox("note", "Note", FieldValue(problem: .missing))
      }
    }.string
    #expect(page.contains("<a href=\"#f-labels-problem\">This choice is no longer there."))
    #expect(focused(page) == ["room"])
  }

  @Test("a form that is seen at once says what is wrong beside its field alone")
  func small() {
    let page = page([("name", .missing), ("emoji", nil)])
    #expect(!page.contains("faults"))
    #expect(focused(page) == ["name"])
  }
}
