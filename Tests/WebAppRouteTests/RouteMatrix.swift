@testable import AccountWeb
@testable import InsuranceWeb
@testable import FamilyWeb
@testable import MoneyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web
@testable import WebApp

/// Every address of the app, with ids of a home, an item and so on put in.
struct RouteMatrix {
  let home: String
  var item = "019d0000-0000-7000-8000-000000000001"
  var other = "019d0000-0000-7000-8000-000000000002"

  var paper = "019d0000-0000-7000-8000-000000000003"
  var entry = "019d0000-0000-7000-8000-000000000004"

  var group = "019d0000-0000-7000-8000-000000000005"
  var member = "019d0000-0000-7000-8000-000000000006"
  var expense = "019d0000-0000-7000-8000-000000000007"

  var repeating = "019d0000-0000-7000-8000-000000000008"
  var rate = "019d0000-0000-7000-8000-000000000009"

  var family = "019d0000-0000-7000-8000-00000000000a"
  var routine = "019d0000-0000-7000-8000-00000000000b"
  var absence = "019d0000-0000-7000-8000-00000000000c"

  /// With what is in the group and the family of another.
  func with(_ other: RouteMatrix) -> RouteMatrix {
    var matrix = self
    (matrix.group, matrix.member) = (other.group, other.member)
    (matrix.expense, matrix.repeating) = (other.expense, other.repeating)
    matrix.rate = other.rate
    (matrix.family, matrix.routine) = (other.family, other.routine)
    matrix.absence = other.absence
    return matrix
  }

  var all: [Route] { ofHouse + ofBelongings + ofPictures + ofMoney + ofFamily }

  /// What is in a family; ``other`` stands for a person and for an invite's key.
  private var ofFamily: [Route] {
    [
      .familyImports(.choose), .familyImports(.preview(other)), .familyImports(.run(other)),
      .familyImports(.progress(other)), .familyImports(.result(other)),
      .familyImports(.cancel(other)), .familyImports(.undo(other)),
      .finding(.find()), .finding(.found(item)),
      .family(.families), .family(.newFamily), .days(.day(family: family)),
      .familyActivity(.familyActivity(family: family)),
      .days(.week(family: family)),
      .days(.person(family: family, person: other)), .days(.tick(family)), .days(.turn(family)),
      .days(.approve(family)), .routines(.routines(family: family)),
      .routines(.newRoutine(family: family)),
      .routines(.routine(family: family, routine: routine)),
      .routines(.newRoutine(family: family, like: routine)),
      .pictures(.steps(family: family, routine: routine)),
      .pictures(.setStep(family: family, routine: routine, step: other)),
      .pictures(.removeStep(family: family, routine: routine, step: other)),
      .pictures(.prove(family)), .pictures(.step(family: family, picture: other, .large)),
      .pictures(.proof(family: family, proof: other, .large)), .rewards(.rewards(family)),
      .rewards(.reward(family: family, reward: other)), .rewards(.wish(family)),
      .rewards(.decide(family)),
      .routines(.week(family: family, routine: routine)),
      .routines(.archiveRoutine(family: family, routine: routine)),
      .routines(.deleteRoutine(family: family, routine: routine)),
      .family(.face(family: family, person: other)), .family(.absences(family)),
      .family(.removeAbsence(family: family, absence: absence)),
      .family(.switchFamily(token: other)), .family(.familySettings(family)),
      .children(.newChild(family: family)), .children(.child(family: family, child: other)),
      .children(.childCode(family: family, child: other)),
      .children(.endChildSession(family: family, child: other, session: other)),
      .children(.removeChild(family: family, child: other)), .kiosks(.kiosk),
      .kiosks(.pick(person: other)), .kiosks(.newKiosk(family: family)),
      .kiosks(.endKiosk(family: family, kiosk: other)),
      .kiosks(.pin(family: family, person: other)),
      .sharing(.invites(.family, zone: family)),
      .sharing(.revokeInvite(.family, zone: family, invite: other)),
      .sharing(.person(.family, zone: family, person: other)),
      .sharing(.removePerson(.family, zone: family, person: other)),
      .sharing(.handOver(.family, zone: family, person: other)),
      .sharing(.familyShare(.family, zone: family)),
      .sharing(.stopSharing(.family, zone: family)), .sharing(.leave(.family, zone: family)),
      .joining(.joined(.family, zone: family)),
      .deleted(.restoreZone(.family, zone: family)), .deleted(.purgeZone(.family, zone: family)),
      .family(.deleteFamily(family)),
    ]
  }

  /// What is in a group; ``other`` stands for a category and for a second member.
  private var ofMoney: [Route] {
    [
      .groups(.groups()), .groups(.newGroup), .groups(.group(group)),
      .groups(.groupSettings(group)),
      .groups(.groupTable(group)), .groups(.groupDocument(group)),
      .groups(.setPicture(group)), .groups(.deletePicture(group)),
      .groups(.picture(group: group, picture: other, .original)),
      .selections(.selection(group: group, ExpenseQuery())),
      .members(.members(group: group)),
      .members(.member(group: group, member: member)),
      .members(.claimMember(group: group, member: member)),
      .members(.releaseMember(group: group, member: member)),
      .members(.assignMember(group: group, member: member)),
      .members(.combineMember(group: group, member: member)),
      .members(.removeMember(group: group, member: member)),
      .categories(.categories(group: group)),
      .categories(.category(group: group, category: other)),
      .categories(.deleteCategory(group: group, category: other)),
      .expenses(.newExpense(group: group)), .expenses(.previewExpense(group: group)),
      .expenses(.expense(group: group, expense: expense)),
      .expenses(.editExpense(group: group, expense: expense)),
      .expenses(.deleteExpense(group: group, expense: expense)),
      .expenses(.refusedExpense(group: group, expense: expense, change: "7")),
      .expenses(.newPayment(group: group, PaymentQuery())), .balances(.balances(group: group)),
      .balances(.debts(group: group)), .balances(.why(group: group)),
      .balances(.spending(group: group)),
      .balances(.settle(group: group)), .repeating(.repeating(group: group)),
      .repeating(.editRepeating(group: group, repeating: repeating)),
      .repeating(.pauseRepeating(group: group, repeating: repeating)),
      .repeating(.endRepeating(group: group, repeating: repeating)),
      .ledger(.ledger()), .ledger(.newEntry), .ledger(.entry(other)),
      .ledger(.deleteEntry(other)), .ledger(.share(group: group, expense: expense)),
      .ledger(.keptShare(other)), .ledger(.forgetShare(other)), .ledger(.budgets()),
      .ledger(.ledgerSpending()), .ledger(.ledgerCategories), .ledger(.usualCategories),
      .ledger(.ledgerCategory(other)), .ledger(.deleteLedgerCategory(other)),
      .ledger(.convertAgain), .ledger(.ledgerSelection()),
      .rates(.rates(group: group)), .rates(.removeRate(group: group, rate: rate)),
      .sharing(.invites(.group, zone: group)),
      .sharing(.revokeInvite(.group, zone: group, invite: other)),
      .sharing(.person(.group, zone: group, person: other)),
      .sharing(.removePerson(.group, zone: group, person: other)),
      .sharing(.handOver(.group, zone: group, person: other)),
      .sharing(.familyShare(.group, zone: group)),
      .sharing(.stopSharing(.group, zone: group)), .sharing(.leave(.group, zone: group)),
      .joining(.joined(.group, zone: group)),
      .deleted(.restoreZone(.group, zone: group)), .deleted(.purgeZone(.group, zone: group)),
      .history(.groupActivity(group: group)),
      .history(.expenseHistory(group: group, expense: expense)),
      .history(.groupChange(group: group, sequence: 1)),
      .history(.deletedExpenses(group: group)),
      .history(.restoreExpense(group: group, sequence: 1, expense: expense)),
      .receipts(.receipts(group: group, expense: expense)),
      .receipts(.receipt(group: group, receipt: other, .original)),
      .receipts(.deleteReceipt(group: group, receipt: other)),
      .comments(.comments(group: group, expense: expense)),
      .comments(.deleteComment(group: group, comment: other)),
      // The last: nothing is left to ask for after it.
      .groups(.deleteGroup(group)),
    ]
  }

  private var ofPictures: [Route] {
    let owners: [PhotoOwner] = [.item(item), .home(home), .place(home: home, place: other)]
    return owners.flatMap { owner in
      [.gallery(.photoViewer(owner, photo: other)), .gallery(.photoOrder(owner))]
    } + [
      .gallery(.placePhotos(home: home, place: other)),
      .gallery(.deletePlacePhoto(home: home, place: other, photo: other)),
      .scanning(.scan), .scanning(.scanPhoto), .scanning(.scannedProduct(code: "4006381333931")),
      .scanning(.newScannedItem(home: home, code: "4006381333931")),
    ]
  }

  private var ofBelongings: [Route] {
    [
      .papers(.itemPapers(item: item)), .papers(.policyPapers(home: home, policy: other)),
      .papers(.paper(paper)), .papers(.editPaper(paper)), .papers(.deletePaper(paper)),
      .maintenance(.maintenance(home: home)), .maintenance(.newMaintenance(item: item)),
      .maintenance(.maintenanceEntry(entry)), .maintenance(.completeMaintenance(entry)),
      .maintenance(.deleteMaintenance(entry)), .reminders(.reminders(home: home)),
      .itemState(.lendItem(item)), .itemState(.returnItem(item)), .itemState(.sellItem(item)),
      .itemState(.archiveItem(item)), .itemState(.unarchiveItem(item)),
      .itemState(.unsellItem(item)),
      .moving(.movePlace(home: home, room: other)),
      .merging(.mergeHome(home: home)), .merging(.merged(other)), .merging(.undoMerge(other)),
      .deciding(.decideJoin(other)), .joining(.endJoin(other)), .deciding(.freshDone(home: home)),
      .checks(.check(home: home, room: other)),
      .checks(.checkItem(home: home, room: other, item: item)),
      .checks(.finishCheck(home: home, room: other)), .checks(.seeItem(item)),
      .templates(.templates(home: home)), .templates(.newTemplate(home: home)),
      .templates(.template(home: home, template: other)),
      .templates(.deleteTemplate(home: home, template: other)),
    ]
  }

  private var ofHouse: [Route] {
    [
      .session(.signIn()), .session(.signUp()), .session(.setUp), .session(.signOut),
      .session(.codeSignIn()),
      .homes(.start), .session(.device), .homes(.dashboard), .site(.menu), .site(.add),
      .today(.today()), .items(.items()),
      .sharing(.people),
      .homes(.homes), .homes(.newHome), .homes(.home(home)), .items(.homeItems(home: home)),
      .rooms(.rooms(home: home)),
      .rooms(.room(home: home, room: other)),
      .rooms(.room(home: home, room: other, isEditing: true)),
      .rooms(.deleteRoom(home: home, room: other)), .labels(.labels(home: home)),
      .labels(.label(home: home, label: other)),
      .labels(.label(home: home, label: other, isEditing: true)),
      .labels(.deleteLabel(home: home, label: other)),
      .insurance(.policies(home: home)), .insurance(.newPolicy(home: home)),
      .insurance(.policy(home: home, policy: other)),
      .insurance(.deletePolicy(home: home, policy: other)),
      .export(.exports), .export(.archive), .export(.movingBox),
      .export(.homeArchive(home)), .export(.homeMovingBox(home)),
      .hint(.dismissHint("firstSteps")),
      .field(.fieldPresets(home: home)), .field(.fieldPreset(home: home, preset: other)),
      .field(.deleteFieldPreset(home: home, preset: other)), .items(.newItem(home: home)),
      .items(.item(item)),
      .items(.item(item, isEditing: true)), .items(.deleteItem(item)),
      .activity(.homeActivity(home: home)), .activity(.itemActivity(item: item)),
      .activity(.change(home: home, sequence: 1)),
      .activity(.restoreValue(home: home, sequence: 1)),
      .deleted(.restoreZone(.home, zone: home)),
      .deleted(.purgeZone(.home, zone: home)),
      .calendar(.calendarSettings), .calendar(.removeCalendar), .calendar(.calendar(secret: other)),
      .calendar(.calendarKinds), .notifications(.notifications), .notifications(.read),
      .notifications(.settings), .notifications(.mailAddress),
      .notifications(.removeMailAddress), .notifications(.confirmMail(secret: other)),
      .notifications(.stopMail(secret: other)),
      .tokens(.accessTokens),
      .tokens(.revokeAccessToken(other)),
      .printing(.itemLabels(item: item)),
      .printing(.itemLabelsFile(item: item)),
      .printing(.placeLabels(home: home, place: other)),
      .printing(.placeLabelsFile(home: home, place: other)),
      .printing(.listLabels(home: home)),
      .printing(.listLabelsFile(home: home)),
      .printing(.numberItems(home: home)),
      .claims(.claim(home: home)),
      .claims(.claimFile(home: home)),
      .searches(.savedSearches()),
      .searches(.savedSearch(other)),
      .searches(.deleteSearch(other)),
      .bulkChange(.changeItems),
      .usage(.counting),
      .usage(.feedback),
      .sharingFlags(.flags),
      .sharingFlags(.kill),
      .recovery(.recovery),
      .recovery(.stopWaiting),
      .items(.moveItem(item)),
      .photos(.photos(item: item)), .photos(.deletePhoto(item: item, photo: other)),
      .photos(.makePhotoFirst(item: item, photo: other)), .photos(.photo(other, .thumbnail)),
      .photos(.fetchPhoto(other)),
      .site(.undo(other)),
      .homes(.homePhotos(home)), .homes(.deleteHomePhoto(home: home, photo: other)),
      .homes(.homeSettings(home)),
      .homes(.setPrimaryHome(home)), .homes(.deleteHome(home)),
      .sharing(.invites(.home, zone: home)),
      .sharing(.revokeInvite(.home, zone: home, invite: other)),
      .sharing(.person(.home, zone: home, person: other)),
      .sharing(.removePerson(.home, zone: home, person: other)),
      .sharing(.familyShare(.home, zone: home)),
      .sharing(.stopSharing(.home, zone: home)),
      .sharing(.leave(.home, zone: home)),
      .sharing(.dismissNotice(other)), .sharing(.removeNoticed(other)),
      .joining(.cancelJoin(other)), .export(.noticeCopy(other)),
      .export(.exportHome(home)), .sharing(.handOver(.home, zone: home, person: other)),
      .sharing(.acceptHome(other)),
      .joining(.invite(other)), .joining(.join), .joining(.joined(.home, zone: home)),
      .importing(.importing()), .importing(.importPreview(other)),
      .importing(.runImport(other)), .importing(.importProgress(other)),
      .importing(.importResult(other)), .importing(.cancelImport(other)),
      .importing(.undoImport(other)),
      .groupImports(.choose()), .groupImports(.preview(other)), .groupImports(.columns(other)),
      .groupImports(.run(other)), .groupImports(.progress(other)), .groupImports(.result(other)),
      .groupImports(.cancel(other)), .groupImports(.undo(other)),
      .ledgerFiles(.ledgerFiles), .ledgerFiles(.ledgerDocument), .ledgerFiles(.ledgerTable),
      .ledgerFiles(.ledgerPreview(other)), .ledgerFiles(.ledgerColumns(other)),
      .ledgerFiles(.cancelLedgerImport(other)),
      .ledgerFiles(.undoLedgerImport(other)),
      .syncing(.sync), .forgotten(.removeForgotten(home: home)),
      .syncing(.syncNow), .syncing(.retryChange(other)), .keepingCopy(.copyChange(other)),
      .syncing(.discardChange(other)),
      .syncing(.refusedPhoto(change: other, photo: other)), .account(.account), .account(.profile),
      .account(.password), .account(.region), .account(.areas), .account(.endSession(other)),
      .account(.endOtherSessions),
      .site(.asset(hash: "0123456789abcdef", name: "hearth.css")), .site(.events), .site(.offline),
      .site(.manifest),
      .site(.serviceWorker),
    ]
  }
}

extension Route {
  /// The name of the place in the log.
  var name: String { Areas.all.routes.name(of: self) }
}

extension Route {
  /// Whether the page is about amounts, and so not there for a child in homes of others.
  var isOfAmounts: Bool {
    if case .policyPapers? = place(of: PaperRoute.self) { return true }
    return place(of: InsuranceRoute.self) != nil || place(of: ClaimRoute.self) != nil
  }
}
