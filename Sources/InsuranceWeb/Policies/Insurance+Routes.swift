import FoundationEssentials
import HTTPServer
import Replica
import SQLite
import SyncProtocol
import Things
import Values
import ThingsWeb
import Web

/// The insurance policies of a home.
extension WebApplication {
  func insurancePage(home: ZoneID) -> Endpoint {
    .viewing(.amounts(of: home)) { at in
      try await at.member.page(
        home: home, { InsurancePage.view($0, in: $1) },
        load: { try InsurancePage.Model(at.link, $0) })
    }
  }

  func newPolicyPage(home: ZoneID) -> Endpoint {
    .editing(.amounts(of: home)) { at in
      try await at.member.page(
        home: home, { PolicyFormPage.view($0, in: $1) },
        load: { try PolicyFormPage.Model(newIn: at.link, $0) })
    }
  }

  func addPolicy(home: ZoneID) -> Endpoint {
    .editing(.amounts(of: home)) { at in
      var draft = PolicyDraft(at.form, words: try await at.member.words())
      do {
        let add = AddPolicy(homeID: home, draft.details, alsoIn: draft.alsoIn)
        // Unreadable fields and values that cannot be stored are reported together.
        let isReadable = !draft.values.hasProblems
        let policy = try await at.write { transaction in
          let policy = try add(transaction)
          guard isReadable else { throw AddPolicy.Failure.invalid([]) }
          return policy
        }
        return at.member.goTo(
          .insurance(.policies(home: home)),
          saying: draft.alsoIn.isEmpty
            ? .insurance(.policyAdded(policy.provider))
            : .insurance(.policyAddedToHomes(policy.provider, Set(draft.alsoIn + [home]).count)))
      } catch AddPolicy.Failure.invalid(let problems) {
        draft.take(problems)
        return try await at.policyForm(draft, policy: nil)
      }
    }
  }

  func policyPage(home: ZoneID, policy id: RecordID) -> Endpoint {
    .editing(.amounts(of: home)) { at in
      try await at.member.page(
        home: home, { PolicyFormPage.view($0, in: $1) },
        load: { reader in
          guard let policy = try Policy.find(id, in: reader.connection), policy.homeID == home
          else { return nil }
          let draft = PolicyDraft(policy.details, words: reader.words)
          return PolicyFormPage.Model(
            policyID: id, home: at.link, values: draft.values, version: draft.version,
            otherHomes: try PolicyFormPage.OtherHome.all(
              of: policy, home: home, chosen: nil, reader))
        })
    }
  }

  func editPolicy(home: ZoneID, policy id: RecordID) -> Endpoint {
    .editing(.amounts(of: home)) { at in
      let words = try await at.member.words()
      var draft = PolicyDraft(at.form, words: words)
      do {
        let edit = EditPolicy(
          policyID: id, details: draft.details, base: draft.base(words: words),
          alsoIn: draft.alsoIn)
        let isReadable = !draft.values.hasProblems
        let policy = try await at.write { transaction in
          try transaction.requirePolicy(
            id, of: home, orThrow: EditPolicy.Failure.policyNotFound)
          let policy = try edit(transaction)
          guard isReadable else { throw EditPolicy.Failure.invalid([]) }
          return policy
        }
        return at.member.goTo(
          .insurance(.policies(home: home)),
          saying: draft.alsoIn.isEmpty
            ? .insurance(.policySaved(policy.provider))
            : .insurance(.policySavedInHomes(policy.provider, Set(draft.alsoIn + [home]).count)))
      } catch EditPolicy.Failure.invalid(let problems) {
        draft.take(problems)
        return try await at.policyForm(draft, policy: id)
      }
    }
  }

  func deletePolicyPage(home: ZoneID, policy id: RecordID) -> Endpoint {
    .editing(.amounts(of: home)) { at in
      try await at.member.page(
        home: home, { DeletePolicyPage.view($0, in: $1) },
        load: { reader in
          let rows = try PolicyList.rows(
            home: home, today: reader.today.text, in: reader.connection)
          guard let row = rows.first(where: { $0.policy.id == id }) else { return nil }
          var model = DeletePolicyPage.Model(
            home: at.link, policyID: id, provider: row.policy.provider,
            number: row.policy.policyNumber, alsoCovers: row.alsoCovers)
          model.paperCount =
            try Attachment.of(.policy(id), home: home, in: reader.connection).count
          return model
        })
    }
  }

  func deletePolicy(home: ZoneID, policy id: RecordID) -> Endpoint {
    .editing(.amounts(of: home)) { at in
      let undo = try await at.write { transaction in
        try transaction.requirePolicy(
          id, of: home, orThrow: DeletePolicy.Failure.policyNotFound)
        return try DeletePolicy(policyID: id)(transaction)
      }
      return at.member.goTo(
        .insurance(.policies(home: home)), saying: .insurance(.policyDeleted(undo.policy.provider)),
        undo: .deletePolicy(undo))
    }
  }
}

extension WriteTransaction {
  /// The policy. Throws `gone` if it no longer exists, and ``Stop/notFound`` if it is another
  /// home's.
  @discardableResult
  func requirePolicy(
    _ id: RecordID, of home: ZoneID, orThrow gone: @autoclosure () -> any Error
  ) throws -> Policy {
    guard let policy = try Policy.find(id, in: connection) else { throw gone() }
    guard policy.homeID == home else { throw Abort.notFound }
    return policy
  }
}

extension AtZone<Editing> {
  /// The form again, with the typed texts and their problems.
  fileprivate func policyForm(_ draft: PolicyDraft, policy id: RecordID?) async throws
    -> HTTPResponse
  {
    let (link, home) = (link, homeID)
    return try await member.page(
      home: home, status: .unprocessableContent, { PolicyFormPage.view($0, in: $1) },
      load: { reader in
        PolicyFormPage.Model(
          policyID: id, home: link, values: draft.values, version: draft.version,
          otherHomes: try PolicyFormPage.OtherHome.all(
            of: try id.flatMap { try Policy.find($0, in: reader.connection) }, home: home,
            chosen: draft.alsoIn, reader))
      })
  }
}

extension PolicyFormPage.OtherHome {
  /// - Parameter chosen: the homes that were ticked; `nil` to tick those that share this policy.
  fileprivate static func all(
    of policy: Policy?, home: ZoneID, chosen: [String]?, _ reader: PageReader
  ) throws -> [PolicyFormPage.OtherHome] {
    try reader.writableHomes(except: home).map { other in
      let same = try policy?.counterpart(in: other.id, reader.connection)
      return PolicyFormPage.OtherHome(
        ZoneLink(id: other.id, name: other.name), hasPolicy: same != nil,
        isChosen: chosen?.contains(other.id)
          ?? (same != nil && same?.policyKey == policy?.policyKey))
    }
  }
}

extension PolicyFormPage.Model {
  /// An empty form in the currency of the home, or else of the person.
  fileprivate init(newIn home: ZoneLink, _ reader: PageReader) throws {
    let stored = try Home.find(home.id, in: reader.connection)
    self.init(
      home: home,
      values: FormValues([
        .currency: FieldValue(
          stored?.currency ?? reader.surroundings.profile?.currency ?? "EUR")
      ]),
      otherHomes: try PolicyFormPage.OtherHome.all(of: nil, home: home.id, chosen: [], reader))
  }
}

extension InsurancePage.Model {
  fileprivate init(_ home: ZoneLink, _ reader: PageReader) throws {
    let today = reader.today
    let coverage = try Coverage(home: home.id, today: today.text, in: reader.connection)
    let rows = try PolicyList.rows(home: home.id, today: today.text, in: reader.connection)
    self.init(
      home: home, role: reader.role(in: home.id) ?? .viewer,
      policies: try rows.map { row in
        var shown = InsurancePage.PolicyRow(row, today: today)
        shown.paperCount =
          try Attachment.of(.policy(row.policy.id), home: home.id, in: reader.connection).count
        return shown
      },
      covers: coverage.sums.map { InsurancePage.Cover($0) },
      uncovered: coverage.uncovered.moneys,
      lacking: InsurancePage.Lacking(
        items: coverage.itemCount, photo: coverage.unphotographedCount,
        serial: coverage.unserialedCount,
        receipt: coverage.unreceiptedCount, price: coverage.unpricedCount))
  }
}

extension InsurancePage.Cover {
  fileprivate init(_ sum: Coverage.Sum) {
    self.init(
      documented: Money(sum.documentedMinor, sum.currency),
      limit: Money(sum.limitMinor, sum.currency), policyCount: sum.policyCount)
    otherHomes = sum.otherHomes
    documentedTogether =
      sum.isComparable ? Money(sum.documentedTogetherMinor, sum.currency) : nil
  }
}

extension InsurancePage.PolicyRow {
  fileprivate init(_ row: PolicyList.Row, today: CalendarDay) {
    let policy = row.policy
    let (start, end) = (
      policy.startsOn.flatMap { CalendarDay($0) }, policy.endsOn.flatMap { CalendarDay($0) }
    )
    self.init(
      id: policy.id, provider: policy.provider, number: policy.policyNumber,
      term: PolicyTerm(from: start, to: end, today: today), startsOn: start, endsOn: end,
      amounts: PolicyAmount.allCases.compactMap { kind in
        policy.amounts[keyPath: kind.path].map { (kind, Money($0, policy.currency)) }
      })
    alsoCovers = row.alsoCovers
    notes = policy.notes
  }
}

extension Undo {
  static func deletePolicy(_ undo: UndoDeletePolicy) -> Undo {
    Undo { .insurance(.policies(home: try RestorePolicy(undo)($0).homeID)) }
  }
}
