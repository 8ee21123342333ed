import SyncProtocol

/// The stored answer to a request that a program may send again because the answer did not arrive
/// (`Idempotency-Key`).
public struct KeptAnswer: Equatable, Sendable {
  /// The answer itself.
  public struct Content: Equatable, Sendable {
    public let status: Int
    /// The address of what the request created; empty if it created nothing.
    public let location: String
    public let body: [UInt8]

    public init(status: Int, location: String, body: [UInt8]) {
      self.status = status
      self.location = location
      self.body = body
    }
  }

  public let account: AccountID
  /// SHA-256 of the key, hexadecimal.
  public let keyHash: String
  /// SHA-256 of everything that identifies the request, hexadecimal.
  public let requestHash: String
  /// The run of the program that began to process it.
  public let run: String
  /// Milliseconds since 1970.
  public let startedAt: Int64
  /// `nil` while the request is being processed, or if that was interrupted.
  public var content: Content?

  public init(
    account: AccountID, keyHash: String, requestHash: String, run: String, startedAt: Int64,
    content: Content? = nil
  ) {
    self.account = account
    self.keyHash = keyHash
    self.requestHash = requestHash
    self.run = run
    self.startedAt = startedAt
    self.content = content
  }
}

/// Reading stored answers.
public protocol KeptAnswerReader {
  func keptAnswer(keyHash: String, of account: AccountID) throws -> KeptAnswer?
}

/// Writing stored answers.
public protocol KeptAnswerWriter {
  func putKeptAnswer(_ answer: KeptAnswer) throws
  func removeKeptAnswer(keyHash: String, of account: AccountID) throws
  /// Deletes answers of all accounts to requests that began before `oldest` (milliseconds since
  /// 1970).
  func removeKeptAnswers(before oldest: Int64) throws
  /// Deletes the account's oldest answers beyond a number, or beyond a total size of their bodies
  /// in bytes.
  func trimKeptAnswers(of account: AccountID, maxCount: Int, maxBytes: Int) throws
}

/// Stores answers for a day, so that a request that is sent twice is performed once, even if the
/// program is restarted in between. All functions block.
public struct KeptAnswers: Sendable {
  public static let lifeMilliseconds: Int64 = 86_400_000
  /// For one account, together with the size below; the oldest answers make room.
  public static let maxPerAccount = 1000
  public static let maxBytesPerAccount = 16 << 20

  /// How to treat a request.
  public enum Verdict: Equatable, Sendable {
    /// It is new: perform it, then call `finish` or `forget`.
    case go
    /// It was performed: send the same answer again.
    case again(KeptAnswer.Content)
    /// The key was used for a different request.
    case otherRequest
    /// The first request with this key is still being processed.
    case underWay
    /// The program ended while it processed the first request, which may have been performed.
    case unknown
  }

  private let store: any HubStore
  private let run: String
  private let now: @Sendable () -> Int64

  /// - Parameter now: the wall clock, milliseconds since 1970.
  public init(store: any HubStore, now: @escaping @Sendable () -> Int64) {
    self.store = store
    self.now = now
    run = SHA256.hexadecimal(
      of: SecureRandom.bytes(16).map { String($0) }.joined(separator: "."))
  }

  /// Looks up a request; if it is new, notes that it has begun.
  public func begin(
    key: String, request: String, of account: AccountID
  ) throws -> Verdict {
    let (keyHash, requestHash) = (
      SHA256.hexadecimal(of: key), SHA256.hexadecimal(of: request)
    )
    return try store.write { writer in
      try writer.removeKeptAnswers(before: now() - Self.lifeMilliseconds)
      if let known = try writer.keptAnswer(keyHash: keyHash, of: account) {
        guard known.requestHash == requestHash else { return .otherRequest }
        if let content = known.content { return .again(content) }
        return known.run == run ? .underWay : .unknown
      }
      try writer.putKeptAnswer(
        KeptAnswer(
          account: account, keyHash: keyHash, requestHash: requestHash, run: run,
          startedAt: now()))
      return .go
    }
  }

  /// Stores the answer to a request that has begun.
  public func finish(
    key: String, of account: AccountID, _ content: KeptAnswer.Content
  ) throws {
    let keyHash = SHA256.hexadecimal(of: key)
    try store.write { writer in
      guard var answer = try writer.keptAnswer(keyHash: keyHash, of: account) else { return }
      answer.content = content
      try writer.putKeptAnswer(answer)
      try writer.trimKeptAnswers(
        of: account, maxCount: Self.maxPerAccount, maxBytes: Self.maxBytesPerAccount)
    }
  }

  /// Forgets a request that was not performed, so that it may be sent again.
  public func forget(key: String, of account: AccountID) throws {
    try store.write {
      try $0.removeKeptAnswer(keyHash: SHA256.hexadecimal(of: key), of: account)
    }
  }
}
