import FoundationEssentials
import HTTPServer
import SyncProtocol
import Web

/// The progress of the last restore.
///
/// These pages exist only for an administrator, and only if there was a restore lately.
extension WebApplication {
  func recoveryPage() -> Endpoint {
    .member { member in
      let (_, model) = try await member.recovery()
      return try await member.page { RecoveryPage.view(model, in: $0) }
    }
  }

  func stopWaitingPage() -> Endpoint {
    .member { member in
      let (_, model) = try await member.recovery()
      guard model.isWaiting else { throw Abort.goTo(.recovery(.recovery)) }
      return try await member.page { StopWaitingPage.view(model, in: $0) }
    }
  }

  func stopWaiting() -> Endpoint {
    .member { member in
      let (backend, _) = try await member.recovery()
      guard try await backend.closeRecovery(by: member.visitor) else { throw Abort.notFound }
      return member.goTo(.recovery(.recovery), saying: .account(.waitEnded))
    }
  }
}

extension Member {
  fileprivate func recovery() async throws -> (any RecoveryBackend, RecoveryPage.Model) {
    guard let backend = app.backend.recoveries, let found = try await backend.recovery(for: visitor)
    else {
      throw Abort.notFound
    }
    return (backend, RecoveryPage.Model(found))
  }
}

extension RecoveryPage.Model {
  init(_ summary: RecoverySummary) {
    self.init(
      restoredAt: Date(milliseconds: summary.restoredAt),
      stateAt: summary.stateAt.map { Date(milliseconds: $0) },
      until: Date(milliseconds: summary.recoveringUntil), isWaiting: summary.isWaiting,
      voided: summary.voided, awaited: summary.awaited.map { RecoveryPage.Device($0) },
      returned: summary.returned.map { RecoveryPage.Device($0) })
  }
}

extension RecoveryPage.Device {
  fileprivate init(_ device: RecoverySummary.Device) {
    self.init(
      person: PersonBadge(id: device.accountID, name: device.person), label: device.label,
      lastSeenAt: device.lastUsedAt.map { Date(milliseconds: $0) },
      returnedAt: device.returnedAt.map { Date(milliseconds: $0) }, taken: device.taken,
      refused: device.refused)
  }
}
