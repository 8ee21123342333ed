import Finances
import HTTPServer
import Household
import Rates
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// The rates that a group has entered.
extension WebApplication {
  func ratesPage(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in try await at.ratesPage(nil) }
  }

  func setRate(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      let words = try await at.member.words()
      var values = FormValues<FormName>()
      for name in RatesPage.fields { values[name] = FieldValue(at.field(name.rawValue)) }
      let details = ManualRateDetails(&values, words)
      guard !values.hasProblems else { return try await at.ratesPage(values) }
      do {
        _ = try await at.write { try SetRate(groupID: group, details)($0) }
        return at.member.goTo(.rates(.rates(group: group)), saying: .money(.rateSaved))
      } catch FinanceFailure.invalid(let problems) {
        values.show(problems, among: RatesPage.fields, other: .rate)
        return try await at.ratesPage(values)
      }
    }
  }

  func removeRate(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let removed = try await at.write { transaction in
        guard let rate = try ManualRate.find(id, in: transaction.connection) else {
          throw FinanceFailure.rateNotFound
        }
        guard rate.groupID == group else { throw Abort.notFound }
        return try RemoveRate(rateID: id)(transaction)
      }
      return at.member.goTo(
        .rates(.rates(group: group)), saying: .money(.rateRemoved), undo: .removeRate(removed))
    }
  }
}

extension Undo {
  fileprivate static func removeRate(_ rate: ManualRate) -> Undo {
    Undo { transaction in
      try RestoreRate(rate)(transaction)
      return .rates(.rates(group: rate.groupID))
    }
  }
}

extension FormName {
  static let rate = FormName(rawValue: "rate")
  static let fromCurrency = FormName(rawValue: "fromCurrency")
  static let toCurrency = FormName(rawValue: "toCurrency")
}

extension RatesPage {
  static let fields: [FormName] = [.fromCurrency, .toCurrency, .day, .rate]
}

extension ManualRateDetails {
  /// What was typed; what cannot be read sets a problem.
  fileprivate init(_ values: inout FormValues<FormName>, _ words: Catalogue) {
    func code(_ name: FormName) -> String {
      let code = InputText.line(values[name].text).uppercased()
      if Currency(code: code) == nil {
        values[name].problem = code.isEmpty ? .currencyMissing : .unknownCurrency(code)
      }
      return code
    }
    let (from, to) = (code(.fromCurrency), code(.toCurrency))
    if from == to, values[.toCurrency].problem == nil {
      values[.toCurrency].problem = .sameCurrency
    }
    let day = values.day(.day)
    if day == nil, values[.day].problem == nil { values[.day].problem = .missing }
    let text = ManualRateDetails.rate(typed: values[.rate].text)
    self.init(from: from, to: to, day: day, rate: text)
    if text.isEmpty {
      values[.rate].problem = .missing
    } else if number == nil {
      values[.rate].problem = .unreadableRate(text)
    }
  }
}

extension AtZone {
  /// - Parameter typed: the form as it was sent; `nil` for a new one.
  fileprivate func ratesPage(_ typed: FormValues<FormName>?) async throws -> HTTPResponse {
    let zone = zone
    let span = app.service(CurrentRates.self).table?.span
    return try await member.page(
      status: typed == nil ? .ok : .unprocessableContent, { RatesPage.view($0, in: $1) },
      load: { reader in
        guard let group = try Group.find(zone.id, in: reader.connection) else { return nil }
        let people = try AccountParticipant.all(home: zone.id, in: reader.connection)
        let used = try GroupBalances.of(zone.id, in: reader.connection).currencies
        let own = group.details.currency
        var values = typed ?? FormValues()
        if typed == nil {
          values[.toCurrency] = FieldValue(own)
          values[.fromCurrency] = FieldValue(used.first { $0 != own } ?? "")
          values[.day] = FieldValue(reader.today.text)
        }
        return RatesPage.Model(
          group: zone,
          rows: try ManualRate.of(zone.id, in: reader.connection).map { rate in
            RatesPage.Row(
              id: rate.id, from: rate.details.fromCurrency, to: rate.details.toCurrency,
              rate: rate.details.rate, day: rate.details.day.flatMap { CalendarDay($0) },
              enteredBy: people.first { $0.accountID == rate.enteredBy }?.name ?? "")
          }, canWrite: reader.role(in: zone.id).map { $0 != .viewer } ?? false,
          currencies: [own] + used.filter { $0 != own }, values: values,
          bank: span.map { RatesPage.Bank(name: RateTable.source, lastDay: $0.upperBound) })
      })
  }
}
