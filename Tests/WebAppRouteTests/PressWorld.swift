import Families
import Foundation
import Testing

@testable import AccountWeb
@testable import FamilyWeb
@testable import InsuranceWeb
@testable import MoneyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

/// Somebody with one of everything, and every form that makes something, filled in.
struct PressWorld {
  let hearth: Hearth
  let anna: Browser
  let matrix: RouteMatrix
  let policy: String
  let room: String
  /// Anna herself, as the family knows her.
  let person: String
  let child: String
  let members: [String]

  init() async throws {
    hearth = try Hearth(signUps: .open)
    let home: String
    (anna, home) = try await hearth.household()
    try await anna.get("/homes/\(home)/insurance/new")
    try await anna.submit(
      "/homes/\(home)/insurance/new", ["provider": "Neptune Mutual", "currency": "EUR"])
    policy = try await anna.found("/homes/\(home)/insurance", /\/insurance\/([0-9a-f-]{36})/)
    room = try await anna.found("/homes/\(home)/rooms", /\/rooms\/([0-9a-f-]{36})"/)
    var matrix = RouteMatrix(
      home: home, item: try await hearth.addItem(anna, home, "Golden kettle"))
    matrix = try await hearth.withGroup(matrix, of: anna)
    let group = "/groups/\(matrix.group)"
    members = try await anna.get("\(group)/members").main
      .matches(of: /members\/([0-9a-f-]{36})"/).map { String($0.1) }
    try await anna.get("\(group)/expenses/new")
    let owed = [
      ("title", "Rent"), ("amount", "10"), ("currency", "EUR"), ("day", "2026-06-01"),
      ("way", "equal"), ("payer", members[0]),
    ]
    let rows = members.flatMap { [("row", $0), ("in", $0)] }
    try #require(
      try await anna.submit("\(group)/expenses/new", repeated: owed + rows).status == 303)
    let family = "/families/\(matrix.family)"
    person = try await anna.found("\(family)/settings", /faces\/([0-9a-f-]{36})"/)
    try await anna.submit(
      "\(family)/settings", ["name": "Lindqvist", "timeZone": "Europe/Berlin", "hasStars": "yes"])
    try await anna.get("\(family)/children/new")
    let made = try await anna.submit(
      "\(family)/children/new", ["name": "Mia", "emoji": "🦊", "colorIndex": "3"])
    child = String(try anna.require(made.location).split(separator: "/")[3].prefix { $0 != "?" })
    self.matrix = matrix
  }

  private static let invite = [("role", "editor"), ("hours", "24"), ("uses", "1")]

  private func picture(_ field: String = "photos") -> Browser.Upload {
    Browser.Upload(field: field, name: "a.png", bytes: TestPictures.png)
  }

  /// Of somebody who is signed in; those that end the session are not among them.
  var presses: [PressTests.Press] { ofHouse + ofBelongings + ofMoney + ofFamily }

  /// Of others: somebody without a family, and two who have no account yet, the second at a new
  /// Hearth.
  var ofOthers: [PressTests.Press] {
    let account = [
      ("name", "gus"), ("displayName", "Gus"), ("password", "a long password of gus"),
    ]
    return [
      .init(route: .family(.newFamily), fields: [("name", "Berg")]),
      .init(route: .session(.signUp()), fields: account),
      .init(route: .session(.setUp), fields: account),
    ]
  }

  private var ofHouse: [PressTests.Press] {
    let home = matrix.home
    return [
      .init(route: .homes(.newHome), fields: [("name", "Cabin")]),
      .init(route: .homes(.start), fields: [("name", "Barn")], page: "/homes/new"),
      .init(route: .rooms(.rooms(home: home)), fields: [("name", "Attic")]),
      .init(route: .labels(.labels(home: home)), fields: [("name", "Old"), ("colour", "1")]),
      .init(
        route: .insurance(.newPolicy(home: home)),
        fields: [("provider", "Mutual"), ("currency", "EUR")]),
      .init(
        route: .field(.fieldPresets(home: home)), fields: [("name", "Plug"), ("kind", "text")]),
      .init(route: .templates(.newTemplate(home: home)), fields: [("name", "Book")]),
      .init(
        route: .sharing(.invites(.home, zone: home)), fields: Self.invite,
        page: "/homes/\(home)/settings"),
      .init(
        route: .searches(.savedSearches(NewSearch("kettle", zone: home))),
        fields: [("name", "Kettles")]),
      .init(
        route: .tokens(.accessTokens),
        fields: [("name", "Display"), ("access", "read"), ("home", ""), ("days", "30")]),
      .init(route: .calendar(.calendarSettings)),
      .init(
        route: .usage(.feedback), fields: [("topic", "homes"), ("rating", "4"), ("text", "Fine")]),
    ]
  }

  private var ofBelongings: [PressTests.Press] {
    let (home, item) = (matrix.home, matrix.item)
    return [
      .init(
        route: .items(.newItem(home: home)),
        fields: [("name", "Lamp"), ("quantity", "1"), ("price", ""), ("currency", "EUR")]),
      .init(
        route: .maintenance(.newMaintenance(item: item)),
        fields: [("title", "Descale"), ("currency", "EUR")]),
      .init(route: .photos(.photos(item: item)), file: picture(), page: "/account"),
      .init(route: .homes(.homePhotos(home)), file: picture(), page: "/account"),
      .init(
        route: .gallery(.placePhotos(home: home, place: room)), file: picture(),
        page: "/homes/\(home)/rooms/\(room)"),
      .init(
        route: .papers(.itemPapers(item: item)), fields: [("kind", "receipt")],
        file: picture("papers"), page: "/account"),
      .init(
        route: .papers(.policyPapers(home: home, policy: policy)),
        fields: [("kind", "receipt")], file: picture("papers")),
    ]
  }

  private var ofMoney: [PressTests.Press] {
    let (group, expense) = (matrix.group, matrix.expense)
    let path = "/groups/\(group)"
    let sum = [("amount", "9"), ("currency", "EUR"), ("day", "2026-06-01")]
    let rows = members.flatMap { [("row", $0), ("in", $0)] }
    return [
      .init(
        route: .groups(.newGroup),
        fields: [("name", "Trip"), ("currency", "EUR"), ("ownName", "Anna"), ("members", "Bo")]),
      .init(route: .members(.members(group: group)), fields: [("name", "Dot")]),
      .init(route: .categories(.categories(group: group)), fields: [("name", "Boats")]),
      .init(
        route: .expenses(.newExpense(group: group)),
        fields: [("title", "Milk"), ("way", "equal"), ("payer", members[0])] + sum + rows),
      .init(
        route: .expenses(.newPayment(group: group, PaymentQuery())),
        fields: [("title", "Cash"), ("from", members[0]), ("to", members[1])] + sum),
      .init(
        route: .comments(.comments(group: group, expense: expense)),
        fields: [("text", "Why?")], page: "\(path)/expenses/\(expense)"),
      .init(
        route: .receipts(.receipts(group: group, expense: expense)),
        file: picture("receipts"), page: "\(path)/expenses/\(expense)"),
      .init(
        route: .rates(.rates(group: group)),
        fields: [
          ("fromCurrency", "SEK"), ("toCurrency", "EUR"), ("rate", "0.1"), ("day", "2026-06-01"),
        ]),
      .init(
        route: .sharing(.invites(.group, zone: group)), fields: Self.invite,
        page: "\(path)/settings"),
      .init(
        route: .ledger(.newEntry), fields: [("title", "Bakery"), ("kind", "spending")] + sum),
      .init(route: .ledger(.ledgerCategories), fields: [("name", "Own")]),
      .init(route: .ledger(.usualCategories), page: "/personal/categories"),
    ]
  }

  private var ofFamily: [PressTests.Press] {
    let family = matrix.family
    let path = "/families/\(family)"
    return [
      .init(
        route: .family(.absences(family)),
        fields: [("person", person), ("startsOn", "2027-01-01"), ("endsOn", "2027-01-02")]),
      .init(
        route: .routines(.newRoutine(family: family)),
        fields: [
          ("title", "Morning"), ("people", person), ("mode", "each"), ("kind", "everyDays"),
          ("everyCount", "1"), ("startsOn", "2020-01-01"), ("partOfDay", "morning"),
        ]),
      .init(
        route: .rewards(.rewards(family)),
        fields: [("title", "Zoo"), ("price", "7"), ("emoji", "")]),
      .init(
        route: .children(.newChild(family: family)),
        fields: [("name", "Bo"), ("emoji", "🦊"), ("colorIndex", "3")]),
      .init(
        route: .children(.childCode(family: family, child: child)),
        page: "\(path)/children/\(child)"),
      .init(
        route: .sharing(.invites(.family, zone: family)), fields: Self.invite,
        page: "\(path)/settings"),
    ]
  }
}

extension Browser {
  /// What the first match on a page says.
  fileprivate func found(
    _ path: String, _ pattern: Regex<(Substring, Substring)>
  ) async throws -> String {
    let page = try await get(path)
    let match = try #require(page.main.firstMatch(of: pattern), "\(path): \(page.main)")
    return String(match.1)
  }
}
