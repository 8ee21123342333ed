import SharingWeb
import Values

@testable import FamilyWeb
@testable import Web

// Families: their days, routines and people.
extension Samples {
  var familyPages: [SamplePage] {
    familyDayPages + ownDayPages + routinePages + routineWeekPages + rewardPages
      + familyPeoplePages + childPages + kioskPages + familyActivityPages
  }

  private var family: ZoneLink { ZoneLink(.family, id: t("f1"), name: t("Lindqvist")) }
  private var mia: FamilyFigure {
    FamilyFigure(id: t("p1"), name: t("Mia"), emoji: t("🦊"), colour: .green)
  }
  private var tom: FamilyFigure {
    FamilyFigure(id: t("p2"), name: t("Tom"), colour: .blue, isParent: true, isYou: true)
  }
  private var day: CalendarDay { CalendarDay(year: 2026, month: 6, day: 30) }

  private func task(
    _ id: String, _ title: String, _ state: FamilyDayPage.State = .open
  ) -> FamilyDayPage.Task {
    var task = FamilyDayPage.Task(id: t(id), title: t(title), personID: mia.id)
    (task.emoji, task.state) = (t("🪥"), state)
    return task
  }

  private var evening: FamilyDayPage.Task {
    var task = task("r1", "Evening")
    task.part = .evening
    task.steps = [
      .init(id: t("s1"), title: t("Teeth"), emoji: t("🪥"), isDone: true),
      .init(id: t("s2"), title: t("Pyjamas")), .init(id: t("s3"), title: t("Story")),
    ]
    (task.steps[2].comesLater, task.steps[2].isOptional) = (true, true)
    return task
  }

  private var familyDayPages: [SamplePage] {
    var dishes = task("r2", "Dishes")
    (dishes.others, dishes.canSkip, dishes.streak) = ([tom], true, 3)
    var table = task("r9", "Table")
    table.others = [mia, tom, mia, tom]
    dishes.turnNotes = [.init(t("Anna")), .init(mia.name, other: tom.name)]
    var pictured = evening
    pictured.steps[1].image = FamilyImage(family: family.id, id: t("i1"), .step)
    var bins = task("r3", "Bins", .done)
    bins.doneBy = [tom.name]
    var (proved, unproved) = (task("r4", "Room tidy", .waiting), task("r8", "Bed", .waiting))
    (proved.asksPhoto, unproved.asksPhoto) = (true, true)
    proved.notedBy = [tom.name]
    proved.proofs = [FamilyImage(family: family.id, id: t("i3"), .proof)]
    var away = FamilyDayPage.Column(tom)
    away.isAway = true
    var today = FamilyDayPage.Model(
      family: family, day: day, isParent: true,
      columns: [
        .init(mia, tasks: [pictured, dishes, proved, unproved]), away,
        .init(nil, tasks: [bins, table]),
      ])
    var earlier = task("r9", "Table", .waiting)
    earlier.doneBy = [tom.name]
    today.waitingElsewhere = [
      .init(CalendarDay(daysSince1970: day.daysSince1970 - 1), mia, proved),
      .init(CalendarDay(daysSince1970: day.daysSince1970 - 2), nil, earlier),
    ]
    let model = today
    var other = FamilyDayPage.Model(family: family, day: day, isParent: false)
    (other.isToday, other.canTick) = (false, false)
    var ahead = model
    (ahead.isToday, ahead.isTooFarAhead) = (false, true)
    var empty = FamilyDayPage.Model(family: family, day: day, isParent: true)
    empty.hasRoutines = false
    let route = Route.days(.day(family: family.id))
    return [
      SamplePage("family-day", route) { FamilyDayPage.view(model, in: $0) },
      SamplePage("family-day-ahead", route) { [ahead] in FamilyDayPage.view(ahead, in: $0) },
      SamplePage("family-day-free", route) { [other] in FamilyDayPage.view(other, in: $0) },
      SamplePage("family-day-new", route) { [empty] in FamilyDayPage.view(empty, in: $0) },
    ]
  }

  private var ownDayPages: [SamplePage] {
    var photo = task("r5", "Bed made")
    (photo.asksPhoto, photo.emoji) = (true, "")
    var shown = task("r4", "Room tidy", .waiting)
    (shown.asksPhoto, shown.streak) = (true, 4)
    shown.proofs = [FamilyImage(family: family.id, id: t("i3"), .proof)]
    var pictured = evening
    pictured.steps[1].image = FamilyImage(family: family.id, id: t("i1"), .step)
    var turn = task("r6", "Table")
    turn.canSkip = true
    var dishes = task("r2", "Dishes", .done)
    dishes.isApproved = true
    let tasks = [pictured, dishes, shown, photo, turn]
    let route = Route.days(.person(family: family.id, person: mia.id))
    let parents = OwnDayPage.Model(family: family, person: mia, day: day, tasks: tasks)
    let free = OwnDayPage.Model(family: family, person: mia, day: day, isChild: true)
    var paused = OwnDayPage.Model(
      family: family, person: mia, day: day, tasks: [photo], isChild: true)
    paused.canTick = false
    var away = free
    away.isAway = true
    var child = OwnDayPage.Model(
      family: family, person: mia, day: day, tasks: tasks, isChild: true)
    child.isAtTablet = true
    child.stars = 12
    var skipped = task("r7", "Bins")
    skipped.turnNotes = [.init(mia.name)]
    child.passedOn = [skipped]
    child.refused = RefusedFiles(problems: [.notAPicture(fileName: t("notes.txt"))], keptCount: 0)
    return [
      SamplePage("own-day", route) { OwnDayPage.view(parents, in: $0) },
      SamplePage("own-day-child", route, hasFrame: false) { [child] in
        OwnDayPage.view(child, in: $0)
      },
      SamplePage("own-day-paused", route, hasFrame: false) { [paused] in
        OwnDayPage.view(paused, in: $0)
      },
      SamplePage("own-day-free", route, hasFrame: false) { OwnDayPage.view(free, in: $0) },
      SamplePage("own-day-away", route, hasFrame: false) { [away] in
        OwnDayPage.view(away, in: $0)
      },
    ]
  }

  private var routinePages: [SamplePage] {
    func row(
      _ id: String, _ title: String, _ when: RoutinesPage.When, _ mode: RoutinesPage.Mode
    ) -> RoutinesPage.Row {
      var row = RoutinesPage.Row(id: t(id), title: t(title), when: when, mode: mode)
      (row.people, row.stepCount) = ([mia, tom], 3)
      return row
    }
    var list = RoutinesPage.Model(
      family: family,
      rows: [
        row("r1", "Evening", .weekdays([0, 1, 2, 3, 4, 5, 6]), .each),
        row("r2", "Dishes", .weekdays([0, 4]), .turns), row("r3", "Bins", .everyDays(3), .anyone),
        row("r5", "Every day", .everyDays(1), .anyone),
        row("r4", "Plants", .afterDone(1), .turns), row("r6", "Tank", .afterDone(9), .each),
      ], canPlan: true)
    list.archived = [row("r7", "Old", .everyDays(3), .anyone)]
    var values = FormValues<FormName>()
    values[.title] = FieldValue(t("Dishes"))
    values[.steps] = FieldValue(t("Rinse"))
    values[.mode] = FieldValue("turns")
    values[.people] = FieldValue("", problem: .missing)
    values[.weekdays] = FieldValue("", problem: .missing)
    values[.everyCount] = FieldValue(t("often"), problem: .outOfRange(min: 1, max: 366))
    let new = RoutineFormPage.Model(
      family: family, values: values, people: [mia, tom], chosen: [mia.id], weekdays: [0, 4])
    var edit = new
    (edit.routineID, edit.isStale) = (t("r2"), true)
    var template = new
    (template.offersTemplates, template.hasStars) = (true, true)
    var archived = edit
    (archived.isArchived, archived.isStale) = (true, false)
    (archived.canBeDeleted, edit.starsLost) = (false, 1)
    var starred = edit
    starred.starsLost = 40
    let routine = Route.routines(.routine(family: family.id, routine: t("r2")))
    return [
      SamplePage("routines", .routines(.routines(family: family.id))) { [list] in
        RoutinesPage.view(list, in: $0)
      },
      SamplePage("routines-none", .routines(.routines(family: family.id))) {
        RoutinesPage.view(.init(family: family, canPlan: false), in: $0)
      },
      SamplePage("new-routine", .routines(.newRoutine(family: family.id))) { [new] in
        RoutineFormPage.view(new, in: $0)
      },
      SamplePage("new-routine-like", .routines(.newRoutine(family: family.id))) { [template] in
        RoutineFormPage.view(template, in: $0)
      },
      SamplePage("edit-routine", routine) { [edit] in RoutineFormPage.view(edit, in: $0) },
      SamplePage("edit-starred-routine", routine) { [starred] in
        RoutineFormPage.view(starred, in: $0)
      },
      SamplePage("archived-routine", routine) { [archived] in
        RoutineFormPage.view(archived, in: $0)
      },
    ]
  }

  private var routineWeekPages: [SamplePage] {
    var row = RoutinesPage.Row(id: t("r1"), title: t("Evening"), when: .everyDays(1), mode: .each)
    row.people = [mia, tom]
    var model = RoutineWeekPage.Model(
      family: family, routine: row, first: CalendarDay(year: 2026, month: 6, day: 29), today: day,
      canPlan: true)
    model.days = (0..<7).map { number in
      let shown = CalendarDay(daysSince1970: model.first.daysSince1970 + number)
      let mark = RoutineWeekPage.Mark.allCases[number % RoutineWeekPage.Mark.allCases.count]
      var first = RoutineWeekPage.Entry(mia, mark)
      (first.doneCount, first.stepCount, first.doneBy) = (1, 3, [tom.name])
      var second = RoutineWeekPage.Entry(nil, mark)
      if number > 2 { second.doneBy = [tom.name] }
      var day = RoutineWeekPage.Day(shown, weekday: number, entries: [first, second])
      if number == 5 { (day.entries, day.away) = ([], [tom]) }
      if number == 6 { day.entries = [] }
      return day
    }
    let notes: [RoutineWeekPage.Note.What] = [
      .done(step: t("Teeth")), .done(step: nil), .takenBack, .skipped, .swapped(tom.name),
      .approved, .approvalTakenBack,
    ]
    model.history = notes.enumerated().map { number, what in
      RoutineWeekPage.Note(
        id: t("n\(number)"), day: number == 0 ? day : model.first, what, name: mia.name,
        at: now, by: number == 1 ? tom.name : nil)
    }
    model.history[1].proofs = [FamilyImage(family: family.id, id: t("i3"), .proof)]
    model.streaks = [.init(mia, count: 12), .init(nil, count: 0)]
    var empty = model
    (empty.days, empty.history, empty.streaks) = ([], [], [])
    (empty.isArchived, empty.note) = (true, t("Quietly"))
    let route = Route.routines(.week(family: family.id, routine: row.id))
    return familyWeekPages(row, model.days) + [
      SamplePage("routine-week", route) { [model] in RoutineWeekPage.view(model, in: $0) },
      SamplePage("routine-week-none", route) { [empty] in RoutineWeekPage.view(empty, in: $0) },
    ]
  }

  private func familyWeekPages(
    _ row: RoutinesPage.Row, _ days: [RoutineWeekPage.Day]
  ) -> [SamplePage] {
    var all = FamilyWeekPage.Model(
      family: family, people: [mia, tom], first: CalendarDay(year: 2026, month: 6, day: 29),
      today: day)
    all.days = days.map { shown in
      var day = FamilyWeekPage.Day(
        shown.day, weekday: shown.weekday,
        entries: shown.entries.map { FamilyWeekPage.Entry(row.id, row.title, $0) })
      day.away = shown.away
      day.moreCount = shown.weekday == 2 ? 1 : shown.weekday == 3 ? 12 : 0
      return day
    }
    var own = all
    own.person = mia
    var empty = FamilyWeekPage.Model(
      family: family, people: [mia, tom], person: tom,
      first: CalendarDay(year: 9999, month: 12, day: 27), today: day)
    empty.hasRoutines = false
    let route = Route.days(.week(family: family.id))
    return [
      SamplePage("family-week", route) { [all] in FamilyWeekPage.view(all, in: $0) },
      SamplePage("family-week-one", route) { [own] in FamilyWeekPage.view(own, in: $0) },
      SamplePage("family-week-none", route) { [empty] in FamilyWeekPage.view(empty, in: $0) },
    ]
  }

  private var rewardPages: [SamplePage] {
    func reward(_ number: Int, wish: String? = nil) -> RewardsPage.Reward {
      .init(
        id: t("w\(number)"), title: t("Film"), emoji: number == 1 ? "" : t("🎬"),
        price: Int64(number) * 10, wishID: wish)
    }
    var parents = RewardsPage.Model(family: family, person: tom.id, isChild: false, canPlan: true)
    parents.stars = [.init(mia, count: 12)]
    parents.rewards = [reward(1), reward(2)]
    parents.archived = [reward(3)]
    parents.wishes = [
      .init(id: t("x1"), name: mia.name, title: t("Film"), price: 10, isAffordable: true),
      .init(id: t("x2"), name: mia.name, title: t("Zoo"), price: 20, isAffordable: false),
    ]
    parents.decisions = [
      .init(wishID: t("x3"), name: mia.name, title: t("Film"), price: 10, isGranted: true),
      .init(wishID: t("x4"), name: mia.name, title: t("Zoo"), price: 0, isGranted: false),
    ]
    parents.values[.title] = FieldValue("", problem: .missing)
    var child = RewardsPage.Model(family: family, person: mia.id, isChild: true, canPlan: false)
    (child.stars, child.rewards) = (parents.stars, [reward(1, wish: "x1"), reward(1), reward(2)])
    let none = RewardsPage.Model(family: family, person: mia.id, isChild: true, canPlan: false)
    let route = Route.rewards(.rewards(family.id))
    let steps = StepPicturesPage.Model(
      family: family, routine: t("r1"), title: t("Evening"),
      steps: [
        .init(
          id: t("s1"), title: t("Teeth"), image: FamilyImage(family: family.id, id: t("i1"), .step)),
        .init(
          id: t("s2"), title: t("Story"),
          image: FamilyImage(family: family.id, id: t("i2"), .step, state: .pending)),
        .init(id: t("s3"), title: t("Bed")),
      ], refused: RefusedFiles(problems: [.notAPicture(fileName: t("notes.txt"))], keptCount: 0))
    let noSteps = StepPicturesPage.Model(
      family: family, routine: t("r1"), title: t("Evening"), steps: [])
    let ofSteps = Route.pictures(.steps(family: family.id, routine: t("r1")))
    return [
      SamplePage("rewards", route) { [parents] in RewardsPage.view(parents, in: $0) },
      SamplePage("rewards-child", route, hasFrame: false) { [child] in
        RewardsPage.view(child, in: $0)
      },
      SamplePage("rewards-none", route, hasFrame: false) { RewardsPage.view(none, in: $0) },
      SamplePage("reward", .rewards(.reward(family: family.id, reward: t("w1")))) { [parents] in
        RewardPage.view(.init(family: family, id: t("w1"), values: parents.values), in: $0)
      },
      SamplePage("step-pictures", ofSteps) { StepPicturesPage.view(steps, in: $0) },
      SamplePage("step-pictures-none", ofSteps) { StepPicturesPage.view(noSteps, in: $0) },
    ]
  }

  private var familyPeoplePages: [SamplePage] {
    var new = NewFamilyPage.Model()
    new.values[.name] = FieldValue("", problem: .missing)
    new.zones = ["Europe/Berlin"]
    var settings = FamilySettingsPage.Model(
      family: family, role: .owner, values: new.values, people: [tom, mia],
      sharing: SharingSection.Model(members: []), isReadOnly: false)
    var child = settings
    (settings.kept, settings.hasPins) = ([mia.id], true)
    settings.kiosks = [.init(id: t("k1"), name: t("Firefox · Android"), madeAt: now)]
    var dissolved = DissolvePage.Model(
      family: family, others: [PersonBadge(id: mia.id, name: mia.name)])
    let free = dissolved
    dissolved.kept = [mia.name]
    (child.role, child.isReadOnly) = (.viewer, true)
    var away = AbsencesPage.Model(
      family: family,
      rows: [
        .init(id: t("a1"), person: mia, start: day, end: day),
        .init(
          id: t("a2"), person: tom, start: day, end: CalendarDay(year: 2026, month: 7, day: 4),
          note: t("Work")),
      ], people: [tom, mia], canPlan: true)
    away.values[.endsOn] = FieldValue(t("never"), problem: .unreadableDate(t("never")))
    let change = SwitchFamilyPage.Model(
      token: "token", from: family, to: t("Berg"), role: .viewer,
      others: [mia.name], routineCount: 2)
    var calm = change
    calm.impact = FamilyImpact()
    var shared = FamilyImpact()
    (shared.lost, shared.ended) = ([home], [cabin])
    (shared.gainedCount, shared.inviteCount, shared.plan) = (2, 1, .inherited)
    (shared.stars, shared.wishCount, shared.tabletCount) = (12, 1, 1)
    var full = change
    full.impact = shared
    var owner = change
    (owner.isOwner, owner.role) = (true, .editor)
    var alone = owner
    alone.others = []
    let ofSettings = Route.family(.familySettings(family.id))
    let ofChange = Route.family(.switchFamily(token: "token"))
    return [
      SamplePage("families-none", .family(.families)) { FamiliesPage.view(.init(), in: $0) },
      SamplePage("new-family", .family(.newFamily)) { [new] in NewFamilyPage.view(new, in: $0) },
      SamplePage("family-settings", ofSettings) { [settings] in
        FamilySettingsPage.view(settings, in: $0)
      },
      SamplePage("family-settings-child", ofSettings) { [child] in
        FamilySettingsPage.view(child, in: $0)
      },
      SamplePage("face", .family(.face(family: family.id, person: mia.id))) {
        FacePage.view(.init(family: family, person: mia, emoji: FieldValue(mia.emoji)), in: $0)
      },
      SamplePage("absences", .family(.absences(family.id))) { [away] in
        AbsencesPage.view(away, in: $0)
      },
      SamplePage("absences-none", .family(.absences(family.id))) {
        AbsencesPage.view(.init(family: family, people: [], canPlan: false), in: $0)
      },
      SamplePage("dissolve-family", .family(.deleteFamily(family.id))) {
        DissolvePage.view(free, in: $0)
      },
      SamplePage("dissolve-family-kept", .family(.deleteFamily(family.id))) { [dissolved] in
        DissolvePage.view(dissolved, in: $0)
      },
      SamplePage("switch-family", ofChange) { SwitchFamilyPage.view(change, in: $0) },
      SamplePage("switch-family-free", ofChange) { [calm] in SwitchFamilyPage.view(calm, in: $0) },
      SamplePage("switch-family-shared", ofChange) { [full] in
        SwitchFamilyPage.view(full, in: $0)
      },
      SamplePage("switch-family-owner", ofChange) { [owner] in
        SwitchFamilyPage.view(owner, in: $0)
      },
      SamplePage("switch-family-alone", ofChange) { [alone] in
        SwitchFamilyPage.view(alone, in: $0)
      },
    ]
  }

  private var childPages: [SamplePage] {
    var new = NewChildPage.Model(family: family)
    new.values[.name] = FieldValue("", problem: .missing)
    new.values[.emoji] = FieldValue(t("fox"), problem: .notAnEmoji(t("fox")))
    var child = ChildPage.Model(
      family: family, person: mia,
      sessions: [.init(id: t("s1"), name: t("Firefox · Android"), lastSeenAt: now)],
      minPasswordCharacters: 10)
    child.values[.name] = FieldValue(t("mia"), problem: .accountExists)
    let nowhere = ChildPage.Model(family: family, person: mia, minPasswordCharacters: 10)
    let code = ChildCodePage.Model(
      family: family, person: mia, link: "https://home.example/signin/code?code=ABCD-2345",
      code: t("ABCD-2345"), expiresAt: now.addingTimeInterval(600))
    let route = Route.children(.child(family: family.id, child: mia.id))
    return [
      SamplePage("new-child", .children(.newChild(family: family.id))) { [new] in
        NewChildPage.view(new, in: $0)
      },
      SamplePage("child", route) { [child] in ChildPage.view(child, in: $0) },
      SamplePage("child-nowhere", route) { ChildPage.view(nowhere, in: $0) },
      SamplePage("child-code", .children(.childCode(family: family.id, child: mia.id))) {
        ChildCodePage.view(code, in: $0)
      },
      SamplePage("remove-child", .children(.removeChild(family: family.id, child: mia.id))) {
        RemoveChildPage.view(.init(family: family, person: mia), in: $0)
      },
    ]
  }

  private var kioskPages: [SamplePage] {
    let faces = KioskPage.Model(
      family: family.name,
      faces: [
        .init(person: mia, left: 2, hasPin: false, canEnter: true),
        .init(person: tom, left: 0, hasPin: true, canEnter: true),
        .init(
          person: FamilyFigure(id: t("p3"), name: t("Kim"), isParent: true), left: 1,
          hasPin: false, canEnter: false),
      ])
    var pausedFaces = faces
    pausedFaces.isPaused = true
    let pick = Route.kiosks(.pick(person: mia.id))
    let pin = Route.kiosks(.pin(family: family.id, person: mia.id))
    var own = PinPage.Model(family: family, person: tom)
    own.problem = .invalidPin
    return [
      SamplePage("kiosk", .kiosks(.kiosk), hasFrame: false) { KioskPage.view(faces, in: $0) },
      SamplePage("kiosk-paused", .kiosks(.kiosk), hasFrame: false) { [pausedFaces] in
        KioskPage.view(pausedFaces, in: $0)
      },
      SamplePage("kiosk-digits", pick, hasFrame: false) {
        KioskEntryPage.view(
          .init(person: tom, kind: .digits, problem: .tooManyPins(seconds: 40)), in: $0)
      },
      SamplePage("kiosk-pictures", pick, hasFrame: false) {
        KioskEntryPage.view(.init(person: mia, kind: .pictures, pressed: "12"), in: $0)
      },
      SamplePage("kiosk-pictures-wrong", pick, hasFrame: false) {
        KioskEntryPage.view(.init(person: mia, kind: .pictures, problem: .wrongPin), in: $0)
      },
      SamplePage("pin", pin) {
        PinPage.view(.init(family: family, person: mia, kind: .pictures, isKept: true), in: $0)
      },
      SamplePage("pin-own", pin) { [own] in PinPage.view(own, in: $0) },
    ]
  }
}
