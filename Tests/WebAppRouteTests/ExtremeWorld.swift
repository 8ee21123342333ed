import ExtremeValues
import Families
import Finances
import HearthDomain
import Household
import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import Testing
import Values

@testable import Web

/// A home and a person's own zone with a row of every table, and a hostile program of that person.
final class ExtremeWorld {
  let hearth: Hearth
  let browser: Browser
  let account: AccountID
  let home: ZoneID
  /// The person's own zone.
  let personal: ZoneID
  /// A group of the person's.
  let group: ZoneID
  /// The person's family.
  let family: ZoneID
  /// One of each table.
  let records: [String: HubRecord]
  /// Where the person's calendar is read.
  let calendar: String
  private var number: Int64 = 0

  init() async throws {
    hearth = try Hearth()
    (browser, home) = try await hearth.household("Flat")
    account = try #require(try hearth.accounts.account(named: "anna")).id
    let (hub, account, home) = (hearth.hub, account, home)
    personal = try #require(
      try hub.store.read { try $0.memberships(of: account) }.first { $0.zone.kind == .personal }
    ).zone.id
    let replica = try hearth.replica(of: "anna")
    try await replica.sync()
    try EveryTable.fill(replica, home)
    let personal = personal
    try replica.write { transaction in
      try SaveSearch(name: "Dear", query: "value>100", homeID: home)(transaction)
      try transaction.connection.execute(
        """
        INSERT INTO homeMerges (id, profileID, sourceID, sourceName, targetID, targetName, mergedAt,
            counts, manifest)
          VALUES (?, ?, ?, 'Cabin', ?, 'Flat', ?, ?, ?)
        """, .text(transaction.newID()), .text(personal), .text(transaction.newID()), .text(home),
        .integer(Hearth.start), .text(Self.counts(of: 1)), .text(Self.manifest(of: 1)))
    }
    group = try Self.makeGroup(in: replica)
    try await replica.sync()
    family = try await Self.makeFamily(in: replica)
    let (group, family) = (group, family)
    records = try hub.store.read { reader in
      try [home, personal, group, family].flatMap {
        try reader.records(of: $0, after: nil, maxBytes: .max)
      }
    }.reduce(into: [:]) { $0[$1.table] = $1 }
    try await browser.get("/account/calendar")
    let made = try await browser.submit("/account/calendar")
    calendar = try browser.require(
      made.text.firstMatch(of: /(\/calendar\/[0-9a-f]{32}\.ics)/).map { String($0.1) })
  }

  private static func makeFamily(in replica: TestReplica) async throws -> ZoneID {
    var named = FamilyDetails(name: "Flat")
    named.hasStars = true
    let details = named
    let family = try replica.write { try CreateFamily(details)($0).id }
    // Who is in it the hub says.
    try await replica.sync()
    try replica.write { transaction in
      let (account, day) = (transaction.accountID, CalendarDay(year: 2026, month: 3, day: 2))
      try SetFace(familyID: family, accountID: account, details: FaceDetails())(transaction)
      var details = RoutineDetails(title: "Dishes")
      (details.asksApproval, details.asksPhoto, details.stars) = (true, true, 100)
      let plan = RoutinePlan(
        RoutineSchedule(.everyDays, from: day), .turns, people: [account])
      let routine = try AddRoutine(
        familyID: family, details, plan, steps: [RoutineStep(id: "", title: "Rinse")])(transaction)
      try TickRoutine(
        routineID: routine.id, day: day, personID: account, today: day)(transaction)
      try Self.fillStars(of: routine, on: day, transaction)
      try AddAbsence(
        familyID: family, personID: account,
        details: AbsenceDetails(from: "2026-03-01", through: "2026-03-04"))(transaction)
    }
    // A reward that was asked for and granted, with the stars that were earned.
    try replica.write { transaction in
      let reward = try SaveReward(familyID: family, RewardDetails(title: "Film"))(transaction)
      let today = CalendarDay(year: 2026, month: 3, day: 2)
      let wish = try WishReward(rewardID: reward.id, today: today)(transaction)
      try DecideWish(wishID: wish.id, isGranted: true, today: today)(transaction)
    }
    try await replica.sync()
    return family
  }

  /// Pictures of a routine, and its stars.
  private static func fillStars(
    of routine: Routine, on day: CalendarDay, _ transaction: WriteTransaction
  ) throws {
    let file = StoredPhoto(
      blobHash: String(repeating: "a", count: 64), byteCount: 9, kind: .jpeg, width: 9, height: 9)
    let task = RoutineTask(
      routineID: routine.id, day: day, personID: transaction.accountID, today: day)
    try SetStepPicture(routineID: routine.id, stepID: routine.steps[0].id, file: file)(transaction)
    try ProveRoutine(task, file)(transaction)
    try ApproveRoutine(task)(transaction)
  }

  private static func makeGroup(in replica: TestReplica) throws -> ZoneID {
    try replica.write { transaction in
      let group = try CreateGroup(
        GroupDetails(name: "Flat", currency: "EUR"), ownName: "Anna", others: ["Ben"])(transaction)
      let members = try GroupMember.of(group.id, in: transaction.connection).map(\.id)
      var details = ExpenseDetails(title: "Bread", day: "2026-03-01")
      details.categoryID = ExpenseCategory.id(named: "Groceries", in: group.id)
      let money = ExpenseMoney(
        currency: "EUR", amountMinor: 300, mode: .equal,
        shares: [
          .init(members[0], paidMinor: 300, owedMinor: 150), .init(members[1], owedMinor: 150),
        ])
      let bread = try AddExpense(groupID: group.id, details, money)(transaction)
      try AddRepeating(groupID: group.id, RepeatingDetails(details), money)(transaction)
      try AddReceipt(
        groupID: group.id, expenseID: bread.id, name: "Till",
        file: StoredPaper(
          blobHash: String(repeating: "e", count: 64), byteCount: 9, media: .pdf))(transaction)
      try AddComment(groupID: group.id, expenseID: bread.id, text: "Dear")(transaction)
      try SetGroupPicture(
        groupID: group.id,
        file: StoredPhoto(
          blobHash: String(repeating: "d", count: 64), byteCount: 9, kind: .jpeg, width: 9,
          height: 9))(transaction)
      try SaveSearch(name: "Dear bread", query: "bread >50", homeID: group.id)(transaction)
      try fillLedger(transaction)
      try SetRate(
        groupID: group.id,
        ManualRateDetails(from: "USD", to: "EUR", day: "2026-03-01", rate: "0.9"))(transaction)
      return group.id
    }
  }

  /// A row of each table of the person's own ledger; the note is of a share that was kept.
  private static func fillLedger(_ transaction: WriteTransaction) throws {
    let category = try AddLedgerCategory(CategoryDetails(name: "Food"))(transaction)
    var entry = LedgerEntryDetails(title: "Bakery", amountMinor: 300, day: "2026-03-01")
    (entry.categoryID, entry.tags) = (category.id, "bread, work")
    try AddLedgerEntry(entry)(transaction)
    for id in [nil, category.id] {
      try SetLedgerBudget(
        categoryID: id, month: try #require(LedgerMonth("2026-03")),
        amountMinor: 300, currency: "EUR")(transaction)
    }
    try transaction.connection.execute(
      """
      INSERT INTO ledgerNotes (id, profileID, groupID, expenseID, categoryID, tags, note, isHidden,
          keptTitle, keptGroup, keptDay, keptFlow, keptMinor, keptCurrency)
        VALUES (?, ?, ?, ?, ?, 'old', 'Late', 0, 'Rent', 'Old flat', '2026-02-01', 'spending', 300,
          'EUR')
      """, .text(transaction.newID()), .text(category.zoneID), .text(transaction.newID()),
      .text(transaction.newID()), .text(category.id))
  }

  static let tables = HearthDomain.schema.tables.filter { !$0.isHubOwned }

  /// What a merge has counted, all of it so often.
  static func counts(of number: Int64) -> String {
    let names = [
      "items", "archivedItems", "movedPlaces", "combinedPlaces", "movedLabels", "combinedLabels",
      "movedPolicies", "combinedPolicies", "photos", "papers", "maintenance", "fields", "templates",
      "movedPresets", "combinedPresets",
    ]
    return "{" + names.map { "\"\($0)\":\(number)" }.joined(separator: ",") + "}"
  }

  /// What a merge has kept, and what its undo has brought back.
  static func manifest(of number: Int64) -> String {
    let lists = [
      "homePhotos", "items", "places", "labels", "policies", "templates", "presets",
      "dissolvedPlaces", "dissolvedLabels", "dissolvedPolicies", "dissolvedPresets", "searches",
    ]
    return """
      {"home":{"columns":{}},"wasPrimary":false,"templateLabels":{},\
      "returned":{"items":\(number),"missing":[],"missingCount":\(number)},\
      \(lists.map { "\"\($0)\":[]" }.joined(separator: ","))}
      """
  }

  /// What the hub says to each of them alone; `nil` where it takes it.
  func push(_ mutations: [Mutation]) throws -> [RefusalReason?] {
    var refusals: [RefusalReason?] = []
    let (hub, account) = (hearth.hub, account)
    let grants = try [home, personal, group, family].map { zone in
      (zone, try hub.store.read { try $0.grant(in: zone, for: account) }?.grantID ?? "")
    }
    for start in stride(from: 0, to: mutations.count, by: 400) {
      let first = number
      let changes = mutations[start..<min(start + 400, mutations.count)].map { mutation in
        number += 1
        return ChangeSet(
          id: ChangeSetID(replica: "hostile", number: number),
          time: HybridTime(milliseconds: Hearth.start),
          grants: Dictionary(grants.filter { $0.0 == mutation.zone }) { one, _ in one },
          preconditions: [], mutations: [mutation])
      }
      let reply = try hub.push(
        PushRequest(
          epoch: try hub.store.read { try $0.state().epoch }, replica: "hostile",
          acknowledged: first, changeSets: Array(changes)), as: account,
        // What is a file's name is tried out, not who may name it.
        vouchesForBlobs: true)
      guard case .answers(let answers, _) = reply, answers.count == changes.count else {
        throw Browser.Missing()
      }
      refusals += answers.map { answer in
        guard case .refused(let refusal) = answer else { return nil }
        return refusal.reason
      }
    }
    return refusals
  }

  /// The registers of the row of a table, with some of them set.
  func registers(
    of table: TableSchema, with others: [String: SyncProtocol.FieldValue]
  ) throws -> SortedMap<SyncProtocol.FieldValue> {
    let values = try #require(records[table.name], "no row of \(table.name)").registers.values
    return SortedMap(
      uniqueKeysWithValues: table.registers.filter { $0.rule != .hubOwned }.compactMap { register in
        (others[register.name] ?? values[register.name]).map {
          (register.name, Self.withOwnRows($0, of: register))
        }
      })
  }

  /// The content with other ids of its child rows: two records cannot have one row.
  private static func withOwnRows(
    _ content: SyncProtocol.FieldValue, of register: RegisterSchema
  ) -> SyncProtocol.FieldValue {
    guard let child = register.child, case .map(var map) = content,
      case .list(let rows)? = map[child.table]
    else { return content }
    map[child.table] = .list(
      rows.map { row in
        guard case .map(var fields) = row else { return row }
        var random = SystemRandomNumberGenerator()
        fields["id"] = .text(UUIDs.v7(milliseconds: Hearth.start, using: &random))
        return .map(fields)
      })
    return .map(map)
  }

  // MARK: Pages

  /// Reads all that there is to read of the rows with these ids, by table; returns what failed.
  func readEverything(_ ids: [String: RecordID]) async throws -> [String] {
    hearth.log.withLock { $0 = [] }
    let app = hearth.app
    var failures: [String] = []
    var shownCount = 0
    func read(_ address: String) async throws {
      let answer = try await browser.get(address)
      if answer.status == 200 { shownCount += 1 }
      if answer.status >= 500 { failures.append("\(answer.status) \(address)") }
      do {
        if case .stream(let stream) = answer.body { while try await stream.next() != nil {} }
      } catch {
        failures.append("\(address): \(error)")
      }
    }
    // Those that stand in addresses where the matrix has any other record.
    let tables = [
      "photos", "locations", "labels", "policies", "templates", "fieldPresets", "savedSearches",
      "homeMerges", "expenseCategories", "ledgerEntries", "ledgerCategories", "ledgerNotes",
      "expenseReceipts", "expenseComments", "groupPictures", "stepPictures", "routineProofs",
      "rewards",
    ]
    let others = [account] + tables.compactMap { ids[$0] }
    for (index, other) in others.enumerated() {
      let matrix = RouteMatrix(
        home: home, item: ids["items"] ?? "i", other: other, paper: ids["attachments"] ?? "p",
        entry: ids["maintenance"] ?? "m", group: group, member: ids["groupMembers"] ?? "m",
        expense: ids["expenses"] ?? "e", repeating: ids["repeatingExpenses"] ?? "r",
        rate: ids["manualRates"] ?? "r", family: family,
        routine: ids["routines"] ?? "r", absence: ids["absences"] ?? "a")
      for route in matrix.all where index == 0 || route.url.contains(other) {
        // An open stream tells of changes; its page is that of the others.
        if route != .site(.events), app.page(at: route) != nil { try await read(route.url) }
      }
    }
    for sort in ["name", "newest", "value", "room"] {
      try await read("/items?sort=\(sort)")
      try await read("/homes/\(home)/items?sort=\(sort)&q=value%3E1")
    }
    for address in ["?member=\(ids["groupMembers"] ?? "")", "?currency=EUR", "?after=x~y~z"] {
      try await read("/groups/\(group)\(address)")
    }
    let routine = "/routines/\(ids["routines"] ?? "r")/week?day="
    for address in [
      "?day=9999-12-31", "?day=1000-01-01", "/day/\(account)", routine + "9999-12-31",
      routine + "1000-01-01", routine + "0000-01-01",
    ] {
      try await read("/families/\(family)\(address)")
    }
    try await read("/groups/\(group)/expenses/new?like=\(ids["expenses"] ?? "")")
    try await read("/homes/\(home)/claim/report.pdf?policy=\(ids["policies"] ?? "")")
    try await read(calendar)
    failures += hearth.log.withLock { $0 }.compactMap { entry in
      entry.failure.map { "\(entry.page): \($0)" }
    }
    if shownCount < 75 { failures.append("only \(shownCount) pages were there") }
    return failures
  }
}
