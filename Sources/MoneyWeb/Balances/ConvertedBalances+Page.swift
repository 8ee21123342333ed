import Finances
import Household
import Splitting
import SyncProtocol
import Values
import Web

/// The balances of all currencies in one of them.
package struct ConvertedPart: Equatable, Sendable {
  /// A rate that was used: one unit of a currency is so much of the other one.
  package struct Rate: Equatable, Sendable {
    package var from: String
    package var to: String
    package var rate: ExactDecimal
    package var day: CalendarDay
    package var source: RatesPage.Source
  }

  package var currency: String
  package var rows: [GroupPage.Balance]
  package var rates: [Rate]
  /// Currencies that have no rate.
  package var unconverted: [String] = []
  /// Currencies whose amounts are too large to be converted.
  package var tooLarge: [String] = []
  /// How many expenses and payments are left out for that.
  package var unconvertedCount = 0

  package func view(of group: String, in context: ViewContext) -> HTML {
    let words = context.words
    let link = a(.class("link"), .href(.rates(.rates(group: group)))) { words.exchangeRates }
    return card(words.converted(into: currency), link: link, id: "converted") {
      ul(.class("lines", "balances")) {
        rows.map { row in
          li {
            avatar(row.member.badge)
            a(
              .class("grow", "cover"),
              .href(.groups(.group(group, ExpenseQuery(memberID: row.member.id))))
            ) { words.nameWithYou(row.member) }
            b(.class("num", signClass(row.net))) { words.signed(row.net) }
          }
        }
      }
      rates.map { rate in
        p(.class("muted")) { words.rate(rate) }
      }
      if !unconverted.isEmpty || !tooLarge.isEmpty {
        note(.warn) {
          words.notConverted(unconverted, tooLarge: tooLarge, count: unconvertedCount)
        }
      }
    }
  }
}

extension ConvertedPart {
  /// `nil` for a group with one currency.
  ///
  /// The rates are those of today or of the last day that is known, a group's own first.
  init?(
    _ balances: GroupBalances, into code: String, _ names: MemberNames, _ rates: GroupRates,
    _ reader: PageReader
  ) throws {
    let codes = balances.currencies.filter { !balances.net(in: $0).isEmpty }
    guard let currency = Currency(code: code), codes.contains(where: { $0 != code }) else {
      return nil
    }
    let found = try rates.rates(of: balances, to: code, on: reader.today)
    let people = try rates.groupID.map {
      try AccountParticipant.all(home: $0, in: reader.connection)
    }
    let converted = ConvertedBalances(
      balances, into: currency, at: found.mapValues(\.rate))
    self.init(
      currency: code,
      rows: converted.nets.map { member, net in
        GroupPage.Balance(member: names[member], net: Money(net, code))
      }.sorted { left, right in
        if left.net.minor != right.net.minor { return left.net.minor > right.net.minor }
        return (left.member.name, left.member.id) < (right.member.name, right.member.id)
      },
      rates: found.sorted { $0.key < $1.key }.compactMap {
        Rate($0.key, code, $0.value, people ?? [])
      },
      unconverted: converted.unconverted.filter { !converted.tooLarge.contains($0) },
      tooLarge: converted.tooLarge,
      unconvertedCount: try rates.groupID.map {
        try GroupBalances.count(of: $0, in: converted.unconverted, reader.connection)
      } ?? 0)
  }
}

extension ConvertedPart.Rate {
  /// `nil` for a rate of so many digits that it tells nothing to a person.
  fileprivate init?(
    _ from: String, _ to: String, _ found: GroupRates.Found, _ people: [AccountParticipant]
  ) {
    guard let rate = found.rate.shown else { return nil }
    self.init(
      from: from, to: to, rate: rate, day: found.day,
      source: RatesPage.Source(found.source, people))
  }
}

extension RatesPage.Source {
  init(_ source: GroupRates.Source, _ people: [AccountParticipant]) {
    self =
      switch source {
      case .bank(let name): .bank(name)
      case .person(let account):
        .person(people.first { $0.accountID == account }?.name ?? "")
      }
  }
}
