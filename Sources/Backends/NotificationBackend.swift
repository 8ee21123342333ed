import SyncProtocol

/// What people want to be told, and what they have seen. Only a hub has their addresses for mail.
package protocol NotificationBackend: Sendable {
  /// Whether this Hearth sends mail.
  var sendsMail: Bool { get }
  func notifying(of visitor: Visitor) async throws(BackendError) -> NotifyingState
  /// Turns switches on and off; others stay as they are.
  func setSwitches(
    _ switches: [String: Bool], of visitor: Visitor
  ) async throws(BackendError)
  /// Notes what the visitor has seen.
  func markSeen(_ told: [ToldNote], by visitor: Visitor) async throws(BackendError)
  /// Takes an address and sends it a mail with a link to confirm it.
  ///
  /// - Parameter mail: the mail with the secrets of the link that confirms and the one that ends
  ///   all mail.
  /// - Returns: why the address is not taken; `nil` if it is.
  func setMailAddress(
    _ address: String, of visitor: Visitor,
    mail: @escaping @Sendable (_ confirm: String, _ stop: String) -> MailDraft
  ) async throws(BackendError) -> MailAddressProblem?
  func removeMailAddress(of visitor: Visitor) async throws(BackendError)
  /// Whether the secret of a first mail confirms an address. Nobody needs to be signed in.
  func confirmMailAddress(_ secret: String) async throws(BackendError) -> Bool
  /// Ends all mail to an address by the secret that each of its mails has.
  func stopMail(_ secret: String) async throws(BackendError) -> Bool
  /// How mail stands, for administrators.
  func mailSummary(for visitor: Visitor) async throws(BackendError) -> MailSummary?
}

/// A person's switches, what they were told, and where mail goes.
package struct NotifyingState: Equatable, Sendable {
  /// Those that they have touched, by name.
  package var switches: [String: Bool]
  /// The ids of what they have seen.
  package var seen: Set<String>
  /// `nil` if there is none.
  package var address: String?
  package var isConfirmed: Bool

  package init(
    switches: [String: Bool] = [:], seen: Set<String> = [], address: String? = nil,
    isConfirmed: Bool = false
  ) {
    self.switches = switches
    self.seen = seen
    self.address = address
    self.isConfirmed = isConfirmed
  }
}

/// Something that was told: its id, and when it happened in milliseconds since 1970.
package struct ToldNote: Equatable, Sendable {
  package var id: String
  package var at: Int64

  package init(id: String, at: Int64) {
    self.id = id
    self.at = at
  }
}

/// A mail before it is queued: plain text.
package struct MailDraft: Equatable, Sendable {
  package var subject: String
  package var body: String
  /// The link that ends all mail.
  package var stopLink: String

  package init(subject: String, body: String, stopLink: String) {
    self.subject = subject
    self.body = body
    self.stopLink = stopLink
  }
}

package enum MailAddressProblem: Equatable, Sendable {
  case invalid, kept, tooMany
}

/// How mail stands, for administrators.
package struct MailSummary: Equatable, Sendable {
  package var waiting: Int
  /// Of the last 30 days.
  package var sent: Int
  package var failed: Int
  /// What the mail server said last of a mail that is not delivered; may be empty.
  package var problem: String
  /// When the mail server took a mail last, and when a mail could not be sent last, milliseconds
  /// since 1970; `nil` if none of those that are kept.
  package var lastSentAt: Int64?
  package var lastFailedAt: Int64?

  package init(
    waiting: Int, sent: Int, failed: Int, problem: String, lastSentAt: Int64? = nil,
    lastFailedAt: Int64? = nil
  ) {
    self.lastSentAt = lastSentAt
    self.lastFailedAt = lastFailedAt
    self.waiting = waiting
    self.sent = sent
    self.failed = failed
    self.problem = problem
  }
}
