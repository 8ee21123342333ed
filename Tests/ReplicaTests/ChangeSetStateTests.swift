import Replica
import SyncProtocol
import Testing

/// The state machine of a change set, as a table of everything that can happen to it.
@Suite struct ChangeSetStateTests {
  private typealias State = ChangeSetState

  private static let parts: [ZoneID: Int64] = ["zone": 7]
  private static let gone = Refusal(.gone, nil, "item")
  private static let reused = Refusal(.numberReused)
  private static let answered = State.answered(parts, isConfirmation: false)
  private static let confirmed = State.answered(parts, isConfirmation: true)
  private static let open = State.rehearsed(isOpen: true)
  private static let rolledBack = State.rehearsed(isOpen: false)
  private static let parked = State.parked(gone)
  private static let rerun = State.Action.tell(
    .refused(Refusal(.precondition, nil, "incarnation")))

  private static let states: [State] = [
    .gone, .waiting, .hidden, .asked, open, rolledBack, answered, confirmed, parked, .kept,
  ]

  private static let accepted = State.Event.answered(.accepted(parts), .author)
  private static let putOff = State.Event.answered(.wait, .author)
  private static let paused = State.Event.answered(.paused, .author)
  private static let refused = State.Event.answered(.refused(gone), .author)
  private static let refusedLate = State.Event.answered(.refused(gone), .person)
  private static let refusedUnheard = State.Event.answered(.refused(gone), .nobody)
  private static let pausedLate = State.Event.answered(.paused, .person)
  private static let numberReused = State.Event.answered(.refused(reused), .author)
  private static let restored = State.Event.restored(isAttended: true)
  private static let restoredBeside = State.Event.restored(isAttended: false)
  private static let restarted = State.Event.restarted(isAttended: true)
  private static let restartedBeside = State.Event.restarted(isAttended: false)

  private static let answers: [State.Event] = [
    accepted, putOff, paused, pausedLate, refused, refusedLate, refusedUnheard, numberReused,
  ]
  private static let events: [State.Event] =
    answers + [
      .written, .prepared, .rehearsed, .found, .lost, .unanswered, .numberTaken, .shown(true),
      .shown(false), .pulled, restored, restoredBeside, .interrupted, .givenUp, restarted,
      restartedBeside, .resolved, .expired,
    ]

  private struct Row {
    let state: State
    let event: State.Event
    let next: State
    let actions: [State.Action]

    init(_ state: State, _ event: State.Event, _ next: State, _ actions: State.Action...) {
      (self.state, self.event, self.next, self.actions) = (state, event, next, actions)
    }
  }

  /// Everything that can happen; anything else is impossible.
  private static let table: [Row] =
    beginnings + waiting(.waiting) + waiting(.hidden) + asked + rehearsals + accepteds + ends

  private static let beginnings = [
    Row(.gone, .written, .waiting), Row(.gone, .prepared, .asked), Row(.gone, .rehearsed, open),
    Row(.gone, .found, .hidden), Row(.gone, .lost, .parked(Refusal(.lost))),
  ]

  private static func waiting(_ state: State) -> [Row] {
    [
      Row(state, accepted, answered), Row(state, putOff, state, .postpone(.hub)),
      Row(state, paused, state, .postpone(.sharing)),
      Row(state, pausedLate, state, .postpone(.sharing)), Row(state, refused, parked),
      Row(state, refusedLate, parked), Row(state, refusedUnheard, parked),
      Row(state, numberReused, state, .renumber), Row(state, .numberTaken, state, .renumber),
      Row(state, .shown(true), .waiting), Row(state, .shown(false), .hidden),
      Row(state, restored, state), Row(state, restoredBeside, state),
      Row(state, restarted, state), Row(state, restartedBeside, state),
    ]
  }

  private static let asked = [
    Row(.asked, accepted, confirmed, .tell(.accepted)), Row(.asked, putOff, .asked, .tell(.wait)),
    Row(.asked, paused, .gone, .tell(.paused)),
    Row(.asked, pausedLate, .parked(Refusal(.paused)), .tell(.paused)),
    Row(.asked, refused, .gone, .tell(.refused(gone))),
    Row(.asked, refusedLate, parked, .tell(.refused(gone))),
    Row(.asked, refusedUnheard, .gone, .tell(.refused(gone))),
    Row(.asked, numberReused, .gone, .renumber, rerun),
    Row(.asked, .numberTaken, .gone, .renumber, rerun), Row(.asked, .givenUp, .gone),
    Row(.asked, restored, .asked, .onlyAsk), Row(.asked, restoredBeside, .asked, .onlyAsk),
    Row(.asked, restarted, .gone), Row(.asked, restartedBeside, .asked),
  ]

  private static let rehearsals = [
    Row(open, accepted, open, .tell(.accepted)),
    Row(open, putOff, .asked, .rollBack, .tell(.wait)),
    Row(open, paused, .gone, .rollBack, .tell(.paused)),
    Row(open, pausedLate, .gone, .rollBack, .tell(.paused)),
    Row(open, refused, .gone, .rollBack, .tell(.refused(gone))),
    Row(open, refusedLate, .gone, .rollBack, .tell(.refused(gone))),
    Row(open, refusedUnheard, .gone, .rollBack, .tell(.refused(gone))),
    Row(open, numberReused, .gone, .rollBack, .renumber, rerun),
    Row(open, .numberTaken, .gone, .rollBack, .renumber, rerun),
    Row(open, .unanswered, .asked, .rollBack, .tell(.wait)),
    Row(open, .interrupted, rolledBack, .rollBack),
    Row(open, .pulled, .kept, .commit), Row(open, restarted, .gone),
    Row(open, restartedBeside, .gone),

    Row(rolledBack, accepted, rolledBack, .tell(.accepted)),
    Row(rolledBack, putOff, .asked, .tell(.wait)), Row(rolledBack, paused, .gone, .tell(.paused)),
    Row(rolledBack, pausedLate, .gone, .tell(.paused)),
    Row(rolledBack, refused, .gone, .tell(.refused(gone))),
    Row(rolledBack, refusedLate, .gone, .tell(.refused(gone))),
    Row(rolledBack, refusedUnheard, .gone, .tell(.refused(gone))),
    Row(rolledBack, numberReused, .gone, .renumber, rerun),
    Row(rolledBack, .numberTaken, .gone, .renumber, rerun),
    Row(rolledBack, .unanswered, .asked, .tell(.wait)),
    Row(rolledBack, .interrupted, rolledBack),
    Row(rolledBack, .pulled, .kept), Row(rolledBack, restarted, .gone),
    Row(rolledBack, restartedBeside, .gone),
  ]

  /// An answer that comes twice, or late, changes nothing.
  private static let accepteds =
    answers.map { Row(answered, $0, answered) }
    + answers.map { Row(confirmed, $0, confirmed, .tell(.accepted)) }
    + [
      Row(answered, .shown(true), answered), Row(answered, .shown(false), answered),
      Row(answered, restored, .waiting), Row(answered, restoredBeside, .waiting),
      Row(confirmed, restored, .hidden, .onlyAsk),
      Row(confirmed, restoredBeside, .asked, .onlyAsk),
    ]
    + [answered, confirmed].flatMap { state in
      [
        Row(state, .pulled, .kept), Row(state, .numberTaken, state), Row(state, .givenUp, state),
        Row(state, restarted, state), Row(state, restartedBeside, state),
      ]
    }

  private static let ends = [
    Row(parked, .resolved, .gone), Row(parked, restored, parked),
    Row(parked, restoredBeside, parked), Row(parked, restarted, parked),
    Row(parked, restartedBeside, parked), Row(.kept, .expired, .gone),
    Row(.kept, restored, .hidden, .onlyAsk), Row(.kept, restoredBeside, .hidden, .onlyAsk),
    Row(.kept, restarted, .kept), Row(.kept, restartedBeside, .kept),
  ]

  @Test("every state goes on with every event as the table says, or the event is impossible in it")
  func everyStateAndEvent() throws {
    var usedCount = 0
    for state in Self.states {
      for event in Self.events {
        let rows = Self.table.filter { $0.state == state && $0.event == event }
        usedCount += rows.count
        guard let row = rows.first else {
          #expect(throws: State.Impossible(state: state, event: event)) {
            _ = try state.next(event)
          }
          continue
        }
        let (next, actions) = try state.next(event)
        #expect(next == row.next, "\(state) \(event)")
        #expect(actions == row.actions, "\(state) \(event)")
      }
    }
    #expect(usedCount == Self.table.count, "the table names a state or an event twice, or another")
  }

  @Test("nothing is forgotten before its author is told, or has resolved it")
  func neverGoneInSilence() {
    for state in Self.states where state != .gone {
      for event in Self.events {
        // What is impossible changes nothing.
        guard let (next, actions) = try? state.next(event), next == .gone else { continue }
        switch state {
        case .asked, .rehearsed:
          let isTold = actions.contains { if case .tell = $0 { true } else { false } }
          let isUnknown = [.givenUp, Self.restarted, Self.restartedBeside].contains(event)
          #expect(isTold || isUnknown, "\(state) \(event)")
        case .parked: #expect(event == .resolved)
        case .kept: #expect(event == .expired)
        default: Issue.record("\(state) \(event)")
        }
      }
    }
  }
}
