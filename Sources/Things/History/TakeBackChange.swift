import Household
import Replica
import SyncProtocol

/// Undoes one change of a home, as the hub recorded it, except for what has changed since.
package struct TakeBackChange: Sendable {
  package var homeID: ZoneID
  package var entry: HistoryEntry

  package enum Failure: Error, Equatable {
    case homeNotFound, readOnlyHome
    /// The change is too large for the history to hold in full.
    case tooLarge
    /// The change also affects other homes; a move is undone by moving back.
    case spansHomes
    /// Everything in the change has changed again, or is gone.
    case nothingLeft
    /// A place would be inside itself, or too deep.
    case placesDoNotFit
  }

  package init(homeID: ZoneID, entry: HistoryEntry) {
    self.homeID = homeID
    self.entry = entry
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Reversal.Outcome {
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    guard entry.isComplete else { throw Failure.tooLarge }
    guard !entry.isSpanning else { throw Failure.spansHomes }
    let isOld =
      transaction.nowMilliseconds.subtractingSaturating(entry.at) > DeletedFiles.keepMilliseconds
    let changes = entry.changes.filter { change in
      !(isOld && change.kind == .drop && Things.fileTables.contains(change.table))
    }
    let outcome = try Reversal(of: changes, in: homeID, schema: Things.schema)(transaction)
    guard !outcome.reverted.isEmpty else { throw Failure.nothingLeft }
    try checkPlaces(outcome.reverted, transaction, orThrow: Failure.placesDoNotFit)
    return outcome
  }
}

/// Restores the value that one field had before a change.
///
/// An amount and its currency that changed together are restored together, as either alone would
/// make another amount.
package struct RestoreValue: Sendable {
  package var homeID: ZoneID
  package var change: RecordChange
  /// The register's name in the schema.
  package var register: String

  package enum Failure: Error, Equatable {
    case homeNotFound, readOnlyHome
    /// The record that has the field is gone.
    case recordGone
    /// The place it was in is gone, would be inside itself, or is too deep.
    case placesDoNotFit
    /// The amount is in a currency other than the record's present one.
    case otherCurrency
    /// Amounts that have changed since would be in the wrong currency.
    case otherAmounts
    /// An amount that the person does not see.
    case amountUnseen
  }

  package init(homeID: ZoneID, change: RecordChange, register: String) {
    self.homeID = homeID
    self.change = change
    self.register = register
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    let together = try registersTogether(transaction)
    if register == "currency" || register.hasSuffix("Minor"),
      try transaction.hidesAmounts(of: homeID)
    {
      throw Failure.amountUnseen
    }
    if together == [register], register.hasSuffix("Minor"),
      let currency = change.before["currency"]?.text,
      Things.schema.table(change.table) != nil
    {
      let now = try connection.first(
        "SELECT currency FROM \(change.table) WHERE id = ?", .text(change.id)
      ) { $0.optionalText(0) }
      if let now, now != currency { throw Failure.otherCurrency }
    }
    if case .text(let place)? = change.before[register], register == "locationID" {
      guard try transaction.isLocation(place, in: homeID) else { throw Failure.placesDoNotFit }
    }
    let reversal = Reversal(of: [change], in: homeID, schema: Things.schema)
    for register in together {
      guard try reversal.restore(register, of: change.key, transaction) else {
        throw Failure.recordGone
      }
    }
    try checkPlaces([change.key], transaction, orThrow: Failure.placesDoNotFit)
  }

  /// The register, and those that have to be restored with it.
  private func registersTogether(_ transaction: WriteTransaction) throws -> [String] {
    guard register == "currency" || register.hasSuffix("Minor"),
      change.after["currency"] != nil, let table = Things.schema.table(change.table)
    else { return [register] }
    var together = [register]
    for other in table.registers.map(\.name)
    where other != register && (other == "currency" || other.hasSuffix("Minor")) {
      let now = try transaction.connection.first(
        "SELECT \(other) FROM \(table.name) WHERE id = ?", .text(change.id)
      ) { row in
        switch row.value(0) {
        case .integer(let minor): FieldValue.integer(minor)
        case .text(let currency): FieldValue.text(currency)
        default: FieldValue.null
        }
      }
      // A missing record is reported when it is restored; a missing amount needs no currency.
      guard let now, let before = change.before[other] else { continue }
      if now == before { continue }
      if now == change.after[other] {
        together.append(other)
      } else if now != .null {
        throw Failure.otherAmounts
      }
    }
    return together
  }
}

/// Throws if one of the places is inside itself, or deeper than allowed.
private func checkPlaces(
  _ keys: [RecordKey], _ transaction: WriteTransaction,
  orThrow failure: @autoclosure () -> any Error
) throws {
  for key in keys where key.table == Location.sql.table {
    guard let place = try Location.find(key.id, in: transaction.connection),
      let parent = place.parentID
    else { continue }
    let lineage = try Location.lineage(parent, in: transaction.connection)
    let height = try Location.height(place.id, in: transaction.connection)
    guard !lineage.contains(place.id), lineage.count + height <= Location.maxDepth else {
      throw failure()
    }
  }
}
