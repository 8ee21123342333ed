import Foundation
import Values

@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

extension Samples {
  var contents: HomeSettingsPage.Contents { .init(items: 286, rooms: 9, labels: 12, photos: 341) }

  var dashboard: DashboardPage.Model {
    func share(_ id: String, _ name: String, _ colour: PaletteColour, _ minor: Int64)
      -> DashboardPage.Share
    {
      .init(id: t(id), name: t(name), colour: colour, value: Money(minor, "EUR"), itemCount: 12)
    }
    return DashboardPage.Model(
      home: home, address: t("12 Harbour St, Halifax"), people: [anna, jonas, lena],
      itemCount: 286, roomCount: 9, values: [Money(2_814_050, "EUR"), Money(48_000, "JPY")],
      countWithoutPrice: 41, countWithoutPhoto: 12, recent: rows,
      byLabel: [
        share("l1", "Electronics", .red, 942_000), share("l2", "Furniture", .yellow, 701_500),
        share("l5", "Sports", .orange, 448_000), share("l3", "Kitchen", .green, 326_000),
        share("l4", "Tools", .brown, 239_000),
      ],
      byRoom: [
        share("r1", "Living room", .indigo, 893_000), share("r4", "Home office", .blue, 648_000),
        share("r5", "Garage", .brown, 526_000),
      ],
      rooms: zip(rooms, [893_000, 412_000, 331_000, 648_000, 526_000] as [Int64]).map {
        DashboardPage.Room(
          $0, itemCount: 52,
          values: [Money($1, "EUR"), Money(48_000, "JPY"), Money(150, "CHF")])
      })
  }

  var homePages: [SamplePage] {
    var full = dashboard
    full.reminders = reminders
    full.placelessCount = 17
    full.hasMoreReminders = true
    let fullModel = full
    var empty = DashboardPage.Model(
      home: storage, itemCount: 0, roomCount: 2, values: [], countWithoutPrice: 0,
      countWithoutPhoto: 0, recent: [], byLabel: [], byRoom: [],
      rooms: rooms.prefix(2).map { DashboardPage.Room($0, itemCount: 0) })
    empty.role = .owner
    empty.firstSteps = FirstSteps(done: [.nameHome, .pickRooms], itemCount: 1)
    empty.explainsSeveralHomes = true
    let emptyModel = empty
    var list = HomesPage.Model(
      rows: [
        .init(frame.homes[0], roomCount: 9, values: [Money(2_814_050, "EUR")]),
        .init(frame.homes[1], roomCount: 6, values: [Money(840_000, "EUR")], owner: lena),
        .init(frame.homes[2], roomCount: 1),
      ], deleted: deletedHomes)
    list.merged = [
      HomesPage.MergedRow(
        id: t("g1"), homeName: t("Cottage"), targetName: cabin.name,
        until: now.addingTimeInterval(2_000_000)),
      HomesPage.MergedRow(
        id: t("g2"), homeName: t("Boat"), targetName: cabin.name,
        until: now.addingTimeInterval(2_000_000), obstacle: .readOnly),
    ]
    let homes = list
    let unasked = HomesPage.Model(rows: homes.rows, deleted: nil)
    let (restore, noRoom) = (
      RestoreZonePage.Model(deletedHomes[0]), RestoreZonePage.Model(deletedHomes[1], isFull: true)
    )
    let purge = PurgeZonePage.Model(deletedHomes[1])
    let settings = homeSettings(role: .owner)
    let viewer = homeSettings(role: .viewer)
    let delete = DeleteHomePage.Model(
      home: cabin, contents: contents, others: [jonas, lena],
      confirmation: FieldValue(t("Lake"), problem: .nameDiffers(cabin.name)))
    return [
      SamplePage("dashboard", .homes(.dashboard)) { DashboardPage.view(fullModel, in: $0) },
      SamplePage("dashboard-empty", .homes(.home(storage.id))) {
        DashboardPage.view(emptyModel, in: $0)
      },
      SamplePage("homes", .homes(.homes)) { HomesPage.view(homes, in: $0) },
      SamplePage("homes-offline", .homes(.homes)) { HomesPage.view(unasked, in: $0) },
      SamplePage("restore-home", .restore(cabin)) {
        RestoreZonePage.view(restore, in: $0)
      },
      SamplePage("restore-home-full", .restore(storage)) {
        RestoreZonePage.view(noRoom, in: $0)
      },
      SamplePage("purge-home", .purge(storage)) {
        PurgeZonePage.view(purge, in: $0)
      },
      SamplePage("home-settings", .homes(.homeSettings(home.id))) {
        HomeSettingsPage.view(settings, in: $0)
      },
      SamplePage("home-settings-viewer", .homes(.homeSettings(cabin.id))) {
        HomeSettingsPage.view(viewer, in: $0)
      },
      SamplePage("delete-home", .homes(.deleteHome(cabin.id))) {
        DeleteHomePage.view(delete, in: $0)
      },
    ]
  }

  private func homeSettings(role: Role) -> HomeSettingsPage.Model {
    let isOwner = role == .owner
    return HomeSettingsPage.Model(
      home: isOwner ? home : cabin, role: role,
      values: FormValues([
        .name: FieldValue(t("Harbour Street")), .emoji: FieldValue(t("🏠")),
        .city: FieldValue(t("Halifax"), problem: .tooLong(maxCharacters: 80)),
      ]),
      sharing: .init(
        members: [
          .init(
            isOwner ? anna : lena, role: .owner, isYou: isOwner, joinedAt: ago(minutes: 900_000)),
          .init(jonas, role: .editor, joinedAt: ago(minutes: 90_000)),
          .init(
            isOwner ? lena : anna, role: .viewer, isYou: !isOwner, joinedAt: ago(minutes: 2000)),
        ],
        invites: isOwner ? openInvites : []),
      isPrimary: !isOwner, contents: contents)
  }

  /// One that lets merge, and one that does not.
  private var openInvites: [SharingSection.Invite] {
    var apart = SharingSection.Invite(
      id: t("v2"), role: .editor, usedCount: 1, maxUses: 5,
      expiresAt: now.addingTimeInterval(600_000), madeAt: now)
    (apart.boundTo, apart.isApart) = (t("jonas"), true)
    return [
      .init(
        id: t("v1"), role: .editor, usedCount: 0, maxUses: 1,
        expiresAt: now.addingTimeInterval(82_000), madeAt: now), apart,
    ]
  }

  /// One that others get back, too, and one that goes tomorrow.
  var deletedHomes: [DeletedZoneRow] {
    [
      .init(
        cabin, counts: ["items": 140, "locations": 6, "labels": 9, "photos": 80, "attachments": 3],
        deletedAt: ago(minutes: 50), until: now + 29.5 * 86_400,
        others: [jonas, lena]),
      .init(
        storage, counts: ["items": 1, "locations": 1], deletedAt: ago(minutes: 42_000),
        deletedBy: lena, until: now + 40_000),
    ]
  }

  /// Everything that the hub tells.
  var notices: [NoticeRow] {
    let (nobody, nowhere) = (PersonBadge(id: "", name: ""), ZoneLink(id: "", name: ""))
    func notice(_ what: NoticeRow.What, _ person: PersonBadge, _ home: ZoneLink) -> NoticeRow {
      NoticeRow(
        id: t("n-\(home.id)-\(person.id)"), what: what, person: person, home: home,
        at: ago(minutes: 12), canRemove: what == .inviteUsed)
    }
    let end = now.addingTimeInterval(2_000_000)
    var few = notice(.hubRestored(stateAt: ago(minutes: 90)), nobody, nowhere)
    few.ownHomes = [home, cabin]
    few.leadsToRecovery = true
    var many = notice(.hubRestored(stateAt: nil), nobody, ZoneLink(id: "x", name: ""))
    many.ownHomes = [home, cabin, storage, home]
    return [
      few, many,
      notice(.inviteUsed, jonas, home), notice(.ownershipOffered, lena, cabin),
      notice(.ownershipTaken, jonas, storage), notice(.removed(copyUntil: end), lena, cabin),
      notice(.homeDeleted(copyUntil: end), lena, storage), notice(.homeRestored, lena, cabin),
      notice(.left(copyUntil: nil), anna, cabin), notice(.homeMerged, jonas, home),
      notice(.codeGuessed, nobody, home),
      notice(.codeGuessed, jonas, ZoneLink(.family, id: "fam", name: t("Lindqvist"))),
      notice(.invitesEnded, lena, ZoneLink(.family, id: "fam", name: t("Lindqvist"))),
      notice(.personJoined, jonas, ZoneLink(.family, id: "fam", name: t("Lindqvist"))),
      notice(.personLeft, jonas, ZoneLink(.family, id: "fam", name: t("Lindqvist"))),
      notice(.madeParent, lena, ZoneLink(.family, id: "fam", name: t("Lindqvist"))),
      notice(.madeChild, lena, ZoneLink(.family, id: "fam", name: t("Lindqvist"))),
    ]
  }

  /// Joins of a device in each state.
  var waitingJoins: [WaitingJoinRow] {
    let states: [WaitingJoinRow.State] = [
      .waiting, .sharingClosed, .joined(home: cabin), .refused(.expired),
    ]
    return states.enumerated().map { index, state in
      WaitingJoinRow(
        id: t("w\(index)"), token: t("tok"), askedAt: ago(minutes: Double(30 * index + 2)),
        state: state)
    }
  }

  var sharingPages: [SamplePage] {
    let modules = (0..<(29 * 29)).map { index in
      let (row, column) = (index / 29, index % 29)
      return (row * 7 + column * 11 + row * column) % 3 == 0 || (row < 7 && column < 7)
    }
    let made = InviteMadePage.Model(
      zone: home, role: .editor, link: t("https://home.example/i/3vQ9xYk2LmN8pRt5wZa1Bc"),
      code: t("KPM-4827"), qr: QRCode(size: 29, modules: modules),
      expiresAt: now.addingTimeInterval(86_400), maxUses: 2)
    var people = PeoplePage.Model(
      people: [
        .init(anna, isYou: true, homes: [.init(home, role: .owner), .init(cabin, role: .editor)]),
        .init(jonas, homes: [.init(home, role: .editor)]),
        .init(lena, homes: [.init(cabin, role: .owner), .init(home, role: .viewer)]),
      ],
      homes: [
        .init(home, role: .owner, people: [anna, jonas, lena], inviteCount: 1),
        .init(cabin, role: .editor, people: [lena, anna]),
        .init(storage, role: .owner, people: [anna]),
      ])
    people.notices = notices
    people.joins = waitingJoins
    let peopleModel = people
    let alone = PeoplePage.Model(
      people: [.init(anna, isYou: true, homes: [])],
      homes: [.init(home, role: .owner, people: [anna])])
    func question(_ subject: SharingQuestionPage.Subject) -> SharingQuestionPage.Model {
      .init(zone: home, subject: subject, itemCount: 286, inviteCount: 2)
    }
    let (remove, stop) = (question(.remove(jonas)), question(.stopSharing([jonas, lena])))
    let (leave, over) = (question(.leave(owner: lena)), question(.handOver(jonas)))
    var family = FamilySharePage.Model(
      zone: home, family: t("Lindqvist"), parentRole: FieldValue("editor"),
      childRole: FieldValue("viewer"), isShared: false)
    family.parents = [jonas.name]
    let familyNew = family
    let familyGroup = FamilySharePage.Model(
      zone: ZoneLink(.group, id: t("g1"), name: t("Flat 4B")), family: t("Lindqvist"),
      parentRole: FieldValue("editor"), childRole: FieldValue("viewer"), isShared: false)
    family.isShared = true
    (family.children, family.out, family.direct) = ([lena.name], [anna.name], [jonas.name])
    family.parentRole.problem = .missing
    let familyShared = family
    let notMade = InviteNotMadePage.Model(
      zone: home, role: .editor, hours: 24, uses: 1, boundTo: t("jonas"), isUncertain: false)
    return [
      SamplePage("invite-not-made", .sharing(.invites(.home, zone: home.id))) {
        InviteNotMadePage.view(notMade, in: $0)
      },
      SamplePage("invite-made", .sharing(.invites(.home, zone: home.id))) {
        InviteMadePage.view(made, in: $0)
      },
      SamplePage("people", .sharing(.people)) { PeoplePage.view(peopleModel, in: $0) },
      SamplePage("people-alone", .sharing(.people)) { PeoplePage.view(alone, in: $0) },
      SamplePage("remove-person", .sharing(.removePerson(.home, zone: home.id, person: jonas.id))) {
        SharingQuestionPage.view(remove, in: $0)
      },
      SamplePage("hand-over", .sharing(.handOver(.home, zone: home.id, person: jonas.id))) {
        SharingQuestionPage.view(over, in: $0)
      },
      SamplePage("stop-sharing", .sharing(.stopSharing(.home, zone: home.id))) {
        SharingQuestionPage.view(stop, in: $0)
      },
      SamplePage("family-share-group", .sharing(.familyShare(.group, zone: t("g1")))) {
        FamilySharePage.view(familyGroup, in: $0)
      },
      SamplePage("family-share-new", .sharing(.familyShare(.home, zone: home.id))) {
        FamilySharePage.view(familyNew, in: $0)
      },
      SamplePage("family-share", .sharing(.familyShare(.home, zone: home.id))) {
        FamilySharePage.view(familyShared, in: $0)
      },
      SamplePage("leave-home", .sharing(.leave(.home, zone: home.id))) {
        SharingQuestionPage.view(leave, in: $0)
      },
    ]
  }
}
