import SQLite
import SyncProtocol

/// Hub-confirmed transactions: for changes that must not be undone later, and for every write of a
/// replica beside the hub. Nothing is shown here before the hub has accepted it.
extension Replica {
  /// The state that the hub must share with this replica for a transaction to be accepted.
  public struct Reliance: Sendable {
    public var zones: [ZoneID]
    /// Whether the account's list of zones is part of it.
    public var accountList: Bool

    public init(zones: [ZoneID] = [], accountList: Bool = false) {
      self.zones = zones
      self.accountList = accountList
    }

    public static let nothing = Reliance()
  }

  public enum Confirmation: Equatable, Sendable {
    /// Accepted: pull until `isConfirmed`; then its effects are shown here.
    case accepted
    case refused(Refusal)
    /// Ask again later.
    case wait
    /// The hub has not judged it, because sharing is paused. It is forgotten.
    case paused
  }

  /// Runs a use case, captures its writes and rolls them back. The change set is stored, and
  /// `confirmationRequest` sends it.
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
      // Nothing can rely on a zone that is to be loaded anew: the hub refuses, and the zone is
      // pulled first.
      preconditions.append(row.isCurrent ? .zone(zone, head: row.sequence) : .never)
    }
    if reliance.accountList { preconditions.append(.account(sequence: state.accountSequence)) }
    return preconditions
  }

  /// Stores a change set that `confirmationRequest` is to send.
  func store(confirming changeSet: ChangeSet) throws {
    try transaction { try insert(confirming: changeSet) }
  }

  private func insert(confirming changeSet: ChangeSet) throws {
    try handle(.prepared, changeSet, in: .gone)
    try state.save(connection)
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

  /// Requires that earlier writes in these zones have reached the hub: the use case runs on its
  /// state.
  func checkDrained(_ zones: [ZoneID]) throws {
    guard !zones.isEmpty, !isPlanted(.drainForgotten) else { return }
    let touched = { (changeSet: ChangeSet) in
      changeSet.mutations.contains { !Set($0.zones).isDisjoint(with: zones) }
    }
    // What was written in a zone that has been merged since is shown where its records are now.
    let isShown = { (row: PendingRow) throws in
      try !isPlanted(.drainByNameAlone) && row.undo.contains { zones.contains($0.zone) }
    }
    if try pendingRows().contains(where: { try touched($0.changeSet) || isShown($0) }) {
      throw ReplicaError.pendingChanges
    }
    let parked = try parkedChanges().filter { $0.refusal.reason != .lost }
    if parked.contains(where: { touched($0.changeSet) }) {
      throw ReplicaError.parkedChanges
    }
  }

  /// The hub-confirmed transaction under way, as it is stored.
  func confirming() throws -> UnderWay? {
    let row = try connection.first(
      """
      SELECT number, state, answer FROM syncPending WHERE \(ChangeSetState.isConfirmation)
      ORDER BY number LIMIT 1
      """
    ) { row in
      (
        number: row.integer(0),
        state: try ChangeSetState(
          name: row.text(1), answer: row.isNull(2) ? nil : Answer(wireBytes: row.blob(2)))
      )
    }
    // An open rehearsal has no row, and nothing else is under way then.
    if isRehearsing { return nil }
    guard let row else {
      underWay = nil
      return nil
    }
    if let underWay, underWay.changeSet.id.number == row.number, underWay.state == row.state {
      return underWay
    }
    underWay = try confirmations().first
    return underWay
  }

  /// All hub-confirmed transactions under way: one, or none.
  func confirmations() throws -> [UnderWay] {
    try connection.query(
      """
      SELECT body, state, answer FROM syncPending WHERE \(ChangeSetState.isConfirmation)
      ORDER BY number
      """
    ) { row in
      UnderWay(
        changeSet: try ChangeSet(wireBytes: row.blob(0)),
        state: try ChangeSetState(
          name: row.text(1), answer: row.isNull(2) ? nil : Answer(wireBytes: row.blob(2))))
    }
  }

  /// Applies an event to the transactions under way, in a transaction of its own.
  func tellConfirmations(_ event: ChangeSetState.Event) throws {
    try transaction {
      for row in try confirmations() { try handle(event, row.changeSet, in: row.state) }
    }
  }

  /// The request that sends the prepared change set: the same bytes on every try. `nil` if there is
  /// nothing to send.
  public func confirmationRequest() throws -> PushRequest? {
    guard !state.epoch.isEmpty, let underWay = try confirming(), underWay.state == .asked else {
      return nil
    }
    try settleIncarnation()
    let changeSet = underWay.changeSet
    return PushRequest(
      epoch: state.epoch, replica: changeSet.id.replica,
      acknowledged: try acknowledged(of: changeSet.id.replica), changeSets: [changeSet])
  }

  /// Takes in the hub's answer to the prepared change set. A refused one is forgotten: the caller
  /// tells the person or, after `precondition`, pulls and prepares it again under a new id.
  ///
  /// - Parameter isLate: nobody waits for the answer any more. A refusal is then parked, so that
  ///   the person learns of it.
  public func receiveConfirmation(
    _ response: PushResponse, to request: PushRequest, isLate: Bool = false
  ) throws -> Confirmation {
    guard request.epoch == state.epoch, let underWay = try confirming(),
      underWay.changeSet.id == request.changeSets.first?.id
    else { return .wait }
    switch response {
    case .epoch(let epoch):
      try enter(epoch: epoch)
      return .wait
    case .foreignReplica: return try transaction { try receive(.numberTaken, underWay) }
    case .answers(let answers, let now):
      guard let answer = answers.first else { return .wait }
      let listener: ChangeSetState.Listener =
        !isLate ? .author : environment.isAttended ? .person : .nobody
      return try transaction {
        try noteContact(hubMilliseconds: now)
        try state.save(connection)
        return try receive(.answered(answer, listener), underWay)
      }
    }
  }

  private func receive(
    _ event: ChangeSetState.Event, _ underWay: UnderWay
  ) throws -> Confirmation {
    let actions = try handle(event, underWay.changeSet, in: underWay.state)
    // The use case is run again, as after `precondition`, under a new incarnation.
    if actions.contains(.renumber) { try renewIncarnation() }
    return actions.confirmation
  }

  /// Whether no hub-confirmed transaction is under way: every accepted one has been pulled.
  public func isConfirmed() throws -> Bool { try confirming() == nil }

  /// Keeps an accepted transaction once its effects are here. Only while the overlay is off.
  func settleConfirmation() throws {
    guard let underWay = try confirming(), try isPulled(underWay.state, zoneIsMissing: true) else {
      return
    }
    try handle(.pulled, underWay.changeSet, in: underWay.state)
  }
}

/// A hub-confirmed transaction under way, and where it stands.
struct UnderWay {
  let changeSet: ChangeSet
  var state: ChangeSetState
  /// The change set's wire form, where it is needed but not stored.
  var body: [UInt8]?
}

extension [ChangeSetState.Action] {
  /// The answer for whoever waits for the hub.
  var confirmation: Replica.Confirmation {
    for case .tell(let confirmation) in self { return confirmation }
    return .wait
  }
}
