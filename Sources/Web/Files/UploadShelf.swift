import Glibc
import HTTPServer
import SyncProtocol
import Threads

/// Why a file could not be kept, or its import not begun.
package enum UploadFailure: Error, Equatable {
  /// The most allowed imports are running already, or there is no room for another upload.
  case busy
  case storage(Int32)
}

/// What an area keeps that has work of its own, which goes on without a request.
package protocol LastingWork: Sendable {
  /// Waits for the work that is under way now, but for none that begins meanwhile.
  func finishRuns() async
}

/// What an area's imports are about: where a file goes, and what is told of it.
package protocol ShelvedImport: Sendable {
  /// Where the person wants it.
  associatedtype Target: Equatable & Sendable
  /// How far a running import has come.
  associatedtype Step: Sendable
  /// What was done.
  associatedtype Result: Sendable
  /// Why an import could not be done.
  associatedtype Failure: Sendable
}

/// Keeps uploaded files until they are imported, and the result of each import for its person.
///
/// Everything but the files is in memory. A restart forgets and deletes them, which loses no data.
package final class UploadShelf<Kind: ShelvedImport>: LastingWork {
  /// How long an upload and its result are kept; a running import is kept until it ends.
  package static var lifeMilliseconds: Int64 { 60 * 60_000 }
  package static var maxPerAccount: Int { 3 }
  package static var maxEntries: Int { 64 }
  /// The most imports that run at the same time.
  package static var maxRunning: Int { 4 }

  package typealias Target = Kind.Target

  /// The stage of an import.
  package enum Stage: Sendable {
    /// It waits for the person; `shown` is the mark of the plan that they saw last.
    case preview(shown: Int?, isStale: Bool)
    case running(Kind.Step?)
    /// It failed, perhaps after some parts were written; the preview shows what is left to do.
    case failed(any Error)
    case done(Kind.Result)
  }

  package struct Entry: Sendable {
    package let id: String
    package let accountID: AccountID
    package let path: String
    /// The file's name, as the browser sent it.
    package let fileName: String
    package let uploadedAt: Int64
    package var target: Target
    package var stage: Stage
    /// Whether the person has chosen another place since the preview, and must see a new one first.
    package var isElsewhere = false
    /// Why the import failed when it was last tried, perhaps after some parts were written.
    package var failure: Kind.Failure?
    /// The import's id in the history.
    package var historyID: String?

    package var isRunning: Bool { if case .running = stage { true } else { false } }
  }

  package let directory: String
  private let entries = Lock<[Entry]>([])
  private let runs = Lock<[String: Task<Void, Never>]>([:])

  /// Opens the folder and deletes what an earlier run of the program left in it.
  package init(directory: String) throws {
    self.directory = directory
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Failure.storage(errno) }
    Folder.empty(directory)
  }

  package typealias Failure = UploadFailure

  /// Keeps an upload. The account's oldest one that is not running makes room. Blocks.
  ///
  /// Throws ``Failure`` and `FileError`.
  package func add(
    _ file: SpooledFile, named fileName: String, of account: AccountID, target: Target, now: Int64
  ) throws -> Entry {
    sweep(now: now)
    let id = Secrets.token()
    let path = directory + "/" + id
    try keep(file, at: path)
    let entry = Entry(
      id: id, accountID: account, path: path, fileName: fileName, uploadedAt: now, target: target,
      stage: .preview(shown: nil, isStale: false))
    let isKept = entries.withLock { entries in
      while entries.count(where: { $0.accountID == account }) >= Self.maxPerAccount
        || entries.count >= Self.maxEntries
      {
        let own = entries.firstIndex { $0.accountID == account && !$0.isRunning }
        guard let index = own else { return false }
        unlink(entries.remove(at: index).path)
      }
      entries.append(entry)
      return true
    }
    guard isKept else {
      unlink(path)
      throw Failure.busy
    }
    return entry
  }

  /// An import of the account; `nil` when it is another account's, cancelled or too old.
  package func entry(_ id: String, of account: AccountID, now: Int64) -> Entry? {
    sweep(now: now)
    return entries.withLock { $0.first { $0.id == id && $0.accountID == account } }
  }

  package func change(_ id: String, _ body: (inout Entry) -> Void) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
      body(&entries[index])
    }
  }

  /// The ids, in the history, of the running imports: these cannot be undone yet.
  package var runningHistoryIDs: Set<String> {
    entries.withLock { Set($0.filter(\.isRunning).compactMap(\.historyID)) }
  }

  /// Makes an import running; `false` when it runs or is done already, or is not here any more.
  ///
  /// Throws ``Failure/busy`` when too many imports run.
  package func begin(_ id: String) throws -> Bool {
    try entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
      switch entries[index].stage {
      case .running, .done: return false
      case .preview, .failed: break
      }
      guard entries.count(where: \.isRunning) < Self.maxRunning else { throw Failure.busy }
      entries[index].stage = .running(nil)
      return true
    }
  }

  /// Does the work of an import that has begun.
  package func run(_ id: String, _ work: @escaping @Sendable () async -> Void) {
    runs.withLock { runs in
      runs[id] = Task { [weak self] in
        await work()
        self?.runs.withLock { $0[id] = nil }
      }
    }
  }

  package func finishRuns() async {
    for run in runs.withLock({ Array($0.values) }) { await run.value }
  }

  /// Ends an import: keeps its result for the person and deletes the file. Blocks.
  package func finish(_ id: String, _ result: Kind.Result) {
    change(id) { entry in
      entry.stage = .done(result)
      unlink(entry.path)
    }
  }

  /// Deletes an upload; `false` when it is being imported. Blocks.
  package func remove(_ id: String) -> Bool {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return true }
      guard !entries[index].isRunning else { return false }
      unlink(entries.remove(at: index).path)
      return true
    }
  }

  /// Deletes uploads that are too old. Blocks while their files are deleted.
  package func sweep(now: Int64) {
    entries.withLock { entries in
      let old = entries.filter {
        !$0.isRunning && $0.uploadedAt.addingSaturating(Self.lifeMilliseconds) <= now
      }
      for entry in old { unlink(entry.path) }
      let ids = Set(old.map(\.id))
      entries.removeAll { ids.contains($0.id) }
    }
  }

  /// Gives an upload a name, or copies it where a file without a name cannot get one.
  private func keep(_ file: SpooledFile, at path: String) throws {
    do throws(FileError) {
      return try file.keep(at: path)
    } catch {
      guard error.code == ENOENT || error.code == EXDEV else { throw error }
    }
    let output = try UnpackedFile(path)
    var offset = 0
    while offset < file.size {
      let piece = try file.read(at: offset, count: UnpackedFile.pieceBytes)
      if piece.isEmpty { break }
      try output.write(piece[...])
      offset += piece.count
    }
    output.isComplete = true
  }
}
