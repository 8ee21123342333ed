import HTTPServer
import Hub
import SyncProtocol
import Threads

/// Push, pull, hand back and hold.
extension SyncAPI {
  func push(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isLarge = request.bodyFile != nil
    if isLarge { try beginLargePush() }
    defer { if isLarge { largePushes.withLock { $0 -= 1 } } }
    let start = Self.seconds()
    let (account, push, byteCount) = try await reading(request) { [limits] account, _ in
      let bytes = try request.bodyFile.map { try $0.read(count: $0.size) } ?? request.body
      let push = try PushRequest(wireBytes: bytes)
      if bytes.count > limits.maxBodyBytes, push.changeSets.count > 1 {
        throw Problem(.contentTooLarge, "tooLarge", "a large change set must be sent alone")
      }
      return (account.id, push, bytes.count)
    }
    let response = try await judge(push, as: account)
    note(response, to: push, as: account, byteCount: byteCount, since: start)
    return .json(response.wireBytes)
  }

  private func beginLargePush() throws {
    let isAllowed = largePushes.withLock { count in
      guard count < limits.maxLargePushes else { return false }
      count += 1
      return true
    }
    guard isAllowed else {
      throw Problem(
        .serviceUnavailable, "busy", "too many large change sets at once", retryAfterSeconds: 2)
    }
  }

  /// Judges a push turn by turn. A thread is taken for one turn only, so accounts take turns here
  /// too.
  private func judge(
    _ request: PushRequest, as account: AccountID
  ) async throws -> PushResponse {
    let key = "\(account)/\(request.replica)"
    guard pushing.withLock({ $0.insert(key).inserted }) else {
      throw Problem.tooMany("a push of this replica is under way", retryAfterSeconds: 1)
    }
    defer { _ = pushing.withLock { $0.remove(key) } }
    let count = request.changeSets.reduce(0) { $0 + $1.mutations.count }
    if let seconds = hub.wait(forMutations: count, of: account) {
      metrics.add(to: .pushesPutOff)
      throw Problem.tooMany(
        "more changes than an account may send in a minute; the rest goes a little later",
        retryAfterSeconds: seconds)
    }
    var progress = PushProgress()
    while true {
      progress = try await pools.writing.run(for: account) { [hub, progress] in
        try hub.pushTurn(request, as: account, isLocal: false, after: progress)
      }
      if let response = progress.response { return response }
    }
  }

  private func note(
    _ response: PushResponse, to request: PushRequest, as account: AccountID, byteCount: Int,
    since start: Double
  ) {
    metrics.add(to: .pushes)
    guard case .answers(let answers, _) = response else {
      log("pushNotTaken", ["account": .text(account), "replica": .text(request.replica)])
      return
    }
    var accepted = 0
    var deferred = 0
    for (changeSet, answer) in zip(request.changeSets, answers) {
      switch answer {
      case .accepted: accepted += 1
      case .wait, .paused: deferred += 1
      case .refused(let refusal): note(refusal, of: changeSet, by: account)
      }
    }
    let mutations = request.changeSets.reduce(0) { $0 + $1.mutations.count }
    metrics.add(accepted, to: .changeSetsAccepted)
    metrics.add(deferred, to: .changeSetsDeferred)
    metrics.add(mutations, to: .mutations)
    log(
      "push",
      [
        "account": .text(account), "replica": .text(request.replica),
        "changeSets": .integer(Int64(request.changeSets.count)),
        "mutations": .integer(Int64(mutations)), "accepted": .integer(Int64(accepted)),
        "deferred": .integer(Int64(deferred)),
        "refused": .integer(Int64(answers.count - accepted - deferred)),
        "bytes": .integer(Int64(byteCount)), "seconds": .real(Self.seconds() - start),
      ])
  }

  private func note(_ refusal: Refusal, of changeSet: ChangeSet, by account: AccountID) {
    metrics.addRefusal(refusal.reason.rawValue)
    refusalObserver.withLock { $0 }?(account, refusal.reason)
    let isConflict = [.stale, .claimed, .precondition, .combined].contains(refusal.reason)
    // The refusal's detail may quote what a person wrote; its table and id say enough.
    log(
      isConflict ? "conflict" : "refusal",
      [
        "account": .text(account), "changeSet": .text(changeSet.id.description),
        "reason": .text(refusal.reason.rawValue), "table": .text(refusal.record?.table ?? ""),
        "record": .text(refusal.record?.id ?? ""),
      ])
  }

  func pull(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [self] account, _ in
      let start = Self.seconds()
      var pull = try PullRequest(wireBytes: request.body)
      pull.maxBytes = min(pull.maxBytes, limits.maxPullBytes)
      let response = try hub.pullRaw(pull, as: account.id)
      let bytes = response.wireBytes
      note(response, to: pull, as: account.id, byteCount: bytes.count, since: start)
      return .json(bytes)
    }
  }

  private func note(
    _ response: Hub.RawPullResponse, to request: PullRequest, as account: AccountID,
    byteCount: Int, since start: Double
  ) {
    metrics.add(to: .pulls)
    guard case .page(let page) = response else {
      log("pullNotAnswered", ["account": .text(account), "replica": .text(request.replica)])
      return
    }
    let records = page.snapshots.reduce(0) { $0 + $1.records.count }
    metrics.add(page.entries.count, to: .entries)
    metrics.add(records, to: .snapshotRecords)
    log(
      "pull",
      [
        "account": .text(account), "replica": .text(request.replica),
        "entries": .integer(Int64(page.entries.count)), "records": .integer(Int64(records)),
        "isLast": .integer(page.isLast ? 1 : 0), "bytes": .integer(Int64(byteCount)),
        "seconds": .real(Self.seconds() - start),
      ])
  }

  /// Takes what a replica hands back to a restored hub. Like pushes, one at a time per replica.
  func handBack(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isLarge = request.bodyFile != nil
    if isLarge { try beginLargePush() }
    defer { if isLarge { largePushes.withLock { $0 -= 1 } } }
    let (account, device, handed) = try await reading(request) { account, session in
      let bytes = try request.bodyFile.map { try $0.read(count: $0.size) } ?? request.body
      return (account.id, session.label, try HandBackRequest(wireBytes: bytes))
    }
    let key = "\(account)/\(handed.replica)"
    guard pushing.withLock({ $0.insert(key).inserted }) else {
      throw Problem.tooMany("a push of this replica is under way", retryAfterSeconds: 1)
    }
    defer { _ = pushing.withLock { $0.remove(key) } }
    let count = handed.runs.reduce(0) { $0 + $1.entries.reduce(0) { $0 + $1.effects.count } }
    if let seconds = hub.wait(forMutations: count, of: account) {
      throw Problem.tooMany(
        "more changes than an account may send in a minute; the rest goes a little later",
        retryAfterSeconds: seconds)
    }
    let response = try await pools.writing.run(for: account) { [hub] in
      try hub.handBack(handed, as: account, device: device)
    }
    note(response, to: handed, as: account)
    return .json(response.wireBytes)
  }

  private func note(
    _ response: HandBackResponse, to request: HandBackRequest, as account: AccountID
  ) {
    guard case .runs(let outcomes, let taken, let refused) = response else { return }
    log(
      "handBack",
      [
        "account": .text(account), "replica": .text(request.replica),
        "runs": .integer(Int64(outcomes.count)),
        "waiting": .integer(Int64(outcomes.count { $0 == .wait })),
        "taken": .integer(Int64(taken)), "refused": .integer(Int64(refused)),
      ])
  }

  func hold(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [hub] account, _ in
      let hold = try HoldRequest(wireBytes: request.body)
      let isHeld = try hub.hold(hold.zones, replica: hold.replica, as: account.id)
      return .json(HoldReply(isHeld: isHeld).wireBytes)
    }
  }
}
