import Foundation
import Testing

@testable import Web

/// Every page that shows synced data updates in place, but for those that are named here.
@Suite struct LivePageTests {
  /// Samples of pages, or how their names begin with a dash at the end, and why such a page is not
  /// loaded again.
  private static let exceptions: [String: [String]] = [
    "somebody fills it in, and what they typed is not replaced": [
      "account", "claim", "claim-", "export", "face", "feedback", "fields-problems", "flags",
      "flags-", "group-import-new", "group-import-nothing", "group-import-preview", "import-",
      "item-edit", "kiosk-digits", "kiosk-pictures", "kiosk-pictures-", "label-edit",
      "ledger-preview-", "merge-", "pin", "pin-", "print-labels", "print-labels-",
      "recovery-over", "reward", "room-edit", "searches-new", "selection", "selection-", "token-",
      "tokens",
    ],
    "it answers a form with what was wrong, at the form's address": [
      "absences", "activity-amountUnseen", "activity-nothingLeft", "activity-otherAmounts",
      "activity-otherCurrency", "activity-placesDoNotFit", "activity-recordGone",
      "activity-spansHomes", "activity-tooLarge", "budgets", "child", "family-settings",
      "family-settings-child", "home-settings", "group-change-doesNotAddUp",
      "group-change-memberGone",
      "group-change-nothingLeft", "group-change-spansZones", "group-change-tooLarge",
      "group-settings-picture", "home-settings-viewer", "item-papers-refused", "rewards",
    ],
    "it tells what became of a file, which does not change": ["group-import-result"],
    "it shows a secret once": ["child-code", "invite-made"],
    "it shows a picture, or what a camera sees": ["photo-", "scan", "scan-"],
  ]

  private func isMeant(_ exception: String, _ name: String) -> Bool {
    exception.hasSuffix("-") ? name.hasPrefix(exception) : name == exception
  }

  @Test("every page with synced data is live, or stands here with its reason")
  func all() {
    let exceptions = Self.exceptions.values.flatMap(\.self)
    var used: Set<String> = []
    for page in allSamplePages() {
      let text = page.render(Samples(), words: Catalogue()).string
      let isLive = text.contains(" data-live=") || text.contains(" data-refresh-seconds=")
      // A page without the frame and one that asks are one step, after which another page comes.
      let isStep = text.contains("class=\"flow") || text.contains("class=\"question\"")
      let isForm = text.contains("form-page")
      guard !isLive, !isStep, !isForm else { continue }
      let found = exceptions.filter { isMeant($0, page.name) }
      #expect(!found.isEmpty, "\(page.name) \(page.route.url)")
      used.formUnion(found)
    }
    // What is live meanwhile does not stay on the list.
    #expect(Set(exceptions).subtracting(used).sorted() == [])
  }

  @Test(
    "what a child, a tablet and an activity show is live",
    arguments: [
      "own-day-child", "own-day", "family-day", "rewards-child", "kiosk", "child-nowhere",
      "activity", "activity-item", "activity-change", "group-activity", "family-activity",
      "deleted-expenses", "today", "find", "found",
    ])
  func named(_ name: String) throws {
    let page = try #require(allSamplePages().first { $0.name == name })
    let text = page.render(Samples(), words: Catalogue()).string
    // Nobody is signed in where faces are shown: that page asks by itself.
    #expect(text.contains(name == "kiosk" ? " data-refresh-seconds=" : " data-live=\"true\""))
  }

  @Test(
    "a tick changes the page in place, where the key or switch that pressed it still is",
    arguments: ["own-day-child", "own-day", "family-day"])
  func ticks(_ name: String) throws {
    let page = try #require(allSamplePages().first { $0.name == name })
    let text = page.render(Samples(), words: Catalogue()).string
    let ticks = text.components(separatedBy: "<form ").dropFirst().map {
      $0.components(separatedBy: "</form>")[0]
    }.filter { $0.contains("/tick\"") && $0.contains("aria-pressed=") }
    #expect(!ticks.isEmpty)
    // The browser finds the button again by its key, whatever is hidden beside it.
    #expect(ticks.allSatisfy { $0.contains(" data-in-place") && $0.contains("data-key=\"press\"") })
  }

  @Test("among everybody's routines, one that asks for a photo leads to where it is taken")
  func photos() throws {
    let page = try #require(allSamplePages().first { $0.name == "family-day" })
    let text = page.render(Samples(), words: Catalogue()).string
    let ticks = text.components(separatedBy: "<form ").dropFirst().map {
      $0.components(separatedBy: "</form>")[0]
    }.filter { $0.contains("/tick\"") && $0.contains("data-key=\"press\"") }
    let isInPlace = ticks.map { $0.contains(" data-in-place") }
    #expect(Set(isInPlace) == [true, false])
  }

  @Test("a routine without a picture is told by its first letter, not by one that others have")
  func letters() throws {
    let page = try #require(allSamplePages().first { $0.name == "own-day-child" })
    let text = page.render(Samples(), words: Catalogue()).string
    let letters = text.components(separatedBy: "tile-letter").dropFirst().compactMap {
      $0.components(separatedBy: ">").dropFirst().first?.first
    }
    #expect(!letters.isEmpty && letters.allSatisfy(\.isLetter))
  }
}
