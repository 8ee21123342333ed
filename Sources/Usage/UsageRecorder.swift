import Glibc
import SQLite
import Threads

/// Counts what people do, for the reports of this machine's administrator.
///
/// Taking an event takes a lock and touches no disk: a separate thread writes waiting events in
/// batches. A full or damaged disk never fails a request; events without room are dropped and
/// counted. A crash loses the last second.
package final class UsageRecorder: Sendable {
  /// How many events may wait to be written; further ones are dropped.
  package static let standardMaxWaiting = 4096
  /// How long events wait before they are written, as long as writing succeeds.
  private static let restMicroseconds: useconds_t = 500_000
  /// After failures the pause grows, to at most this many times the usual one.
  private static let maxRests = 60
  private static let trimMilliseconds: Int64 = 86_400_000

  private struct State {
    var settings: UsageSettings
    var visits = UsageVisits()
    var waiting: [UsageStore.Row] = []
    /// How many events were taken from `waiting` and are being written.
    var writingCount = 0
    /// How many events were dropped since the last batch was written.
    var dropped = 0
    var isStopping = false
  }

  private struct Output {
    var store: UsageStore
    var trimmedAt: Int64?
    /// Whether the last batch failed: the complaint is made only once.
    var isFailing = false
  }

  private let state: Lock<State>
  /// Held during writes, so that batches keep their order.
  private let output: Lock<Output>
  private let settingsPath: String
  private let maxWaiting: Int
  private let now: @Sendable () -> Int64
  private let complain: @Sendable (String) -> Void
  private let available = Threads.Semaphore()
  private let finished: Threads.Semaphore?

  /// Opens the two files and creates missing ones. Blocks.
  ///
  /// - Parameters:
  ///   - path: the file of events; a damaged one is moved aside.
  ///   - settingsPath: the file with the key and the people who are not counted.
  ///   - writesByItself: whether a thread writes waiting events; if not, ``flush()`` does.
  ///   - now: the wall clock, milliseconds since 1970.
  ///   - complain: receives one sentence for this machine's administrator.
  /// - Throws: `UsageSettings.Failure`, `SQLiteError`, `Migrations.NewerVersion`.
  package init(
    path: String, settingsPath: String, maxWaiting: Int = standardMaxWaiting,
    writesByItself: Bool = true, now: @escaping @Sendable () -> Int64,
    complain: @escaping @Sendable (String) -> Void
  ) throws {
    var settings = try UsageSettings(path: settingsPath)
    if settings == nil {
      let fresh = UsageSettings()
      try fresh.write(to: settingsPath)
      settings = fresh
    }
    let (store, damaged) = try UsageStore.opening(path: path, stamp: String(now()))
    if let damaged { complain(Self.movedAside(path, damaged)) }
    // Never `nil` here: missing settings were created above.
    state = Lock(State(settings: settings ?? UsageSettings()))
    output = Lock(Output(store: store))
    self.settingsPath = settingsPath
    self.maxWaiting = maxWaiting
    self.now = now
    self.complain = complain
    finished = writesByItself ? Threads.Semaphore() : nil
    if writesByItself { Thread.start { [self] in run() } }
  }

  private static func movedAside(_ path: String, _ damaged: String) -> String {
    """
    hearth: \(path) was damaged and lies in \(damaged) now; counting has begun anew. No homes or \
    items are concerned
    """
  }

  // MARK: Taking events

  /// Takes an event, unless the person does not want to be counted.
  ///
  /// - Parameter onceID: the id of an event that counts once per person; repetitions are dropped.
  package func record(_ event: UsageEvent, by actor: UsageActor, onceID: String? = nil) {
    take(event, by: actor, onceID: onceID)
  }

  /// Notes that a person looks at a page, which begins a visit unless one is in progress.
  package func see(_ actor: UsageActor, homeCount: Int) {
    take(nil, by: actor, homeCount: homeCount)
  }

  private func take(
    _ event: UsageEvent?, by actor: UsageActor, homeCount: Int? = nil, onceID: String? = nil
  ) {
    let at = now()
    let hasBegun = state.withLock { state -> Bool in
      let settings = state.settings
      let person = settings.hash(.person, actor.accountID)
      guard !settings.uncounted.contains(person), !state.isStopping else { return false }
      let device = settings.hash(.device, actor.deviceID)
      let visit = state.visits.visit(of: device, person, at: at)
      let wasEmpty = state.waiting.isEmpty
      func add(_ event: UsageEvent, _ id: String) {
        guard state.waiting.count + state.writingCount < maxWaiting else {
          state.dropped += 1
          return
        }
        state.waiting.append(
          UsageStore.Row(
            id: id, at: at, person: person, device: device, session: visit.session,
            name: event.name, properties: event.properties { settings.hash(.home, $0) }))
      }
      if visit.isNew { add(.sessionStart(homeCount: homeCount), UsageStore.randomID()) }
      if let event {
        add(
          event,
          onceID.map { settings.hash(.person, "\($0):\(actor.accountID)") }
            ?? UsageStore.randomID())
      }
      return wasEmpty && !state.waiting.isEmpty
    }
    if hasBegun { available.signal() }
  }

  // MARK: What a person decides

  package func isCounted(_ accountID: String) -> Bool {
    state.withLock { state in
      !state.settings.uncounted.contains(state.settings.hash(.person, accountID))
    }
  }

  /// Stores whether a person is counted. “No” also removes the person's events; feedback stays,
  /// because it was given on purpose. Blocks.
  package func setCounted(_ isCounted: Bool, _ accountID: String) throws {
    try output.withLock { output in
      let (settings, person) = state.withLock { state in
        (state.settings, state.settings.hash(.person, accountID))
      }
      var changed = settings
      changed.setCounted(isCounted, person: person)
      if changed != settings { try changed.write(to: settingsPath) }
      state.withLock { state in
        state.settings = changed
        guard !isCounted else { return }
        state.waiting.removeAll { $0.person == person }
        state.visits.end(of: person)
      }
      if !isCounted { try output.store.forget(person: person, feedback: false) }
    }
  }

  /// Stores feedback, even from people who are not counted, because they give it on purpose.
  /// Blocks.
  package func keep(_ feedback: Feedback, of accountID: String) throws {
    let person = state.withLock { $0.settings.hash(.person, accountID) }
    try output.withLock {
      try $0.store.write(feedback, id: UsageStore.randomID(), at: now(), person: person)
    }
  }

  // MARK: Writing

  /// How many events were dropped since the last batch was written.
  package var droppedCount: Int { state.withLock { $0.dropped } }

  /// Writes the waiting events. Blocks; reports errors through `complain` and does not throw.
  ///
  /// - Returns: whether everything is written.
  @discardableResult
  package func flush() -> Bool {
    output.withLock { output in
      let (rows, dropped) = state.withLock { state in
        defer {
          state.writingCount = state.waiting.count
          state.waiting = []
          state.dropped = 0
        }
        return (state.waiting, state.dropped)
      }
      do {
        if !rows.isEmpty || dropped > 0 { try output.store.write(rows, dropped: dropped) }
        state.withLock { $0.writingCount = 0 }
        output.isFailing = false
        try trim(&output)
        return true
      } catch {
        putBack(rows, dropped)
        fail(error, &output)
        return false
      }
    }
  }

  private func putBack(_ rows: [UsageStore.Row], _ dropped: Int) {
    state.withLock { state in
      // If only trimming failed, the rows are written already: their ids keep them from counting
      // twice.
      let left = rows.filter { !state.settings.uncounted.contains($0.person) }
      state.waiting = left + state.waiting
      state.writingCount = 0
      state.dropped += dropped
    }
  }

  private func fail(_ error: any Error, _ output: inout Output) {
    if let error = error as? SQLiteError, error.isCorrupt {
      let path = output.store.path
      do {
        let (store, damaged) = try UsageStore.opening(path: path, stamp: String(now()))
        output.store = store
        if let damaged {
          complain(Self.movedAside(path, damaged))
          return
        }
      } catch {
        // Reported below, once, like any other failure.
      }
    }
    guard !output.isFailing else { return }
    output.isFailing = true
    complain("hearth: cannot count what is used: \(error). Pages and data are not concerned")
  }

  private func trim(_ output: inout Output) throws {
    let time = now()
    if let last = output.trimmedAt, time - last < Self.trimMilliseconds { return }
    try output.store.trim(now: time)
    output.trimmedAt = time
  }

  /// Takes no more events and writes the waiting ones.
  package func stop() {
    state.withLock { $0.isStopping = true }
    if let finished {
      available.signal()
      finished.wait()
    } else {
      flush()
    }
  }

  private func run() {
    var rests = 1
    var isStopping = false
    while !isStopping {
      available.wait()
      isStopping = rest(rests)
      let isWritten = flush()
      rests = isWritten ? 1 : min(rests * 2, Self.maxRests)
      // Makes the next turn retry the events that were put back.
      if !isWritten { available.signal() }
    }
    finished?.signal()
  }

  /// Pauses so that events gather; returns early, with `true`, when the recorder is stopping.
  private func rest(_ times: Int) -> Bool {
    for _ in 0..<times {
      if state.withLock({ $0.isStopping }) { return true }
      usleep(Self.restMicroseconds)
    }
    return state.withLock { $0.isStopping }
  }
}
