import Replica
import Testing

@Suite struct SyncScheduleTests {
  private func run(
    _ events: [SyncSchedule.Event], jitter: Double = 0.5
  ) -> [SyncSchedule.Action?] {
    var schedule = SyncSchedule()
    return events.map { schedule.handle($0, jitter: jitter) }
  }

  @Test("waking pushes, pulls, and then rests")
  func wakes() {
    #expect(
      run([.wake, .pushed(hasMore: false, mustWait: false), .pulled])
        == [.push, .pull, .rest(seconds: 5)])
  }

  @Test("a hub that tells of changes is asked less often")
  func listens() {
    #expect(
      run([.listening, .pulled, .deaf]) == [.pull, .rest(seconds: 30), .rest(seconds: 5)])
  }

  @Test("everything that is left is pushed before the pull")
  func pushesAll() {
    #expect(
      run([
        .wake, .pushed(hasMore: true, mustWait: false), .pushed(hasMore: false, mustWait: false),
        .pulled,
      ]) == [.push, .push, .pull, .rest(seconds: 5)])
  }

  @Test("what happens during a request is not forgotten")
  func remembers() {
    #expect(
      run([
        .wake, .localWrite, .pushed(hasMore: false, mustWait: false),
        .pushed(hasMore: false, mustWait: false), .poked, .pulled, .pulled,
      ]) == [.push, nil, .push, .pull, nil, .pull, .rest(seconds: 5)])
  }

  @Test("failures back off twice as long each time, up to a minute, and a success forgets them")
  func backsOff() {
    var schedule = SyncSchedule()
    _ = schedule.handle(.wake, jitter: 0)
    var pauses: [Double] = []
    for _ in 0..<9 {
      if case .backOff(let seconds)? = schedule.handle(.failed(.transient), jitter: 0.999) {
        pauses.append(seconds.rounded())
      }
      #expect(schedule.handle(.timer, jitter: 0) == .push)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(schedule.handle(.pushed(hasMore: false, mustWait: false), jitter: 0) == .pull)
    #expect(schedule.handle(.failed(.transient), jitter: 0.5) == .backOff(seconds: 0.5))
  }

  @Test("a write or a poke during a back-off is tried at once")
  func triesAtOnce() {
    #expect(run([.wake, .failed(.transient), .localWrite])[2] == .push)
    #expect(run([.wake, .failed(.transient), .poked])[2] == .push)
  }

  @Test("a hub that asked for time is not bothered before")
  func respectsBusy() {
    #expect(
      run([.wake, .failed(.busy(seconds: 8)), .localWrite, .poked, .timer], jitter: 0)
        == [.push, .backOff(seconds: 8), nil, nil, .push])
  }

  @Test("signed out, only the person's wish or a minute starts another try")
  func signedOut() {
    #expect(
      run([.wake, .failed(.unauthorised), .localWrite, .wake])
        == [.push, .backOff(seconds: 60), nil, .push])
  }

  @Test("a hub that serves only newer programs is asked again after ten minutes or on a wish")
  func outdated() {
    #expect(
      run([.wake, .failed(.outdated), .localWrite, .poked, .timer], jitter: 0)
        == [.push, .backOff(seconds: 600), nil, nil, .push])
    #expect(run([.wake, .failed(.outdated), .wake])[2] == .push)
  }

  @Test("what the hub has put off holds up nothing else")
  func putOffAlone() {
    #expect(
      run([
        .wake, .pushed(hasMore: true, mustWait: true), .pushed(hasMore: false, mustWait: true),
        .pulled,
      ]) == [.push, .push, .pull, .rest(seconds: 5)])
  }

  @Test("what the hub put off is sent again soon, although the hub tells of changes")
  func putOff() {
    #expect(
      run([.listening, .pulled, .wake, .pushed(hasMore: false, mustWait: true), .pulled])
        == [.pull, .rest(seconds: 30), .push, .pull, .rest(seconds: 5)])
  }
}
