import Foundation
import SharingWeb
import Values

@testable import MoneyWeb
@testable import Web

extension Samples {
  var flat: ZoneLink { ZoneLink(.group, id: t("g1"), name: t("Lake weekend")) }
  private func member(_ id: String, _ name: String, isYou: Bool = false) -> MemberName {
    MemberName(id: t(id), name: t(name), isYou: isYou)
  }
  var annaMember: MemberName { member("m1", "Anna", isYou: true) }
  var jonasMember: MemberName { member("m2", "Jonas") }
  var lenaMember: MemberName { member("m3", "Lena") }
  func euro(_ minor: Int64) -> Money { Money(minor, "EUR") }

  private var groupRows: [GroupPage.Row] {
    let day = CalendarDay(year: 2026, month: 6, day: 11)
    func row(
      _ id: String, _ emoji: String, _ title: String, _ minor: Int64, _ what: GroupPage.Row.What,
      _ effect: GroupPage.Effect
    ) -> GroupPage.Row {
      GroupPage.Row(
        id: t(id), emoji: t(emoji), colour: .green, title: t(title), amount: euro(minor), day: day,
        what: what, effect: effect)
    }
    var broken = row(
      "e5", "🧾", "Left over from an import", 100,
      .expense(payers: [annaMember], mode: .exact, sharerCount: 1), .none)
    broken.isIncomplete = true
    return [
      row(
        "e1", "🛒", "Groceries", 8410,
        .expense(payers: [jonasMember], mode: .equal, sharerCount: 4), .owes(euro(2102))),
      row(
        "e2", "🏠", "Cabin rent, August", 64_000,
        .expense(payers: [annaMember, lenaMember], mode: .shares, sharerCount: 4),
        .getsBack(euro(12_000))),
      row(
        "e3", "🧾", "Deposit", -5000,
        .refund(payers: [annaMember], mode: .percentage, sharerCount: 3), .owes(euro(1000))),
      row("e4", "↔️", "Payment", 2000, .payment(from: jonasMember, to: annaMember), .none),
      broken,
    ]
  }

  var group: GroupPage.Model {
    var model = GroupPage.Model(
      group: flat, emoji: t("🏕️"), role: .owner, canWrite: true, memberCount: 3,
      note: t("Who cooks does not wash up"), rows: groupRows, next: t("2026-06-11~1~e5"),
      currencies: [
        GroupPage.Currency(
          code: "EUR", total: euro(67_410),
          balances: [
            .init(member: annaMember, net: euro(14_620)), .init(member: lenaMember, net: euro(0)),
            .init(member: jonasMember, net: euro(-14_620)),
          ],
          transfers: [
            .init(from: jonasMember, to: annaMember, amount: euro(14_620)),
            .init(
              from: annaMember, to: lenaMember, amount: euro(1), payment: t("DE02 1203 0000 0000")),
            .init(
              from: annaMember, to: jonasMember, amount: euro(2),
              payment: "https://canyon.example/endurace?size=m"),
          ], isExact: false),
        GroupPage.Currency(
          code: "JPY", total: Money(9000, "JPY"),
          balances: [.init(member: lenaMember, net: Money(9000, "JPY"))]),
      ])
    model.filter.members = [annaMember, jonasMember, lenaMember]
    model.filter.categories = [.init(id: t("c1"), name: t("Groceries"))]
    model.filter.currencies = ["EUR", "JPY"]
    model.incomplete = [.init(id: t("e5"), name: t("Left over from an import"))]
    return model
  }

  var expenseForm: ExpenseForm {
    var form = ExpenseForm(
      rows: [annaMember, jonasMember, lenaMember].map { ExpenseForm.Row($0) })
    form.values[.title] = FieldValue(t("Dinner"))
    form.values[.amount] = FieldValue(t("42+3.90"))
    form.values[.currency] = FieldValue("EUR")
    form.values[.day] = FieldValue("2026-06-11")
    form.payerID = annaMember.id
    form.lines = [
      .init(name: t("Wine"), amount: FieldValue("12"), sharerIDs: [annaMember.id]), .init(),
      .init(),
    ]
    return form
  }

  var moneyPages: [SamplePage] {
    groupPages + memberPages + expensePages + balancePages + whyPages + repeatingPages
      + groupImports
      + ratePages + waitingPages
  }

  /// The group's page with a search that finds something.
  private var found: GroupPage.Model {
    var found = group
    found.query = ExpenseQuery(search: t("dinner kidn:payment"), ticksPage: true)
    for index in found.rows.indices { found.rows[index].isTicked = index == 0 }
    found.picture = GroupImage(group: flat.id, id: t("p1"))
    found.parts = SearchParts(
      chips: [.init(text: t("Payments"), without: t("dinner"))],
      notices: [
        .init(
          text: t("kidn:payment is not known"),
          suggestion: .init(part: t("kind:payment"), search: t("dinner kind:payment")))
      ])
    found.searches = [.init(id: t("q1"), name: t("Dinners"))]
    found.typed = t("dinner kidn:payment")
    found.totals = selection.totals
    found.next = t("cursor")
    return found
  }

  /// The list that a sum of a member leads to, too long to be counted.
  private var narrowed: GroupPage.Model {
    var narrowed = group
    narrowed.query = ExpenseQuery.spent(in: "EUR").during(month: 6, of: 2026).paid(by: t("m2"))
      .shared(by: t("m1")).of(category: nil)
    (narrowed.filter.payer, narrowed.filter.sharer) = (jonasMember, annaMember)
    narrowed.totals = selection.totals
    narrowed.totals?.rows[0].parts = [
      .init(kind: .paid, amount: euro(34_050)), .init(kind: .share, amount: euro(11_350)),
      .init(kind: .sent, amount: euro(5000)), .init(kind: .received, amount: euro(0)),
      .init(kind: .balance, amount: euro(27_700)),
    ]
    narrowed.totals?.member = jonasMember
    narrowed.totals?.isCounted = false
    return narrowed
  }

  private var selection: SelectionPage.Model {
    SelectionPage.Model(
      group: flat, query: ExpenseQuery(search: t("dinner")),
      totals: SelectionTotals(
        rows: [
          .init(
            count: 12, amount: euro(34_050), own: euro(11_350), paymentCount: 2,
            payments: euro(5000)),
          .init(amount: Money(0, "JPY"), paymentCount: 1, payments: Money(900, "JPY")),
        ], incompleteCount: 2, isWhole: false),
      rows: group.rows, count: 17, kept: [.init(name: "expenses", value: t("e1 e2"))])
  }

  private var groupPages: [SamplePage] {
    let full = group
    var guest = full
    (guest.role, guest.canWrite, guest.isMember, guest.note) = (.viewer, false, false, "")
    guest.unclaimed = [jonasMember, lenaMember]
    guest.isArchived = true
    let guestModel = guest
    let empty = GroupPage.Model(
      group: flat, role: .editor, canWrite: true, memberCount: 1, rows: [], currencies: [])
    var nothing = full
    (nothing.rows, nothing.query.memberID, nothing.filter.member) = ([], t("m2"), t("Jonas"))
    nothing.incomplete = []
    let nothingModel = nothing
    let (foundModel, narrowedModel) = (found, narrowed)
    var cut = nothing
    (cut.isCutShort, cut.next) = (true, t("cursor"))
    let cutModel = cut
    let groups = GroupsPage.Model(
      rows: [
        .init(
          flat, emoji: t("🏕️"), people: [anna, jonas],
          nets: [euro(14_620), Money(-900, "JPY")]),
        .init(ZoneLink(.group, id: t("g2"), name: t("Flat")), isMember: false),
        .init(
          ZoneLink(.group, id: t("g3"), name: t("Old trip")), role: .viewer, isArchived: true),
      ], totals: [euro(14_620), Money(-900, "JPY")],
      deleted: [
        .init(
          ZoneLink(.group, id: t("g4"), name: t("Rome")),
          counts: ["expenses": 12, "groupMembers": 3], deletedAt: ago(minutes: 50),
          deletedBy: jonas, until: now + 2.5 * 86_400, others: [jonas])
      ])
    let unasked = GroupsPage.Model(rows: [], deleted: nil)
    let deletedGroup = groups.deleted?.first
    var wrong = NewGroupPage.Model()
    wrong.values[.name] = FieldValue("", problem: .missing)
    wrong.values[.members] = FieldValue(t("Ben\nBen"), problem: .nameTaken(t("Ben")))
    let wrongModel = wrong
    let sharing = SharingSection.Model(
      members: [.init(anna, role: .owner, isYou: true, joinedAt: ago(minutes: 10_000))])
    let settings = GroupSettingsPage.Model(
      group: flat, role: .owner,
      values: FormValues([.name: FieldValue(t("Lake weekend")), .currency: FieldValue("EUR")]),
      version: t("name=Lake"), colour: .teal, sharing: sharing, memberCount: 3, categoryCount: 9,
      isReadOnly: false)
    var pictured = settings
    pictured.picture = GroupImage(group: flat.id, id: t("p1"))
    pictured.refusedPicture = RefusedFiles(
      problems: [.damagedPicture(fileName: t("beach.jpg"))], keptCount: 0)
    let picturedModel = pictured
    var viewing = settings
    (viewing.role, viewing.isReadOnly) = (.viewer, true)
    let viewingModel = viewing
    let delete = DeleteGroupPage.Model(
      group: flat, others: [jonas], isOpen: true,
      confirmation: FieldValue(t("Lake"), problem: .nameDiffers(t("Lake weekend"))))
    return [
      SamplePage("groups", .groups(.groups())) { GroupsPage.view(groups, in: $0) },
      SamplePage("groups-empty", .groups(.groups())) { GroupsPage.view(.init(rows: []), in: $0) },
      SamplePage("groups-offline", .groups(.groups())) { GroupsPage.view(unasked, in: $0) },
      SamplePage("restore-group", .restore(ZoneLink(.group, id: t("g4"), name: ""))) { context in
        deletedGroup.map { RestoreZonePage.view(.init($0, isFull: true), in: context) } ?? .empty
      },
      SamplePage("purge-group", .purge(ZoneLink(.group, id: t("g4"), name: ""))) { context in
        deletedGroup.map { PurgeZonePage.view(.init($0), in: context) } ?? .empty
      },
      SamplePage("new-group", .groups(.newGroup)) { NewGroupPage.view(wrongModel, in: $0) },
      SamplePage(
        "group", .groups(.group(flat.id)),
        flash: Flash(.money(.added(t("Dinner"))), undoID: t("u1"))
      ) {
        GroupPage.view(full, in: $0)
      },
      SamplePage("group-viewer", .groups(.group(flat.id))) { GroupPage.view(guestModel, in: $0) },
      SamplePage("group-empty", .groups(.group(flat.id))) { GroupPage.view(empty, in: $0) },
      SamplePage("group-filtered", .groups(.group(flat.id, ExpenseQuery(memberID: t("m2"))))) {
        GroupPage.view(nothingModel, in: $0)
      },
      SamplePage("group-found", .groups(.group(flat.id, foundModel.query))) {
        GroupPage.view(foundModel, in: $0)
      },
      SamplePage("group-narrowed", .groups(.group(flat.id, narrowedModel.query))) {
        GroupPage.view(narrowedModel, in: $0)
      },
      SamplePage("group-cut-short", .groups(.group(flat.id, cutModel.query))) {
        GroupPage.view(cutModel, in: $0)
      },
      SamplePage("selection", .selections(.selection(group: flat.id, ExpenseQuery()))) {
        SelectionPage.view(self.selection, in: $0)
      },
      SamplePage("selection-none", .selections(.selection(group: flat.id, ExpenseQuery()))) {
        SelectionPage.view(
          .init(group: self.flat, query: ExpenseQuery(), totals: .init(rows: []), count: 0), in: $0)
      },
      SamplePage("group-settings", .groups(.groupSettings(flat.id))) {
        GroupSettingsPage.view(settings, in: $0)
      },
      SamplePage("group-settings-picture", .groups(.groupSettings(flat.id))) {
        GroupSettingsPage.view(picturedModel, in: $0)
      },
      SamplePage("group-settings-viewer", .groups(.groupSettings(flat.id))) {
        GroupSettingsPage.view(viewingModel, in: $0)
      },
      SamplePage("delete-group", .groups(.deleteGroup(flat.id))) {
        DeleteGroupPage.view(delete, in: $0)
      },
    ]
  }

  private var memberPages: [SamplePage] {
    let members = MembersPage.Model(
      group: flat,
      rows: [
        .init(member: annaMember, account: t("Anna Moreau")),
        .init(member: jonasMember, account: t("Jonas")), .init(member: lenaMember),
        .init(member: member("m4", "Tim"), isArchived: true),
      ], canWrite: true, isMember: true,
      newName: FieldValue(t("Lena"), problem: .nameTaken(t("Lena"))))
    var asked = members
    (asked.isMember, asked.canWrite, asked.newName) = (false, false, FieldValue())
    asked.taken = lenaMember
    let askedModel = asked
    var ownAlready = members
    ownAlready.taken = annaMember
    let alreadyModel = ownAlready
    var one = MemberPage.Model(
      group: flat, member: lenaMember,
      values: FormValues([.name: FieldValue(t("Lena")), .weight: FieldValue("1")]),
      canWrite: true, isOwner: true, canClaim: true, isNamed: false)
    one.accounts = [.init(id: t("p2"), name: t("Jonas"))]
    one.others = [annaMember, jonasMember]
    let oneModel = one
    var own = one
    (own.member, own.account) = (annaMember, .init(id: t("p1"), name: t("Anna Moreau")))
    (own.isNamed, own.canClaim) = (true, false)
    let ownModel = own
    let combine = CombineMemberPage.Model(
      group: flat, member: lenaMember, others: [annaMember, jonasMember],
      choice: FieldValue(t("m2"), problem: .money(.twoAccounts)))
    let categories = CategoriesPage.Model(
      owner: .group(flat),
      rows: [.init(id: t("c1"), name: t("Groceries"), emoji: t("🛒"), colour: .green)],
      canWrite: true)
    var changed = categories
    changed.changed = t("c1")
    changed.values[.name] = FieldValue("", problem: .missing)
    let changedModel = changed
    return [
      SamplePage("members", .members(.members(group: flat.id))) {
        MembersPage.view(members, in: $0)
      },
      SamplePage("members-asked", .members(.members(group: flat.id))) {
        MembersPage.view(askedModel, in: $0)
      },
      SamplePage("members-already", .members(.members(group: flat.id))) {
        MembersPage.view(alreadyModel, in: $0)
      },
      SamplePage("member", .members(.member(group: flat.id, member: t("m3")))) {
        MemberPage.view(oneModel, in: $0)
      },
      SamplePage("member-own", .members(.member(group: flat.id, member: t("m1")))) {
        MemberPage.view(ownModel, in: $0)
      },
      SamplePage("combine-member", .members(.combineMember(group: flat.id, member: t("m3")))) {
        CombineMemberPage.view(combine, in: $0)
      },
      SamplePage("categories", .categories(.categories(group: flat.id))) {
        CategoriesPage.view(categories, in: $0)
      },
      SamplePage("category", .categories(.category(group: flat.id, category: t("c1")))) {
        CategoriesPage.view(changedModel, in: $0)
      },
    ]
  }

  private var expensePages: [SamplePage] {
    var new = ExpenseFormPage.Model(
      group: flat, form: expenseForm, categories: [.init(id: t("c1"), name: t("Groceries"))],
      currencies: ["EUR", "JPY"])
    new.preview = [
      .init(member: annaMember, amount: euro(1530)), .init(member: jonasMember, amount: euro(3060)),
    ]
    new.last = .init(id: t("e2"), name: t("Cabin rent, August"))
    let newModel = new
    var wrong = new
    wrong.expenseID = t("e1")
    wrong.preview = nil
    wrong.form.way = .percentage
    wrong.form.rows[0].weights[.percentage] = FieldValue(
      t("many"), problem: .money(.unreadablePercentage(t("many"))))
    wrong.form.values[.amount].problem = .money(.unreadableSum(t("42+")))
    wrong.form.values[.split] = FieldValue("", problem: .money(.percentagesDiffer(-1)))
    wrong.form.payerID = ExpenseForm.several
    wrong.form.values[.payer].problem = .money(.paidDiffers(euro(-100)))
    wrong.form.lines[0].amount.problem = .money(.lineWithoutAmount)
    let wrongModel = wrong
    var both = new
    both.expenseID = t("e1")
    both.versions = expenseVersions
    let bothModel = both
    let rows = groupRows
    var expense = ExpensePage.Model(
      group: flat, id: t("e1"), row: rows[0], way: .adjustment,
      shares: [
        .init(member: annaMember, paid: euro(0), owed: euro(2102), weight: 100),
        .init(member: jonasMember, paid: euro(8410), owed: euro(6308)),
      ], enteredBy: t("Jonas"), enteredAt: ago(minutes: 90), canWrite: true)
    expense.lines = [.init(name: t("Wine"), amount: euro(1200), sharers: [annaMember])]
    expense.category = .init(id: t("c1"), name: t("Groceries"))
    (expense.place, expense.note) = (t("Corner shop"), t("With the deposit\nfor bottles"))
    let expenseModel = expense
    let payment = ExpensePage.Model(
      group: flat, id: t("e4"), row: rows[3], way: .exact,
      shares: [
        .init(member: jonasMember, paid: euro(2000), owed: euro(0)),
        .init(member: annaMember, paid: euro(0), owed: euro(2000)),
      ], enteredBy: "", enteredAt: ago(minutes: 5), canWrite: false)
    var pay = PaymentFormPage.Model(group: flat, members: [annaMember, jonasMember])
    pay.offersRepeating = true
    pay.values[.to] = FieldValue(annaMember.id, problem: .money(.samePerson))
    pay.isWithoutHub = true
    let payModel = pay
    var paid = PaymentFormPage.Model(
      group: flat, expenseID: t("e4"), members: [annaMember, jonasMember])
    paid.versions = paymentVersions
    let paidModel = paid
    return [
      SamplePage("new-expense", .expenses(.newExpense(group: flat.id))) {
        ExpenseFormPage.view(newModel, in: $0)
      },
      SamplePage(
        "expense-problems", .expenses(.editExpense(group: flat.id, expense: t("e1")))
      ) { ExpenseFormPage.view(wrongModel, in: $0) },
      SamplePage(
        "expense-versions", .expenses(.editExpense(group: flat.id, expense: t("e1")))
      ) { ExpenseFormPage.view(bothModel, in: $0) },
      SamplePage(
        "payment-versions", .expenses(.editExpense(group: flat.id, expense: t("e4")))
      ) { PaymentFormPage.view(paidModel, in: $0) },
      SamplePage("expense", .expenses(.expense(group: flat.id, expense: t("e1")))) {
        ExpensePage.view(expenseModel, in: $0)
      },
      SamplePage("payment", .expenses(.expense(group: flat.id, expense: t("e4")))) {
        ExpensePage.view(payment, in: $0)
      },
      SamplePage("new-payment", .expenses(.newPayment(group: flat.id, PaymentQuery()))) {
        PaymentFormPage.view(payModel, in: $0)
      },
    ]
  }

  private var expenseVersions: ExpenseVersions {
    var saved = ExpenseVersions.Version(
      title: t("Dinner"), day: CalendarDay("2026-08-01"),
      amounts: .init(
        euro(4000), .shares,
        [
          .init(member: annaMember, paid: euro(4000), owed: euro(1000), weight: 1),
          .init(member: jonasMember, paid: euro(0), owed: euro(3000), weight: 3),
        ]))
    saved.category = .init(id: t("c1"), name: t("Groceries"))
    saved.place = t("Corner shop")
    var own = ExpenseVersions.Version(
      title: t("Dinner at the corner"), day: saved.day,
      amounts: .init(
        euro(4000), .itemised,
        [
          .init(member: annaMember, paid: euro(2000), owed: euro(1000)),
          .init(member: jonasMember, paid: euro(2000), owed: euro(3000)),
        ],
        lines: [
          .init(name: t("Wine"), amount: euro(1000), sharers: [annaMember]),
          .init(name: "", amount: euro(3000), sharers: [jonasMember]),
        ]))
    own.note = t("With the deposit\nfor bottles")
    own.place = saved.place
    return ExpenseVersions(saved: saved, own: own)
  }

  private var paymentVersions: ExpenseVersions {
    func version(_ minor: Int64, _ from: MemberName, _ to: MemberName) -> ExpenseVersions.Version {
      .init(
        title: t("Payment"), day: CalendarDay("2026-08-01"),
        amounts: .init(
          euro(minor), .exact,
          [
            .init(member: from, paid: euro(minor), owed: euro(0)),
            .init(member: to, paid: euro(0), owed: euro(minor)),
          ], payment: .init(from: from, to: to)))
    }
    return ExpenseVersions(
      saved: version(2000, jonasMember, annaMember), own: version(2500, annaMember, jonasMember))
  }

  private var balancePages: [SamplePage] {
    let balances = BalancesPage.Model(
      group: flat,
      currencies: [
        .init(
          code: "EUR",
          rows: [
            .init(
              member: annaMember, paid: euro(67_410), owed: euro(100), sent: euro(0),
              received: euro(2000), net: euro(65_310))
          ])
      ], incompleteCount: 2,
      converted: ConvertedPart(
        currency: "EUR", rows: [.init(member: annaMember, net: euro(65_310))],
        rates: [
          .init(
            from: "USD", to: "EUR", rate: ExactDecimal(digits: 915, scale: 3),
            day: CalendarDay(year: 2026, month: 6, day: 11), source: .bank("European Central Bank"))
        ], unconverted: ["ISK"], tooLarge: ["JPY"], unconvertedCount: 2))
    let debts = DebtsPage.Model(
      group: flat,
      debts: [
        .init(
          debtor: jonasMember, creditor: annaMember, amount: euro(900),
          parts: [
            .init(
              id: t("e1"), title: t("Groceries"), day: CalendarDay(year: 2026, month: 6, day: 1),
              amount: euro(900))
          ], partCount: 4)
      ], canWrite: true)
    let spending = SpendingPage.Model(
      group: flat, year: 2026, years: [2026, 2025], currency: "EUR", currencies: ["EUR", "JPY"],
      total: euro(90_000), own: euro(30_000),
      months: [.init(name: t("June"), all: euro(90_000), own: euro(30_000))],
      categories: [
        .init(
          name: t("Groceries"), colour: .green, all: euro(80_000), own: euro(30_000),
          query: ExpenseQuery(categoryID: t("c1"))), .init(name: t("Other"), all: euro(10_000)),
      ], paid: [.init(member: annaMember, amount: euro(90_000))], member: annaMember,
      members: [annaMember, jonasMember],
      balances: [
        .init(name: t("May"), net: euro(-100)), .init(name: t("June"), net: euro(60_000)),
      ])
    let none = DebtsPage.Model(group: flat, debts: [])
    return [
      SamplePage("balances", .balances(.balances(group: flat.id))) {
        BalancesPage.view(balances, in: $0)
      },
      SamplePage("spending", .balances(.spending(group: flat.id))) {
        SpendingPage.view(spending, in: $0)
      },
      SamplePage("debts", .balances(.debts(group: flat.id))) { DebtsPage.view(debts, in: $0) },
      SamplePage("debts-none", .balances(.debts(group: flat.id))) { DebtsPage.view(none, in: $0) },
    ]
  }
}
