import Testing

@testable import Web

@Suite struct DownloadNameTests {
  @Test(
    "a saved file keeps its name in its own letters, and has one that every program reads",
    arguments: [
      ("Flat", "Flat.csv", "Flat.csv"), ("Zoë's Flat", "Zoë's Flat.csv", "Zoe's Flat.csv"),
      ("Ōsaka \"2\" / attic", "Ōsaka -2- - attic.csv", "Osaka -2- - attic.csv"),
      ("..\\..\\C:50%", "-..-C-50-.csv", "-..-C-50-.csv"), ("東京", "東京.csv", "hearth.csv"),
      ("..", "hearth.csv", "hearth.csv"), ("Großmutters Haus", "Großmutters Haus.csv", nil),
      ("a\u{202E}\r\nb", "a b.csv", "a b.csv"), ("", "hearth.csv", "hearth.csv"),
    ] as [(String, String, String?)])
  func names(name: String, full: String, plain: String?) {
    let download = DownloadName(name, ending: "csv")
    #expect(download.full == full)
    if let plain { #expect(download.plain == plain) }
    #expect(download.plain.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
  }

  @Test("a long name loses its end and never its ending")
  func long() {
    let download = DownloadName(String(repeating: "👨‍👩‍👧‍👦", count: 99), ending: "zip")
    #expect(download.full.utf8.count <= DownloadName.maxBytes + 4)
    #expect(download.full.hasPrefix("👨‍👩‍👧‍👦") && download.full.hasSuffix("👨‍👩‍👧‍👦.zip"))
    #expect(
      DownloadName("Home of the" + String(repeating: "x", count: 200), ending: "pdf")
        .plain.hasPrefix("Home of the"))
  }

  @Test("both names are told as RFC 6266 has it")
  func header() {
    #expect(
      DownloadName("Zoë; Co", ending: "pdf").attachment
        == "attachment; filename=\"Zoe- Co.pdf\"; filename*=UTF-8''Zo%C3%AB%3B%20Co.pdf")
  }
}
