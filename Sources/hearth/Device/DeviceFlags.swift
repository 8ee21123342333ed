import Household
import Replica
import ReplicaHTTP
import SyncProtocol
import Threads

/// A device's knowledge of sharing at its hub, stored in a file and requested again when it is no
/// longer fresh.
final class DeviceFlags: Sendable {
  /// The least time between two writes of the latest clock time, in milliseconds.
  private static let noteMilliseconds: Int64 = 60_000

  private let folder: DeviceFolder
  /// Whether to show sharing, as the command line says; used only if the hub permits it.
  private let override: Bool?
  private let now: @Sendable () -> Int64
  private let kept: Lock<KeptNews?>
  private let observers = ObserverList<Void>()

  init(folder: DeviceFolder, override: Bool?, now: @escaping @Sendable () -> Int64) {
    self.folder = folder
    self.override = override
    self.now = now
    // Unreadable news is requested again; until then sharing is not shown.
    kept = Lock(folder.flags().flatMap { try? KeptNews(wireBytes: $0) })
  }

  /// The current state of sharing on this device.
  var exposure: SharingExposure {
    let now = now()
    let (kept, isNoted) = kept.withLock { kept -> (KeptNews?, Bool) in
      guard let latest = kept?.latest, now >= latest.addingSaturating(Self.noteMilliseconds) else {
        return (kept, true)
      }
      defer { kept?.latest = now }
      return (kept, false)
    }
    let shown = SharingExposure(kept, override: override, now: now)
    if !isNoted { write() }
    return shown
  }

  /// Calls `body` when the shown state of sharing changes, until the result is released.
  func observe(_ body: @escaping @Sendable () -> Void) -> Observation { observers.add(body) }

  /// Asks the hub for news. Without an answer nothing changes.
  func refresh(via client: HTTPHubClient) async {
    let before = exposure.news
    let tag = kept.withLock { $0?.tag } ?? ""
    let answer: (news: SharingNews, tag: String)?
    do throws(HubClientError) {
      answer = try await client.sharingNews(unless: tag)
    } catch {
      return
    }
    let now = now()
    kept.withLock { kept in
      if let answer {
        kept =
          kept?.hearing(answer.news, tag: answer.tag, at: now)
          ?? KeptNews(answer.news, tag: answer.tag, heardAt: now)
      } else if let known = kept {
        kept = KeptNews(known.news, tag: known.tag, heardAt: now)
      }
    }
    write()
    if exposure.news != before { observers.announce(()) }
  }

  private func write() {
    guard let kept = kept.withLock({ $0 }) else { return }
    // If it cannot be stored, the next start asks the hub again.
    try? folder.keep(flags: kept.wireBytes)
  }
}
