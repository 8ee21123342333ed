import Replica
import ReplicaHTTP
import SyncProtocol

/// Lets a device follow its hub to another address.
///
/// A hub counts as the same one if it knows this device's session. The session's secret is kept by
/// the device and, as a hash, by the hub that made it and by any hub restored from its backup. To
/// find out, the secret is sent to the address that the person has named as their hub's.
struct DeviceMove: Sendable {
  let folder: DeviceFolder
  /// Where the hub is said to be now.
  let hub: HubAddress

  /// Binds the folder to `hub`; `false` when it was bound to that address already, or
  /// nobody has signed in yet. The caller has the folder's lock.
  ///
  /// - Throws: `CommandFailure.refused` when another hub answers there, and `.failed` when none can
  ///   be asked; the folder then stays bound to its earlier address.
  func callAsFunction() async throws(CommandFailure) -> Bool {
    guard folder.isBound, let known = folder.hub, known != hub else { return false }
    let back = "Nothing was changed: go on with --hub \(known)"
    guard let session = folder.session() else {
      throw .refused(
        """
        \(folder.path) belongs to the hub at \(known), and nobody is signed in there now. \(back), \
        or name another folder with --data
        """)
    }
    let client = HTTPHubClient(HTTPTransport(address: hub, token: session.token))
    do throws(HubClientError) {
      let isKnown = try await client.sessions().contains(where: \.isCurrent)
      guard isKnown else { throw HubClientError.transport(.unauthorised) }
    } catch {
      switch error {
      case .transport(.unauthorised), .transport(.rejected), .transport(.protocolError), .refused:
        throw .refused(
          """
          \(folder.path) belongs to the hub at \(known), and \(hub) does not answer as that hub: \
          it does not know this device. \(back), or name another folder with --data
          """)
      case .transport(let problem):
        throw .failed(
          """
          \(folder.path) belongs to the hub at \(known). Whether \(hub) is the same one cannot be \
          asked now: it \(ReplicaComparison.sentence(problem)). \(back), or try again
          """)
      case .tooManyAttempts(let seconds):
        throw .failed("\(hub) was asked too often; try again in \(seconds) seconds. \(back)")
      }
    }
    try folder.bind(to: hub)
    return true
  }
}
