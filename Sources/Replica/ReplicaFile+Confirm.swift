import SyncProtocol

/// Why a hub-confirmed transaction did not happen, or is not known to have happened. Errors thrown
/// by the use case itself are passed on unchanged.
public enum ConfirmationError: Error, Equatable, Sendable {
  /// The hub refused. Nothing has changed anywhere.
  case refused(Refusal)
  /// The hub did not receive it. Nothing has changed anywhere.
  case notSent(TransportError)
  /// It was sent and no answer came: either all of it happened or none, and the next sync shows
  /// which.
  ///
  /// On a device (`isAttended`) it is not sent again; beside the hub it is, under the same id.
  case outcomeUnknown(TransportError)
  /// Other people changed the same zones again and again. Nothing has changed.
  case contended
  /// The hub postpones it: it is recovering, or another replica holds the zone.
  case hubBusy
  /// It would have written to a shared zone while sharing is paused. Nothing has changed anywhere.
  case paused
  /// Earlier writes from here have not reached the hub yet.
  case pendingChanges
  /// A change of the same zones was refused, and the person must deal with it first.
  case parkedChanges
}

extension ReplicaFile {
  /// How many times a use case runs because the state it relied on keeps changing: so many times
  /// before a hold, and again after it.
  static let maxConfirmationTries = 5
  /// The longest pause before the second run, in seconds; later pauses are longer. Lets one of
  /// several contenders through.
  static let maxRerunPauseSeconds = 0.02
  /// How often an answer is asked for if the connection breaks or the hub answers "later".
  static let maxAnswerTries = 6
  /// The pauses between those tries, in seconds; together longer than a hold of the hub.
  static let answerPausesSeconds = [0.05, 0.2, 0.5, 1.5, 4]

  /// Runs a use case so that it happens at the hub or not at all.
  ///
  /// The use case runs on the state that this replica shows and is rolled back; then the hub judges
  /// its writes. If they are accepted, they are pulled and shown here, and the use case's result is
  /// returned. If the state that it relied on has changed, it runs again on the new state, so it
  /// must depend on nothing but the transaction. Pending changes are sent first.
  ///
  /// - Parameter reliance: the zones whose state the use case has read and based its decision on.
  public func confirm<Result: Sendable>(
    relyingOn reliance: Replica.Reliance = .nothing, via transport: any Transport,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await alone {
      do {
        return try await self.confirmAlone(reliance, transport, body)
      } catch ReplicaError.pendingChanges {
        throw ConfirmationError.pendingChanges
      } catch ReplicaError.parkedChanges {
        throw ConfirmationError.parkedChanges
      } catch let error as TransportError {
        throw ConfirmationError.notSent(error)
      }
    }
  }

  private func confirmAlone<Result: Sendable>(
    _ reliance: Replica.Reliance, _ transport: any Transport,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await drain(via: transport)
    var hasHold = false
    var tries = 0
    while true {
      let (result, hasChanges, isOpen) = try await onPool {
        try $0.prepareOpen(relyingOn: reliance, body)
      }
      guard hasChanges else { return result }
      let (confirmation, isShown) =
        isOpen ? try await sendOpen(via: transport) : (try await send(via: transport), false)
      switch confirmation {
      case .accepted:
        if !isShown { await show(via: transport) }
        return result
      case .refused(let refusal) where refusal.reason == .precondition:
        tries += 1
        try await machine.pause(Self.maxRerunPauseSeconds * machine.jitter() * Double(tries))
        try await pullAll(via: transport)
        guard tries >= Self.maxConfirmationTries else { continue }
        guard !hasHold, !reliance.zones.isEmpty else { throw ConfirmationError.contended }
        guard try await waitForHold(on: reliance.zones, via: transport) else {
          throw ConfirmationError.contended
        }
        (hasHold, tries) = (true, 0)
        try await pullAll(via: transport)
      case .refused(let refusal):
        await show(via: transport)
        throw ConfirmationError.refused(refusal)
      case .paused:
        throw ConfirmationError.paused
      case .wait:
        try await onPool { try $0.abandonConfirmation() }
        throw ConfirmationError.hubBusy
      }
    }
  }

  /// Sends earlier writes to the hub, and pulls its state.
  private func drain(via transport: any Transport) async throws {
    guard try await settleConfirmation(via: transport) else { throw ConfirmationError.hubBusy }
    let (isEmpty, hasPending) = try await onPool { replica in
      let status = try replica.status()
      return (status.isEmpty, status.pendingCount > 0)
    }
    if isEmpty { try await pullAll(via: transport) }
    if isEmpty || hasPending {
      try await pushAll(via: transport)
      try await pullAll(via: transport)
    }
  }

  /// Asks the hub to hold the zones until it does.
  ///
  /// Others may hold them or have asked before, and an account must wait after a hold, on whichever
  /// of its devices. A zone that the account may only read is never held for it: a viewer keeps
  /// nobody from writing.
  private func waitForHold(
    on zones: [ZoneID], via transport: any Transport
  ) async throws -> Bool {
    let (replica, mayHave) = try await onPool { replica in
      let mayHave = try zones.allSatisfy {
        try ZoneRow.find($0, in: replica.connection)?.role.canWrite == true
      }
      return (replica.state.incarnation, mayHave)
    }
    guard mayHave else { return false }
    for pause in Self.answerPausesSeconds {
      if try await transport.hold(zones, replica: replica) { return true }
      try await machine.pause(pause * (0.5 + machine.jitter() / 2))
    }
    return try await transport.hold(zones, replica: replica)
  }

  /// Sends the prepared change set until the hub has answered.
  private func send(via transport: any Transport) async throws -> Replica.Confirmation {
    for attempt in 0..<Self.maxAnswerTries {
      let next = try await onPool { try $0.confirmationRequest() }
      // Answered already: only its effects remain to be pulled.
      guard let request = next else { return .accepted }
      do {
        let response = try await transport.push(request)
        let confirmation = try await received {
          try $0.receiveConfirmation(response, to: request)
        }
        if confirmation != .wait { return confirmation }
        if case .epoch = response { try await pullAll(via: transport) }
      } catch let error as TransportError {
        guard attempt + 1 < Self.maxAnswerTries else { return try await giveUp(attempt, error) }
        switch error {
        case .interrupted, .busy: break
        case .unreachable, .unauthorised, .outdated, .rejected, .protocolError:
          return try await giveUp(attempt, error)
        }
      }
      if attempt < Self.answerPausesSeconds.count {
        try await machine.pause(Self.answerPausesSeconds[attempt])
      }
    }
    return .wait
  }

  /// Sends the open rehearsal, and commits it here if the hub has stored exactly that.
  private func sendOpen(
    via transport: any Transport
  ) async throws -> (Replica.Confirmation, isShown: Bool) {
    guard let request = try await onPool({ try $0.rehearsalRequest() }) else {
      // Something else has used the replica: the rehearsal is rolled back, and nothing was sent.
      return (.refused(Refusal(.precondition)), false)
    }
    async let finished: Void = onPool { try $0.finishRehearsal() }
    var response: PushResponse?
    var failure: TransportError?
    do {
      response = try await transport.push(request)
    } catch {
      // It may have arrived: it is stored and sent again under the same id.
      failure = error
    }
    do {
      try await finished
    } catch {
      // The rehearsal is rolled back: if the hub accepts it, it is pulled.
    }
    let answer = response
    switch try await received(
      after: failure, { try $0.receiveRehearsal(answer, to: request) })
    {
    case .accepted:
      let isShown = await keepRehearsal(via: transport)
      if !isShown, let changeSet = request.changeSets.first {
        // The hub has it. Only a hub restored to a state before it would need it again.
        try? await onPool { try $0.keepAccepted(changeSet) }
      }
      return (.accepted, isShown)
    case .refused(let refusal): return (.refused(refusal), false)
    case .paused: return (.paused, false)
    case .wait: return (try await send(via: transport), false)
    }
  }

  /// Takes in the hub's answer. If that fails, as on a full disk, the outcome is unknown, unless
  /// the request certainly did not arrive (`failure`).
  private func received(
    after failure: TransportError? = nil,
    _ body: @escaping @Sendable (Replica) throws -> Replica.Confirmation
  ) async throws -> Replica.Confirmation {
    do {
      return try await onPool(body)
    } catch {
      if let failure, !failure.mayHaveArrived { throw ConfirmationError.notSent(failure) }
      throw ConfirmationError.outcomeUnknown(failure ?? .interrupted(reason: "\(error)"))
    }
  }

  /// Returns whether the rehearsal was committed here; if not, its effects must be pulled.
  private func keepRehearsal(via transport: any Transport) async -> Bool {
    do {
      let request = try await onPool { try $0.nextPull() }
      let page = try await transport.pull(request)
      return try await onPool { try $0.keepRehearsal(page, to: request) }
    } catch {
      // What the hub has accepted stands, and comes with the next pull. If the pool has no room
      // now, that pull rolls the rehearsal back.
      try? await onPool { $0.abandonRehearsal() }
      return false
    }
  }

  /// Forgets an unanswered change set: it must not happen after its author was told otherwise. If
  /// it has arrived, its effects are pulled. Beside the hub it is kept and sent again.
  private func giveUp(
    _ attempt: Int, _ sent: TransportError
  ) async throws -> Replica.Confirmation {
    let mayHaveArrived = sent.mayHaveArrived || attempt > 0
    do {
      try await onPool { replica in
        if !mayHaveArrived || replica.environment.isAttended { try replica.abandonConfirmation() }
      }
    } catch {
      // Without room on the disk it cannot be forgotten either, and is sent again.
      throw ConfirmationError.outcomeUnknown(sent)
    }
    if mayHaveArrived { throw ConfirmationError.outcomeUnknown(sent) }
    throw ConfirmationError.notSent(sent)
  }

  /// Pulls what was accepted. That stands even if the pull fails; the next sync shows it then.
  private func show(via transport: any Transport) async {
    do {
      try await pullAll(via: transport)
    } catch {
      announceState(.hub)
    }
  }

  /// Completes an earlier confirmation whose answer could not be taken in or, beside the hub, was
  /// lost with the process. If it is refused, it is parked.
  ///
  /// - Returns: `false` if the hub postpones it.
  func settleConfirmation(via transport: any Transport) async throws -> Bool {
    guard try await onPool({ try !$0.isConfirmed() }) else { return true }
    if try await onPool({ $0.state.epoch.isEmpty }) { try await pullAll(via: transport) }
    if let request = try await onPool({ try $0.confirmationRequest() }) {
      let response = try await transport.push(request)
      _ = try await onPool {
        try $0.receiveConfirmation(response, to: request, isLate: true)
      }
    }
    try await pullAll(via: transport)
    return try await onPool { try $0.isConfirmed() }
  }
}

extension Replica {
  /// Forgets a prepared transaction without an answer, so that it is not sent any more.
  ///
  /// The next push acknowledges its number; from then on the hub does not judge it either, even if
  /// it is still under way.
  package func abandonConfirmation() throws {
    try tellConfirmations(.givenUp)
  }
}
