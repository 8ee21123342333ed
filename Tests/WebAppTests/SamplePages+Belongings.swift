import Foundation
import Values

@testable import ThingsWeb
@testable import Web

extension Samples {
  private func day(_ month: Int, _ day: Int) -> CalendarDay {
    CalendarDay(year: 2026, month: month, day: day)
  }

  var papers: Papers {
    Papers(
      owner: .item(t("i2")),
      rows: [
        .init(
          id: t("d1"), name: t("receipt.pdf"), kind: .receipt, byteCount: 184_000,
          addedOn: day(6, 12)),
        .init(
          id: t("d2"), name: t("manual-with-a-long-name-that-goes-on.pdf"), kind: .manual,
          byteCount: 12_400_000, addedOn: day(6, 12), state: .pending),
        .init(
          id: t("d3"), name: t("warranty.txt"), kind: .warranty, byteCount: 12,
          addedOn: day(6, 12), state: .failed),
      ], canEdit: true)
  }

  var maintenanceRows: [MaintenanceRow] {
    [
      .init(
        id: t("n1"), title: t("Change the chain"), standing: .overdue(days: 3),
        interval: .init(count: 1, unit: .year), notes: t("11-fold, in the drawer"),
        itemID: t("i2")),
      .init(
        id: t("n2"), title: t("Pump the tyres"), standing: .soon(days: 0),
        interval: .init(count: 2, unit: .week), itemID: t("i2")),
      .init(id: t("n3"), title: t("Brakes"), standing: .soon(days: 12), itemID: t("i2")),
      .init(
        id: t("n4"), title: t("Service"), standing: .later(day(9, 1)),
        interval: .init(count: 6, unit: .month), itemID: t("i2")),
      .init(
        id: t("n5"), title: t("Paint"), standing: .someday, interval: .init(count: 1, unit: .day),
        itemID: t("i2")),
    ]
  }

  var doneRows: [MaintenanceRow] {
    [
      .init(
        id: t("n6"), title: t("Service"), standing: .done(day(3, 1)), cost: Money(8900, "EUR"),
        itemID: t("i2"))
    ]
  }

  var maintenance: ItemMaintenance {
    ItemMaintenance(
      itemID: t("i2"), open: maintenanceRows, done: doneRows,
      costs: [Money(8900, "EUR"), Money(500, "JPY")], canEdit: true)
  }

  var reminders: [ReminderRow] {
    let today = day(6, 12)
    func row(
      _ subject: ReminderRow.Subject, _ title: String, _ due: CalendarDay
    ) -> ReminderRow {
      ReminderRow(subject, title: t(title), day: due, today: today, route: .items(.item(t("i2"))))
    }
    return [
      row(.policy, "First Fire", CalendarDay(year: 2024, month: 1, day: 31)),
      row(.loan(to: t("Jonas")), "Drill", day(6, 11)),
      row(.maintenance(item: t("Road bicycle")), "Change the chain", day(6, 9)),
      row(.maintenance(item: t("Boiler")), "Service", day(6, 12)),
      row(.warranty, "Espresso machine", day(6, 12)), row(.policy, "Old Reliable", day(6, 12)),
      row(.loan(to: t("Mia")), "Tent", day(6, 12)), row(.loan(to: t("Mia")), "Book", day(6, 13)),
      row(.warranty, "Television", day(7, 24)), row(.policy, "Harbour Mutual", day(6, 24)),
    ]
  }

  var belongingPages: [SamplePage] { paperPages + maintenancePages + statePages }

  private var paperPages: [SamplePage] {
    var refused = item
    refused.papers.problems = [
      .emptyFile(fileName: t("a.pdf")), .cutOffFile(fileName: t("b.pdf")),
      .notWhatItSays(fileName: t("c.pdf"), ending: t("pdf")),
      .notPlainText(fileName: t("d.txt")), .notAPaper(fileName: t("e.exe")),
      .notAPaper(fileName: t("f.zip"), looksLike: t("ZIP")),
      .paperTooLarge(fileName: t("g.pdf"), maxBytes: 25_000_000),
      .hiddenCharacters(fileName: t("h.pdf")), .pathInName(fileName: t("i/j.pdf")),
      .noRoomForPaper(fileName: t("k.pdf"), max: 100),
      .unusableName(fileName: t("l.pdf")),
    ]
    refused.papers.keptCount = 2
    refused.refusedPhotos = RefusedFiles(
      problems: [
        .otherPicture(fileName: t("a.gif"), kind: t("a GIF picture")),
        .notAPicture(fileName: t("b.jpg"), looksLike: t("a PDF")),
        .emptyFile(fileName: t("c.jpg")), .rarePicture(fileName: t("d.jpg")),
        .noRoomForPhoto(fileName: t("e.jpg"), max: 100), .noRoomForFiles(fileName: t("g.jpg")),
        .cutOffPicture(fileName: t("f.jpg")),
      ], keptCount: 1)
    let refusedItem = refused
    let owner = Papers.Owner.policy(home: home.id, t("q1"))
    let policy = PolicyPapersPage.Model(
      home: home, provider: t("Harbour Mutual"),
      papers: Papers(
        owner: owner,
        rows: [
          .init(
            id: t("d4"), name: t("policy.pdf"), kind: .policy, byteCount: 90, addedOn: day(1, 1)),
          .init(
            id: t("d5"), name: t("letter.pdf"), kind: .other, byteCount: 9, addedOn: day(1, 1)),
        ], canEdit: true))
    let none = PolicyPapersPage.Model(
      home: home, provider: t("North"), papers: Papers(owner: owner, rows: [], canEdit: false))
    let form = PaperFormPage.Model(
      id: t("d1"), home: home, owner: owner, ownerName: t("Harbour Mutual"),
      values: FormValues([
        .name: FieldValue(t("a/b"), problem: .pathInName(fileName: t("a/b"))),
        .kind: FieldValue("receipt"),
      ]), base: (t("a.pdf"), "other"))
    let address = Route.papers(.policyPapers(home: home.id, policy: t("q1")))
    return [
      SamplePage("item-papers-refused", .items(.item(t("i2")))) {
        ItemPage.view(refusedItem, in: $0)
      },
      SamplePage("policy-papers", address) { PolicyPapersPage.view(policy, in: $0) },
      SamplePage("policy-papers-none", address) { PolicyPapersPage.view(none, in: $0) },
      SamplePage("paper-edit", .papers(.editPaper(t("d1")))) { PaperFormPage.view(form, in: $0) },
    ]
  }

  private var maintenancePages: [SamplePage] {
    let named = maintenanceRows.map { row in
      var row = row
      row.itemName = t("Road bicycle")
      return row
    }
    let open = MaintenancePage.Model(home: home, rows: named, isFirst: false, next: t("c_1"))
    let done = MaintenancePage.Model(home: home, role: .viewer, isDone: true, rows: doneRows)
    let nothing = MaintenancePage.Model(home: storage, rows: [])
    let neverDone = MaintenancePage.Model(home: storage, isDone: true, rows: [])
    let form = MaintenanceFormPage.Model(
      entryID: t("n1"), home: home, itemID: t("i2"), itemName: t("Road bicycle"),
      values: FormValues([
        .title: FieldValue("", problem: .missing), .currency: FieldValue("EUR"),
        .dueOn: FieldValue(t("soon"), problem: .unreadableDate(t("soon"))),
        .everyUnit: FieldValue("week"),
      ]), version: t("title=x"))
    let doneForm = MaintenanceFormPage.Model(
      entryID: t("n2"), home: home, itemID: t("i2"), itemName: t("Road bicycle"),
      values: FormValues([
        .title: FieldValue(t("Change the chain")), .currency: FieldValue("EUR"),
        .doneOn: FieldValue("", problem: .missing), .everyUnit: FieldValue("month"),
      ]), isDone: true)
    let new = MaintenanceFormPage.Model(
      home: home, itemID: t("i2"), itemName: t("Road bicycle"),
      values: FormValues([.currency: FieldValue("EUR"), .everyUnit: FieldValue("month")]))
    let complete = CompleteMaintenancePage.Model(
      id: t("n1"), title: t("Change the chain"), home: home, itemID: t("i2"),
      itemName: t("Road bicycle"), interval: .init(count: 3, unit: .day), currency: "£",
      values: FormValues([.doneOn: FieldValue("2026-06-12")]))
    let address = Route.maintenance(.maintenance(home: home.id))
    return [
      SamplePage("maintenance", address) { MaintenancePage.view(open, in: $0) },
      SamplePage("maintenance-done", .maintenance(.maintenance(home: home.id, isDone: true))) {
        MaintenancePage.view(done, in: $0)
      },
      SamplePage("maintenance-none", address) { MaintenancePage.view(nothing, in: $0) },
      SamplePage("maintenance-never", address) { MaintenancePage.view(neverDone, in: $0) },
      SamplePage("maintenance-edit", .maintenance(.maintenanceEntry(t("n1")))) {
        MaintenanceFormPage.view(form, in: $0)
      },
      SamplePage("maintenance-edit-done", .maintenance(.maintenanceEntry(t("n2")))) {
        MaintenanceFormPage.view(doneForm, in: $0)
      },
      SamplePage("maintenance-new", .maintenance(.newMaintenance(item: t("i2")))) {
        MaintenanceFormPage.view(new, in: $0)
      },
      SamplePage("maintenance-complete", .maintenance(.completeMaintenance(t("n1")))) {
        CompleteMaintenancePage.view(complete, in: $0)
      },
    ]
  }

  private var statePages: [SamplePage] {
    let lend = ItemStatePage.Model(
      .lend, id: t("i2"), name: t("Road bicycle"), home: home,
      values: FormValues([.lentTo: FieldValue("", problem: .missing)]))
    let sell = ItemStatePage.Model(
      .sell(currency: "£"), id: t("i2"), name: t("Road bicycle"), home: home,
      values: FormValues([.soldOn: FieldValue("2026-06-12")]))
    let all = RemindersPage.Model(home: home, rows: reminders, hasMore: true)
    let none = RemindersPage.Model(home: home, rows: [])
    let states: [ItemRow.State] = [.lent(to: t("Mia")), .sold, .archived]
    let stateRows = zip(rows, states).map { row, state in
      var row = row
      row.state = state
      return row
    }
    let list = ItemListPage.Model(
      home: home, query: ItemQuery(isLent: true), rows: stateRows, count: .exactly(3))
    return [
      SamplePage("item-lend", .itemState(.lendItem(t("i2")))) { ItemStatePage.view(lend, in: $0) },
      SamplePage("item-sell", .itemState(.sellItem(t("i2")))) { ItemStatePage.view(sell, in: $0) },
      SamplePage("reminders", .reminders(.reminders(home: home.id))) {
        RemindersPage.view(all, in: $0)
      },
      SamplePage("reminders-none", .reminders(.reminders(home: home.id))) {
        RemindersPage.view(none, in: $0)
      },
      SamplePage("items-states", .items(.homeItems(home: home.id))) {
        ItemListPage.view(list, in: $0)
      },
    ]
  }
}
