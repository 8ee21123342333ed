import SQLite
import SyncProtocol

/// Hub-confirmed transactions: for what must not be undone later, and for every write of a replica
/// that lives beside the hub. Nothing is shown here before the hub has accepted it.
extension Replica {
  /// What the hub must still find as this replica sees it.
  public struct Reliance: Sendable {
    public var zones: [ZoneID]
    /// The account's list of zones, too.
    public var accountList: Bool

    public init(zones: [ZoneID] = [], accountList: Bool = false) {
      self.zones = zones
      self.accountList = accountList
    }

    public static let nothing = Reliance()
  }

  public enum Confirmation: Equatable, Sendable {
    /// Accepted: pull until `isApplied`, then it is seen here.
    case accepted
    case refused(Refusal)
    /// Ask again later.
    case wait
    /// The hub has not judged it, since sharing is paused. It is forgotten.
    case paused
  }

  /// Runs a use case, captures what it would write and rolls it back. The change set is stored and
  /// waits to be sent with `confirmationRequest`.
  ///
  /// - Returns: what the use case returned, and whether there is anything to send.
  public func prepare<Result>(
    relyingOn reliance: Reliance = .nothing, _ body: (WriteTransaction) throws -> Result
  ) throws -> (Result, hasChanges: Bool) {
    guard try confirming() == nil else { throw ReplicaError.confirmationUnderWay }
    try checkDrained(reliance.zones)
    let (result, changes) = try rehearse(body)
    lastConfirmedCount = changes.count
    guard !changes.isEmpty else { return (result, false) }
    let preconditions = try preconditions(reliance)
    try transaction {
      if isPlanted(.rerunKeepsID), let number = lastConfirmed { state.lastNumber = number - 1 }
      let changeSet = try makeChangeSet(
        changes.compactMap(\.mutation), time: tick(), preconditions: preconditions)
      lastConfirmed = changeSet.id.number
      try insert(confirming: changeSet)
    }
    return (result, true)
  }

  func preconditions(_ reliance: Reliance) throws -> [Precondition] {
    var preconditions: [Precondition] = []
    for zone in reliance.zones.sorted() {
      guard let row = try ZoneRow.find(zone, in: connection) else { continue }
      preconditions.append(.zone(zone, head: row.sequence))
    }
    if reliance.accountList { preconditions.append(.account(sequence: state.accountSequence)) }
    return preconditions
  }

  /// Stores a change set that is to be sent with `confirmationRequest`.
  func store(confirming changeSet: ChangeSet) throws {
    try transaction { try insert(confirming: changeSet) }
  }

  private func insert(confirming changeSet: ChangeSet) throws {
    try connection.execute(
      "INSERT INTO syncConfirming (number, body) VALUES (?, ?)",
      .integer(changeSet.id.number), .blob(changeSet.wireBytes))
    try state.save(connection)
    knownConfirming = changeSet
  }

  private struct Rehearsed: Error {}

  private func rehearse<Result>(
    _ body: (WriteTransaction) throws -> Result
  ) throws -> (Result, [Capture.Change]) {
    var outcome: (Result, [Capture.Change])?
    do {
      try transaction {
        outcome = try captured(body)
        if isPlanted(.confirmedAppliedEarly) { return }
        throw Rehearsed()
      }
    } catch is Rehearsed {}
    return outcome!
  }

  /// What was written here before must have reached the hub: the use case runs on what it shows.
  func checkDrained(_ zones: [ZoneID]) throws {
    guard !zones.isEmpty, !isPlanted(.drainForgotten) else { return }
    let touched = { (changeSet: ChangeSet) in
      changeSet.mutations.contains { !Set($0.zones).isDisjoint(with: zones) }
    }
    if try pendingRows().contains(where: { touched($0.changeSet) }) {
      throw ReplicaError.pendingChanges
    }
    let parked = try parkedChanges().filter { $0.refusal.reason != .lost }
    if parked.contains(where: { touched($0.changeSet) }) {
      throw ReplicaError.parkedChanges
    }
  }

  func confirming() throws -> (changeSet: ChangeSet, answer: Answer?)? {
    let row = try connection.first(
      "SELECT number, answer FROM syncConfirming ORDER BY number LIMIT 1"
    ) { row in
      (number: row.integer(0), answer: row.isNull(1) ? nil : try Answer(wireBytes: row.blob(1)))
    }
    guard let row else {
      knownConfirming = nil
      return nil
    }
    if let known = knownConfirming, known.id.number == row.number { return (known, row.answer) }
    let body = try connection.first(
      "SELECT body FROM syncConfirming WHERE number = ?", .integer(row.number)
    ) { $0.blob(0) }
    guard let body else { return nil }
    return (try ChangeSet(wireBytes: body), row.answer)
  }

  /// The prepared change set on its way to the hub: the same bytes on every try.
  public func confirmationRequest() throws -> PushRequest? {
    guard !state.epoch.isEmpty, let (changeSet, answer) = try confirming(), answer == nil else {
      return nil
    }
    try settleIncarnation()
    return PushRequest(
      epoch: state.epoch, replica: changeSet.id.replica,
      acknowledged: try acknowledged(of: changeSet.id.replica), changeSets: [changeSet])
  }

  /// Takes in the hub's answer to the prepared change set. A refusal forgets it; the caller tells
  /// the person, or after `precondition` pulls and prepares it again, under a new id.
  ///
  /// - Parameter isLate: nobody waits for the answer any more: a refusal is parked, so that the
  ///   person hears of it.
  public func receiveConfirmation(
    _ response: PushResponse, to request: PushRequest, isLate: Bool = false
  ) throws -> Confirmation {
    guard request.epoch == state.epoch, let (changeSet, _) = try confirming(),
      changeSet.id == request.changeSets.first?.id
    else { return .wait }
    switch response {
    case .epoch(let epoch):
      try enter(epoch: epoch)
      return .wait
    case .foreignReplica:
      return try transaction { try restart(confirming: changeSet) }
    case .answers(let answers, let now):
      guard let answer = answers.first else { return .wait }
      return try transaction {
        try noteContact(hubMilliseconds: now)
        try state.save(connection)
        switch answer {
        case .wait: return .wait
        case .paused:
          try forget(confirming: changeSet, for: Refusal(.paused), isLate: isLate)
          return .paused
        case .accepted:
          try connection.execute(
            "UPDATE syncConfirming SET answer = ? WHERE number = ?", .blob(answer.wireBytes),
            .integer(changeSet.id.number))
          return .accepted
        case .refused(let refusal) where refusal.reason == .numberReused:
          return try restart(confirming: changeSet)
        case .refused(let refusal):
          try forget(confirming: changeSet, for: refusal, isLate: isLate)
          return .refused(refusal)
        }
      }
    }
  }

  /// Its number was somebody's or something else's: it is run again, as after `precondition`, under
  /// a new incarnation.
  private func restart(confirming changeSet: ChangeSet) throws -> Confirmation {
    try renewIncarnation()
    try connection.execute(
      "DELETE FROM syncConfirming WHERE number = ?", .integer(changeSet.id.number))
    knownConfirming = nil
    return .refused(Refusal(.precondition, nil, "incarnation"))
  }

  private func forget(confirming changeSet: ChangeSet, for refusal: Refusal, isLate: Bool) throws {
    try connection.execute(
      "DELETE FROM syncConfirming WHERE number = ?", .integer(changeSet.id.number))
    if isLate, environment.isAttended { try park(changeSet, refusal) }
  }

  /// Whether no hub-confirmed transaction is under way: what was accepted has been pulled.
  public func isConfirmed() throws -> Bool { try confirming() == nil }

  /// Forgets an accepted transaction once its effects are here. Only while the overlay is off.
  func settleConfirmation() throws {
    guard let (changeSet, answer) = try confirming(), let answer,
      try isPulled(answer, zoneIsMissing: true)
    else { return }
    try keepAcknowledged(changeSet.id)
    try connection.execute(
      "DELETE FROM syncConfirming WHERE number = ?", .integer(changeSet.id.number))
    knownConfirming = nil
  }
}
