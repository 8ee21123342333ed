import SyncProtocol

/// The accounts that parents keep for their children. Only a hub has them.
package protocol KeptAccountBackend: Sendable {
  /// Whether somebody keeps the visitor's own account.
  func isKept(_ visitor: Visitor) async throws(BackendError) -> Bool
  /// The accounts that the visitor keeps in a family; empty for somebody who keeps none.
  func keptAccounts(
    in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> Set<AccountID>
  /// Makes an account and returns its id.
  func makeKeptAccount(
    named name: String, in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> AccountID
  /// Where a kept account is signed in, most recently used first.
  func sessions(
    ofKept account: AccountID, by visitor: Visitor
  ) async throws(BackendError) -> [SessionSummary]
  func endSession(
    _ session: String, ofKept account: AccountID, by visitor: Visitor
  ) async throws(BackendError)
  /// A code that lets a kept account in on one device, once.
  func admissionCode(
    forKept account: AccountID, by visitor: Visitor
  ) async throws(BackendError) -> AdmissionSummary
  /// Lets somebody in with such a code; `wrongSignIn` if there is none.
  func admit(code: String, label: String, address: String) async throws(BackendError) -> Admitted
  /// Gives a kept account a name and a password of its own.
  func release(
    kept account: AccountID, name: String, password: String, by visitor: Visitor
  ) async throws(BackendError)
  func remove(kept account: AccountID, by visitor: Visitor) async throws(BackendError)
}

/// A code that was just made; it is shown once.
package struct AdmissionSummary: Equatable, Sendable {
  /// Such as `ABCD-2345`.
  package var code: String
  /// Milliseconds since 1970.
  package var expiresAt: Int64

  package init(code: String, expiresAt: Int64) {
    (self.code, self.expiresAt) = (code, expiresAt)
  }
}
