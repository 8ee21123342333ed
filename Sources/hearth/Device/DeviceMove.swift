import Replica
import ReplicaHTTP
import SyncProtocol

/// Lets a device follow its hub to another address.
///
/// A hub is recognised by knowing this device's session. The device has its secret; the hub that
/// issued it has a hash, as does a hub restored from that hub's backup. So the secret is sent to
/// the address that the person names as their hub's.
struct DeviceMove: Sendable {
  let folder: DeviceFolder
  /// The address that the person gives for the hub.
  let hub: HubAddress

  /// Moves the folder to the new address. Returns `false` if it has that address already, or nobody
  /// has signed in yet. The caller must hold the folder's lock.
  ///
  /// - Throws: `CommandFailure.refused` if another hub answers there, and `.failed` if none can be
  ///   asked; the folder then keeps its address.
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
