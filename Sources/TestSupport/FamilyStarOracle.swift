import SQLite
import SyncProtocol
import Values

/// The stars of a family as its rules say, counted anew from what was noted: not as the program
/// counts them.
struct FamilyStarOracle: Equatable {
  struct Approval: Equatable {
    let id: RecordID
    let routine: RecordID
    let day: Int
    let person: AccountID
    let stars: Int64
    let undoes: RecordID?
  }

  struct Wish: Equatable {
    let id: RecordID
    let reward: RecordID
    let person: AccountID
    let undoes: RecordID?
  }

  struct Decision: Equatable {
    let id: RecordID
    let wish: RecordID
    let person: AccountID
    let price: Int64
    let isGranted: Bool
    let undoes: RecordID?
  }

  /// In the order of their ids, like all that follows.
  let approvals: [Approval]
  let wishes: [Wish]
  let decisions: [Decision]
  /// The approvals that nobody has taken back.
  let standing: [Approval]
  /// Those wishes about which nothing was decided, and which nobody has taken back.
  let open: [Wish]
  /// What counts of what was decided, by wish.
  let decided: [RecordID: Decision]

  init(of family: ZoneID, on db: Connection) throws {
    func rows<T>(_ sql: String, _ read: (Statement) throws -> T) throws -> [T] {
      try db.query(sql, .text(family), read: read)
    }
    let approvals = try rows(
      """
      SELECT id, routineID, day, personID, stars, undoesID FROM routineApprovals
        WHERE familyID = ?
      """
    ) {
      Approval(
        id: $0.text(0), routine: $0.text(1), day: FamilyOracle.number($0.text(2)),
        person: $0.text(3), stars: $0.integer(4), undoes: $0.optionalText(5))
    }
    let wishes = try rows(
      "SELECT id, rewardID, personID, undoesID FROM rewardWishes WHERE familyID = ?"
    ) {
      Wish(
        id: $0.text(0), reward: $0.text(1), person: $0.text(2), undoes: $0.optionalText(3))
    }
    let decisions = try rows(
      """
      SELECT id, wishID, personID, price, isGranted, undoesID FROM starGrants WHERE familyID = ?
      """
    ) {
      Decision(
        id: $0.text(0), wish: $0.text(1), person: $0.text(2), price: $0.integer(3),
        isGranted: $0.bool(4), undoes: $0.optionalText(5))
    }
    self.init(approvals, wishes, decisions)
  }

  /// As the hub has it.
  init(_ image: HubOracle.Image) {
    let records = image.records.values.map(\.record)
    func all<T>(_ table: String, _ read: (RecordID, (String) -> FieldValue) -> T) -> [T] {
      records.filter { $0.table == table }.map { record in
        read(record.id) { record.registers[$0]?.value ?? .null }
      }
    }
    let approvals = all("routineApprovals") { id, value in
      Approval(
        id: id, routine: value("routineID").text ?? "",
        day: FamilyOracle.number(value("day").text ?? ""), person: value("personID").text ?? "",
        stars: value("stars").integer ?? 0, undoes: value("undoesID").text)
    }
    let wishes = all("rewardWishes") { id, value in
      Wish(
        id: id, reward: value("rewardID").text ?? "", person: value("personID").text ?? "",
        undoes: value("undoesID").text)
    }
    let decisions = all("starGrants") { id, value in
      Decision(
        id: id, wish: value("wishID").text ?? "", person: value("personID").text ?? "",
        price: value("price").integer ?? 0, isGranted: value("isGranted").integer == 1,
        undoes: value("undoesID").text)
    }
    self.init(approvals, wishes, decisions)
  }

  private init(_ approvals: [Approval], _ wishes: [Wish], _ decisions: [Decision]) {
    self.approvals = approvals.sorted { $0.id < $1.id }
    self.wishes = wishes.sorted { $0.id < $1.id }
    self.decisions = decisions.sorted { $0.id < $1.id }
    // Only what is about the same takes something back.
    var gone: Set<String> = []
    for approval in approvals {
      guard let id = approval.undoes else { continue }
      gone.insert("\(id) \(approval.routine) \(approval.day) \(approval.person)")
    }
    for wish in wishes where wish.undoes != nil { gone.insert("\(wish.undoes!) \(wish.person)") }
    for one in decisions where one.undoes != nil { gone.insert("\(one.undoes!) of \(one.wish)") }
    standing = self.approvals.filter {
      $0.undoes == nil && !gone.contains("\($0.id) \($0.routine) \($0.day) \($0.person)")
    }
    var decided: [RecordID: Decision] = [:]
    for one in self.decisions where one.undoes == nil && !gone.contains("\(one.id) of \(one.wish)")
    {
      // Of several about one wish the first one counts.
      if decided[one.wish] == nil { decided[one.wish] = one }
    }
    open = self.wishes.filter {
      $0.undoes == nil && decided[$0.id] == nil && !gone.contains("\($0.id) \($0.person)")
    }
    self.decided = decided
  }

  /// Who has earned or spent something.
  var people: Set<AccountID> {
    Set(approvals.map(\.person) + decisions.map(\.person))
  }

  /// What somebody has earned up to a day: of each routine and day once.
  func earned(by person: AccountID, through day: CalendarDay) -> Int64 {
    var seen: Set<String> = []
    var sum: Int64 = 0
    for approval in standing
    where approval.person == person && approval.day <= day.daysSince1970
      && seen.insert("\(approval.routine) \(approval.day)").inserted
    {
      sum += approval.stars
    }
    return sum
  }

  func spent(by person: AccountID) -> Int64 {
    decided.values.filter { $0.person == person && $0.isGranted }.reduce(0) { $0 + $1.price }
  }

  func balance(of person: AccountID, through day: CalendarDay) -> Int64 {
    earned(by: person, through: day) - spent(by: person)
  }

  func isOpen(_ wish: RecordID) -> Bool { open.contains { $0.id == wish } }
}
