import Values

// The lists whose expenses make up a total.
extension ExpenseQuery {
  /// What is spent: expenses and refunds.
  package static func spent(in currency: String) -> ExpenseQuery {
    var query = ExpenseQuery(currency: currency)
    query.isPayment = false
    return query
  }

  /// Payments between members.
  package static func payments(in currency: String) -> ExpenseQuery {
    var query = ExpenseQuery(currency: currency)
    query.isPayment = true
    return query
  }

  /// All that makes up a balance.
  package static func all(of member: String, in currency: String) -> ExpenseQuery {
    ExpenseQuery(memberID: member, currency: currency)
  }

  package func paid(by member: String) -> ExpenseQuery { with { $0.payerID = member } }
  package func shared(by member: String) -> ExpenseQuery { with { $0.sharerID = member } }

  /// Of a category; of none if it is `nil`.
  package func of(category: String?) -> ExpenseQuery {
    with { ($0.categoryID, $0.isWithoutCategory) = (category, category == nil) }
  }

  package func during(year: Int) -> ExpenseQuery {
    with {
      $0.from = CalendarDay(year: year, month: 1, day: 1)
      $0.to = CalendarDay(year: year, month: 12, day: 31)
    }
  }

  package func during(month: Int, of year: Int) -> ExpenseQuery {
    until(month: month, of: year).with { $0.from = CalendarDay(year: year, month: month, day: 1) }
  }

  /// Until the end of a month.
  package func until(month: Int, of year: Int) -> ExpenseQuery {
    with { $0.to = CalendarDay(endOfMonth: month, year: year) }
  }

  /// The year or month that its days are; `nil` for other days.
  var period: (year: Int, month: Int?)? {
    guard let from, let to, from.year == to.year, from.day == 1, to.isLastOfMonth else {
      return nil
    }
    if from.month == to.month { return (from.year, from.month) }
    return from.month == 1 && to.month == 12 ? (from.year, nil) : nil
  }

  /// The one member that it asks about.
  var askedID: String? {
    let asked = [memberID, payerID, sharerID].compactMap(\.self)
    return asked.count == 1 ? asked[0] : nil
  }
}
