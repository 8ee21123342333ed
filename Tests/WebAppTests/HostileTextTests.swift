import Household
import Replica
import SyncProtocol
import Testing

@testable import Web

/// Texts that came by sync and that no form would take, as pages, tables and file names show them.
@Suite struct HostileTextTests {
  @Test("no text of a page turns what follows it, and none has controls")
  func pages() {
    let hostile = "a\u{202E}b\u{2066}c\u{2069}d\u{7}e\u{85}f\u{1B}<g>"
    #expect(HTML(text: hostile).string == "abcdef&lt;g&gt;")
    #expect(a(.ariaLabel(hostile)) { "x" }.string.contains("aria-label=\"abcdef&lt;g&gt;\""))
    // What people write stays: other letters of the same bytes, joiners, line ends.
    let plain = "‰ “Ä” · ½ €\u{200D}\n\tعربي עברית\u{200F}"
    #expect(HTML(text: plain).string == plain)
  }

  @Test("a link, a button and a heading have something to press and to read")
  func names() {
    for empty in ["", " ", "\u{200B}\u{200D}", "\u{202E}"] {
      #expect(a { b { empty } }.string.contains("…"))
      #expect(button { HTML(text: empty) }.string.contains("…"))
      #expect(h1 { HTML(text: empty) }.string.contains("…"))
      #expect(a(.ariaLabel(empty)) { Icon.trash() }.string.contains("…"))
    }
    #expect(a { b { "Kettle" } }.string == "<a><b>Kettle</b></a>")
    #expect(a(.ariaLabel("Delete")) { Icon.trash() }.string.contains("…") == false)
    #expect(a { b { "竪琴" } }.string == "<a><b>竪琴</b></a>")
    #expect(a { img(.alt("Kettle")) }.string.contains("…") == false)
  }

  @Test("a cell of a table has nothing that turns the rest of its line")
  func cells() {
    #expect(ExportText.cell("a\u{202E}b\u{7}c") == "abc")
    #expect(ExportText.cell("\u{202E}=1+1") == "'=1+1")
    #expect(ExportText.cell("Küche\n2") == "\"Küche\n2\"")
  }

  @Test(
    "a file is shown under a name of its own kind",
    arguments: [
      ("invoice.html", StoredPaper.Media.pdf, "invoice.html.pdf"), ("bill.PDF", .pdf, "bill.PDF"),
      ("\u{202E}fdp.exe", .pdf, "fdp.exe.pdf"), ("", .png, "file.png"),
      ("../../../evil.html", .text, "_.._.._evil.html.txt"), ("..", .jpeg, "file.jpg"),
      ("a\r\nb.txt", .text, "a b.txt"), ("\u{200D}", .webp, "file.webp"),
    ])
  func files(_ stored: String, _ media: StoredPaper.Media, _ shown: String) {
    #expect(media.shown(stored) == shown)
  }

  @Test("a refusal for a limit says whose it is")
  func limits() {
    let refused = ConfirmationError.refused(
      Refusal(.limit, nil, "records of one account"))
    #expect(ErrorReason(refused, requestID: "") == .limit(.recordsOfOwner))
    let words = Catalogue()
    #expect(words.errorText(.limit(.recordsOfOwner)).hasPrefix("Its owner"))
  }
}
