import Household
import Replica
import ReplicaHTTP
import SyncProtocol
import Threads

/// What a device knows of sharing at its hub, kept in a file of its own and asked for again when it
/// is no longer fresh.
final class DeviceFlags: Sendable {
  /// How often the latest time of the clock is written down at most, milliseconds.
  private static let noteMilliseconds: Int64 = 60_000

  private let folder: DeviceFolder
  /// What the device was told to do; counts where the hub is for trying things out.
  private let override: Bool?
  private let now: @Sendable () -> Int64
  private let kept: Lock<KeptNews?>
  private let observers = ObserverList<Void>()

  init(folder: DeviceFolder, override: Bool?, now: @escaping @Sendable () -> Int64) {
    self.folder = folder
    self.override = override
    self.now = now
    // What cannot be read is asked for again, and shows nothing until then.
    kept = Lock(folder.flags().flatMap { try? KeptNews(wireBytes: $0) })
  }

  /// The state of sharing as it applies here now.
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

  /// Calls `body` when the state of sharing has changed, until the result is released.
  func observe(_ body: @escaping @Sendable () -> Void) -> Observation { observers.add(body) }

  /// Asks the hub for the state of sharing. If the hub does not answer, nothing changes.
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
    // A folder that takes no more costs a question at the next start.
    try? folder.keep(flags: kept.wireBytes)
  }
}
