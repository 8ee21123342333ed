import SyncProtocol

/// Why an address for mail is not taken.
public enum MailAddressError: Error, Equatable, Sendable {
  case invalid
  /// Parents keep the account: whoever may write to it has no address of its own.
  case kept
  /// Too many mails were asked for today.
  case tooMany
}

extension MailAddress {
  /// The longest address (RFC 5321, 4.5.3.1.3).
  public static let maxBytes = 254

  /// Whether a text can be an address: plain letters, one `@`, and nothing that could end a line or
  /// begin another address.
  public static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count <= maxBytes, let at = bytes.firstIndex(of: UInt8(ascii: "@")),
      at == bytes.lastIndex(of: UInt8(ascii: "@")), (1...64).contains(at)
    else { return false }
    let (local, domain) = (bytes[..<at], bytes[(at + 1)...])
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    let marks = Array("!#$%&'*+/=?^_`{|}~.-".utf8)
    guard local.allSatisfy({ isWord($0) || marks.contains($0) }),
      domain.allSatisfy({ isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
    else { return false }
    let dots = [local, domain].flatMap {
      $0.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }
    return dots.allSatisfy { !$0.isEmpty } && local.first != UInt8(ascii: "-")
      && domain.first != UInt8(ascii: "-")
  }
}

extension Accounts {
  /// The most mails to one account in a day.
  public static let maxMailsPerDay = 20
  /// The most of them while no address of the account is confirmed: such mails may go to somebody
  /// who has not asked for any.
  public static let maxUnconfirmedMailsPerDay = 10
  private static let dayMilliseconds: Int64 = 86_400_000

  public func switches(of account: AccountID) throws -> [String: Bool] {
    try store.read { try $0.switches(of: account) }
  }

  public func setSwitches(_ switches: [String: Bool], of account: AccountID) throws {
    try store.write { writer in
      for (name, isOn) in switches { try writer.putSwitch(name, isOn, of: account) }
    }
  }

  public func told(of account: AccountID) throws -> [Told] {
    try store.read { try $0.told(of: account) }
  }

  /// The ids of what the account has seen.
  public func seen(by account: AccountID) throws -> Set<String> {
    Set(try told(of: account).filter(\.isSeen).map(\.id))
  }

  /// Notes what the account has seen.
  public func putSeen(_ seen: [(id: String, at: Int64)], by account: AccountID) throws {
    try putTold(seen.map { Told(id: $0.id, at: $0.at, isSeen: true) }, of: account)
  }

  public func putTold(_ told: [Told], of account: AccountID) throws {
    guard !told.isEmpty else { return }
    try store.write { try $0.putTold(told, of: account) }
  }

  public func mailAddress(of account: AccountID) throws -> MailAddress? {
    try store.read { try $0.mailAddress(of: account) }
  }

  /// Takes an address for mail, which replaces an earlier one, and queues the mail that asks its
  /// owner to confirm it. Until then it gets no other.
  ///
  /// - Parameter mail: makes that mail's subject and text; the argument is the secret of its link.
  public func setMailAddress(
    _ text: String, of id: AccountID,
    mail: (_ confirm: String, _ stop: String) -> (subject: String, body: String, stopLink: String)
  ) throws {
    guard MailAddress.isValid(text) else { throw MailAddressError.invalid }
    let confirm = CalendarSecret(random: randomBytes).text
    let stop = CalendarSecret(random: randomBytes).text
    let (subject, body, stopLink) = mail(confirm, stop)
    let now = now()
    try store.write { writer in
      guard let account = try writer.account(id), !account.isDisabled else {
        throw AccountError.notFound
      }
      guard try writer.keptAccount(id) == nil else { throw MailAddressError.kept }
      let sent = try writer.mailCount(of: id, since: now - Self.dayMilliseconds)
      let isConfirmed = try writer.mailAddress(of: id)?.confirmedAt != nil
      guard sent < (isConfirmed ? Self.maxMailsPerDay : Self.maxUnconfirmedMailsPerDay) else {
        throw MailAddressError.tooMany
      }
      try writer.removeMailAddress(of: id)
      try writer.putMailAddress(
        MailAddress(
          account: id, address: text, addedAt: now, confirmHash: Self.hash(ofConfirm: confirm),
          stopSecret: stop))
      try writer.putMail(
        QueuedMail(
          id: CalendarSecret(random: randomBytes).text, account: id, address: text,
          subject: subject, body: body, stopLink: stopLink, createdAt: now, nextAt: now))
    }
  }

  /// Confirms the address whose first mail had a secret.
  ///
  /// - Returns: whether there is such an address.
  public func confirmMailAddress(_ secret: String) throws -> Bool {
    let now = now()
    return try store.write { writer in
      guard var found = try writer.mailAddress(confirmHash: Self.hash(ofConfirm: secret)) else {
        return false
      }
      (found.confirmedAt, found.confirmHash) = (now, nil)
      try writer.putMailAddress(found)
      return true
    }
  }

  /// Ends all mail to the address whose mails have a secret.
  ///
  /// - Returns: whether there is such an address.
  public func stopMail(_ secret: String) throws -> Bool {
    try store.write { writer in
      guard let found = try writer.mailAddress(stopSecret: secret) else { return false }
      try writer.removeMailAddress(of: found.account)
      return true
    }
  }

  public func removeMailAddress(of account: AccountID) throws {
    try store.write { try $0.removeMailAddress(of: account) }
  }

  public func mailState() throws -> MailState { try store.read { try $0.mailState() } }

  private static func hash(ofConfirm secret: String) -> String {
    SHA256.hexadecimal(of: "mail " + secret)
  }

  /// The confirmed addresses after an account, ordered by account; not those of disabled accounts.
  public func mailAddresses(
    after account: AccountID?, limit: Int
  ) throws -> (addresses: [MailAddress], last: AccountID?) {
    try store.read { reader in
      let found = try reader.mailAddresses(after: account, limit: limit)
      let able = try found.filter { try reader.account($0.account).map { !$0.isDisabled } ?? false }
      return (able, found.last?.account)
    }
  }

  /// Queues a mail about things an account is told of, and notes them, in one commit.
  ///
  /// - Returns: whether it was queued: not beyond the mails of a day, and not to an address that
  ///   was removed or replaced meanwhile.
  public func queueMail(
    to address: MailAddress, subject: String, body: String, stopLink: String, about told: [Told]
  ) throws -> Bool {
    let now = now()
    return try store.write { writer in
      guard try writer.mailAddress(of: address.account) == address,
        try writer.mailCount(of: address.account, since: now - Self.dayMilliseconds)
          < Self.maxMailsPerDay
      else { return false }
      try writer.putTold(told, of: address.account)
      try writer.putMail(
        QueuedMail(
          id: CalendarSecret(random: randomBytes).text, account: address.account,
          address: address.address, subject: subject, body: body, stopLink: stopLink,
          createdAt: now, nextAt: now))
      return true
    }
  }

  public func dueMail(limit: Int) throws -> [QueuedMail] {
    let now = now()
    return try store.read { try $0.dueMail(now: now, limit: limit) }
  }

  /// After how long a mail is given up: three days.
  static let mailPatience: Int64 = 3 * dayMilliseconds

  /// Notes what became of a try to send a mail.
  ///
  /// - Parameters:
  ///   - problem: what went wrong; `nil` if the mail server has taken it.
  ///   - isFinal: whether the server refuses it for ever.
  public func noteMail(_ mail: QueuedMail, problem: String?, isFinal: Bool = false) throws {
    var mail = mail
    let now = now()
    mail.attempts += 1
    if let problem {
      mail.problem = String(problem.prefix(300))
      mail.nextAt = now + QueuedMail.waitMilliseconds(after: mail.attempts)
      if isFinal || now - mail.createdAt > Self.mailPatience { mail.state = .failed }
    } else {
      (mail.state, mail.problem, mail.nextAt) = (.sent, "", now)
    }
    // The text is not needed any more.
    if mail.state != .waiting { mail.body = "" }
    try store.write { [mail] in
      try $0.putMail(mail)
      try $0.trimMail(before: now - 30 * Self.dayMilliseconds)
    }
  }
}

extension Accounts {
  /// A text that differs when something that the account can see has changed. It costs a few
  /// indexed reads for each of its zones, and reads nothing that is in them.
  public func stamp(ofWhatIsSeenBy account: AccountID) throws -> String {
    try store.read { reader in
      let heads = try reader.memberships(of: account).map { $0.zone.head }
      let notices = try reader.notices(of: account)
      return "\(try reader.accountSequence(of: account)) \(heads) \(notices.map(\.id))"
    }
  }
}
