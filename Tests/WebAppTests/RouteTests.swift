import Foundation
import Testing
import Values

@testable import AccountWeb
@testable import ClaimReports
@testable import InsuranceWeb
@testable import FamilyWeb
@testable import MoneyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web
@testable import WebApp

@Suite struct RouteTests {
  static let odd = "a/b?c#d %2F..é☕&=+;"

  private static func joining(_ id: String) -> [Route] {
    [
      .merging(.mergeHome(home: id)), .merging(.mergeHome(home: id, into: id)),
      .merging(.mergeHome(home: id, into: id, isSeparate: true)), .merging(.merged(id)),
      .merging(.undoMerge(id)), .deciding(.decideJoin(id)), .deciding(.decideJoin(id, home: id)),
      .deciding(.decideJoin(id, home: id, isSeparate: true)), .joining(.endJoin(id)),
      .deciding(.freshDone(home: id)),
    ]
  }

  static func all(_ id: String) -> [Route] {
    let query = ItemQuery(
      search: id, homeID: id, roomID: id, labelID: id, sort: .value, hasNoPrice: true,
      hasNoPhoto: true, hasNoSerial: true, hasNoReceipt: true, isLent: true, isArchived: true,
      ticksPage: true, after: id)
    return joining(id) + money(id) + printing(id) + pictures(id) + past(id) + things(id) + [
      .session(.signIn()), .session(.signIn(then: "/homes/x/items?q=1")), .session(.signUp()),
      .session(.signUp(invite: id)), .session(.setUp),
      .session(.codeSignIn()), .session(.codeSignIn("ABCD-2345")),
      .session(.signOut), .homes(.start), .session(.device), .homes(.dashboard), .site(.menu),
      .site(.add),
      .today(.today()), .today(.today(showsAll: true)),
      .items(.items()), .items(.items(query)), .sharing(.people), .homes(.homes),
      .homes(.newHome), .homes(.home(id)), .items(.homeItems(home: id)),
      .items(.homeItems(home: id, query)), .rooms(.rooms(home: id)),
      .rooms(.room(home: id, room: id)), .rooms(.room(home: id, room: id, isEditing: true)),
      .rooms(.deleteRoom(home: id, room: id)), .labels(.labels(home: id)),
      .labels(.label(home: id, label: id)),
      .labels(.label(home: id, label: id, isEditing: true)),
      .labels(.deleteLabel(home: id, label: id)),
      .papers(.itemPapers(item: id)), .papers(.policyPapers(home: id, policy: id)),
      .papers(.paper(id)), .papers(.editPaper(id)), .papers(.deletePaper(id)),
      .maintenance(.maintenance(home: id)),
      .maintenance(.maintenance(home: id, isDone: true, after: id)),
      .maintenance(.newMaintenance(item: id)), .maintenance(.maintenanceEntry(id)),
      .maintenance(.completeMaintenance(id)), .maintenance(.deleteMaintenance(id)),
      .reminders(.reminders(home: id)), .itemState(.lendItem(id)), .itemState(.returnItem(id)),
      .itemState(.sellItem(id)), .itemState(.archiveItem(id)), .itemState(.unarchiveItem(id)),
      .insurance(.policies(home: id)), .insurance(.newPolicy(home: id)),
      .insurance(.policy(home: id, policy: id)),
      .insurance(.deletePolicy(home: id, policy: id)),
      .export(.exports), .export(.archive), .export(.movingBox), .export(.homeArchive(id)),
      .export(.homeMovingBox(id)), .itemState(.unsellItem(id)),
    ]
  }

  private static func things(_ id: String) -> [Route] {
    [
      .hint(.dismissHint(id)), .items(.newItem(home: id)), .items(.newItem(home: id, room: id)),
      .items(.item(id)),
      .items(.newItem(home: id, room: id, template: id)), .items(.newItem(home: id, template: id)),
      .moving(.movePlace(home: id, room: id)), .moving(.movePlace(home: id, room: id, to: id)),
      .checks(.check(home: id, room: id)),
      .checks(
        .check(home: id, room: id, CheckQuery(isMissingOnly: true, endedSince: id, after: id))),
      .checks(.checkItem(home: id, room: id, item: id)),
      .checks(.checkItem(home: id, room: id, item: id, CheckQuery(after: id))),
      .checks(.finishCheck(home: id, room: id)), .checks(.seeItem(id)),
      .templates(.templates(home: id)), .templates(.newTemplate(home: id)),
      .templates(.newTemplate(home: id, item: id)),
      .templates(.template(home: id, template: id)),
      .templates(.deleteTemplate(home: id, template: id)),
      .field(.fieldPresets(home: id)),
      .field(.fieldPreset(home: id, preset: id)),
      .field(.deleteFieldPreset(home: id, preset: id)),
      .items(.item(id, isEditing: true)),
      .deleted(.restoreZone(.home, zone: id)),
      .deleted(.purgeZone(.home, zone: id)),
      .deleted(.restoreZone(.group, zone: id)),
      .deleted(.purgeZone(.group, zone: id)),
      .tokens(.accessTokens), .tokens(.revokeAccessToken(id)),
      .searches(.savedSearches()),
      .searches(.savedSearches(NewSearch(id, zone: id, sort: .room))),
      .searches(.savedSearches(NewSearch())),
      .searches(.savedSearch(id)),
      .searches(.deleteSearch(id)),
      .bulkChange(.changeItems),
      .usage(.counting), .usage(.feedback), .sharingFlags(.flags), .sharingFlags(.kill),
      .recovery(.recovery), .recovery(.stopWaiting),
      .items(.deleteItem(id)), .items(.moveItem(id)), .items(.moveItem(id, home: id)),
      .photos(.photos(item: id)),
      .photos(.deletePhoto(item: id, photo: id)),
      .photos(.makePhotoFirst(item: id, photo: id)), .photos(.photo(id, .thumbnail)),
      .photos(.photo(id, .original)),
      .photos(.fetchPhoto(id)), .site(.undo(id)), .homes(.homePhotos(id)),
      .homes(.deleteHomePhoto(home: id, photo: id)), .homes(.homeSettings(id)),
      .homes(.setPrimaryHome(id)),
      .homes(.deleteHome(id)), .sharing(.invites(.home, zone: id)),
      .sharing(.revokeInvite(.home, zone: id, invite: id)),
      .sharing(.person(.home, zone: id, person: id)),
      .sharing(.removePerson(.home, zone: id, person: id)), .sharing(.stopSharing(.home, zone: id)),
      .sharing(.familyShare(.home, zone: id)), .sharing(.leave(.home, zone: id)),
      .joining(.invite(id)), .joining(.join),
      .sharing(.dismissNotice(id)), .sharing(.removeNoticed(id)), .joining(.cancelJoin(id)),
      .export(.noticeCopy(id)), .export(.exportHome(id)),
      .sharing(.handOver(.home, zone: id, person: id)), .sharing(.acceptHome(id)),
      .joining(.joined(.home, zone: id)), .importing(.importing()),
      .importing(.importing(home: id)),
      .importing(.importPreview(id)), .importing(.runImport(id)),
      .importing(.importProgress(id)), .importing(.importResult(id)), .importing(.cancelImport(id)),
      .importing(.undoImport(id)), .syncing(.sync), .syncing(.syncNow),
      .forgotten(.removeForgotten(home: id)),
      .syncing(.retryChange(id)), .keepingCopy(.copyChange(id)), .syncing(.discardChange(id)),
      .syncing(.refusedPhoto(change: id, photo: id)),
      .account(.account), .account(.profile), .account(.password), .account(.region),
      .account(.areas),
      .account(.endSession(id)), .account(.endOtherSessions),
      .site(.asset(hash: id, name: id)), .site(.events), .site(.offline), .site(.manifest),
      .site(.serviceWorker),
    ]
  }

  private static func keeping(_ id: String) -> [Route] {
    [
      .children(.newChild(family: id)), .children(.child(family: id, child: id)),
      .children(.childCode(family: id, child: id)),
      .children(.endChildSession(family: id, child: id, session: id)),
      .children(.removeChild(family: id, child: id)), .kiosks(.kiosk), .kiosks(.pick(person: id)),
      .kiosks(.newKiosk(family: id)), .kiosks(.endKiosk(family: id, kiosk: id)),
      .kiosks(.pin(family: id, person: id)),
      .familyImports(.choose), .familyImports(.preview(id)), .familyImports(.run(id)),
      .familyImports(.progress(id)), .familyImports(.result(id)), .familyImports(.cancel(id)),
      .familyImports(.undo(id)), .finding(.find()), .finding(.find(search: id, after: id)),
      .finding(.found(id)),
    ]
  }

  private static func familyRoutes(_ id: String) -> [Route] {
    [
      .sharing(.familyShare(.family, zone: id)), .family(.families), .family(.newFamily),
      .family(.familySettings(id)),
      .family(.deleteFamily(id)), .family(.face(family: id, person: id)),
      .family(.absences(id)), .family(.removeAbsence(family: id, absence: id)),
      .family(.switchFamily(token: "token")), .days(.day(family: id)),
      .familyActivity(.familyActivity(family: id)),
      .familyActivity(.familyActivity(family: id, before: 7)),
      .days(.day(family: id, DayQuery(day: CalendarDay(year: 2026, month: 3, day: 2)))),
      .days(.week(family: id)),
      .days(
        .week(
          family: id,
          FamilyWeekQuery(day: CalendarDay(year: 2026, month: 3, day: 2), person: id))),
      .days(.person(family: id, person: id)), .days(.tick(id)), .days(.turn(id)),
      .days(.approve(id)), .routines(.routines(family: id)), .routines(.newRoutine(family: id)),
      .routines(.routine(family: id, routine: id)),
      .routines(.newRoutine(family: id, like: id)),
      .routines(.newRoutine(family: id, template: "morning")),
      .pictures(.steps(family: id, routine: id)),
      .pictures(.setStep(family: id, routine: id, step: id)),
      .pictures(.removeStep(family: id, routine: id, step: id)), .pictures(.prove(id)),
      .pictures(.step(family: id, picture: id, .large)),
      .pictures(.proof(family: id, proof: id, .thumbnail)), .rewards(.rewards(id)),
      .rewards(.reward(family: id, reward: id)), .rewards(.wish(id)), .rewards(.decide(id)),
      .routines(.week(family: id, routine: id)),
      .routines(
        .week(
          family: id, routine: id, DayQuery(day: CalendarDay(year: 2026, month: 3, day: 2)))),
      .routines(.archiveRoutine(family: id, routine: id)),
      .routines(.deleteRoutine(family: id, routine: id)),
    ]
  }

  private static func money(_ id: String) -> [Route] {
    let query = ExpenseQuery(
      search: id, memberID: id, categoryID: id, currency: id, ticksPage: true, after: id)
    var total = ExpenseQuery.spent(in: id).during(month: 2, of: 2024).paid(by: id)
    total = total.shared(by: id).of(category: nil)
    let payment = PaymentQuery(from: id, to: id, amount: id, currency: id)
    let sharing: [SharingRoute] = [
      .invites(.group, zone: id), .revokeInvite(.group, zone: id, invite: id),
      .person(.group, zone: id, person: id), .removePerson(.group, zone: id, person: id),
      .handOver(.group, zone: id, person: id), .stopSharing(.group, zone: id),
      .leave(.group, zone: id), .familyShare(.group, zone: id),
    ]
    return familyRoutes(id) + keeping(id) + sharing.map(Route.sharing) + [
      .joining(.joined(.group, zone: id)), .groups(.groups()), .groups(.groups(currency: "EUR")),
      .groups(.newGroup),
      .groupImports(.choose()), .groupImports(.choose(group: id)), .groupImports(.preview(id)),
      .groupImports(.columns(id)), .groupImports(.run(id)), .groupImports(.progress(id)),
      .groupImports(.result(id)), .groupImports(.cancel(id)), .groupImports(.undo(id)),
      .groups(.group(id)), .groups(.group(id, query)), .groups(.group(id, total)),
      .groups(.group(id, .payments(in: id))), .groups(.groupSettings(id)),
      .groups(.deleteGroup(id)), .groups(.groupTable(id)), .groups(.groupDocument(id)),
      .groups(.setPicture(id)), .groups(.deletePicture(id)),
      .groups(.picture(group: id, picture: id, .thumbnail)),
      .groups(.picture(group: id, picture: id, .original)),
      .selections(.selection(group: id, ExpenseQuery())), .selections(.selection(group: id, query)),
      .members(.members(group: id)),
      .members(.member(group: id, member: id)), .members(.removeMember(group: id, member: id)),
      .members(.claimMember(group: id, member: id)),
      .members(.releaseMember(group: id, member: id)),
      .members(.assignMember(group: id, member: id)),
      .members(.combineMember(group: id, member: id)), .categories(.categories(group: id)),
      .categories(.category(group: id, category: id)),
      .categories(.deleteCategory(group: id, category: id)), .expenses(.newExpense(group: id)),
      .expenses(.newExpense(group: id, like: id)), .expenses(.newExpense(group: id, split: id)),
      .expenses(.previewExpense(group: id)), .expenses(.expense(group: id, expense: id)),
      .expenses(.editExpense(group: id, expense: id)),
      .expenses(.deleteExpense(group: id, expense: id)),
      .expenses(.refusedExpense(group: id, expense: id, change: id)),
      .expenses(.newPayment(group: id, PaymentQuery())), .expenses(.newPayment(group: id, payment)),
      .history(.groupActivity(group: id)), .history(.groupActivity(group: id, before: 7)),
      .history(.expenseHistory(group: id, expense: id)),
      .history(.expenseHistory(group: id, expense: id, before: 7)),
      .history(.groupChange(group: id, sequence: 7)), .history(.deletedExpenses(group: id)),
      .history(.deletedExpenses(group: id, before: 7)),
      .history(.restoreExpense(group: id, sequence: 7, expense: id)),
      .receipts(.receipts(group: id, expense: id)),
      .receipts(.deleteReceipt(group: id, receipt: id)),
      .comments(.comments(group: id, expense: id)),
      .comments(.deleteComment(group: id, comment: id)),
      .receipts(.receipt(group: id, receipt: id, .thumbnail)),
      .receipts(.receipt(group: id, receipt: id, .original)),
      .balances(.balances(group: id)), .balances(.debts(group: id)),
      .balances(.debts(group: id, debtor: id, creditor: id, currency: id)),
      .balances(.why(group: id)), .balances(.why(group: id, from: id, to: id, currency: id)),
      .balances(.spending(group: id)), .balances(.spending(group: id, year: id, currency: id)),
      .balances(.spending(group: id, year: id, currency: id, member: id)),
      .balances(.settle(group: id)), .repeating(.repeating(group: id)),
      .repeating(.editRepeating(group: id, repeating: id)),
      .repeating(.pauseRepeating(group: id, repeating: id)),
      .repeating(.endRepeating(group: id, repeating: id)), .rates(.rates(group: id)),
      .rates(.removeRate(group: id, rate: id)),
    ] + ledger(id)
  }

  private static func ledger(_ id: String) -> [Route] {
    var query = LedgerQuery(month: "2026-03")
    (query.category, query.tag, query.from, query.search) = (id, id, id, id)
    (query.isHidden, query.after, query.ticksPage) = (true, "7", true)
    let routes: [LedgerRoute] = [
      .ledger(), .ledger(query), .ledger(.of(.spending, month: "2026-03")),
      .ledger(.of(.income, year: 2026)), .newEntry, .entry(id), .deleteEntry(id),
      .share(group: id, expense: id), .keptShare(id), .forgetShare(id), .budgets(),
      .budgets(month: "2026-03"), .ledgerSpending(), .ledgerSpending(year: "2026"),
      .ledgerCategories, .usualCategories, .ledgerCategory(id), .deleteLedgerCategory(id),
      .convertAgain, .ledgerSelection(), .ledgerSelection(query),
    ]
    let files: [LedgerFileRoute] = [
      .ledgerFiles, .ledgerDocument, .ledgerTable, .ledgerPreview(id), .ledgerColumns(id),
      .cancelLedgerImport(id), .undoLedgerImport(id),
    ]
    return routes.map(Route.ledger) + files.map(Route.ledgerFiles)
  }

  private static func past(_ id: String) -> [Route] {
    [
      .activity(.homeActivity(home: id)), .activity(.homeActivity(home: id, before: 7)),
      .activity(.itemActivity(item: id)), .activity(.itemActivity(item: id, before: 7)),
      .activity(.change(home: id, sequence: 7)), .activity(.restoreValue(home: id, sequence: 7)),
      .calendar(.calendarSettings), .calendar(.removeCalendar), .calendar(.calendar(secret: id)),
      .calendar(.calendarKinds), .notifications(.notifications), .notifications(.read),
      .notifications(.settings), .notifications(.mailAddress),
      .notifications(.removeMailAddress), .notifications(.confirmMail(secret: id)),
      .notifications(.stopMail(secret: id)),
    ]
  }

  private static func pictures(_ id: String) -> [Route] {
    let owners: [PhotoOwner] = [.item(id), .home(id), .place(home: id, place: id)]
    return owners.flatMap { owner in
      [.gallery(.photoViewer(owner, photo: id)), .gallery(.photoOrder(owner))]
    } + [
      .gallery(.placePhotos(home: id, place: id)),
      .gallery(.deletePlacePhoto(home: id, place: id, photo: id)), .scanning(.scan),
      .scanning(.scanPhoto), .scanning(.scannedProduct(code: id)),
      .scanning(.newScannedItem(home: id, code: id)),
    ]
  }

  private static func printing(_ id: String) -> [Route] {
    let items = ItemQuery(
      search: id, roomID: id, labelID: id, sort: .name, hasNoPrice: true, hasNoPhoto: true,
      hasNoSerial: true)
    var labels = LabelQuery()
    (labels.sheet, labels.start, labels.copies) = (.tze18, "7", "2")
    (labels.contents, labels.showsID, labels.hasOutlines) = (.places, false, true)
    var claim = ClaimQuery()
    (claim.policyID, claim.search, claim.hasPhotos, claim.hasSold) = (id, id, false, true)
    (claim.roomIDs, claim.labelIDs, claim.paper) = ([id, id + "2"], [id], .letter)
    var plain = LabelQuery()
    plain.showsPlace = false
    let routes: [PrintRoute] = [
      .itemLabels(item: id), .itemLabels(item: id, labels), .itemLabelsFile(item: id, plain),
      .placeLabels(home: id, place: id), .placeLabels(home: id, place: id, labels),
      .placeLabelsFile(home: id, place: id, labels), .listLabels(home: id),
      .listLabels(home: id, items, labels), .listLabelsFile(home: id, items, plain),
      .numberItems(home: id),
    ]
    let claims: [ClaimRoute] = [
      .claim(home: id), .claim(home: id, claim), .claimFile(home: id, claim),
    ]
    return routes.map(Route.printing) + claims.map(Route.claims)
  }

  @Test("a place's name in the log is its case's own, without what is in it")
  func names() {
    for route in Self.all("x") {
      #expect(route.name == "\(route.family)".prefix { $0 != "(" })
    }
  }

  @Test("every case of a family is read: what a source declares and what is in the table agree")
  func declared() throws {
    var names: Set<String> = []
    for (_, source) in try SourceTests.files({ $0.hasSuffix("Route.swift") }) {
      names.formUnion(source.matches(of: /\n  case ([A-Za-z]+)/).map { String($0.1) })
    }
    #expect(names == Set(Areas.all.routes.names))
    #expect(names == Set(Self.all("x").map(\.name)))
  }

  @Test("every address reads back as the place it was made for", arguments: ["0197-af", odd, ".."])
  func roundTrip(id: String) {
    for route in Self.all(id) {
      #expect(Areas.all.routes.route(local: route.url) == route, "\(route.url)")
      #expect(route.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(route.url)")
    }
  }

  @Test("no two places share an address")
  func distinct() {
    let urls = Self.all("x").map(\.url)
    #expect(Set(urls).count == urls.count)
  }

  @Test(
    "an address that is no page is refused",
    arguments: [
      "", "items", "//items", "/items/", "/homes//items", "/nowhere", "/items/%", "/items/%FF",
      "/items/a/b/c/d/e", "/photos/x/huge", "/signin/x", "/homes/h/settings/none",
      "/homes/h/activity/9223372036854775807", "/homes/h/activity/-1", "/homes/h/activity/01",
    ])
  func refused(path: String) {
    #expect(Areas.all.routes.route(path: path) == nil)
  }

  @Test("a very long address is refused")
  func tooLong() {
    #expect(Areas.all.routes.route(path: "/items/" + String(repeating: "a", count: 2000)) == nil)
  }

  @Test(
    "D-WEB-6 signing in goes on only to a page of ours",
    arguments: [
      "https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)",
      "/items\u{0}", "",
    ])
  func foreignReturn(then: String) {
    let query = "then=" + URLCoding.encode(then)
    #expect(Areas.all.routes.route(path: "/signin", query: query) == .session(.signIn(then: nil)))
  }

  @Test("a link to another site must be http or https")
  func externalAddresses() {
    #expect(ExternalAddress("https://a.example/x?y=1#z") != nil)
    #expect(ExternalAddress("HTTP://a.example") != nil)
    for text in [
      "javascript:alert(1)", "data:text/html,x", " https://a", "https://a b", "ftp://a", "",
    ] {
      #expect(ExternalAddress(text) == nil, "\(text)")
    }
  }
}

extension Route {
  /// The name of the place in the log.
  var name: String { Areas.all.routes.name(of: self) }
}
