import SyncProtocol

/// Where one change set of this replica stands, from being written to being forgotten.
///
/// `next` has all that can happen to it: a pure function of its state and an event. Only
/// `ChangeSetState+Storage.swift` knows how a state is stored; `Replica.handle` tells of an event.
/// The same bytes may be sent any number of times, so whether they were sent is no part of it.
package enum ChangeSetState: Equatable, Sendable {
  /// Not here: not written yet, or forgotten.
  case gone
  /// Shown over what the hub has confirmed, until the hub has judged it.
  case waiting
  /// The same, but it cannot be shown: it waits unseen, whole.
  case hidden
  /// Hub-confirmed: stored before it is sent, and seen by nobody before the hub has said yes.
  case asked
  /// Hub-confirmed and large: written in a transaction that stays open while the hub is asked, or
  /// that was rolled back since; stored nowhere.
  case rehearsed(isOpen: Bool)
  /// Accepted, at these sequences of these zones; the next pull brings what it did.
  case answered([ZoneID: Int64], isConfirmation: Bool)
  /// Refused, and kept for the person who wrote it.
  case parked(Refusal)
  /// Accepted and here; kept to be sent again to a hub that is restored to before it.
  case kept

  /// Who hears of the answer to a hub-confirmed transaction.
  package enum Listener: Sendable {
    /// Its author waits for it.
    case author
    /// Its author has gone; a person looks at what is parked.
    case person
    /// Its author has gone, and nobody looks.
    case nobody
  }

  package enum Event: Equatable, Sendable {
    /// A use case has written it.
    case written
    /// A use case was run and rolled back: the hub is to be asked.
    case prepared
    /// A use case was run, and its transaction stays open.
    case rehearsed
    /// Found in a damaged file: whether the hub has it is to be told by the hub.
    case found
    /// A restored hub has lost this of what others wrote.
    case lost
    case answered(Answer, Listener)
    /// It was sent, and no answer has come.
    case unanswered
    /// Its number is that of something else, or its incarnation is somebody else's.
    case numberTaken
    /// It could be shown over the confirmed state, or could not.
    case shown(Bool)
    /// What the hub made of it is in what was pulled.
    case pulled
    /// The hub was restored from a backup.
    case restored(isAttended: Bool)
    /// Somebody else needs the transaction that is open.
    case interrupted
    /// Its author was told that it is not known whether it happened.
    case givenUp
    /// The process has started on the file that another has left.
    case restarted(isAttended: Bool)
    /// The person has made it again or has discarded it, or what it lacks is there again.
    case resolved
    /// A hub that has lost it by now has other news.
    case expired
  }

  /// What is to be done besides storing the next state.
  package enum Action: Equatable, Sendable {
    case commit
    case rollBack
    /// Leave it alone for a while, and what rests on it.
    case postpone(PostponedChanges.Reason)
    /// Go on under a new incarnation, and number anew what waits from this one on.
    case renumber
    /// Send it so that the hub says whether it has it, and does not do it now.
    case onlyAsk
    /// Tell whoever waits for the hub's word.
    case tell(Replica.Confirmation)
  }

  /// What happened cannot happen to a change set that stands there: a bug of this program.
  package struct Impossible: Error, Equatable {
    package let state: ChangeSetState
    package let event: Event

    package init(state: ChangeSetState, event: Event) { (self.state, self.event) = (state, event) }
  }

  private static let rerun = Replica.Confirmation.refused(
    Refusal(.precondition, nil, "incarnation"))

  /// Where the change set stands after `event`, and what is to be done.
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

    // Comes twice, or late, and changes nothing.
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
