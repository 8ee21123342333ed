import Blobs
import Replica
import SyncProtocol

/// Lets people in: accounts, sessions, and the workspace of each person who is signed in.
///
/// On a hub it asks the hub's accounts in the same process. On a device there is one person, who
/// has signed in at the hub. Only ``visitor(token:)`` and ``isSharingPaused`` block their caller.
package protocol Backend: Sendable {
  /// The hub of a device's own app; `nil` for the app on the hub itself.
  var device: DeviceBackend? { get }
  var signUps: SignUpPolicy { get }
  /// The access tokens of people's own programs; `nil` on a device: its hub keeps them.
  var tokens: (any TokenBackend)? { get }
  /// The accounts that parents keep for their children; `nil` on a device: its hub has them.
  var keptAccounts: (any KeptAccountBackend)? { get }
  /// What is shared with families; `nil` on a device, as above.
  var familyShares: (any FamilyShareBackend)? { get }
  /// The tablets of families; `nil` on a device, as above.
  var kiosks: (any KioskBackend)? { get }
  /// The addresses of people's calendars; `nil` on a device, which nobody else can reach.
  var calendars: (any CalendarBackend)? { get }
  /// What people want to be told; and mail, which a device has none of.
  var notifications: any NotificationBackend { get }
  /// The length of the shortest accepted password, in characters.
  var minPasswordCharacters: Int { get }

  /// The person whose session has this token; `nil` when there is none. Blocks: one indexed read.
  ///
  /// - Parameter isUse: whether the person asked for something, and not their page by itself.
  func visitor(token: String, isUse: Bool) throws -> Visitor?
  /// Whether nobody has an account yet, so that the first visitor sets this Hearth up.
  func isFresh() async throws(BackendError) -> Bool
  func signIn(_ request: SignInAttempt) async throws(BackendError) -> Admitted
  func signUp(_ request: SignUpAttempt) async throws(BackendError) -> Admitted
  func signOut(_ visitor: Visitor) async throws(BackendError)
  /// Changes the password and ends the account's other sessions.
  func changePassword(
    of visitor: Visitor, from old: String, to new: String, address: String
  ) async throws(BackendError)
  /// Ends all sessions of the account but the visitor's own; returns how many it ended.
  func endOtherSessions(of visitor: Visitor) async throws(BackendError) -> Int
  /// The visitor's replica, opened when it is not open yet.
  func workspace(of visitor: Visitor) async throws(BackendError) -> any Workspace
  /// Sharing, invites and sessions of the visitor's account.
  func hub(for visitor: Visitor, address: String) -> any HubClient
  /// Who may share at this hub, for administrators; `nil` on a device.
  var sharingFlags: (any SharingFlagBackend)? { get }
  /// The state of the last restore, for administrators; `nil` on a device.
  var recoveries: (any RecoveryBackend)? { get }
  /// Whether and how the visitor may share now; `nil` on a device whose hub has not said so lately.
  func sharing(of visitor: Visitor) async throws(BackendError) -> SharingNews?
  /// Whether shared homes may only be read now. Blocks for at most one indexed read.
  var isSharingPaused: Bool { get throws }
  /// What an invite offers, for somebody who need not be signed in.
  func preview(_ key: InviteKey, address: String) async throws(HubClientError) -> InviteOffer
  /// Whether stored data was found to be damaged.
  var isDamaged: Bool { get }
  /// Fetches the file that `record` names; `false` when it cannot be fetched now.
  func fetchBlob(_ hash: BlobHash, namedBy record: RecordPlace) async -> Bool
}

extension Backend {
  package var tokens: (any TokenBackend)? { nil }
  package var keptAccounts: (any KeptAccountBackend)? { nil }
  package var familyShares: (any FamilyShareBackend)? { nil }
  package var kiosks: (any KioskBackend)? { nil }
  package var calendars: (any CalendarBackend)? { nil }
  package var sharingFlags: (any SharingFlagBackend)? { nil }
  package var recoveries: (any RecoveryBackend)? { nil }
  package var isDamaged: Bool {
    false
  }
}

/// Who may create an account, after the first one.
package enum SignUpPolicy: Sendable {
  case open, inviteOnly, closed
}

/// A person who is signed in with this browser.
package struct Visitor: Equatable, Sendable {
  package var accountID: AccountID
  package var sessionID: String
  /// The name to sign in with.
  package var name: String
  package var displayName: String
  package var isAdministrator: Bool
  /// The family at whose tablet a child has picked its face: it sees its own day there, and nothing
  /// else.
  package var lock: ZoneID?
  /// Whether the session was begun at a family's tablet, with a short PIN: it opens nothing that
  /// lasts longer than the session, or is stronger.
  package var isAtTablet: Bool

  package init(
    accountID: AccountID, sessionID: String, name: String, displayName: String,
    isAdministrator: Bool, lock: ZoneID? = nil, isAtTablet: Bool = false
  ) {
    self.lock = lock
    self.isAtTablet = isAtTablet
    self.accountID = accountID
    self.sessionID = sessionID
    self.name = name
    self.displayName = displayName
    self.isAdministrator = isAdministrator
  }
}

/// Somebody who has just signed in. The token goes into the browser's cookie and nowhere else.
package struct Admitted: Sendable {
  package var visitor: Visitor
  package var token: String
  /// For the browser to keep when it signs out; empty where there is none.
  package var deviceProof: String

  package init(visitor: Visitor, token: String, deviceProof: String = "") {
    self.visitor = visitor
    self.token = token
    self.deviceProof = deviceProof
  }
}

/// The name and password of an attempt to sign in, and where it came from.
package struct SignInAttempt: Sendable {
  package var name: String
  package var password: String
  /// The session's name in the list of sessions, such as “Firefox · Linux”.
  package var label: String
  package var address: String
  /// What the browser was given when it signed in before.
  package var deviceProof: String?

  package init(
    name: String, password: String, label: String, address: String, deviceProof: String? = nil
  ) {
    self.name = name
    self.password = password
    self.label = label
    self.address = address
    self.deviceProof = deviceProof
  }
}

/// The entries of somebody who wants an account.
package struct SignUpAttempt: Sendable {
  package var name: String
  package var displayName: String
  package var password: String
  /// The token of an invite that admits the sign-up.
  package var invite: String?
  package var label: String
  package var address: String

  package init(
    name: String, displayName: String, password: String, invite: String?, label: String,
    address: String
  ) {
    self.name = name
    self.displayName = displayName
    self.password = password
    self.invite = invite
    self.label = label
    self.address = address
  }
}

/// Why somebody is not let in.
package enum BackendError: Error, Equatable, Sendable {
  /// The name or the password is wrong; the error does not say which.
  case wrongSignIn
  case disabled
  case tooManyAttempts(retryAfterSeconds: Int)
  case invalidName, nameTaken
  /// Not 4 to 8 digits, or not four pictures.
  case invalidPin
  case passwordTooShort, passwordTooLong, passwordIsName
  /// So many accounts were made for children within so many days, and no more are made for now.
  case tooManyMade(max: Int, days: Int)
  /// A family has as many tablets as it may, or so many were made within a day.
  case tooManyTablets(max: Int)
  case tooManyTabletsToday(max: Int)
  /// An account needs an invite, and none that works was given.
  case inviteNeeded
  case signUpsClosed
  /// The hub is busy, cannot be reached, or its store cannot be used now.
  case unavailable
  /// This program is too old for the hub.
  case outdated
  /// Not possible here: a device has no accounts of its own.
  case notHere
  /// The device holds another account's homes, perhaps with changes that are not sent yet.
  case otherAccount
  /// The hub refuses it to this person.
  case refused(SharingRefusal)
  /// The disk is full or cannot be written, and nothing was changed; the text is for the log.
  case noRoom(String)
  /// The program or its files are broken; the text is for the log.
  case broken(String)
}

/// What the app on a device knows about its hub.
package protocol DeviceBackend: Sendable {
  /// The hub's address that the device was started with.
  var hub: String { get }
  /// The suggested name for this device.
  var suggestedName: String { get }
  /// Whether somebody has signed in at the hub, so that there is a replica here.
  var isConnected: Bool { get }
  /// Whether somebody had signed in, and the hub has ended that: the replica is here still.
  var isSignedOut: Bool { get }
  /// The homes to join as soon as the hub can be asked.
  var joins: any WaitingJoins { get }
  /// What the hub is to be told of the person's own name as soon as it can be.
  var name: any WaitingName { get }
  /// Opens a session with the key in the address that the program printed, and returns its token.
  ///
  /// A key works once; `nil` for any other.
  func open(key: String) async -> String?
  /// Signs in at the hub and fetches the homes.
  func connect(name: String, password: String, deviceName: String) async throws(BackendError)
}

extension Backend {
  package func visitor(token: String) throws -> Visitor? { try visitor(token: token, isUse: true) }
}
