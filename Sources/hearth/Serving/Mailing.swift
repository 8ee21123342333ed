import AccountWeb
import Backends
import Hub
import Mail
import SyncProtocol
import Threads
import Web

/// Writes mails about what people are told, and sends what waits, until its task is cancelled.
///
/// What is to be sent is in the hub's file before anything is sent, and a mail keeps its
/// Message-ID however often it is tried: a server that ended between the mail server's yes and the
/// note of it sends that mail again with the same id, by which programs know it.
actor Mailing {
  private static let interval = Duration.seconds(2)
  /// What happens within this time becomes one mail.
  private static let pauseMilliseconds: Int64 = 30_000
  private static let hourMilliseconds: Int64 = 3_600_000
  private static let batch = 100
  /// The most notifications that one mail names; the app has the others.
  private static let maxRows = 30

  private struct Watched {
    var stamp: String
    var hour: Int64
    /// When news may be read; `nil` while there are none.
    var readAt: Int64?
  }

  private let options: MailOptions
  private let accounts: Accounts
  private let web: WebApplication
  /// A thread of its own, as a mail server may be long in answering.
  private let pool = ThreadPool(name: "mail", threads: 1, maxWaiting: 1)
  private let reading: ThreadPool
  private var watched: [AccountID: Watched] = [:]

  init(
    _ options: MailOptions, accounts: Accounts, web: WebApplication, reading: ThreadPool
  ) {
    (self.options, self.accounts, self.web, self.reading) = (options, accounts, web, reading)
  }

  func run(complain: @escaping @Sendable (String) -> Void) async {
    // With thousands of accounts it takes minutes to look at all of them, and nobody waits so long
    // for the mail that confirms an address.
    async let sending: Void = again(complain) { try await self.send() }
    await again(complain) {
      try await self.write()
      return nil
    }
    await sending
  }

  /// Does something every two seconds, until the task is cancelled. A server that is away for days
  /// is reported once.
  private func again(
    _ complain: @Sendable (String) -> Void, _ body: () async throws -> String?
  ) async {
    var lastProblem = ""
    while !Task.isCancelled {
      var problem: String?
      do { problem = try await body() } catch { problem = "\(error)" }
      if let problem, problem != lastProblem { complain("hearth: mail: \(problem)") }
      lastProblem = problem ?? ""
      do {
        try await Task.sleep(for: Self.interval)
      } catch {
        return
      }
    }
  }

  /// Queues mails to those who have news.
  private func write() async throws {
    var after: AccountID?
    var seen: Set<AccountID> = []
    repeat {
      let (addresses, last) = try await reading.run { [accounts, after] in
        try accounts.mailAddresses(after: after, limit: Self.batch)
      }
      for address in addresses {
        seen.insert(address.account)
        try await look(address)
      }
      after = last
    } while after != nil
    watched = watched.filter { seen.contains($0.key) }
  }

  private func look(_ address: MailAddress) async throws {
    let (account, now) = (address.account, Posix.nowMilliseconds())
    let stamp = try await reading.run { [accounts] in
      try accounts.stamp(ofWhatIsSeenBy: account)
    }
    // Each account has its own moment of the hour: at one of all everything else would wait.
    let hour = (now + Self.momentMilliseconds(of: account)) / Self.hourMilliseconds
    if let known = watched[account], known.stamp == stamp, known.hour == hour {
      guard let readAt = known.readAt, now >= readAt else { return }
      watched[account]?.readAt = nil
      try await write(to: address)
    } else {
      // From the first change on: a home where something happens all the time has mail, too.
      // What was there before the address was confirmed is noted at once, and is no news.
      let pause = watched[account] == nil ? 0 : Self.pauseMilliseconds
      let readAt = watched[account]?.readAt ?? now + pause
      watched[account] = Watched(stamp: stamp, hour: hour, readAt: readAt)
    }
  }

  /// When in an hour what comes with time is looked for, always the same for an account.
  private static func momentMilliseconds(of account: AccountID) -> Int64 {
    account.utf8.reduce(Int64(0)) { ($0 * 31 + Int64($1)) % hourMilliseconds }
  }

  private func write(to address: MailAddress) async throws {
    let account = address.account
    let (switches, told) = try await reading.run { [accounts] in
      (try accounts.switches(of: account), try accounts.told(of: account))
    }
    let known = Set(told.filter { $0.isMailed || $0.isSeen }.map(\.id))
    let (entries, words) = try await web.news(of: account)
    let new = entries.filter { !known.contains($0.id) }
    // What is not sent is noted all the same: it is no news when its switch is turned on later.
    var noted = new.map { Told(id: $0.id, at: $0.at, isMailed: true) }
    // Never among the oldest, which make room.
    let beginning = Told(id: "mail \(address.confirmedAt ?? 0)", at: .max, isMailed: true)
    let isFirst = !known.contains(beginning.id)
    if isFirst { noted.append(beginning) }
    let chosen = NotificationSwitches(switches)
    let news = new.filter { chosen.isOn($0.kind, .mail) }
    guard !isFirst, !news.isEmpty else {
      try await reading.run { [accounts, noted] in try accounts.putTold(noted, of: account) }
      return
    }
    let stop = options.origin + Route.notifications(.stopMail(secret: address.stopSecret)).url
    let rows = news.prefix(Self.maxRows).map { entry in
      // A name with a line end must not look like a line of ours.
      (
        title: entry.title.split(whereSeparator: \.isNewline).joined(separator: " "),
        link: options.origin + entry.route.url
      )
    }
    let (subject, body) = (
      words.newsMailSubject(rows.map(\.title)), words.newsMailBody(rows, stop: stop)
    )
    _ = try await reading.run { [accounts, noted] in
      try accounts.queueMail(
        to: address, subject: subject, body: body, stopLink: stop,
        about: noted)
    }
  }

  /// Sends what waits.
  ///
  /// - Returns: what the mail server said of the last mail that it did not take.
  private func send() async throws -> String? {
    var problem: String?
    for mail in try await reading.run({ [accounts] in try accounts.dueMail(limit: Self.batch) }) {
      if Task.isCancelled { return problem }
      let message = MailMessage(
        id: mail.id, sender: options.server.sender, recipient: mail.address,
        subject: mail.subject, body: mail.body, stopLink: mail.stopLink,
        createdAt: mail.createdAt)
      let failure = try await pool.run { [options] () -> MailServer.Failure? in
        do throws(MailServer.Failure) {
          try options.server.send(message)
          return nil
        } catch {
          return error
        }
      }
      try await reading.run { [accounts] in
        try accounts.noteMail(
          mail, problem: failure?.reason, isFinal: failure?.isFinal ?? false)
      }
      problem = failure?.reason ?? problem
      if failure?.isAway == true { return problem }
    }
    return problem
  }
}
