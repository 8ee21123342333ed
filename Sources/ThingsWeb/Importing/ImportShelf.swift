import Glibc
import HTTPServer
import Household
import SyncProtocol
import Threads
import Web

/// Keeps uploaded files until they are imported, and the result of each import for its person.
///
/// Everything but the files is in memory. A restart forgets and deletes them, which loses no data.
final class ImportShelf: Sendable {
  /// How long an upload and its result are kept; a running import is kept until it ends.
  static let lifeMilliseconds: Int64 = 60 * 60_000
  static let maxPerAccount = 3
  static let maxEntries = 64
  /// The most imports that run at the same time.
  static let maxRunning = 4

  /// The stage of an import.
  enum Stage: Sendable {
    /// It waits for the person; `shown` is the mark of the plan that they saw last.
    case preview(shown: Int?, isStale: Bool)
    case running(ImportRun.Step?)
    /// It failed, perhaps after some parts were written; the preview shows what is left to do.
    case failed(any Error)
    case done(ImportPage.Result)
  }

  /// The home that the person chose for rows that name no home.
  enum Target: Equatable, Sendable {
    case home(ZoneID)
    case newHome(String)
  }

  struct Entry: Sendable {
    let id: String
    let accountID: AccountID
    let path: String
    /// The file's name, as the browser sent it.
    let fileName: String
    let uploadedAt: Int64
    var target: Target
    var stage: Stage
    /// Whether the person has chosen another home since the preview, and must see a new one first.
    var isElsewhere = false
    /// Why the import failed when it was last tried, perhaps after some parts were written.
    var failure: ImportPage.Failure?
    /// The import's id in the history.
    var historyID: String?

    var isRunning: Bool { if case .running = stage { true } else { false } }
  }

  let directory: String
  private let entries = Lock<[Entry]>([])
  private let runs = Lock<[String: Task<Void, Never>]>([:])

  /// Opens the folder and deletes what an earlier run of the program left in it.
  init(directory: String) throws {
    self.directory = directory
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw Failure.storage(errno) }
    Folder.empty(directory)
  }

  enum Failure: Error, Equatable {
    /// The most allowed imports are running already, or there is no room for another upload.
    case busy
    case storage(Int32)
  }

  /// Keeps an upload. The account's oldest one that is not running makes room. Blocks.
  ///
  /// Throws ``Failure`` and `FileError`.
  func add(
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
  func entry(_ id: String, of account: AccountID, now: Int64) -> Entry? {
    sweep(now: now)
    return entries.withLock { $0.first { $0.id == id && $0.accountID == account } }
  }

  func change(_ id: String, _ body: (inout Entry) -> Void) {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
      body(&entries[index])
    }
  }

  /// The ids, in the history, of the running imports: these cannot be undone yet.
  var runningHistoryIDs: Set<String> {
    entries.withLock { Set($0.filter(\.isRunning).compactMap(\.historyID)) }
  }

  /// Makes an import running; `false` when it runs or is done already, or is not here any more.
  ///
  /// Throws ``Failure/busy`` when too many imports run.
  func begin(_ id: String) throws -> Bool {
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
  func run(_ id: String, _ work: @escaping @Sendable () async -> Void) {
    runs.withLock { runs in
      runs[id] = Task { [weak self] in
        await work()
        self?.runs.withLock { $0[id] = nil }
      }
    }
  }

  func finishRuns() async {
    for run in runs.withLock({ Array($0.values) }) { await run.value }
  }

  /// Ends an import: keeps its result for the person and deletes the file. Blocks.
  func finish(_ id: String, _ result: ImportPage.Result) {
    change(id) { entry in
      entry.stage = .done(result)
      unlink(entry.path)
    }
  }

  /// Deletes an upload; `false` when it is being imported. Blocks.
  func remove(_ id: String) -> Bool {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return true }
      guard !entries[index].isRunning else { return false }
      unlink(entries.remove(at: index).path)
      return true
    }
  }

  /// Deletes uploads that are too old. Blocks while their files are deleted.
  func sweep(now: Int64) {
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
