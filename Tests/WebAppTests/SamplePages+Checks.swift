import Values

@testable import ThingsWeb
@testable import Web

extension Samples {
  var checkPages: [SamplePage] {
    let day = CalendarDay(year: 2026, month: 6, day: 12)
    let garage = rooms[4]
    let list = rows.enumerated().map { index, row in
      CheckPage.Row(row, seenOn: index.isMultiple(of: 2) ? day : nil, isSeen: index % 2 == 0)
    }
    let running = CheckPage.Model(
      home: home, place: garage, stage: .underWay(day), itemCount: 52, seenCount: 31, rows: list,
      next: t("c1"))
    let watching = CheckPage.Model(
      home: cabin, role: .viewer, place: garage, stage: .underWay(day), itemCount: 6,
      seenCount: 3, rows: list)
    let found = CheckPage.Model(
      home: home, place: garage, stage: .underWay(day), itemCount: 6, seenCount: 6,
      query: CheckQuery(isMissingOnly: true), rows: [])
    let ended = CheckPage.Model(
      home: home, place: garage, stage: .ended, checkedOn: day, itemCount: 6, seenCount: 5,
      query: CheckQuery(endedSince: t("2026-06-12")), rows: [list[1]])
    let none = CheckPage.Model(
      home: home, place: garage, stage: .none, checkedOn: day, itemCount: 0, seenCount: 0, rows: [])
    let item = CheckItemPage.Model(
      id: t("i2"), name: t("Road bicycle"), home: home, place: garage, query: CheckQuery(),
      places: rooms, depths: rooms.map { _ in 0 },
      chosen: FieldValue(t("r9"), problem: .notOffered))
    let finish = FinishCheckPage.Model(
      home: home, place: garage, itemCount: 52, seenCount: 50)
    let check: Route = .checks(.check(home: home.id, room: garage.id))
    let itemRoute: Route = .checks(
      .checkItem(home: home.id, room: garage.id, item: t("i2")))
    let finishRoute: Route = .checks(.finishCheck(home: home.id, room: garage.id))
    return [
      SamplePage("check", check, flash: Flash(.things(.checkFinished(t("Kitchen"))))) {
        CheckPage.view(running, in: $0)
      },
      SamplePage("check-viewer", check) { CheckPage.view(watching, in: $0) },
      SamplePage("check-found", check) { CheckPage.view(found, in: $0) },
      SamplePage("check-ended", check) { CheckPage.view(ended, in: $0) },
      SamplePage("check-none", check) { CheckPage.view(none, in: $0) },
      SamplePage("check-item", itemRoute) { CheckItemPage.view(item, in: $0) },
      SamplePage("check-finish", finishRoute) { FinishCheckPage.view(finish, in: $0) },
    ] + movingPages
  }

  private var movingPages: [SamplePage] {
    let box = room("s1", "📦", "Box of books")
    let choosing = MovePlacePage.Model(place: box, home: home, homes: [cabin, storage])
    let nowhere = MovePlacePage.Model(place: box, home: home, homes: [])
    var chosen = MovePlacePage.Chosen(
      home: cabin, places: [rooms[0], room("s2", "", "Shelf 2")], depths: [0, 1])
    (chosen.placeCount, chosen.itemCount, chosen.archivedCount) = (2, 140, 3)
    (chosen.photoCount, chosen.paperCount) = (96, 1)
    (chosen.maintenanceCount, chosen.fieldCount) = (2, 31)
    (chosen.insuredCount, chosen.templateCount) = (1, 1)
    (chosen.knownLabels, chosen.newLabels) = ([t("Sports")], [t("Tools"), t("Valuable")])
    (chosen.gaining, chosen.losing) = ([t("Mia")], [t("Jonas")])
    chosen.values[.name] = FieldValue(t("Box of books"))
    var asking = choosing
    asking.chosen = chosen
    let moving = asking
    chosen.values[.name].problem = .nameTaken(t("Box of books"))
    chosen.values[.parentID].problem = .tooDeep(max: 10)
    asking.chosen = chosen
    let taken = asking
    chosen.tooMany = .items(5000)
    asking.chosen = chosen
    let full = asking
    let route: Route = .moving(.movePlace(home: home.id, room: box.id))
    return [
      SamplePage("room-move", route) { MovePlacePage.view(choosing, in: $0) },
      SamplePage("room-move-nowhere", route) { MovePlacePage.view(nowhere, in: $0) },
      SamplePage("room-move-chosen", route) { MovePlacePage.view(moving, in: $0) },
      SamplePage("room-move-taken", route) { MovePlacePage.view(taken, in: $0) },
      SamplePage("room-move-full", route) { MovePlacePage.view(full, in: $0) },
    ]
  }
}
