import FoundationEssentials
import HearthDomain
import Household
import Intake
import Replica
import SQLite
import SyncProtocol
import Things
import Values
import Wording

/// The commands about insurance, for the machine's administrator.
enum PolicyCommands {
  static let all = [list]

  private struct Amount: Encodable {
    let minor: MoneySum
    let currency: String

    init(_ minor: some BinaryInteger, _ currency: String) {
      self.minor = MoneySum(clamping: minor)
      self.currency = currency
    }
  }

  private struct PolicyRow: Encodable {
    let id: String
    let provider: String
    let number: String
    /// The cover for contents; `null` if the policy states none.
    let personalProperty: Amount?
    /// `YYYY-MM-DD`, or `null`.
    let startsOn: String?
    let endsOn: String?
    let hasEnded: Bool
    /// The days until its last day; negative if that has passed, `null` if it has none.
    let daysLeft: Int?
    let alsoCovers: [String]
  }

  private struct CoverageRow: Encodable {
    let currency: String
    let policyCount: Int
    let limitMinor: MoneySum
    /// The documented value in this home.
    let documentedMinor: MoneySum
    /// The other homes that at least one of these policies covers.
    let otherHomes: [String]
    /// The documented value in those homes, in this currency.
    let documentedElsewhereMinor: MoneySum
    /// Whether those homes have exactly the same policies, so that the limit applies to all
    /// together.
    let isComparable: Bool
    /// The limits minus the documented value of all these homes; negative when underinsured. If the
    /// homes are not comparable, the shortfall of this home alone, or `null` if it cannot be
    /// calculated.
    let gapMinor: MoneySum?
  }

  private struct HomeRow: Encodable {
    let id: String
    let name: String
    /// The number of items, without archived ones.
    let itemCount: Int
    let unpricedCount: Int
    let values: [Amount]
    let policies: [PolicyRow]
    let coverage: [CoverageRow]
    /// Values in currencies in which no policy covers contents.
    let uncovered: [Amount]
  }

  private struct Result: Encodable {
    let account: String
    /// The day of the query in the account's time zone.
    let today: String
    let homes: [HomeRow]
  }

  static let list = Command(
    path: ["policy", "list"], summary: "List insurance policies beside what they should cover",
    details: """
      For each home of an account: its policies with their end, what they pay for belongings \
      together, and what the home's items are documented to be worth. A policy of several homes \
      pays its sum once for all of them. Amounts of two currencies are never added.
      """,
    options: [
      .value("home", "HOME", "only this one: its id, or its name"),
      .value("account", "NAME", "whose homes; may be left out when there is one account"),
      .data, .json,
    ],
    examples: [
      .init("hearth policy list", "every home of the only account"),
      .init("hearth policy list --account ana --home Cabin --json", "one home, for a program"),
    ]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    try Posix.makeFolder(hub.folder.replicas)
    let (result, words, hasUnseen) = try await hub.withReplica(
      of: account, in: hub.folder.replicas
    ) { file, _ in
      // A new replica has no totals and no search index yet.
      try file.write { try HearthDomain.settle($0.connection) }
      return try file.read { connection in
        let words = Catalogue(try Profile.own(in: connection))
        let today = words.calendarDay(Date())
        let named = try invocation["home"].map { try HomeChoice.find($0, in: connection) }
        let homes = try named.map { [$0] } ?? HomeList.rows(in: connection)
        // What a child of a family sees of homes of others has no amounts, and this is about these.
        let seen = try homes.filter { try !AmountVeil.hides($0.id, in: connection) }
        if named != nil, seen.isEmpty { throw CommandFailure.amountsUnseen }
        return (
          Result(
            account: account.name, today: today.text,
            homes: try seen.map { try row($0, today, connection) }), words,
          seen.count < homes.count
        )
      }
    }
    try hub.note(hiddenFrom: account, on: invocation.terminal)
    if hasUnseen {
      invocation.terminal.complain(
        "hearth: homes of others are left out: a child of a family sees no amounts there")
    }
    return try invocation.report(result) { text(result, words) }
  }

  private static func row(
    _ home: HomeList.Row, _ today: CalendarDay, _ connection: Connection
  ) throws -> HomeRow {
    let coverage = try Coverage(home: home.id, today: today.text, in: connection)
    let policies = try PolicyList.rows(home: home.id, today: today.text, in: connection)
    let values = try Dashboard(home: home.id, in: connection)?.values ?? []
    return HomeRow(
      id: home.id, name: home.name, itemCount: coverage.itemCount,
      unpricedCount: coverage.unpricedCount,
      values: values.map { Amount($0.valueMinor, $0.currency) },
      policies: policies.map { row in
        let policy = row.policy
        return PolicyRow(
          id: policy.id, provider: policy.provider, number: policy.policyNumber,
          personalProperty: policy.amounts.personalPropertyMinor.map {
            Amount($0, policy.currency)
          },
          startsOn: policy.startsOn, endsOn: policy.endsOn, hasEnded: row.hasEnded,
          daysLeft: policy.endsOn.flatMap { CalendarDay($0) }.map {
            $0.daysSince1970 - today.daysSince1970
          },
          alsoCovers: row.alsoCovers)
      },
      coverage: coverage.sums.map {
        CoverageRow(
          currency: $0.currency, policyCount: $0.policyCount, limitMinor: $0.limitMinor,
          documentedMinor: $0.documentedMinor, otherHomes: $0.otherHomes,
          documentedElsewhereMinor: $0.documentedElsewhereMinor,
          isComparable: $0.isComparable, gapMinor: $0.gapMinor)
      },
      uncovered: coverage.uncovered.map { Amount($0.valueMinor, $0.currency) })
  }

  // MARK: Words

  private static func text(_ result: Result, _ words: Catalogue) -> String {
    guard !result.homes.isEmpty else { return "\(result.account) has no homes to show." }
    return result.homes.map { text($0, words).joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private static func text(_ home: HomeRow, _ words: Catalogue) -> [String] {
    func money(_ amount: Amount) -> String { words.money(Money(amount.minor, amount.currency)) }
    var head = "\(home.name): \(home.itemCount) items"
    if !home.values.isEmpty {
      head += " worth \(home.values.map(money).joined(separator: " and "))"
    }
    if home.unpricedCount > 0 { head += ", \(home.unpricedCount) without a price" }
    var lines = [head]
    if home.policies.isEmpty { lines.append("  no policy") }
    for policy in home.policies {
      var line = "  \(policy.provider)"
      if !policy.number.isEmpty { line += " \(policy.number)" }
      line += policy.personalProperty.map { ": \(money($0)) for belongings" } ?? ": no amount"
      line += end(of: policy)
      if !policy.alsoCovers.isEmpty {
        line += "; also covers \(policy.alsoCovers.joined(separator: ", "))"
      }
      lines.append(line)
    }
    for sum in home.coverage {
      let (limit, worth) = (
        money(Amount(sum.limitMinor, sum.currency)),
        money(Amount(sum.documentedMinor, sum.currency))
      )
      var line = "  in \(sum.currency): insured for \(limit), documented \(worth)"
      if !sum.otherHomes.isEmpty {
        let elsewhere = money(Amount(sum.documentedElsewhereMinor, sum.currency))
        line += " here and \(elsewhere) in \(sum.otherHomes.joined(separator: ", ")), "
        line += sum.isComparable ? "which it pays for too" : "which a policy here covers too"
      }
      if let gap = sum.gapMinor {
        let difference = money(Amount(gap.magnitude, sum.currency))
        line += ", " + (sum.isComparable ? "" : "at least ")
        line += gap < 0 ? "\(difference) MISSING" : "\(difference) to spare"
      }
      lines.append(line)
    }
    for value in home.uncovered { lines.append("  not insured: \(money(value))") }
    return lines
  }

  private static func end(of policy: PolicyRow) -> String {
    guard let day = policy.endsOn else { return "" }
    if policy.hasEnded { return ", ENDED on \(day)" }
    return ", until \(day)" + (policy.daysLeft.map { " (\($0) days)" } ?? "")
  }
}
