import FoundationEssentials
import HTTPServer
import Replica
import SyncProtocol
import Web

/// Joining on a device that cannot reach its hub: the request is kept, and nothing else happens.
extension WebApplication {
  func cancelJoin(_ id: String) -> Endpoint {
    .member { member in
      guard let device = member.app.backend.device else { throw Abort.notFound }
      try await member.app.pool.run { try device.joins.remove(id, of: member.accountID) }
      return member.goTo(.sharing(.people))
    }
  }
}

extension Member {
  /// Keeps the request to join; `nil` beside the hub, where nothing waits.
  func joinLater(_ key: String) async throws -> HTTPResponse? {
    guard let device = app.backend.device else { return nil }
    do {
      try await app.pool.run { try device.joins.keep(key, of: accountID) }
    } catch WaitingJoinError.tooMany {
      throw Abort.because(.limitReached)
    }
    return goTo(.sharing(.people), saying: .sharing(.joinKept))
  }

  /// The joins that wait on this device; empty beside the hub.
  package func waitingJoins() async throws -> [WaitingJoin] {
    guard let device = app.backend.device else { return [] }
    return try await app.pool.run { device.joins.all(of: accountID) }
  }
}

extension WaitingJoinRow {
  package init(_ join: WaitingJoin, _ reader: PageReader) {
    let state: State =
      switch join.state {
      case .waiting: .waiting
      case .sharingClosed: .sharingClosed
      case .refused(let refusal): .refused(JoinPage.Failure(refusal, home: nil))
      case .joined(let zone):
        reader.surroundings.zones.first { $0.zone.id == zone }.map { .joined(home: $0.zone) }
          ?? .waiting
      }
    self.init(
      id: join.id, token: join.key, askedAt: Date(milliseconds: join.askedAt), state: state)
  }
}
