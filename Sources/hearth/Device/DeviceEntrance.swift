import Backends
import Blobs
import Glibc
import HearthDomain
import Household
import Hub
import HubWeb
import Intake
import Rates
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Threads

/// Lets the person of a device in, by the address that the program prints, which works once. Their
/// homes come from the hub, where they sign in once.
final class DeviceEntrance: Backend, DeviceBackend {
  /// The session and its parts, once somebody has signed in.
  private struct Signed {
    var session: SignInReply
    var transport: FilesFirst
    var replica: DeviceReplica
  }

  private struct State {
    var key: String?
    /// The browsers that were let in, oldest first.
    var browsers: [DeviceBrowser] = []
    var signed: Signed?
    var isConnecting = false
  }

  /// How many browsers stay let in, even across restarts; beyond that the oldest must enter again.
  private static let maxBrowsers = 8
  private static let secretBytes = 16
  /// How long a page waits for the hub's sharing news.
  private static let flagSeconds = 2

  private let address: HubAddress
  private let folder: DeviceFolder
  private let photos: FileStore
  private let writers: ThreadPool
  private let readers: ThreadPool
  private let waiting: DeviceJoins
  private let renamed: DeviceName
  private let flags: DeviceFlags
  private let told: DeviceNotifications
  private let now: @Sendable () -> Int64
  private let sources: DomainSources
  /// Receives each new key, so that the person can open its address.
  private let announce: @Sendable (_ key: String) -> Void
  /// Receives warnings for the person who runs the device.
  private let warn: @Sendable (String) -> Void
  private let state = Lock(State())

  init(
    address: HubAddress, folder: DeviceFolder, photos: FileStore, writers: ThreadPool,
    readers: ThreadPool, sharingOverride: Bool?, now: @escaping @Sendable () -> Int64,
    announce: @escaping @Sendable (_ key: String) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) throws {
    self.address = address
    self.folder = folder
    self.photos = photos
    self.writers = writers
    self.readers = readers
    self.now = now
    self.announce = announce
    self.warn = warn
    sources = DomainSources(rates: CurrentRates(path: folder.rates))
    waiting = DeviceJoins(folder: folder, now: now)
    renamed = DeviceName(folder: folder)
    flags = DeviceFlags(folder: folder, override: sharingOverride, now: now)
    told = DeviceNotifications(folder: folder)
    state.withLock { $0.browsers = folder.browsers() }
    if let session = folder.session() { begin(try make(session)) }
  }

  /// Makes a new key for the address to open, and announces it.
  func makeKey() {
    let key = Self.secret()
    state.withLock { $0.key = key }
    announce(key)
  }

  func stop() async { await state.withLock { $0.signed?.replica }?.stop() }

  private static func secret() -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: SecureRandom.bytes(secretBytes).flatMap { byte in
        [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }, as: UTF8.self)
  }

  // MARK: DeviceBackend

  var device: (any DeviceBackend)? { self }
  var hub: String { address.description }
  var joins: any WaitingJoins { waiting }
  var name: any WaitingName { renamed }

  var suggestedName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  var isConnected: Bool {
    state.withLock { $0.signed.map { !$0.replica.isSignedOut } ?? false }
  }

  var isSignedOut: Bool {
    state.withLock { $0.signed?.replica.isSignedOut ?? false }
  }

  func open(key: String) async -> String? {
    let token = Self.secret()
    let now = now()
    let browsers = state.withLock { state -> [DeviceBrowser]? in
      guard let wanted = state.key, wanted == key else { return nil }
      state.key = nil
      state.browsers.removeAll { !$0.isLetIn(at: now) }
      state.browsers.append(DeviceBrowser(token: token, now: now))
      if state.browsers.count > Self.maxBrowsers { state.browsers.removeFirst() }
      return state.browsers
    }
    guard let browsers else { return nil }
    // If it cannot be stored, the browser is still let in until the program ends.
    try? folder.keep(browsers)
    return token
  }

  func connect(
    name: String, password: String, deviceName: String
  ) async throws(BackendError) {
    let isFirst = state.withLock { state in
      defer { state.isConnecting = true }
      return !state.isConnecting
    }
    guard isFirst else { throw .unavailable }
    defer { state.withLock { $0.isConnecting = false } }
    let session: SignInReply
    do throws(SignInFailure) {
      session = try await HTTPTransport.signIn(
        address: address,
        SignInRequest(
          name: name, password: password, label: deviceName,
          deviceProof: state.withLock { $0.signed?.session.deviceProof }))
    } catch {
      throw BackendError(error)
    }
    try await replace(by: session)
    let replica = state.withLock { $0.signed?.replica }
    do {
      // The first pull, so that the next page has something to show.
      try await replica?.refresh()
    } catch {
      throw .unavailable
    }
  }

  /// Replaces the session. The replica's pending changes are sent with the new one; a replica of
  /// another account is left as it is.
  private func replace(by session: SignInReply) async throws(BackendError) {
    let old = state.withLock { state in
      defer { state.signed = nil }
      return state.signed
    }
    await old?.replica.stop()
    do {
      let signed = try make(session)
      try folder.bind(to: address)
      try folder.keep(session)
      begin(signed)
    } catch {
      // If this fails too, the hub itself ends a session that nobody uses.
      try? await HTTPHubClient(HTTPTransport(address: address, token: session.token)).signOut()
      // The old replica was open a moment ago; if it cannot be opened now, the next start reports
      // why.
      if let old, let again = try? make(old.session) { begin(again) }
      if case ReplicaFileError.foreignAccount = error { throw .otherAccount }
      switch error {
      case ReplicaFileError.storage: throw .noRoom("\(error)")
      case let error as SQLiteError where error.isStorage: throw .noRoom("\(error)")
      default: throw .broken("\(error)")
      }
    }
  }

  private func make(_ session: SignInReply) throws -> Signed {
    let now = now
    let file = try open(of: session.account.id)
    try file.write { try HearthDomain.settle($0.connection, sources) }
    let transport = FilesFirst(
      transport: HTTPTransport(address: address, token: session.token), blobs: photos.blobs,
      unsent: UnsentFiles(folder: folder))
    return Signed(
      session: session, transport: transport,
      replica: DeviceReplica(
        file: file, transport: transport, joins: waiting, name: renamed, flags: flags,
        hub: HTTPHubClient(transport.transport), photos: photos, readers: readers, sources: sources,
        now: now))
  }

  /// Opens the replica's file. A damaged one is moved aside, its readable changes are salvaged, and
  /// the hub fills a new file.
  private func open(of account: AccountID) throws -> ReplicaFile {
    let now = now
    func open() throws -> ReplicaFile {
      try DeviceUpgrade(folder: folder).prepare(now: now())
      return try ReplicaFile(
        path: folder.replica, domain: Migrations(HearthDomain.migrations),
        schema: HearthDomain.schema,
        accountID: account, environment: .init(now: { now() }, random: .init()),
        observer: DomainObserver(sources),
        hiding: HearthDomain.hiding { [flags] in flags.exposure.news.hidesShared }, pool: writers)
    }
    do {
      return try open()
    } catch ReplicaFileError.corrupt(let path) {
      let salvage = try ReplicaFile.salvage(
        path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
        accountID: account, now: now)
      warn(salvage.report)
      return try open()
    }
  }

  private func begin(_ signed: Signed) {
    signed.replica.start()
    state.withLock { $0.signed = signed }
  }

  // MARK: Backend

  var signUps: SignUpPolicy { .closed }
  var notifications: any NotificationBackend { told }
  var minPasswordCharacters: Int { AccountRules.minPasswordCharacters }

  func visitor(token: String, isUse: Bool) throws -> Visitor? {
    let browser = DeviceBrowser.hash(of: token)
    let now = now()
    return state.withLock { state in
      guard state.browsers.contains(where: { $0.hash == browser && $0.isLetIn(at: now) }) else {
        return nil
      }
      let account = state.signed?.session.account
      return Visitor(
        accountID: account?.id ?? "", sessionID: "", name: account?.name ?? "",
        displayName: account?.displayName ?? "", isAdministrator: false)
    }
  }

  func isFresh() async throws(BackendError) -> Bool { false }
  func signIn(_ request: SignInAttempt) async throws(BackendError) -> Admitted { throw .notHere }
  func signUp(_ request: SignUpAttempt) async throws(BackendError) -> Admitted { throw .notHere }

  /// Locks the app on this device. The homes stay, and a person who can read the terminal can enter
  /// again.
  func signOut(_ visitor: Visitor) async throws(BackendError) {
    state.withLock { $0.browsers = [] }
    do throws(CommandFailure) {
      try folder.keep([])
    } catch {
      throw .broken(error.message)
    }
    makeKey()
  }

  func changePassword(
    of visitor: Visitor, from old: String, to new: String, address: String
  ) async throws(BackendError) {
    guard let transport = state.withLock({ $0.signed?.transport.transport }) else {
      throw .unavailable
    }
    do throws(PasswordChangeFailure) {
      try await HTTPHubClient(transport).changePassword(from: old, to: new)
    } catch {
      throw BackendError(error)
    }
  }

  func endOtherSessions(of visitor: Visitor) async throws(BackendError) -> Int {
    let client = hub(for: visitor, address: "")
    do throws(HubClientError) {
      let others = try await client.sessions().filter { !$0.isCurrent }
      for session in others { try await client.endSession(session.id) }
      return others.count
    } catch {
      throw .unavailable
    }
  }

  func workspace(of visitor: Visitor) async throws(BackendError) -> any Workspace {
    guard let replica = state.withLock({ $0.signed?.replica }) else { throw .unavailable }
    return replica
  }

  func hub(for visitor: Visitor, address: String) -> any HubClient {
    // Without a session the hub responds that nobody is signed in.
    let transport = state.withLock { $0.signed?.transport.transport }
    return HTTPHubClient(transport ?? HTTPTransport(address: self.address, token: ""))
  }

  func sharing(of visitor: Visitor) async throws(BackendError) -> SharingNews? {
    await refreshFlags()
    let exposure = flags.exposure
    return exposure.source == .unknown ? nil : exposure.news
  }

  var isSharingPaused: Bool { flags.exposure.news.isPaused }

  /// Asks the hub if the sharing news is not fresh, but waits only briefly.
  private func refreshFlags() async {
    guard flags.exposure.needsRefresh, let transport = state.withLock({ $0.signed?.transport })
    else { return }
    let client = HTTPHubClient(transport.transport)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [flags] in await flags.refresh(via: client) }
      group.addTask {
        // Ends early only when cancelled, because the answer came first.
        try? await Task.sleep(for: .seconds(Self.flagSeconds))
      }
      defer { group.cancelAll() }
      await group.next()
    }
  }

  func preview(
    _ key: InviteKey, address: String
  ) async throws(HubClientError) -> InviteOffer { throw .transport(.unauthorised) }

  func fetchBlob(_ hash: BlobHash, namedBy record: RecordPlace) async -> Bool {
    guard let transport = state.withLock({ $0.signed?.transport.transport }) else { return false }
    do {
      try await HTTPBlobClient(transport).download(hash, namedBy: record, into: photos.blobs)
      return true
    } catch {
      // Offline, or gone: the page shows no picture and asks again next time.
      return false
    }
  }
}

extension BackendError {
  init(_ error: PasswordChangeFailure) {
    switch error {
    case .wrongPassword: self = .wrongSignIn
    case .tooShort: self = .passwordTooShort
    case .tooLong: self = .passwordTooLong
    case .isTheName: self = .passwordIsName
    case .tooManyAttempts(let seconds): self = .tooManyAttempts(retryAfterSeconds: seconds)
    case .transport(.outdated): self = .outdated
    case .transport: self = .unavailable
    }
  }

  init(_ error: SignInFailure) {
    switch error {
    case .wrongNameOrPassword: self = .wrongSignIn
    case .disabled: self = .disabled
    case .tooManyAttempts(let seconds): self = .tooManyAttempts(retryAfterSeconds: seconds)
    case .transport(.outdated): self = .outdated
    case .transport: self = .unavailable
    }
  }
}
