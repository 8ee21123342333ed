import Glibc
import SyncProtocol
import Threads

/// Keeps uploaded files, each for the account that sent it, until they are imported, and what came
/// of them for a while after that.
///
/// In memory and in one folder; a restart forgets all of it, which loses no data of the household.
final class ImportShelf: Sendable {
  static let maxPerAccount = 5
  static let maxInAll = 50
  static let lifeMilliseconds: Int64 = 2 * 3_600_000

  /// How far an import is.
  enum Stage: Sendable {
    /// Shown, or about to be.
    case waiting
    case running(doneCount: Int, totalCount: Int)
    case done(ImportPage.Result)
    case failed(ErrorReason)
  }

  /// One uploaded file.
  struct Upload: Sendable {
    let id: String
    let accountID: AccountID
    /// As the person's file is called; never a path.
    let fileName: String
    /// Where it lies here.
    let path: String
    let expiresAt: Int64
    /// The home it goes to; `nil`: a new one is made, or the file names its homes.
    var homeID: ZoneID?
    /// What the person was shown, in numbers: what is imported must be that.
    var shown: ImportCounts?
    var stage = Stage.waiting
  }

  struct Full: Error {}

  private let directory: String
  private let uploads = Lock<[String: Upload]>([:])

  /// - Parameter directory: exists already; what an earlier process left in it is removed.
  init(directory: String) throws {
    self.directory = directory
    Folder.empty(directory)
  }

  /// Makes room for a file and names its place, where nothing is yet. Throws ``Full``.
  func add(fileName: String, homeID: ZoneID?, of account: AccountID, now: Int64) throws -> Upload {
    let id = Secrets.token()
    let upload = Upload(
      id: id, accountID: account, fileName: fileName, path: directory + "/" + id,
      expiresAt: now + Self.lifeMilliseconds, homeID: homeID)
    let expired = try uploads.withLock { uploads in
      let expired = uploads.values.filter { $0.expiresAt <= now && !$0.isRunning }
      for old in expired { uploads[old.id] = nil }
      let own = uploads.values.count { $0.accountID == account && $0.holdsFile }
      let all = uploads.values.count { $0.holdsFile }
      guard own < Self.maxPerAccount, all < Self.maxInAll else { throw Full() }
      uploads[id] = upload
      return expired
    }
    for old in expired { unlink(old.path) }
    return upload
  }

  func upload(_ id: String, of account: AccountID, now: Int64) -> Upload? {
    uploads.withLock { uploads in
      guard let upload = uploads[id], upload.accountID == account,
        upload.expiresAt > now || upload.isRunning
      else { return nil }
      return upload
    }
  }

  func update(_ id: String, _ change: (inout Upload) -> Void) {
    uploads.withLock { uploads in
      guard var upload = uploads[id] else { return }
      change(&upload)
      uploads[id] = upload
    }
  }

  /// Begins an import, unless it has begun already.
  func begin(_ id: String, totalCount: Int) -> Bool {
    uploads.withLock { uploads in
      guard case .waiting? = uploads[id]?.stage else { return false }
      uploads[id]?.stage = .running(doneCount: 0, totalCount: totalCount)
      return true
    }
  }

  /// Ends an import; the file goes, what came of it stays to be read.
  func finish(_ upload: Upload, _ stage: Stage) {
    update(upload.id) { $0.stage = stage }
    unlink(upload.path)
  }

  func remove(_ upload: Upload) {
    uploads.withLock { $0[upload.id] = nil }
    unlink(upload.path)
  }
}

extension ImportShelf.Upload {
  fileprivate var isRunning: Bool { if case .running = stage { true } else { false } }

  fileprivate var holdsFile: Bool {
    switch stage {
    case .waiting, .running: true
    case .done, .failed: false
    }
  }
}

/// An import in numbers.
struct ImportCounts: Equatable, Sendable {
  var new = 0
  var updated = 0
  var unchanged = 0
  var needsFixing = 0
}
