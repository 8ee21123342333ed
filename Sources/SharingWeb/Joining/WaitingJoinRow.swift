import FoundationEssentials
import Web

/// A home that a device joins as soon as its hub can be asked, or the outcome of that.
package struct WaitingJoinRow: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case waiting
    /// Sharing is paused or switched off at the hub; the join is tried again by itself.
    case sharingClosed
    case joined(home: ZoneLink)
    case refused(JoinPage.Failure)
  }

  package var id: String
  /// The address of the invite, to look at it again.
  package var token: String
  package var askedAt: Date
  package var state: State

  package init(id: String, token: String, askedAt: Date, state: State) {
    self.id = id
    self.token = token
    self.askedAt = askedAt
    self.state = state
  }
}

extension ViewContext {
  /// The joins that wait, and their outcomes; nothing when there are none.
  package func waitingJoins(_ rows: [WaitingJoinRow]) -> HTML {
    guard !rows.isEmpty else { return .empty }
    return card(words.waitingJoinsTitle, id: "waiting") {
      ul(.class("lines")) { rows.map(waitingJoin) }
    }
  }

  private func waitingJoin(_ row: WaitingJoinRow) -> HTML {
    li(.class("member"), .dataKey(row.id)) {
      switch row.state {
      case .waiting, .sharingClosed: Icon.clock()
      case .joined: Icon.check()
      case .refused: Icon.warning()
      }
      div(.class("grow")) {
        b { words.waitingJoinTitle(row.state) }
        small { words.waitingJoinText(row.state, asked: words.ago(row.askedAt, now: now)) }
      }
      div(.class("inline", "row", "wrap")) {
        switch row.state {
        case .waiting, .sharingClosed:
          postButton(.joining(.cancelJoin(row.id)), words.doNotJoin, style: .quiet)
        case .joined(let home):
          linkButton(
            .sharing(.leave(home.kind, zone: home.id)), words.leave(home.kind), style: .quiet)
          linkButton(landmarks.page(of: home), words.open(home.name))
          postButton(.joining(.cancelJoin(row.id)), words.dismiss, style: .quiet)
        case .refused:
          linkButton(.joining(.invite(row.token)), words.tryAgain, .sync)
          postButton(.joining(.cancelJoin(row.id)), words.dismiss, style: .quiet)
        }
      }
    }
  }
}
