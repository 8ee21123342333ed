import SyncProtocol

/// The state of one change set of this replica, from being written to being forgotten.
///
/// `next` contains every transition: a pure function of a state and an event. Only
/// `ChangeSetState+Storage.swift` knows how a state is stored; `Replica.handle` applies an event.
/// The same bytes may be sent any number of times, so the state does not say whether they were
/// sent.
package enum ChangeSetState: Equatable, Sendable {
  /// Not stored here: not written yet, or forgotten.
  case gone
  /// Shown over the confirmed state until the hub has judged it.
  case waiting
  /// Like `waiting`, but it cannot be shown: as a whole, it waits unseen.
  case hidden
  /// Hub-confirmed: stored before it is sent, and shown to nobody before the hub has accepted it.
  case asked
  /// Hub-confirmed and large: its transaction stays open while the hub judges it, or has been
  /// rolled back since. Not stored.
  case rehearsed(isOpen: Bool)
  /// Accepted, at these sequences of these zones; the next pull brings its effects.
  case answered([ZoneID: Int64], isConfirmation: Bool)
  /// Refused, and kept for the person who wrote it.
  case parked(Refusal)
  /// Accepted, and its effects are here; kept in case the hub is restored to a state before it.
  case kept

  /// Who learns the answer to a hub-confirmed transaction.
  package enum Listener: Sendable {
    /// Its author is waiting for the answer.
    case author
    /// Its author waits no more; a person looks at parked changes.
    case person
    /// Its author waits no more, and nobody looks at parked changes.
    case nobody
  }

  package enum Event: Equatable, Sendable {
    /// A use case has written it.
    case written
    /// A use case was run and rolled back; the hub is asked to accept it.
    case prepared
    /// A use case was run and its transaction stays open.
    case rehearsed
    /// Found in a damaged file: only the hub can tell whether it has it.
    case found
    /// A restored hub has lost this change, which other people wrote.
    case lost
    case answered(Answer, Listener)
    /// It was sent, and no answer has come.
    case unanswered
    /// The number belongs to another change set, or the incarnation to another replica.
    case numberTaken
    /// Whether it could be shown over the confirmed state.
    case shown(Bool)
    /// Its effects are part of what was pulled.
    case pulled
    /// The hub was restored from a backup.
    case restored(isAttended: Bool)
    /// Another use of the replica needs the open transaction's place.
    case interrupted
    /// Its author was told that its outcome is unknown.
    case givenUp
    /// A new process has opened the file.
    case restarted(isAttended: Bool)
    /// The person has made it again or discarded it, or what was lost has come back.
    case resolved
    /// So much time has passed that it need not be kept for a restored hub.
    case expired
  }

  /// What is to be done besides storing the next state.
  package enum Action: Equatable, Sendable {
    case commit
    case rollBack
    /// Do not send it for a while, nor what depends on it.
    case postpone(PostponedChanges.Reason)
    /// Continue under a new incarnation, and give new numbers to waiting change sets from this one
    /// on.
    case renumber
    /// Send it so that the hub says whether it has it, but does not apply it now.
    case onlyAsk
    /// Tell the answer to whoever waits for it.
    case tell(Replica.Confirmation)
  }

  /// The event cannot happen in this state: a bug of this program.
  package struct Impossible: Error, Equatable {
    package let state: ChangeSetState
    package let event: Event

    package init(state: ChangeSetState, event: Event) { (self.state, self.event) = (state, event) }
  }

  private static let rerun = Replica.Confirmation.refused(
    Refusal(.precondition, nil, "incarnation"))

  /// The state after `event`, and what is to be done. Throws `Impossible`.
  package func next(_ event: Event) throws(Impossible) -> (ChangeSetState, [Action]) {
    switch (self, event) {
    case (.gone, .written): (.waiting, [])
    case (.gone, .prepared): (.asked, [])
    case (.gone, .rehearsed): (.rehearsed(isOpen: true), [])
    case (.gone, .found): (.hidden, [])
    case (.gone, .lost): (.parked(Refusal(.lost)), [])

    case (.waiting, .answered(let answer, _)), (.hidden, .answered(let answer, _)):
      switch answer {
      case .accepted(let parts): (.answered(parts, isConfirmation: false), [])
      case .wait: (self, [.postpone(.hub)])
      case .paused: (self, [.postpone(.sharing)])
      case .refused(let refusal): refusal.isOfNumber ? (self, [.renumber]) : (.parked(refusal), [])
      }
    case (.waiting, .numberTaken), (.hidden, .numberTaken): (self, [.renumber])
    case (.waiting, .shown(let fits)), (.hidden, .shown(let fits)): (fits ? .waiting : .hidden, [])
    case (.answered(_, isConfirmation: false), .shown): (self, [])
    case (.answered, .pulled): (.kept, [])

    case (.asked, .answered(let answer, let listener)):
      switch answer {
      case .accepted(let parts): (.answered(parts, isConfirmation: true), [.tell(.accepted)])
      case .wait: (self, [.tell(.wait)])
      case .paused: (Self.refused(Refusal(.paused), listener), [.tell(.paused)])
      case .refused(let refusal) where refusal.isOfNumber: (.gone, [.renumber, .tell(Self.rerun)])
      case .refused(let refusal): (Self.refused(refusal, listener), [.tell(.refused(refusal))])
      }
    case (.asked, .numberTaken): (.gone, [.renumber, .tell(Self.rerun)])
    case (.asked, .givenUp), (.asked, .restarted(isAttended: true)): (.gone, [])

    case (.rehearsed(let isOpen), .answered(let answer, _)):
      switch answer {
      case .accepted: (self, [.tell(.accepted)])
      case .wait: (.asked, Self.rollBack(isOpen) + [.tell(.wait)])
      case .paused: (.gone, Self.rollBack(isOpen) + [.tell(.paused)])
      case .refused(let refusal) where refusal.isOfNumber:
        (.gone, Self.rollBack(isOpen) + [.renumber, .tell(Self.rerun)])
      case .refused(let refusal): (.gone, Self.rollBack(isOpen) + [.tell(.refused(refusal))])
      }
    case (.rehearsed(let isOpen), .numberTaken):
      (.gone, Self.rollBack(isOpen) + [.renumber, .tell(Self.rerun)])
    case (.rehearsed(let isOpen), .unanswered): (.asked, Self.rollBack(isOpen) + [.tell(.wait)])
    case (.rehearsed(let isOpen), .interrupted):
      (.rehearsed(isOpen: false), Self.rollBack(isOpen))
    case (.rehearsed(let isOpen), .pulled): (.kept, isOpen ? [.commit] : [])
    case (.rehearsed, .restarted): (.gone, [])

    case (.answered(_, isConfirmation: false), .restored): (.waiting, [])
    case (.answered(_, isConfirmation: true), .restored(isAttended: true)): (.hidden, [.onlyAsk])
    case (.answered(_, isConfirmation: true), .restored(isAttended: false)): (.asked, [.onlyAsk])
    case (.asked, .restored): (.asked, [.onlyAsk])
    case (.kept, .restored): (.hidden, [.onlyAsk])
    case (.kept, .expired), (.parked, .resolved): (.gone, [])

    // Repeated or late events that change nothing.
    case (.answered(_, isConfirmation: true), .answered): (self, [.tell(.accepted)])
    case (.answered, .answered), (.answered, .givenUp), (.answered, .numberTaken): (self, [])
    case (.waiting, .restored), (.hidden, .restored), (.parked, .restored): (self, [])
    case (.waiting, .restarted), (.hidden, .restarted), (.answered, .restarted),
      (.parked, .restarted), (.kept, .restarted), (.asked, .restarted):
      (self, [])
    default: throw Impossible(state: self, event: event)
    }
  }
}

extension ChangeSetState {
  private static func refused(_ refusal: Refusal, _ listener: Listener) -> ChangeSetState {
    listener == .person ? .parked(refusal) : .gone
  }

  private static func rollBack(_ isOpen: Bool) -> [Action] { isOpen ? [.rollBack] : [] }
}
