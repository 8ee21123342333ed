import Foundation
import Testing
import TimeZones
import Values

@testable import AccountWeb
@testable import InsuranceWeb
@testable import MoneyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

@Suite struct CatalogueTests {
  func words(_ region: String, _ zone: String = "GMT") throws -> Catalogue {
    Catalogue(
      region: try #require(Region.named(region)),
      timeZone: try #require(CivilTimeZone(identifier: zone)))
  }

  @Test("a colour is called on pages as it is in files: who imports green sees green")
  func colours() {
    let words = Catalogue(language: .english)
    for colour in PaletteColour.allCases {
      #expect(words.colour(colour).lowercased() == "\(colour)")
    }
  }

  // S2-TODO-computed: amounts with none, two and three decimals.
  @Test(
    "money has the places of its currency and the marks of the region",
    arguments: [
      ("en-IE", 189_900, "EUR", "€1,899.00"), ("en-US", 189_900, "USD", "$1,899.00"),
      ("en-GB", 189_900, "USD", "$1,899.00"), ("en-US", 189_900, "CAD", "CA$1,899.00"),
      ("de-DE", 189_900, "EUR", "1.899,00\u{A0}€"),
      ("de-CH", 1_234_567, "CHF", "CHF\u{A0}12’345.67"),
      ("fr-FR", 189_900, "EUR", "1\u{202F}899,00\u{A0}€"), ("ja-JP", 500, "JPY", "¥500"),
      ("en-IE", 1234, "KWD", "KWD\u{A0}1.234"), ("en-IE", -5, "EUR", "−€0.05"),
      ("en-IN", 123_456_789, "INR", "₹12,34,567.89"), ("en-IE", 0, "EUR", "€0.00"),
    ] as [(String, Int64, String, String)])
  func money(region: String, minor: Int64, currency: String, text: String) throws {
    #expect(try words(region).money(Money(minor, currency)) == text)
  }

  @Test("who reads a page is “You” only where a sentence begins")
  func you() {
    let words = Catalogue(language: .english)
    let (anna, ben) = (
      MemberName(id: "a", name: "Anna", isYou: true), MemberName(id: "b", name: "Ben", isYou: false)
    )
    func what(_ payers: [MemberName], refund: Bool = false) -> String {
      words.what(
        refund
          ? .refund(payers: payers, mode: .exact, sharerCount: 2)
          : .expense(payers: payers, mode: .exact, sharerCount: 2))
    }
    #expect(what([anna], refund: true) == "Refund to you · by amounts")
    #expect(what([ben, anna], refund: true) == "Refund to Ben and you · by amounts")
    #expect(what([anna, ben]) == "You and Ben paid · by amounts")
    #expect(what([ben, anna]) == "Ben and you paid · by amounts")
  }

  @Test("a count says how far it goes, and one is one")
  func counts() throws {
    let words = try words("en-IE")
    let found: [(ItemListPage.Count, String, String)] = [
      (.exactly(1), "1 item found", "The one that matches"),
      (.exactly(1200), "1,200 items found", "All 1,200 that match"),
      (.moreThan(50), "More than 50 items found", "All that match, on every page"),
      (.atLeast(1), "At least 1 item found", "All that match, on every page"),
      (.atLeast(7), "At least 7 items found", "All that match, on every page"),
    ]
    for (count, text, choice) in found {
      #expect(words.found(count) == text && words.allThatMatch(count) == choice)
    }
    #expect(words.count(.exactly(1)) == "1 item")
  }

  @Test("a name from right to left stays by itself in a sentence")
  func rightToLeft() throws {
    let words = try words("en-IE")
    #expect(words.lent(to: "عمر") == "Lent to \u{2068}عمر\u{2069}")
    for name in ["Zoë", "Łukasz", "Дмитрий", "東京", "👩‍👧"] {
      #expect(words.lent(to: name) == "Lent to \(name)")
    }
  }

  @Test("totals are rounded to whole units, and no amount overflows")
  func wholeMoney() throws {
    let words = try words("en-IE")
    #expect(words.money(Money(2_814_050, "EUR"), .whole) == "€28,141")
    #expect(words.money(Money(2_814_049, "EUR"), .whole) == "€28,140")
    #expect(words.money(Money(-49, "EUR"), .whole) == "€0")
    #expect(words.money(Money(Int64.min, "EUR")) == "−€92,233,720,368,547,758.08")
    #expect(words.money(Money(Int64.max, "KWD"), .whole) == "KWD\u{A0}9,223,372,036,854,776")
  }

  @Test("an amount in a form can be typed again as it stands")
  func moneyInput() throws {
    #expect(try words("de-DE").moneyInput(Money(189_900, "EUR")) == "1899,00")
    #expect(try words("en-US").moneyInput(Money(500, "JPY")) == "500")
    #expect(try words("en-US").moneyInput(Money(-7, "KWD")) == "-0.007")
  }

  @Test(
    "a day is written in the order of the region",
    arguments: [
      ("en-IE", "14 June 2023"), ("en-US", "June 14, 2023"), ("sv-SE", "2023-06-14"),
    ])
  func days(region: String, text: String) throws {
    #expect(try words(region).day(CalendarDay(year: 2023, month: 6, day: 14)) == text)
  }

  @Test("a moment is told in the person's time zone, across the change of the clocks")
  func timeZones() throws {
    let before = Date(timeIntervalSince1970: 1_774_745_999)  // 2026-03-29 00:59:59 UTC
    let after = before.addingTimeInterval(1)
    let dublin = try words("en-IE", "Europe/Dublin")
    #expect(dublin.time(before) == "00:59")
    #expect(dublin.time(after) == "02:00")
    #expect(try words("en-US", "America/New_York").moment(before) == "March 28, 2026, 8:59 pm")
    #expect(try words("en-US", "GMT").time(Date(timeIntervalSince1970: 0)) == "12:00 am")
  }

  @Test(
    "the past is told in the largest unit that helps",
    arguments: [
      (0, "just now"), (59, "just now"), (60, "1 minute ago"), (240, "4 minutes ago"),
      (3 * 3600, "today, 09:00"), (13 * 3600, "yesterday, 23:00"), (3 * 86_400, "3 days ago"),
      (40 * 86_400, "22 May 2026"), (-500, "just now"),
    ] as [(Double, String)])
  func ago(seconds: Double, text: String) throws {
    let now = Date(timeIntervalSince1970: 1_782_907_200)  // 2026-07-01 12:00 UTC
    #expect(try words("en-IE").ago(now.addingTimeInterval(-seconds), now: now) == text)
  }

  @Test("moments far away do not trap")
  func extremes() throws {
    let words = try words("en-US", "America/Halifax")
    for seconds in [-1e18, 1e18, .infinity, -.infinity] {
      _ = words.moment(Date(timeIntervalSince1970: seconds))
      _ = words.ago(Date(timeIntervalSince1970: seconds), now: .init(timeIntervalSince1970: 0))
      _ = words.until(Date(timeIntervalSince1970: seconds), now: .init(timeIntervalSince1970: 0))
    }
  }

  @Test("days read back as written, and days that do not exist are refused")
  func calendarDays() {
    for days in stride(from: -800_000, through: 2_900_000, by: 997) {
      let day = CalendarDay(daysSince1970: days)
      #expect(day.daysSince1970 == days)
      if (0...9999).contains(day.year) { #expect(CalendarDay(day.text) == day) }
    }
    #expect(CalendarDay("1970-01-01")?.daysSince1970 == 0)
    for text in [
      "2023-02-29", "2023-13-01", "2023-6-14", "14.06.2023", "", "2023-06-31", "+023-01-01",
    ] {
      #expect(CalendarDay(text) == nil, "\(text)")
    }
  }

  @Test("one and many have their own words")
  func plurals() {
    let words = Catalogue()
    #expect(words.itemCount(1) == "1 item")
    #expect(words.itemCount(0) == "0 items")
    #expect(words.itemCount(1234) == "1,234 items")
  }

  @Test("a translation is found by its pattern and may change the order")
  func translations() {
    let german = Catalogue(
      language: .translated(
        code: "de", ["{0} of {1} items": "{1} Sachen, davon {0}", "Save": "Sichern"]))
    #expect(german.progress(3, of: 7) == "7 Sachen, davon 3")
    #expect(german.save == "Sichern")
    #expect(german.cancel == "Cancel")
  }

  @Test("a gap that holds braces is not filled twice")
  func bracesInArguments() {
    let message: Message = "Saved \("{0}{1}")"
    #expect(message.filled(into: "{0} gesichert {9} {") == "{0}{1} gesichert {9} {")
  }

  @Test("the pseudo-language is longer by a third and keeps the arguments")
  func pseudo() {
    let text = Catalogue(language: .pseudo).deleteItemTitle("Canoe")
    #expect(text.hasPrefix("⟦") && text.hasSuffix("⟧"))
    #expect(text.contains("Canoe"))
    #expect(text.count >= "Delete Canoe?".count + 3)
  }

  @Test("an unreadable price is told with its text, its line and the way out")
  func importSentence() {
    let row = ImportProblemRow(
      file: "demo.csv", line: 7, column: "price", text: "about 40", reason: .unreadableAmount)
    #expect(
      Catalogue().problem(row)
        == "This price could not be read: “about 40” (line 7). Correct it or leave it empty.")
  }

  @Test("every reason has words")
  func everyReasonHasWords() {
    let words = Catalogue()
    for message in Self.flashes { #expect(!words.flash(message).isEmpty, "\(message)") }
    for problem in Self.problems { #expect(!words.problem(problem).isEmpty, "\(problem)") }
    for reason in Self.importReasons {
      let row = ImportProblemRow(file: "f", line: 1, text: "x", reason: reason)
      #expect(!words.problem(row).isEmpty, "\(reason)")
    }
  }

  static let flashes: [FlashMessage] = [
    .things(.itemSaved("x")), .things(.itemAdded("x")), .things(.itemDeleted("x")),
    .things(.photosAdded(2)), .things(.photoDeleted),
    .things(.roomAdded("x")), .things(.roomSaved("x")), .things(.roomDeleted("x")),
    .things(.labelAdded("x")), .things(.labelSaved("x")),
    .things(.labelDeleted("x")), .things(.fieldAdded("x")), .things(.fieldSaved("x")),
    .things(.fieldDeleted("x")), .things(.homeAdded("x")),
    .things(.homeSaved("x")), .things(.homeDeleted("x")), .things(.primaryChanged("x")),
    .things(.homeNameShared("x")),
    .money(.groupAdded("x")), .money(.groupDeleted("x")), .money(.added("x")),
    .money(.saved("x")), .money(.expenseDeleted("x")), .money(.categoryDeleted("x")),
    .money(.restoreFromList("x")),
    .money(.memberRemoved("x")), .money(.claimed("x")), .money(.released("x")),
    .money(.combined("x")), .money(.paymentAdded), .money(.paidMeanwhile),
    .money(.copyKept("x")), .money(.copyKeptPaused("x")),
    .money(.repeatingEnded("x")),
    .history(.takenBack(left: 0)), .history(.takenBack(left: 2)),
    .history(.expenseRestored), .receipts(.added(1)), .receipts(.added(2)),
    .receipts(.deleted("x")), .receipts(.commentDeleted),
    .money(.rateSaved), .money(.rateRemoved), .money(.pictureSet), .money(.pictureDeleted),
    .searches(.saved("x")), .searches(.deleted("x")),
    .sharing(.inviteRevoked),
    .sharing(.roleChanged("x", .viewer, in: ZoneLink(id: "h", name: "y"))),
    .sharing(.roleChanged("x", .editor, in: ZoneLink(id: "h", name: "y"))),
    .sharing(.roleChanged("x", .viewer, in: ZoneLink(.family, id: "f", name: "y"))),
    .sharing(.roleChanged("x", .editor, in: ZoneLink(.family, id: "f", name: "y"))),
    .sharing(.personRemoved("x", from: "Flat")),
    .account(.countingSaved(true)), .account(.countingSaved(false)), .account(.feedbackKept),
    .account(.gateSaved(.open)), .account(.gateSaved(.cohort)), .account(.gateSaved(.closed)),
    .account(.gateSaved(.killed)),
    .account(.waitEnded),
    .sharing(.sharingStopped("x")), .sharing(.leftHome("x")), .account(.profileSaved),
    .account(.profileKept), .sharing(.upgraded(ZoneLink(id: "z", name: "x"))),
    .sharing(.upgraded(ZoneLink(.family, id: "z", name: "x"))),
    .account(.passwordChanged), .account(.regionSaved),
    .account(.sessionEnded), .account(.otherSessionsEnded(2)), .account(.changeRetried),
    .account(.changeStillRefused),
    .account(.changeCopied), .account(.changeDiscarded), .account(.homeRemovedHere("x")),
    .account(.syncAsked), .transfer(.importCancelled), .transfer(.importUndone(items: 3)),
    .things(.itemsNumbered(1)),
    .undone, .activity(.takenBack(left: 0)), .activity(.takenBack(left: 1)),
    .activity(.takenBack(left: 2)),
    .activity(.valueRestored(ActivityField(register: "priceMinor")!)),
  ]

  static let problems: [FieldProblem] =
    FieldKind.allCases.map {
      .notOfKind(field: "x", $0)
    } + [
      .missing, .tooLong(maxCharacters: 3), .unreadablePrice("x"), .unreadableDate("x"),
      .amountBelowZero("x"), .tooManyDecimals("x", currency: "EUR", max: 2),
      .tooManyDecimals("x", currency: "JPY", max: 0), .noSuchDay("x"),
      .unreadableQuantity("x"), .unknownCurrency("x"), .outOfRange(min: 0, max: 9), .tooMuch,
      .unreadableWebAddress("x"), .notAnEmoji("x"), .dayTooEarly, .dayToCome("2026-06-13"),
      .unknownTimeZone("x"), .sameCurrency, .unreadableRate("x"), .noSuchPoint,
      .startsTooEarly(earliest: CalendarDay(year: 2021, month: 6, day: 13), max: 60),
      .unreadableNumber("x", min: 1, max: 9), .abovePrice, .amountUnseen, .currencyMissing,
      .severalCurrencies,
      .tooDeep(max: 5), .tooManyHomes,
      .tooMany(max: 5), .passwordTooShort(minCharacters: 10), .passwordsDiffer,
      .passwordIsName, .nameHidesCharacters, .tooManyChildren(max: 30, days: 30), .wrongPassword,
      .wrongSignIn, .accountDisabled, .accountExists, .nameTaken("x"), .nameDiffers("x"),
      .noSignInName, .notOffered,
      .placeInsideItself,
      .unreadableCode("x"), .noSuchInvite("x"), .unreadableAddress("x"), .hubUnreachable("x"),
      .notAPicture(fileName: "x"), .fileTooLarge(fileName: "x", maxBytes: 9), .tooManyFiles(max: 3),
      .changedMeanwhile,
    ]

  static let importReasons: [ImportReason] = [
    .missingName, .wrongWidth(expected: 2, found: 1), .strayQuote, .unnamedColumn(number: 3),
    .hiddenCharactersInName, .unreadableAmount, .ambiguousAmount, .negativeAmount, .amountTooLarge,
    .tooManyDecimals(currency: "JPY", allowed: 0), .ambiguousCurrency(sign: "$"), .unreadableDate,
    .impossibleDate, .yearOutOfRange(earliest: 1900, latest: 2100), .unreadableBool,
    .unreadableQuantity, .fractionalQuantity, .negativeQuantity, .quantityTooLarge(max: 9),
    .unreadableAssetID, .unreadableID, .referenceTooLong(max: 9), .duplicateReference(firstLine: 2),
    .ownParent, .parentCycle, .ambiguousHome(count: 2), .ambiguousLocation(count: 2),
    .locationInOtherHome, .unknownHome, .locationTooDeep(max: 5), .tooManyLabels(max: 5),
    .unreadableColour, .duplicateName(firstLine: 2), .hiddenCharactersRemoved, .parentNotInFile,
    .locationNotInFile, .photoMissing, .photoNameUnsafe, .photoTypeUnsupported,
    .photoTooLarge(maxBytes: 9), .photosUnused(count: 1), .attachmentsNotIncluded,
    .unsafeEntryName, .columnKeptAsCustomField, .photoDamaged, .photoEncrypted,
    .photoRefused(.damagedPicture(fileName: "x")), .unknownCurrency, .ambiguousDate,
    .readAsWindows, .rowsBeforeHeadings(count: 2), .placeLeftLoop,
    .placeWasTooDeep(max: 5, parent: nil), .placeWasTooDeep(max: 5, parent: "x"), .placeLostParent,
    .labelNotInFile, .labelledNotInFile, .paperLostMaintenance, .photoBecameHomes, .keptByItem,
    .partLeftOut, .dayRemoved, .instantMoved,
  ]
}
