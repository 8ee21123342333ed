import Finances
import FoundationEssentials
import HTTPServer
import Household
import Replica
import SharingWeb
import SyncProtocol
import Values
import Web

/// The history of a group and of an expense, as the hub tells it; taking changes back, and
/// restoring what was deleted.
extension WebApplication {
  func groupActivity(_ group: ZoneID, before: Int64?) -> Endpoint {
    .viewing(.group(group)) { at in
      try await at.member.activity(GroupTeller.self, in: at.zone, before: before)
    }
  }

  func expenseHistory(_ group: ZoneID, _ id: RecordID, before: Int64?) -> Endpoint {
    .viewing(.group(group)) { at in
      try await at.member.activity(GroupTeller.self, in: at.zone, record: id, before: before) {
        guard let expense = try StoredExpense.find(id, in: $0.connection),
          expense.groupID == group
        else { return nil }
        let row = GroupPage.Row(expense, try MemberNames(of: group, $0), [])
        return .record(id: id, name: $0.words.title(of: row))
      }
    }
  }

  func groupChangePage(_ group: ZoneID, _ sequence: Int64) -> Endpoint {
    .viewing(.group(group)) { at in
      try await at.member.activityChange(GroupTeller.self, sequence, in: at.zone)
    }
  }

  func takeBackGroupChange(_ group: ZoneID, _ sequence: Int64) -> Endpoint {
    .editing(.group(group)) { at in
      let entry = try await at.member.change(sequence, in: group)
      guard entry.canTakeBackInGroup else {
        return try await at.member.activityChange(
          GroupTeller.self, sequence, in: at.zone, .nothingLeft)
      }
      let gone = try await at.member.goneMembers(of: entry.changes, in: group)
      let outcome: Reversal.Outcome
      do {
        outcome = try await at.write {
          try TakeBackGroupChange(groupID: group, entry: entry, goneMembers: gone)($0)
        }
      } catch let failure as TakeBackGroupChange.Failure {
        return try await at.member.activityChange(
          GroupTeller.self, sequence, in: at.zone, HistoryProblem(failure))
      }
      await at.member.workspace.syncNow()
      return at.member.goTo(
        .history(.groupActivity(group: group)),
        saying: .history(.takenBack(left: outcome.left.count)))
    }
  }

  func deletedExpensesPage(_ group: ZoneID, before: Int64?) -> Endpoint {
    .viewing(.group(group)) { at in
      try await at.member.deletedExpenses(of: at.zone, before: before)
    }
  }

  func restoreExpense(_ group: ZoneID, _ sequence: Int64, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let entry = try await at.member.change(sequence, in: group)
      let dropped = entry.changes.contains {
        $0.kind == .drop && $0.key == RecordKey("expenses", id)
      }
      guard dropped else { throw Abort.because(.gone) }
      let gone = try await at.member.goneMembers(
        of: entry.changes.filter { $0.id == id }, in: group)
      do {
        _ = try await at.write { transaction in
          try TakeBackGroupChange(
            groupID: group, entry: entry, expenseID: id, goneMembers: gone)(transaction)
        }
      } catch let failure as TakeBackGroupChange.Failure {
        return try await at.member.deletedExpenses(
          of: at.zone, before: nil, HistoryProblem(failure))
      }
      await at.member.workspace.syncNow()
      return at.member.goTo(
        .expenses(.expense(group: group, expense: id)), saying: .history(.expenseRestored))
    }
  }
}

extension Member {
  /// What became of the members whom changes name and who are gone.
  fileprivate func goneMembers(
    of changes: [RecordChange], in group: ZoneID
  ) async throws -> [RecordID: RecordChange] {
    let present = try await read { connection in
      try Set(GroupMember.of(group, in: connection).map(\.id))
    }
    return try await past(of: group).goneMembers(of: changes, present)
  }

  private func past(of group: ZoneID) -> GroupHistory {
    GroupHistory(of: group) { try await history($0) }
  }

  /// The deleted expenses of a group that are not there again.
  fileprivate func deletedExpenses(
    of group: ZoneLink, before: Int64?, _ problem: HistoryProblem? = nil
  ) async throws -> HTTPResponse {
    let deletions = try await past(of: group.id).deletions(before: before)
    return try await page(
      status: problem == nil ? .ok : .conflict, { DeletedExpensesPage.view($0, in: $1) },
      load: { reader in
        guard let teller = try GroupTeller(reader, group.id) else { return nil }
        let rows = try deletions.gone(in: reader.connection).map { entry, change in
          DeletedExpensesPage.Row(
            expenseID: change.id, sequence: entry.sequence,
            subject: try teller.subject(change, entry),
            day: change.before["day"]?.text.flatMap { CalendarDay($0) },
            person: teller.person(entry), isYou: entry.author == reader.accountID,
            at: Date(milliseconds: entry.at), isKnown: !change.before.isEmpty)
        }
        return DeletedExpensesPage.Model(
          group: group, rows: rows, older: deletions.next, isCutOff: deletions.isCutOff,
          isUnreachable: deletions.isUnreachable, canWrite: teller.canEdit, problem: problem)
      })
  }
}

extension HistoryProblem {
  fileprivate init(_ failure: TakeBackGroupChange.Failure) {
    switch failure {
    case .tooLarge: self = .tooLarge
    case .spansZones: self = .spansZones
    case .nothingLeft: self = .nothingLeft
    case .memberGone: self = .memberGone
    case .doesNotAddUp: self = .doesNotAddUp
    }
  }
}

/// What was taken back or restored in a group.
package enum HistoryFlash: FlashText {
  case takenBack(left: Int)
  case expenseRestored

  package func text(in words: Catalogue) -> String {
    switch self {
    case .takenBack(let left): words.takenBack(left: left)
    case .expenseRestored: words.say("Restored, with its receipts and comments")
    }
  }
}

extension FlashMessage {
  package static func history(_ message: HistoryFlash) -> FlashMessage { FlashMessage(message) }
}
