import Foundation
import Values

@testable import ThingsWeb
@testable import Web

extension Samples {
  var form: ItemFormPage.Model {
    ItemFormPage.Model(
      home: home,
      values: FormValues([
        .quantity: FieldValue("1"), .currency: FieldValue("EUR"),
        .price: FieldValue(t("about 40"), problem: .unreadablePrice(t("about 40"))),
        .purchasedOn: FieldValue(t("last May"), problem: .unreadableDate(t("last May"))),
        .serial: FieldValue(t("WOV7321-M")),
        .notes: FieldValue(t("The lock key is in the drawer.")),
        .photos: FieldValue(problem: .notAPicture(fileName: t("holiday.doc"))),
        .labels: FieldValue(problem: .notOffered), .fields: FieldValue(problem: .missing),
      ]),
      places: [rooms[0], rooms[4], room("s2", "", "Shelf 2")], depths: [0, 0, 1],
      labels: [
        .init(electronics), .init(sports, isChosen: true), .init(tools),
        .init(label("l9", "", "Long label without an emoji", .cyan)),
      ],
      customFields: [.init(id: t("f1"), name: t("Frame size"), value: t("56 cm"))])
  }

  var item: ItemPage.Model {
    var details = ItemPage.Details()
    details.price = Money(189_900, "EUR")
    details.replacement = Money(210_000, "EUR")
    details.valueToday = .init(
      Money(98_000, "EUR"), lifeYears: 8, residual: Money(20_000, "EUR"))
    details.manufacturer = t("Canyon")
    details.model = t("Endurace CF 7")
    details.serial = t("WOV7321-M")
    details.condition = t("Very good")
    details.purchasedOn = CalendarDay(year: 2023, month: 6, day: 14)
    details.purchasedFrom = t("Canyon, Koblenz")
    details.warrantyUntil = CalendarDay(year: 2026, month: 7, day: 24)
    details.isInsured = true
    details.lentTo = t("Jonas")
    details.lentUntil = CalendarDay(year: 2026, month: 7, day: 1)
    details.address = ExternalAddress("https://canyon.example/endurace?size=m")
    details.description = t("Black, with the wider wheels.")
    details.notes = t("The lock key is in the drawer.\nSpare tube under the saddle.")
    var model = ItemPage.Model(
      id: t("i2"), name: t("Road bicycle"), home: home,
      place: [rooms[4], room("w1", "", "Wall rack")], labels: [sports],
      photoIDs: [t("f1"), t("f2"), t("f3")], details: details,
      customFields: [.init(id: t("c1"), name: t("Frame size"), value: t("56 cm"))],
      addedAt: ago(minutes: 4), addedBy: jonas)
    model.canMove = true
    model.papers = papers
    model.maintenance = maintenance
    return model
  }

  var itemPages: [SamplePage] {
    let allRows = zip(rows, [home, home, home, cabin, home, cabin]).map { row, home in
      var row = row
      row.home = home
      return row
    }
    let all = ItemListPage.Model(
      home: nil, query: ItemQuery(), rows: allRows, count: .exactly(412),
      values: [Money(4_187_000, "EUR"), Money(48_000, "JPY")], homes: [home, cabin, storage],
      next: t("cursor=1"), addsTo: home)
    let filtered = ItemListPage.Model(
      home: home,
      query: ItemQuery(
        search: t("oak"), roomID: rooms[0].id, sort: .value, hasNoPhoto: true,
        after: t("c&1")),
      rows: Array(rows.prefix(2)), count: .exactly(1), rooms: rooms,
      labels: [electronics, furniture],
      addsTo: home)
    let nothing = ItemListPage.Model(
      home: home, query: ItemQuery(search: t("piano")), rows: [], count: .exactly(0), rooms: rooms)
    let none = ItemListPage.Model(
      home: storage, query: ItemQuery(), rows: [], count: .exactly(0), addsTo: storage)
    let item = item
    var bare = ItemPage.Model(
      id: t("i9"), name: t("Box of cables"), home: cabin, role: .viewer, addedAt: ago(minutes: 9000)
    )
    bare.details.quantity = 3
    bare.isArchived = true
    bare.details.soldTo = t("Tim")
    bare.details.sold = Money(-1_234, "KWD")
    bare.details.isLifetimeWarranty = true
    bare.details.warrantyDetails = t("with the receipt")
    let bareItem = bare
    var waiting = item
    waiting.photoStates[item.photoIDs[0]] = .pending
    waiting.photoStates[item.photoIDs[1]] = .failed
    let waitingItem = waiting
    let waitingRows = zip(Array(rows.prefix(2)), [FileState.pending, .failed]).map { row, state in
      var row = row
      row.thumbnail = .missingPhoto(state)
      return row
    }
    let waitingList = ItemListPage.Model(
      home: home, query: ItemQuery(), rows: waitingRows, count: .exactly(2), addsTo: home)
    var edited = item
    var itemForm = form
    itemForm.itemID = item.id
    edited.form = itemForm
    let editing = edited
    let new = form
    let delete = DeleteItemPage.Model(
      id: t("i2"), name: t("Road bicycle"), home: home, photoCount: 3, paperCount: 2,
      maintenanceCount: 1)
    let choosing = MoveItemPage.Model(
      id: t("i2"), name: t("Road bicycle"), home: home, homes: [cabin, storage])
    var asking = choosing
    var chosen = MoveItemPage.Chosen(
      home: cabin, places: [rooms[0], room("s2", "", "Shelf 2")], depths: [0, 1])
    (chosen.knownLabels, chosen.newLabels) = ([t("Sports")], [t("Tools"), t("Valuable")])
    (chosen.photoCount, chosen.fieldCount) = (3, 1)
    (chosen.paperCount, chosen.maintenanceCount) = (2, 1)
    (chosen.gaining, chosen.losing) = ([t("Mia")], [t("Jonas")])
    asking.chosen = chosen
    let moving = asking
    let nowhere = MoveItemPage.Model(id: t("i2"), name: t("Canoe"), home: home, homes: [])
    let undo = Flash(.things(.itemDeleted(t("Canoe"))), undoID: t("u1"))
    return [
      SamplePage("items", .items(.items()), flash: undo) { ItemListPage.view(all, in: $0) },
      SamplePage("items-filtered", .items(.homeItems(home: home.id))) {
        ItemListPage.view(filtered, in: $0)
      },
      SamplePage("items-nothing", .items(.homeItems(home: home.id))) {
        ItemListPage.view(nothing, in: $0)
      },
      SamplePage("items-none", .items(.homeItems(home: storage.id))) {
        ItemListPage.view(none, in: $0)
      },
      SamplePage("item", .items(.item(item.id))) { ItemPage.view(item, in: $0) },
      SamplePage("item-waiting", .items(.item(item.id))) { ItemPage.view(waitingItem, in: $0) },
      SamplePage("items-waiting", .items(.homeItems(home: home.id))) {
        ItemListPage.view(waitingList, in: $0)
      },
      SamplePage("item-viewer", .items(.item(bare.id))) { ItemPage.view(bareItem, in: $0) },
      SamplePage("item-edit", .items(.item(item.id, isEditing: true))) {
        ItemPage.view(editing, in: $0)
      },
      SamplePage("item-new", .items(.newItem(home: home.id))) { ItemFormPage.view(new, in: $0) },
      SamplePage("item-move", .items(.moveItem(t("i2")))) { MoveItemPage.view(choosing, in: $0) },
      SamplePage("item-move-chosen", .items(.moveItem(t("i2")))) {
        MoveItemPage.view(moving, in: $0)
      },
      SamplePage("item-move-nowhere", .items(.moveItem(t("i2")))) {
        MoveItemPage.view(nowhere, in: $0)
      },
      SamplePage("item-delete", .items(.deleteItem(item.id))) {
        DeleteItemPage.view(delete, in: $0)
      },
    ]
  }

  var placePages: [SamplePage] {
    let places: [RoomsPage.Place] = [
      .init(rooms[0], itemCount: 64, values: [Money(893_000, "EUR")]),
      .init(rooms[4], itemCount: 42, directCount: 0),
      .init(room("s1", "", "Shelf 1"), depth: 1, itemCount: 42, directCount: 12),
      .init(room("b1", "", "Box of cables"), depth: 2, itemCount: 30),
      .init(rooms[2], itemCount: 0),
    ]
    let list = RoomsPage.Model(home: home, places: places, countWithoutPlace: 3)
    let noRooms = RoomsPage.Model(
      home: home, places: [],
      values: FormValues([.name: FieldValue(t("Attic"), problem: .nameTaken(t("Attic")))]))
    let room = RoomPage.Model(
      home: home, place: rooms[4], note: t("Key hangs behind the door."),
      inside: Array(places[2...3]), rows: Array(rows.prefix(3)), itemCount: 52,
      values: [Money(526_000, "EUR")])
    let shelf = RoomPage.Model(
      home: home, place: places[2].place, parents: [rooms[4]], rows: [], itemCount: 0,
      form: .init(
        values: FormValues([
          .name: FieldValue(t("Shelf 1")),
          .parentID: FieldValue(t("r5"), problem: .placeInsideItself),
        ]), places: places))
    let labels = LabelsPage.Model(
      home: home,
      rows: [electronics, furniture, kitchen, tools, sports].map { .init($0, itemCount: 74) })
    let label = LabelsPage.Model(
      home: home, rows: [.init(electronics, itemCount: 1)], editingID: electronics.id,
      values: FormValues([
        .name: FieldValue(electronics.name),
        .emoji: FieldValue(t("abc"), problem: .notAnEmoji(t("abc"))),
      ]),
      colour: .red)
    let noLabels = LabelsPage.Model(home: home, role: .viewer, rows: [])
    let deleteRoom = DeletePlacePage.Model(
      home: home, subject: .room(rooms[4], insideCount: 2), itemCount: 52)
    let deleteLabel = DeletePlacePage.Model(home: home, subject: .label(sports), itemCount: 1)
    return [
      SamplePage("rooms", .rooms(.rooms(home: home.id))) { RoomsPage.view(list, in: $0) },
      SamplePage("rooms-none", .rooms(.rooms(home: home.id))) { RoomsPage.view(noRooms, in: $0) },
      SamplePage("room", .rooms(.room(home: home.id, room: rooms[4].id))) {
        RoomPage.view(room, in: $0)
      },
      SamplePage("room-edit", .rooms(.room(home: home.id, room: t("s1"), isEditing: true))) {
        RoomPage.view(shelf, in: $0)
      },
      SamplePage("labels", .labels(.labels(home: home.id))) { LabelsPage.view(labels, in: $0) },
      SamplePage("label-edit", .labels(.label(home: home.id, label: t("l1"), isEditing: true))) {
        LabelsPage.view(label, in: $0)
      },
      SamplePage("labels-none", .labels(.labels(home: home.id))) {
        LabelsPage.view(noLabels, in: $0)
      },
      SamplePage("room-delete", .rooms(.deleteRoom(home: home.id, room: rooms[4].id))) {
        DeletePlacePage.view(deleteRoom, in: $0)
      },
      SamplePage("label-delete", .labels(.deleteLabel(home: home.id, label: sports.id))) {
        DeletePlacePage.view(deleteLabel, in: $0)
      },
    ]
  }
}
