import Glibc
import Importing
import Rates
import ReplicaHTTP
import Threads

/// Puts a newer file of exchange rates into a data folder, after it was checked as a whole.
enum RateUpdate {
  /// The bank's archive has some 650 kB.
  private static let maxBytes = 16 << 20

  static func take(file: String, into place: String) throws {
    guard let size = Posix.size(file), size <= Int64(RateFile.maxBytes),
      let bytes = Posix.read(file, maxBytes: RateFile.maxBytes)
    else {
      throw CommandFailure.refused("\(file) cannot be read, or is no file of rates")
    }
    try keep(bytes, named: file, at: place)
  }

  static func fetch(_ url: String, into place: String) throws {
    let bytes: [UInt8]
    do throws(FileDownload.Failure) {
      bytes = try FileDownload.bytes(at: url, maxBytes: maxBytes)
    } catch {
      throw CommandFailure.failed("\(url): \(error.reason)")
    }
    try keep(bytes, named: url, at: place)
  }

  private static func keep(_ bytes: [UInt8], named name: String, at place: String) throws {
    let new = place + ".new"
    try Posix.write(bytes, to: new)
    defer { unlink(new) }
    do throws(RateFileProblem) {
      _ = try RateFile.read(path: new, name: name)
    } catch {
      throw CommandFailure.refused("\(name): \(error.sentence)")
    }
    try Posix.move(new, to: place)
  }
}

/// Fetches newer exchange rates once a day, where an administrator wants that.
package struct RateRefresh: Sendable {
  package static let interval = Duration.seconds(24 * 3600)
  /// After an answer that was none.
  package static let retry = Duration.seconds(3600)

  let url: String
  let place: String
  /// A thread of its own, as an answer may be long in coming.
  private let pool = ThreadPool(name: "rates", threads: 1, maxWaiting: 1)
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameter sleep: waits; throws when there is to be no further attempt.
  package init(
    url: String, place: String,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    (self.url, self.place, self.sleep) = (url, place, sleep)
  }

  /// Runs until its task is cancelled.
  package func run(complain: @escaping @Sendable (String) -> Void) async {
    while true {
      var pause = Self.interval
      do {
        try await pool.run { [url, place] in try RateUpdate.fetch(url, into: place) }
      } catch {
        // The rates that are there go on being used.
        complain("hearth: no newer exchange rates: \(CommandFailure(error).message)")
        pause = Self.retry
      }
      do {
        try await sleep(pause)
      } catch {
        return
      }
    }
  }
}
