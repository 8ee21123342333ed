import Backends
import Hub
import SyncProtocol

extension HubBackend: KeptAccountBackend {
  package func isKept(_ visitor: Visitor) async throws(BackendError) -> Bool {
    try await ask(pool) { try kept.isKept(visitor.accountID) }
  }

  package func keptAccounts(
    in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> Set<AccountID> {
    try await ask(pool) {
      do {
        return Set(try kept.kept(in: family, by: visitor.accountID).map(\.id))
      } catch is SharingError {
        return []
      }
    }
  }

  package func makeKeptAccount(
    named name: String, in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> AccountID {
    try await ask(pool) {
      try kept.create(displayName: name, in: family, by: visitor.accountID).id
    }
  }

  package func sessions(
    ofKept account: AccountID, by visitor: Visitor
  ) async throws(BackendError) -> [SessionSummary] {
    try await ask(pool) {
      try kept.sessions(of: account, by: visitor.accountID).map {
        SessionSummary($0, current: visitor.sessionID)
      }
    }
  }

  package func endSession(
    _ session: String, ofKept account: AccountID, by visitor: Visitor
  ) async throws(BackendError) {
    try await ask(pool) { try kept.endSession(session, of: account, by: visitor.accountID) }
  }

  package func admissionCode(
    forKept account: AccountID, by visitor: Visitor
  ) async throws(BackendError) -> AdmissionSummary {
    try await ask(pool) {
      let made = try kept.issueCode(for: account, by: visitor.accountID)
      return AdmissionSummary(code: made.code.text, expiresAt: made.expiresAt)
    }
  }

  package func admit(
    code: String, label: String, address: String
  ) async throws(BackendError) -> Admitted {
    try await ask(pool) {
      Admitted(try kept.signIn(code: code, label: label, address: address))
    }
  }

  package func release(
    kept account: AccountID, name: String, password: String, by visitor: Visitor
  ) async throws(BackendError) {
    try await ask(passwords) {
      try kept.release(account, name: name, password: password, by: visitor.accountID)
    }
  }

  package func remove(
    kept account: AccountID, by visitor: Visitor
  ) async throws(BackendError) {
    try await ask(pool) { try kept.remove(account, by: visitor.accountID) }
  }
}

extension BackendError {
  init(_ error: KeepingError) {
    switch error {
    case .notFound, .notKeptThere: self = .notHere
    case .invalidName: self = .invalidName
    case .wrongCode: self = .wrongSignIn
    case .tooManyMade:
      self = .tooManyMade(
        max: KeptAccounts.maxMade, days: Int(KeptAccounts.makingMilliseconds / 86_400_000))
    }
  }
}
