import Finances
import Values
import Web

extension MoneyArea {
  /// Payments to or from the person that others have noted, without their amounts.
  package static func notifications(_ reader: NotificationReader) throws -> [NotificationEntry] {
    try NotedPayment.all(
      of: reader.accountID, since: reader.since, limit: NotificationReader.maxPerArea,
      in: reader.connection
    ).map { payment in
      NotificationEntry(
        id: "payment \(payment.id)", .settled,
        at: reader.credible(payment.createdAt, on: CalendarDay(payment.day)), .coin,
        reader.words.notedPayment(payment),
        .expenses(.expense(group: payment.groupID, expense: payment.id)))
    }
  }
}

extension Catalogue {
  func notedPayment(_ payment: NotedPayment) -> String {
    payment.isIncoming
      ? say("\(payment.payer) settled up with you in \(payment.group)")
      : say("Your payment to \(payment.payee) was noted in \(payment.group)")
  }
}
