import Backends
import Household
import Replica
import ReplicaHTTP
import SyncProtocol

/// That the hub is still to be told a name that somebody has given themselves without it: others
/// see the account's name, which only the hub writes.
final class DeviceName: WaitingName {
  private let folder: DeviceFolder

  init(folder: DeviceFolder) { self.folder = folder }

  func keep(of account: AccountID) throws { try folder.keep(renamed: account) }

  func forget() { folder.forgetRenamed() }

  /// Tells the hub the name that the profile has now: another device may have changed it since.
  /// When the hub does not answer, it is told the next time.
  func send(from file: ReplicaFile, via hub: HTTPHubClient) async throws {
    guard folder.renamed() == file.accountID else { return }
    guard let name = try file.read({ try Profile.own(in: $0) })?.displayName else { return }
    try await hub.setDisplayName(name)
    folder.forgetRenamed()
  }
}
