import Glibc
import Threads
import Values

/// The rates to convert with: those that are built in, with those of a newer file where there is
/// one. A file that takes another's place is read when rates are asked for next.
package final class CurrentRates: Sendable {
  /// What a file looked like when it was read.
  private struct Stamp: Equatable {
    var inode: UInt64
    var byteCount: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  private struct State {
    var stamp: Stamp?
    var table: RateTable?
    var problem: RateFileProblem?
  }

  /// The name of a newer file in the folder of a hub or a device.
  package static let fileName = "exchange-rates"

  /// Where a newer file may be; `nil` for none.
  package let path: String?
  private let builtIn: @Sendable () -> RateTable?
  private let state = Lock(State())

  /// - Parameter builtIn: the rates without a newer file.
  package init(
    path: String?, builtIn: @escaping @Sendable () -> RateTable? = { EmbeddedRates.table }
  ) {
    self.path = path
    self.builtIn = builtIn
  }

  /// The rates as they are now; `nil` if there are none at all.
  package var table: RateTable? { current.table ?? builtIn() }

  /// ``RateTable/fingerprint`` of the rates as they are now; empty if there are none.
  package var fingerprint: String { table?.fingerprint ?? "" }

  /// Why the newer file is not used; `nil` if it is, and if there is none.
  package var problem: RateFileProblem? { current.problem }

  private var current: State {
    guard let path else { return State() }
    let stamp = Self.stamp(path)
    return state.withLock { state in
      guard state.stamp != stamp else { return state }
      state = State(stamp: stamp)
      guard stamp != nil else { return state }
      do throws(RateFileProblem) {
        let newer = try RateFile.read(path: path, name: path)
        state.table = builtIn()?.extended(by: newer) ?? newer
      } catch {
        state.problem = error
      }
      return state
    }
  }

  private static func stamp(_ path: String) -> Stamp? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return Stamp(
      inode: UInt64(info.st_ino), byteCount: Int64(info.st_size), seconds: info.st_mtim.tv_sec,
      nanoseconds: info.st_mtim.tv_nsec)
  }
}
