import CLinux
import Hub
import Threads

/// Looks for damage in what is stored, after each start and once a day: a file whose disk has lost
/// or changed some of it opens and works as ever until somebody needs that part.
struct DamageWatch: Sendable {
  private static let interval = Duration.seconds(24 * 3600)

  let hub: Hub
  let store: any HubMaintenance

  /// Runs until its task is cancelled; a look that has begun is brought to its end.
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
