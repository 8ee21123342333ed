import Backends
import Blobs
import Hub
import HubReplicas
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads

/// Signs people in at the hub itself, with its accounts and the replicas beside it.
package struct HubBackend: Backend {
  let hub: Hub
  let accounts: Accounts
  private let invitations: Invitations
  private let replicas: ReplicaPool
  /// The threads on which requests read and write the hub's store.
  let pool: ThreadPool
  /// The threads for password hashes, each of which takes a tenth of a second and much memory.
  let passwords: ThreadPool
  let kept: KeptAccounts
  package let sendsMail: Bool

  package init(
    hub: Hub, accounts: Accounts, invitations: Invitations, replicas: ReplicaPool,
    pool: ThreadPool, passwords: ThreadPool, sendsMail: Bool = false
  ) {
    self.sendsMail = sendsMail
    self.hub = hub
    self.accounts = accounts
    self.invitations = invitations
    self.replicas = replicas
    self.pool = pool
    self.passwords = passwords
    kept = KeptAccounts(hub: hub, accounts: accounts)
  }

  package var device: (any DeviceBackend)? { nil }
  package var tokens: (any TokenBackend)? { self }
  package var calendars: (any CalendarBackend)? { self }
  package var notifications: any NotificationBackend { self }
  package var sharingFlags: (any SharingFlagBackend)? { self }
  package var keptAccounts: (any KeptAccountBackend)? { self }
  package var familyShares: (any FamilyShareBackend)? { self }
  package var kiosks: (any KioskBackend)? { self }
  package var recoveries: (any RecoveryBackend)? { self }
  package var isDamaged: Bool { hub.isDamaged }
  package var minPasswordCharacters: Int { AccountRules.minPasswordCharacters }

  package var signUps: SignUpPolicy {
    switch accounts.signUps {
    case .open: .open
    case .inviteOnly: .inviteOnly
    case .closed: .closed
    }
  }

  package func visitor(token: String, isUse: Bool) throws -> Visitor? {
    guard let (account, session) = try accounts.verify(token, isUse: isUse),
      session.kind == .browser
    else { return nil }
    var visitor = Visitor(account, session)
    visitor.lock = try kept.lock(of: session)
    return visitor
  }

  package func isFresh() async throws(BackendError) -> Bool {
    try await ask(pool) { try accounts.isEmpty() }
  }

  package func signIn(_ request: SignInAttempt) async throws(BackendError) -> Admitted {
    try await ask(passwords) {
      Admitted(
        try accounts.signIn(
          name: request.name, password: request.password, kind: .browser, label: request.label,
          address: request.address, deviceProof: request.deviceProof))
    }
  }

  package func signUp(_ request: SignUpAttempt) async throws(BackendError) -> Admitted {
    try await ask(passwords) {
      let invite = try request.invite.map {
        try invitations.find(InviteKey(typed: $0), by: nil, address: request.address).id
      }
      let account = try accounts.create(
        name: request.name, displayName: request.displayName, password: request.password,
        inviteID: invite, address: request.address)
      return Admitted(
        try accounts.openSession(for: account.id, kind: .browser, label: request.label))
    }
  }

  package func signOut(_ visitor: Visitor) async throws(BackendError) {
    try await ask(pool) { try accounts.endSession(visitor.sessionID, of: visitor.accountID) }
  }

  package func changePassword(
    of visitor: Visitor, from old: String, to new: String, address: String
  ) async throws(BackendError) {
    try await ask(passwords) {
      try accounts.changePassword(
        of: visitor.accountID, from: old, to: new, keeping: visitor.sessionID, address: address)
    }
  }

  package func endOtherSessions(of visitor: Visitor) async throws(BackendError) -> Int {
    try await ask(pool) {
      let others = try accounts.sessions(of: visitor.accountID).count { $0.id != visitor.sessionID }
      try accounts.endSessions(of: visitor.accountID, except: visitor.sessionID)
      return others
    }
  }

  package func workspace(of visitor: Visitor) async throws(BackendError) -> any Workspace {
    do {
      return try await replicas.replica(of: visitor.accountID)
    } catch is ThreadPool.Busy {
      throw .unavailable
    } catch {
      throw BackendError(failure: error)
    }
  }

  package func hub(for visitor: Visitor, address: String) -> any HubClient {
    LocalHubClient(
      hub: hub, accounts: accounts, invitations: invitations, accountID: visitor.accountID,
      sessionID: visitor.sessionID, address: address, pool: pool)
  }

  package func sharing(of visitor: Visitor) async throws(BackendError) -> SharingNews? {
    try await ask(pool) { try hub.sharingNews(for: visitor.accountID) }
  }

  package var isSharingPaused: Bool { get throws { try hub.isPaused } }

  package func preview(
    _ key: InviteKey, address: String
  ) async throws(HubClientError) -> InviteOffer {
    do {
      return try await pool.run { [hub, invitations] in
        let invite = try invitations.find(key, by: nil, address: address)
        return InviteOffer(try hub.preview(inviteID: invite.id, viewer: nil))
      }
    } catch let error as AttemptLimits.TooManyAttempts {
      throw .tooManyAttempts(retryAfterSeconds: error.retryAfterSeconds)
    } catch {
      if let refusal = SharingRefusal(error) { throw .refused(refusal) }
      throw .transport(.busy(retryAfterSeconds: 1))
    }
  }

  /// There is nothing to fetch: pages are served from the hub's own folder.
  package func fetchBlob(_ hash: BlobHash, namedBy record: RecordPlace) async -> Bool { false }

  func ask<Answer: Sendable>(
    _ pool: ThreadPool, _ body: @escaping @Sendable () throws -> Answer
  ) async throws(BackendError) -> Answer {
    do {
      return try await pool.run(body)
    } catch let error as SignInError {
      throw BackendError(error)
    } catch let error as AttemptLimits.TooManyAttempts {
      throw .tooManyAttempts(retryAfterSeconds: error.retryAfterSeconds)
    } catch let error as CreateAccountError {
      throw BackendError(error)
    } catch AccountError.password(let problem) {
      throw BackendError(problem)
    } catch is InviteError {
      throw .inviteNeeded
    } catch let error as KeepingError {
      throw BackendError(error)
    } catch let error as KioskError {
      throw BackendError(error)
    } catch let error as SharingError {
      throw SharingRefusal(error).map { .refused($0) } ?? BackendError(failure: error)
    } catch is ThreadPool.Busy {
      throw .unavailable
    } catch HubStoreError.busy {
      throw .unavailable
    } catch {
      throw BackendError(failure: error)
    }
  }
}

extension Visitor {
  init(_ account: Account, _ session: Session) {
    self.init(
      accountID: account.id, sessionID: session.id, name: account.name,
      displayName: account.displayName, isAdministrator: account.isAdministrator,
      isAtTablet: session.kiosk != nil)
  }
}

extension Admitted {
  init(_ signedIn: SignedIn) {
    self.init(
      visitor: Visitor(signedIn.account, signedIn.session), token: signedIn.token.text,
      deviceProof: signedIn.deviceProof)
  }
}

extension BackendError {
  /// The error for a failure of the hub's disk or of this program.
  init(failure error: any Error) {
    switch error {
    case HubStoreError.storage, ReplicaFileError.storage: self = .noRoom("\(error)")
    case let error as SQLiteError where error.isStorage: self = .noRoom("\(error)")
    default: self = .broken("\(error)")
    }
  }

  init(_ error: SignInError) {
    switch error {
    case .wrongNameOrPassword: self = .wrongSignIn
    case .disabled: self = .disabled
    case .tooManyAttempts(let seconds): self = .tooManyAttempts(retryAfterSeconds: seconds)
    }
  }

  init(_ error: CreateAccountError) {
    switch error {
    case .invalidName: self = .invalidName
    case .nameTaken: self = .nameTaken
    case .password(let problem): self.init(problem)
    case .signUpsClosed: self = .signUpsClosed
    case .inviteNeeded: self = .inviteNeeded
    case .tooManyAttempts(let seconds): self = .tooManyAttempts(retryAfterSeconds: seconds)
    }
  }

  init(_ problem: PasswordProblem) {
    switch problem {
    case .tooShort: self = .passwordTooShort
    case .tooLong: self = .passwordTooLong
    case .isTheName: self = .passwordIsName
    }
  }
}
