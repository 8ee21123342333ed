import RESTAPI
import Splitting

/// `hearth calc settle`: from balances to the fewest transfers.
enum CalcSettle {
  /// - Parameter warn: is told what the answer does not say.
  static func answer(
    _ document: CalcInput, warn: (String) -> Void
  ) throws(CalcFailure) -> JSON {
    let object = try document.member("balances")
    let balances = try object.people().map { (person: $0.person, net: Int128($0.amount)) }
    do throws(Settlement.Problem) {
      let settlement = try Settlement(balances)
      if !settlement.isExact {
        warn(
          """
          With more than \(Settlement.maxExactPeople) people who owe or are owed, fewer payments \
          may be possible.
          """)
      }
      let transfers = settlement.transfers.map { transfer -> JSON in
        // No transfer is larger than a balance, and those had 64 bits.
        [
          "from": .string(CalcPerson.id(transfer.from)),
          "to": .string(CalcPerson.id(transfer.to)),
          "amount": .integer(Int64(clamping: transfer.amount)),
        ]
      }
      return ["transfers": .array(transfers)]
    } catch {
      throw switch error {
      case .duplicatePerson(let index):
        CalcFailure("balances.\(CalcPerson.id(balances[index].person))", "is there twice")
      case .balanceOutOfRange(let index):
        CalcFailure("balances.\(CalcPerson.id(balances[index].person))", "is too large")
      case .notZero(let sum): object.failure("come to \(sum) instead of 0")
      }
    }
  }
}
