import RESTAPI
import Rates
import Splitting
import Values

/// `hearth calc convert`: from an amount and a rate, or the day of one, to the amount in another
/// currency.
enum CalcConvert {
  static func answer(_ document: CalcInput, ratesFile: String?) throws(CalcFailure) -> JSON {
    let from = try currency(document.member("from"))
    let to = try currency(document.member("to"))
    let input = try document.member("amount")
    let number = try decimal(input)
    let amount: Int64
    do throws(Conversion.Problem) {
      amount = try Conversion.minor(number, in: from)
    } catch {
      throw input.failure(error.reason(from))
    }
    let (rate, field) = try rate(document, from, to, ratesFile)
    do throws(Conversion.Problem) {
      let converted = try Conversion.convert(amount, from: from, to: to, at: rate)
      return ["amount": .string(ExactDecimal.text(minor: converted, exponent: to.exponent))]
    } catch {
      throw CalcFailure(error == .resultOutOfRange ? field : input.place, error.reason(to))
    }
  }

  private static func currency(_ input: CalcInput) throws(CalcFailure) -> Currency {
    let code = try input.text()
    guard let currency = Currency(code: code) else {
      throw input.failure(
        "is '\(code.prefix(40))', which is no currency; write three capitals, such as EUR")
    }
    return currency
  }

  private static func decimal(_ input: CalcInput) throws(CalcFailure) -> ExactDecimal {
    let text = try input.text()
    do throws(ExactDecimal.Problem) {
      return try ExactDecimal(text)
    } catch {
      throw switch error {
      case .unreadable:
        input.failure("is '\(text.prefix(40))', which is no number such as 12.50")
      case .tooManyDigits:
        input.failure("has more than \(ExactDecimal.maxDigits) digits")
      }
    }
  }

  /// The rate that is given or found, and the field that it is from.
  private static func rate(
    _ document: CalcInput, _ from: Currency, _ to: Currency, _ file: String?
  ) throws(CalcFailure) -> (ExchangeRate, field: String) {
    let (given, date) = (try document.optional("rate"), try document.optional("date"))
    if let given {
      guard date == nil else {
        throw given.failure("is there beside a date; one of them is enough")
      }
      guard let rate = ExchangeRate(try decimal(given)) else {
        throw given.failure("is not above zero")
      }
      return (rate, given.place)
    }
    guard let date else { throw CalcFailure("rate", "is missing; a date would do as well") }
    let text = try date.text()
    guard let day = CalendarDay(text) else {
      throw date.failure("is '\(text.prefix(40))', which is no day such as 2024-03-01")
    }
    let table = try table(file)
    for (currency, field) in [(from, "from"), (to, "to")] where !table.knows(currency.code) {
      throw CalcFailure(
        field, "is \(currency.code), for which the \(RateTable.source) has no rates; give a rate")
    }
    guard let found = table.latestRate(from: from.code, to: to.code, on: day) else {
      let span = table.span.map { "; there are rates from \($0.lowerBound.text)" }
      let end = table.span.map { " to \($0.upperBound.text)" }
      throw date.failure(
        "has no rate from \(from.code) to \(to.code), nor have the \(RateTable.maxDaysBack) days"
          + " before it\(span ?? "")\(end ?? "")")
    }
    return (found.rate, date.place)
  }

  /// The rates that are built in, with those of a newer file.
  private static func table(_ file: String?) throws(CalcFailure) -> RateTable {
    guard let file else {
      guard let table = EmbeddedRates.table else {
        throw CalcFailure("date", "needs rates, and this program was built without any")
      }
      return table
    }
    do throws(RateFileProblem) {
      let newer = try RateFile.read(path: file, name: file)
      return EmbeddedRates.table?.extended(by: newer) ?? newer
    } catch {
      throw CalcFailure("--rates", error.sentence)
    }
  }
}

extension Conversion.Problem {
  fileprivate func reason(_ currency: Currency) -> String {
    switch self {
    case .tooManyDecimals(let max):
      max == 0
        ? "has decimals, and \(currency.code) has none"
        : "has more than the \(max) decimals of \(currency.code)"
    case .amountOutOfRange: SplitProblem.amountOutOfRange.reason
    case .resultOutOfRange: "leads to an amount beyond ±\(Split.maxAmount) minor units"
    case .partsUnusable: "cannot be apportioned"
    }
  }
}

extension RateFileProblem {
  /// What is wrong, to be read after the name of the file.
  var sentence: String {
    switch self {
    case .file(let failure): failure.sentence
    case .noSingleTable: "the archive does not hold exactly one CSV file"
    case .notRates(let text):
      "the file begins with '\(text)' and not with Date and currencies, as the bank's do"
    case .column(let number, let text):
      "column \(number) is '\(text)': no currency of three capitals, or there twice"
    case .tooManyColumns(let max): "the file has more than \(max) currencies"
    case .tooManyDays(let max): "the file has more than \(max) days"
    case .noRates: "the file has no line with rates"
    case .line(let number, let reason): "line \(number) \(reason.text)"
    }
  }
}

extension RateFileProblem.Reason {
  fileprivate var text: String {
    switch self {
    case .cells(let found, let expected): "has \(found) cells instead of \(expected)"
    case .notADay(let text): "begins with '\(text)', which is no day"
    case .dayTwice(let day): "has \(day.text) again"
    case .notARate(let currency, let text): "has '\(text)' for \(currency), which is no rate"
    case .notPositive(let currency, let text):
      "has \(text) for \(currency), which is not above zero"
    case .tooManyDigits(let currency, let text):
      "has '\(text)' for \(currency), which has too many digits"
    }
  }
}
