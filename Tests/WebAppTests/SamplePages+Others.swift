import Backends
import Foundation
import Values

@testable import AccountWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

extension Samples {
  var accountPages: [SamplePage] {
    let signIn = SignInPage.Model()
    let wrong = SignInPage.Model(
      name: FieldValue(t("anna"), problem: .wrongSignIn), then: t("/people"),
      invitedTo: t("Lake Cabin"))
    func signUp(_ admission: SignUpPage.Admission) -> SignUpPage.Model {
      .init(admission: admission)
    }
    let (first, closed, shut) = (signUp(.first), signUp(.closed), signUp(.shut))
    var invited = signUp(.invite(token: t("tok"), inviter: t("Lena"), home: t("Lake Cabin")))
    invited.values[.name] = FieldValue(t("anna"), problem: .accountExists)
    invited.values[.password] = FieldValue(problem: .passwordTooShort(minCharacters: 10))
    let invitedModel = invited
    let bound = signUp(.boundInvite(token: t("tok"), name: t("jonas")))
    let offers = rooms.map {
      StartPage.RoomOffer(id: $0.id, name: $0.name, emoji: $0.emoji, isChosen: $0 != rooms[4])
    }
    let start = StartPage.Model(rooms: offers)
    let further = StartPage.Model(
      values: FormValues([
        .name: FieldValue("", problem: .missing), .city: FieldValue(t("Chester")),
        .photos: FieldValue(problem: .tooManyFiles(max: 20)),
      ]), rooms: offers, isFurtherHome: true)
    var account = AccountPage.Model(
      person: anna, signInName: t("anna@home.example"),
      values: FormValues([
        .displayName: FieldValue(t("Anna Moreau")), .locale: FieldValue("en-IE"),
        .timeZone: FieldValue(t("Europe/Dublin")), .currency: FieldValue("EUR"),
        .oldPassword: FieldValue(problem: .wrongPassword),
        .repeatedPassword: FieldValue(problem: .passwordsDiffer),
      ]),
      sessions: [
        .init(
          id: t("s1"), name: t("Firefox on Linux"), kind: .browser, lastSeenAt: now, isCurrent: true
        ),
        .init(id: t("s2"), name: t("Safari on iPhone"), kind: .phone, lastSeenAt: ago(minutes: 4)),
        .init(
          id: t("s3"), name: t("Kitchen laptop"), kind: .device, lastSeenAt: ago(minutes: 1600)),
      ],
      timeZones: [t("Europe/Dublin"), t("America/Halifax")], isAdministrator: true)
    account.isCounted = true
    account.areas = [
      .init(name: t("things"), title: t("Things"), isShown: true),
      .init(name: t("money"), title: t("Money"), isShown: false),
    ]
    let accountModel = account
    let feedback = FeedbackPage.Model(
      topic: .sharing, rating: FieldValue("", problem: .missing),
      text: FieldValue(t("It is clear who sees what.")))
    let device = DevicePage.Model(
      hub: t("https://home.example"), deviceName: FieldValue(t("Kitchen laptop")),
      problem: .hubUnreachable(t("https://home.example")))
    var deviceAgain = device
    (deviceAgain.isAgain, deviceAgain.problem) = (true, nil)
    let again = deviceAgain
    return [
      SamplePage("device-again", .session(.device), hasFrame: false) {
        DevicePage.view(again, in: $0)
      },
      SamplePage("sign-in", .session(.signIn()), hasFrame: false) {
        SignInPage.view(signIn, in: $0)
      },
      SamplePage("code-sign-in", .session(.codeSignIn()), hasFrame: false) {
        CodeSignInPage.view(.init(code: FieldValue(t("ABCD-2345"), problem: .wrongCode)), in: $0)
      },
      SamplePage("sign-in-signed-out", .session(.signIn()), hasFrame: false) {
        SignInPage.view(.init(notice: .signedOut), in: $0)
      },
      SamplePage("sign-in-tablet", .session(.signIn()), hasFrame: false) {
        SignInPage.view(.init(notice: .tabletEnded), in: $0)
      },
      SamplePage("sign-in-wrong", .session(.signIn()), hasFrame: false) {
        SignInPage.view(wrong, in: $0)
      },
      SamplePage("set-up", .session(.setUp), hasFrame: false) { SignUpPage.view(first, in: $0) },
      SamplePage("sign-up-closed", .session(.signUp()), hasFrame: false) {
        SignUpPage.view(closed, in: $0)
      },
      SamplePage("sign-up-shut", .session(.signUp()), hasFrame: false) {
        SignUpPage.view(shut, in: $0)
      },
      SamplePage("sign-up-invited", .session(.signUp(invite: t("tok"))), hasFrame: false) {
        SignUpPage.view(invitedModel, in: $0)
      },
      SamplePage("sign-up-bound", .session(.signUp(invite: t("tok"))), hasFrame: false) {
        SignUpPage.view(bound, in: $0)
      },
      SamplePage("start", .homes(.start), hasFrame: false) { StartPage.view(start, in: $0) },
      SamplePage("new-home", .homes(.newHome), hasFrame: false) { StartPage.view(further, in: $0) },
      SamplePage("account", .account(.account)) { AccountPage.view(accountModel, in: $0) },
      SamplePage("feedback", .usage(.feedback)) { FeedbackPage.view(feedback, in: $0) },
      SamplePage("device", .session(.device), hasFrame: false) { DevicePage.view(device, in: $0) },
    ]
  }

  var joinPages: [SamplePage] {
    let preview = JoinPage.Preview(
      token: t("tok"), homeName: t("Lake Cabin"), owner: lena, role: .editor,
      expiresAt: now.addingTimeInterval(82_000), peopleCount: 2)
    var asking = preview
    asking.ownHomes = 2
    var upgrade = preview
    upgrade.isUpgrade = true
    var parent = upgrade
    parent.kind = .family
    var looking = asking
    looking.role = .viewer
    var alone = preview
    alone.allowsSignUp = false
    let (choice, viewer, shut) = (asking, looking, alone)
    let failures: [(String, JoinPage.Failure)] = [
      ("expired", .expired), ("revoked", .revoked), ("used-up", .usedUp), ("unknown", .unknown),
      ("own", .ownInvite(home: home)), ("member", .alreadyMember(home: cabin)),
      ("gone", .homeGone), ("off", .switchedOff), ("other-kind", .otherKind), ("now", .notNow),
      ("other-family", .otherFamily), ("kept", .kept),
      ("for-other", .forOther(name: t("jonas"), isSignedIn: true)),
      ("for-visitor", .forOther(name: t("jonas"), isSignedIn: false)),
    ]
    func page(_ name: String, _ route: Route, _ model: JoinPage.Model) -> SamplePage {
      SamplePage(name, route, hasFrame: false) { JoinPage.view(model, in: $0) }
    }
    return [
      page(
        "join", .joining(.join),
        .enterCode(FieldValue(t("AB-12"), problem: .unreadableCode(t("AB-12"))))),
      page("join-upgrade", .joining(.invite(t("tok"))), .preview(upgrade, isSignedIn: true)),
      page("join-parent", .joining(.invite(t("tok"))), .preview(parent, isSignedIn: true)),
      page("join-preview", .joining(.invite(t("tok"))), .preview(preview, isSignedIn: true)),
      page("join-choice", .joining(.invite(t("tok"))), .preview(choice, isSignedIn: true)),
      page("join-choice-viewer", .joining(.invite(t("tok"))), .preview(viewer, isSignedIn: true)),
      page("join-visitor", .joining(.invite(t("tok"))), .preview(preview, isSignedIn: false)),
      page("join-shut", .joining(.invite(t("tok"))), .preview(shut, isSignedIn: false)),
      page(
        "join-coming", .joining(.joined(.home, zone: cabin.id)), .coming(homeName: cabin.name)),
      page(
        "joined", .joining(.joined(.home, zone: cabin.id)),
        .joined(zone: cabin, owner: lena, role: .editor, itemCount: 98, roomCount: 6)),
      page("join-later", .joining(.invite(t("tok"))), .later(token: t("tok"))),
    ]
      + failures.map {
        page("join-\($0)", .joining(.invite(t("tok"))), .failed($1, token: t("tok")))
      }
  }

  var importPages: [SamplePage] {
    let problems: [ImportProblemRow] = [
      .init(
        file: t("demo.csv"), line: 7, column: t("HB.purchase_price"), text: t("about 40"),
        reason: .unreadableAmount),
      .init(
        file: t("demo.csv"), line: 9, column: t("HB.purchase_date"), text: t("09/30/0202"),
        reason: .yearOutOfRange(earliest: 1900, latest: 2100)),
      .init(file: t("demo.csv"), line: 12, text: "", reason: .wrongWidth(expected: 21, found: 19)),
    ]
    let preview = ImportPage.Preview(
      id: t("m1"), fileName: t("demo.csv"), format: t("Homebox CSV"), homes: [home, storage],
      homeID: home.id, newCount: 42, updatedCount: 2, unchangedCount: 6, needsFixingCount: 3,
      newRows: [
        .init(name: t("Zooz Universal Relay"), place: [t("Garage")], value: Money(3995, "USD")),
        .init(name: t("Smart dimmer"), place: [t("Kitchen"), t("Wall")]),
      ],
      updatedRows: [.init(name: t("Motion sensor"), changes: [t("price"), t("place")])],
      newRooms: [t("Downstairs"), t("Entry")], newLabels: [t("IOT")], photoCount: 12,
      problems: problems,
      notices: [
        .init(
          file: t("demo.csv"), line: nil, text: t("HB.field.Colour"),
          reason: .columnKeptAsCustomField)
      ])
    var unreadable = preview
    (unreadable.newCount, unreadable.updatedCount, unreadable.unchangedCount) = (0, 0, 0)
    (unreadable.newRows, unreadable.updatedRows) = ([], [])
    (unreadable.newRooms, unreadable.newLabels, unreadable.photoCount) = ([], [], 0)
    (unreadable.isElsewhere, unreadable.elsewhereCount) = (true, 2)
    unreadable.failure = .tooManyHomes
    unreadable.columns = [
      .init(name: t("Thing"), field: t("Name")), .init(name: t("Shade"), field: nil),
    ]
    var archive = ImportPage.Preview(
      id: t("m1"), fileName: t("hearth.zip"), format: t("Hearth archive"), homes: [home],
      newCount: 12, updatedCount: 0, unchangedCount: 30, needsFixingCount: 0,
      newRows: [.init(name: t("Motion sensor"), value: Money(3995, "USD"))], updatedRows: [],
      newRooms: (1...8).map { t("Cell \($0)") }, photoCount: 8)
    archive.fileHomes = [t("Lake cabin")]
    archive.newHomes = [t("Lake cabin")]
    (archive.paperCount, archive.otherCount) = (3, 21)
    (archive.isArchive, archive.asksForHome) = (true, false)
    archive.groupCount = 2
    archive.failure = .other(.conflict)
    let damaged = ImportPage.Choose(
      homes: [home], problem: .archive(.unreadableRecord(entry: t("records.jsonl"), line: 4)),
      maxBytes: 200_000_000)
    let nameless = ImportPage.Choose(
      homes: [home], problem: .noNameColumn([t("Colour"), t("Price")]), maxBytes: 200_000_000)
    var export = ExportPage.Model(
      homes: [home, storage], itemCount: 10_240, fileCount: 2_380, byteCount: 8_640_000_000,
      maxImportBytes: 200_000_000)
    export.losses[home.id] = ExportPage.Loss(
      leftOutCount: 12, otherCurrencyItemCount: 1, otherCurrencyPolicyCount: 2)
    let all = ImportPage.Choose(
      homes: [home, storage], homeID: home.id, problem: .missingColumns([t("HB.name")]),
      maxBytes: 200_000_000,
      recent: [
        .init(
          id: t("u2"), fileName: t("demo.csv"), importedAt: ago(minutes: 90), newCount: 42,
          updatedCount: 2)
      ])
    let progress = ImportProgress(fileName: t("demo.csv"), done: 1200, of: 4200)
    let result = ImportPage.Result(
      home: home, newCount: 42, updatedCount: 2, unchangedCount: 6, skippedCount: 3,
      photoCount: 12, problems: problems,
      notices: [
        ImportProblemRow(file: t("records.jsonl"), text: t("Attic"), reason: .placeLeftLoop)
      ], noticeCount: 1, undoID: t("u2"))
    var undo = UndoImportPage.Model(
      id: t("u2"), fileName: t("demo.csv"), importedAt: ago(minutes: 90))
    undo.removedItemCount = 42
    undo.restoredItemCount = 2
    undo.roomCount = 1
    undo.homes = [t("Storage unit")]
    undo.kept = [t("Zooz Universal Relay"), t("Smart dimmer")]
    func page(_ name: String, _ route: Route, _ model: ImportPage.Model) -> SamplePage {
      SamplePage(name, route) { ImportPage.view(model, in: $0) }
    }
    return [
      page("import", .importing(.importing()), .choose(all)),
      page("import-damaged", .importing(.importing()), .choose(damaged)),
      page("import-nameless", .importing(.importing()), .choose(nameless)),
      page("import-preview", .importing(.importPreview(t("m1"))), .preview(preview)),
      page("import-unreadable", .importing(.importPreview(t("m1"))), .preview(unreadable)),
      page("import-archive", .importing(.importPreview(t("m1"))), .preview(archive)),
      SamplePage("export", .export(.exports)) { [export] in
        ExportPage.view(export, in: $0)
      },
      page("import-progress", .importing(.importProgress(t("m1"))), .progress(progress)),
      page("import-result", .importing(.importResult(t("m1"))), .result(result)),
      SamplePage("import-undo", .importing(.undoImport(t("u2")))) { [undo] in
        UndoImportPage.view(undo, in: $0)
      },
    ]
  }

  var otherPages: [SamplePage] {
    let change = SyncPage.Pending(
      .changed, .item, name: t("Road bicycle"), home: cabin, madeAt: ago(minutes: 12))
    let sync = SyncPage.Model(
      state: .refused(4, waiting: 2), hub: t("https://home.example"),
      lastSyncedAt: ago(minutes: 12),
      pending: [change, .init(.added, .photo, name: "", home: nil, madeAt: ago(minutes: 3))],
      refused: [
        .init(
          id: t("x1"), change: change, refusal: .viewOnly, canRetry: true,
          copy: .keepingCopy(.copyChange(t("x"))),
          draftNames: [t("Price")], draftValues: [t("€1,700.00")]),
        .init(
          id: t("x2"), change: change, refusal: .isElsewhere(home: home.name), canRetry: true,
          copy: nil, place: .init(t("Road bicycle"), .items(.item(t("i1"))))),
        .init(
          id: t("x3"), change: change, refusal: .homeMerged(into: cabin.name), canRetry: false,
          copy: .keepingCopy(.copyChange(t("x"))), place: .init(cabin.name, .homes(.home(cabin.id)))
        ),
        .init(
          id: t("x4"), change: change, refusal: .recordGone, canRetry: false,
          copy: .keepingCopy(.copyChange(t("x")))),
      ])
    var waiting = SyncPage.Model(state: .offline, hub: t("https://home.example"), lastSyncedAt: now)
    waiting.joins = waitingJoins
    waiting.obstacle = .waiting(until: now.addingTimeInterval(40))
    waiting.unsentFileCount = 2
    waiting.aside = [
      .init(home: cabin, reason: .inconsistent, since: ago(minutes: 12)),
      .init(home: nil, reason: .unreadable, since: ago(minutes: 3)),
    ]
    let waitingModel = waiting
    let synced = SyncPage.Model(state: .synced, hub: nil, lastSyncedAt: nil)
    let reasons: [ErrorReason] =
      [
        .badRequest, .expiredForm, .signedOut, .outcomeUnknown, .heldBack, .forbidden, .ownerOnly,
        .keptAccount, .childsDevice, .notByChildren, .atTablet,
        .viewOnly(home: t("Lake Cabin")), .parentsOnly(family: t("Lindqvist")),
        .notFound, .familyLeft(ZoneLink(.family, id: t("f1"), name: t("Lindqvist"))),
        .familyDissolved(ZoneLink(.family, id: t("f1"), name: t("Lindqvist")), canRestore: true),
        .familyDissolved(ZoneLink(.family, id: t("f1"), name: t("Lindqvist")), canRestore: false),
        .wrongMethod, .conflict, .limitReached, .tooManyTablets(max: 20),
        .tooManyTabletsToday(max: 10), .gone, .offerEnded,
        .tooLarge(maxBytes: 25_000_000), .formTooLarge(maxBytes: 262_144), .unsupportedFile,
        .tooMany(retryAfterSeconds: 30), .failure(requestID: t("7f3a")), .unavailable, .needsHub,
        .outdated, .deviceLocked, .noRoom,
        .insecureAddress(origin: "https://home.example"),
      ]
      + ReachedLimit.allCases.map { .limit($0) } + DrawingProblem.allCases.map { .notDrawn($0) }
    return [
      SamplePage("menu", .site(.menu), sync: .pending(3)) { MenuPage.view(in: $0) },
      SamplePage("add", .site(.add)) { AddPage.view(in: $0) },
      SamplePage("sync", .syncing(.sync), sync: .refused(1)) { SyncPage.view(sync, in: $0) },
      SamplePage("sync-joins", .syncing(.sync), sync: .offline) {
        SyncPage.view(waitingModel, in: $0)
      },
      SamplePage("sync-hub", .syncing(.sync)) { SyncPage.view(synced, in: $0) },
      SamplePage("offline", .site(.offline), hasFrame: false) { OfflinePage.view(in: $0) },
    ]
      + reasons.enumerated().map { index, reason in
        let model = ErrorPage.Model(
          reason, retry: index.isMultiple(of: 2) ? .items(.items()) : nil,
          typed: index.isMultiple(of: 3) ? [t("Cherry picker"), t("Two lines\nof notes")] : [])
        return SamplePage(
          "error-\(reason.status)-\(index)", .homes(.dashboard), hasFrame: !index.isMultiple(of: 3)
        ) { ErrorPage.view(model, in: $0) }
      }
  }
}
