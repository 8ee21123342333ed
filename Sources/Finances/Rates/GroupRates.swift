import Rates
import SQLite
import Splitting
import SyncProtocol
import Values

/// The rates to convert a group's amounts with: its own, and where it has none the bank's. Where
/// neither leads the whole way, they lead through the group's currency: a rate of the group to it,
/// and on from there by the bank's. What is of no group has the bank's alone.
package struct GroupRates {
  /// A rate with where it is from.
  package struct Found: Equatable, Sendable {
    /// Units of the second currency for one unit of the first.
    package var rate: ExchangeRate
    /// The day from which it is, or on which it was published.
    package var day: CalendarDay
    package var source: Source
  }

  /// Where a rate is from.
  package enum Source: Equatable, Sendable {
    /// The name of the bank that publishes it.
    case bank(String)
    /// Who entered it.
    case person(AccountID)

    fileprivate var isPerson: Bool {
      if case .person = self { true } else { false }
    }
  }

  package let groupID: ZoneID?
  package let bank: RateTable?
  package let connection: Connection

  package init(of group: ZoneID?, bank: RateTable?, in connection: Connection) {
    (groupID, self.bank, self.connection) = (group, bank, connection)
  }

  /// The rate from one currency to another that holds on a day; `nil` if there is none.
  package func rate(from: String, to: String, on day: CalendarDay) throws -> Found? {
    if let direct = try direct(from: from, to: to, on: day) { return direct }
    guard let own = try ownCurrency(), own != from, own != to,
      let first = try direct(from: from, to: own, on: day),
      let second = try direct(from: own, to: to, on: day),
      // Where the bank has one but not the whole way, its rates are of different days.
      let manual = [first, second].first(where: \.source.isPerson),
      let rate = first.rate.followed(by: second.rate)
    else { return nil }
    return Found(rate: rate, day: manual.day, source: manual.source)
  }

  /// The currency of the group; `nil` for a group that is gone.
  private func ownCurrency() throws -> String? {
    guard let groupID else { return nil }
    return try connection.first("SELECT currency FROM groups WHERE id = ?", .text(groupID)) {
      $0.text(0)
    }
  }

  private func direct(from: String, to: String, on day: CalendarDay) throws -> Found? {
    let manual = try groupID.flatMap {
      try ManualRate.find(from: from, to: to, in: $0, on: day, connection)
    }
    if let manual, let since = manual.stored.details.day.flatMap({ CalendarDay($0) }) {
      return Found(rate: manual.rate, day: since, source: .person(manual.stored.enteredBy))
    }
    let asked = isPlanted(.laterRateTaken) ? laterBusinessDay(from, to, day) : day
    return bank?.latestRate(from: from, to: to, on: asked).map {
      Found(rate: $0.rate, day: $0.day, source: .bank($0.source))
    }
  }

  /// The first day from this one on with a rate of its own, while the rule is broken on purpose.
  private func laterBusinessDay(_ from: String, _ to: String, _ day: CalendarDay) -> CalendarDay {
    (0..<7).lazy.map { CalendarDay(daysSince1970: day.daysSince1970 + $0) }
      .first { bank?.latestRate(from: from, to: to, on: $0)?.day == $0 } ?? day
  }

  /// Units of a currency for one unit of each other one in which somebody owes something; what has
  /// no rate is left out.
  package func rates(
    of balances: GroupBalances, to code: String, on day: CalendarDay
  ) throws -> [String: Found] {
    try balances.currencies.reduce(into: [:]) { found, from in
      guard from != code, !balances.net(in: from).isEmpty else { return }
      found[from] = try rate(from: from, to: code, on: day)
    }
  }

  /// An amount in another currency; `nil` without a rate, and beyond all amounts.
  package func convert(
    _ minor: Int64, _ currency: String, to code: String, on day: CalendarDay
  ) throws -> Int64? {
    if currency == code { return minor }
    guard let from = Currency(code: currency), let to = Currency(code: code),
      let found = try rate(from: currency, to: code, on: day)
    else { return nil }
    // Beyond all amounts there is nothing to show.
    return try? Conversion.convert(minor, from: from, to: to, at: found.rate)
  }
}
