import SyncProtocol

/// The answer to a request that a program may send again because it did not hear it
/// (`Idempotency-Key`).
public struct KeptAnswer: Equatable, Sendable {
  /// What was answered.
  public struct Content: Equatable, Sendable {
    public let status: Int
    /// Where what was made is; empty when nothing was.
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
  /// SHA-256 of all that makes the request what it is, hexadecimal.
  public let requestHash: String
  /// Which run of the program began with it.
  public let run: String
  /// Milliseconds since 1970.
  public let startedAt: Int64
  /// `nil` while it is being worked on, or when that was interrupted.
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

/// What a store knows of answers that were kept.
public protocol KeptAnswerReader {
  func keptAnswer(keyHash: String, of account: AccountID) throws -> KeptAnswer?
}

/// What a store keeps of answers.
public protocol KeptAnswerWriter {
  func putKeptAnswer(_ answer: KeptAnswer) throws
  func removeKeptAnswer(keyHash: String, of account: AccountID) throws
  /// Forgets what began before `oldest` (milliseconds since 1970), of every account.
  func removeKeptAnswers(before oldest: Int64) throws
  /// Forgets the account's oldest ones beyond so many, or so many bytes of bodies together.
  func trimKeptAnswers(of account: AccountID, maxCount: Int, maxBytes: Int) throws
}

/// Keeps answers for a day, so that a request that is sent twice is done once, also when the
/// program is started again between the two. Everything blocks.
public struct KeptAnswers: Sendable {
  public static let lifeMilliseconds: Int64 = 86_400_000
  /// Of one account; the oldest make room.
  public static let maxPerAccount = 1000
  public static let maxBytesPerAccount = 16 << 20

  /// What is to be done with a request.
  public enum Verdict: Equatable, Sendable {
    /// It is new: do it, then `finish` or `forget`.
    case go
    /// It was done: answer the same.
    case again(KeptAnswer.Content)
    /// The key came with another request.
    case otherRequest
    /// The first one is still being worked on.
    case underWay
    /// The program ended while it worked on the first one: it may have been done.
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

  /// Looks a request up, and notes that it has begun when it is new.
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

  /// Keeps the answer to a request that has begun.
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

  /// Forgets a request that was not done, so that it may be sent again.
  public func forget(key: String, of account: AccountID) throws {
    try store.write {
      try $0.removeKeptAnswer(keyHash: SHA256.hexadecimal(of: key), of: account)
    }
  }
}
