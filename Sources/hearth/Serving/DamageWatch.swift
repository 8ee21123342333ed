import CLinux
import Hub
import Threads

/// Checks the stored data for damage after each start and once a day. A file that a disk has partly
/// lost or changed opens and works normally until somebody needs the damaged part.
struct DamageWatch: Sendable {
  private static let interval = Duration.seconds(24 * 3600)

  let hub: Hub
  let store: any HubMaintenance

  /// Runs until its task is cancelled; a check that has begun is completed.
  func run(complain: @escaping @Sendable (String) -> Void) async {
    while !Task.isCancelled {
      do {
        let lines = try await look()
        hub.note(isDamaged: !lines.isEmpty)
        for line in lines { complain("hearth: the store is damaged: \(line)") }
        if !lines.isEmpty { complain(Self.advice) }
      } catch {
        complain("hearth: the store cannot be looked through: \(error)")
      }
      do {
        try await Task.sleep(for: Self.interval)
      } catch {
        return
      }
    }
  }

  private func look() async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      Thread.start { [store] in
        hearth_go_last()
        continuation.resume(with: Result { try store.damage() })
      }
    }
  }

  private static let advice = """
    hearth: what is not damaged is served on. Make room for a copy of the data folder, stop the \
    server, look with: hearth doctor. To bring back a backup use: hearth restore. Devices bring back \
    what is newer
    """
}
