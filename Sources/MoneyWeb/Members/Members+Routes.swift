import AccountWeb
import Finances
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Web

/// The members of a group.
extension WebApplication {
  func membersPage(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in try await at.membersPage() }
  }

  func addMember(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      let name = at.field("name")
      do {
        let member = try await at.write {
          try AddMember(groupID: group, MemberDetails(name: name))($0)
        }
        return at.member.goTo(
          .members(.members(group: group)), saying: .money(.added(member.details.name)))
      } catch FinanceFailure.invalid(let problems) {
        return try await at.membersPage(
          newName: FieldValue(
            name, problem: problems.first.map { FieldProblem($0, text: name) } ?? .missing))
      } catch FinanceFailure.nameTaken {
        return try await at.membersPage(newName: FieldValue(name, problem: .nameTaken(name)))
      }
    }
  }

  func memberPage(_ group: ZoneID, _ member: RecordID) -> Endpoint {
    .viewing(.group(group)) { at in try await at.memberPage(member, draft: nil) }
  }

  func editMember(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let words = try await at.member.words()
      // Who may not say how a member is paid has no field for it.
      var draft = MemberDraft(
        at.form, withPayment: at.form.first("payment") != nil, words: words)
      do {
        let edit = EditMember(
          memberID: id, details: draft.details, base: draft.base(words: words))
        let isReadable = !draft.values.hasProblems
        let member = try await at.write { transaction in
          try transaction.requireMember(id, of: group)
          let member = try edit(transaction)
          guard isReadable else { throw FinanceFailure.invalid([]) }
          return member
        }
        return at.member.goTo(
          .members(.members(group: group)), saying: .money(.saved(member.details.name)))
      } catch FinanceFailure.invalid(let problems) {
        draft.show(problems, other: .name)
        return try await at.memberPage(id, draft: draft)
      } catch FinanceFailure.nameTaken {
        draft.values[.name].problem = .nameTaken(draft.values[.name].text)
        return try await at.memberPage(id, draft: draft)
      }
    }
  }

  func removeMember(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let name = try await at.write { transaction in
        let member = try transaction.requireMember(id, of: group)
        try RemoveMember(memberID: id)(transaction)
        return member.details.name
      }
      return at.member.goTo(
        .members(.members(group: group)), saying: .money(.memberRemoved(name)))
    }
  }
}

// MARK: - Who is who

extension WebApplication {
  /// The hub decides who is first, so this needs the hub, on a device too.
  func claimMember(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .viewing(.group(group)) { at in
      do {
        let member = try await at.decided { transaction in
          try transaction.requireMember(id, of: group)
          return try ClaimMember(memberID: id)(transaction)
        }
        return at.member.goTo(
          .groups(.group(group)), saying: .money(.claimed(member.details.name)))
      } catch FinanceFailure.alreadyClaimed(let taken) {
        // Whom they can be instead is on the same page.
        return try await at.membersPage(taken: taken)
      }
    }
  }

  func releaseMember(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .viewing(.group(group)) { at in
      let member = try await at.decided { transaction in
        try transaction.requireMember(id, of: group)
        return try ReleaseMember(memberID: id)(transaction)
      }
      return at.member.goTo(
        .members(.members(group: group)), saying: .money(.released(member.details.name)))
    }
  }

  func assignMember(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .owning(.group(group)) { at in
      let account = at.field("account")
      let member = try await at.decided { transaction in
        try transaction.requireMember(id, of: group)
        let people = try AccountParticipant.all(home: group, in: transaction.connection)
        guard people.contains(where: { $0.accountID == account }) else { throw Abort.badRequest }
        return try AssignMember(memberID: id, to: account)(transaction)
      }
      return at.member.goTo(
        .members(.members(group: group)), saying: .money(.saved(member.details.name)))
    }
  }

  func combineMemberPage(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in try await at.combinePage(id, choice: FieldValue()) }
  }

  func combineMember(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let into = at.field("into")
      do {
        let member = try await at.decided { transaction in
          try transaction.requireMember(id, of: group)
          try transaction.requireMember(into, of: group)
          return try CombineMembers(id, into: into)(transaction)
        }
        return at.member.goTo(
          .members(.members(group: group)), saying: .money(.combined(member.details.name)))
      } catch FinanceFailure.alreadyClaimed(let taken) {
        let problem: MoneyProblem = taken == id ? .anothersAccount : .twoAccounts
        return try await at.combinePage(
          id, choice: FieldValue(into, problem: .said(ProblemMessage(problem))))
      } catch FinanceFailure.unbalanced {
        return try await at.combinePage(id, choice: FieldValue(into, problem: .tooMuch))
      }
    }
  }
}

extension AtZone {
  /// Writes what the hub decides, with the group as it is there now. A device that has changes which
  /// the hub refused leads to these first.
  func decided<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    do {
      return try await member.write(relyingOn: Replica.Reliance(zones: [zoneID]), body)
    } catch ConfirmationError.parkedChanges {
      throw Abort.goTo(.syncing(.sync))
    }
  }
}

extension WriteTransaction {
  /// A member of the group. Throws `memberNotFound` if they are gone, and ``Stop/notFound`` if they
  /// are another group's.
  @discardableResult
  func requireMember(_ id: RecordID, of group: ZoneID) throws -> GroupMember {
    guard let member = try GroupMember.find(id, in: connection) else {
      throw FinanceFailure.memberNotFound
    }
    guard member.groupID == group else { throw Abort.notFound }
    return member
  }
}

/// The form of a member.
typealias MemberDraft = RecordDraft<MemberDetails>

extension RecordDraft<MemberDetails> {
  /// The names by which files call somebody are kept by imports, and stand in no form.
  private static func shown(withPayment: Bool) -> [RecordField<MemberDetails>] {
    MemberDetails.fields.filter {
      $0.name != "otherNames" && (withPayment || $0.name != "payment")
    }
  }

  init(_ form: HTTPParameters, withPayment: Bool, words: Catalogue) {
    self.init(
      form, Self.shown(withPayment: withPayment), standard: MemberDetails(name: ""), words: words)
  }

  init(_ details: MemberDetails, withPayment: Bool, words: Catalogue) {
    self.init(details, Self.shown(withPayment: withPayment), words: words)
  }
}

extension AtZone {
  fileprivate func membersPage(
    newName: FieldValue = FieldValue(), taken: RecordID? = nil
  ) async throws -> HTTPResponse {
    let group = zone
    return try await member.page(
      status: taken != nil ? .conflict : newName.problem == nil ? .ok : .unprocessableContent,
      { MembersPage.view($0, in: $1) },
      load: { reader in
        let names = try MemberNames(of: group.id, reader)
        let people = try AccountParticipant.all(home: group.id, in: reader.connection)
        return MembersPage.Model(
          group: group,
          rows: names.all.map { member in
            MembersPage.Row(
              member: names[member.id],
              account: member.accountID.map { account in
                people.first { $0.accountID == account }?.name ?? ""
              }, isArchived: member.details.isArchived)
          },
          canWrite: reader.role(in: group.id).map { $0 != .viewer } ?? false,
          isMember: names.you != nil, newName: newName, taken: taken.map { names[$0] })
      })
  }

  fileprivate func memberPage(_ id: RecordID, draft: MemberDraft?) async throws -> HTTPResponse {
    let group = zone
    return try await member.page(
      status: draft == nil ? .ok : .unprocessableContent, { MemberPage.view($0, in: $1) },
      load: { reader in try MemberPage.Model(id, of: group, draft, reader) })
  }
}

extension AtZone<Editing> {
  fileprivate func combinePage(_ id: RecordID, choice: FieldValue) async throws -> HTTPResponse {
    let group = zone
    return try await member.page(
      status: choice.problem == nil ? .ok : .unprocessableContent,
      { CombineMemberPage.view($0, in: $1) },
      load: { reader in
        let names = try MemberNames(of: group.id, reader)
        guard names.all.contains(where: { $0.id == id }) else { return nil }
        return CombineMemberPage.Model(
          group: group, member: names[id],
          others: names.all.filter { $0.id != id }.map { names[$0.id] }, choice: choice)
      })
  }
}

extension MemberPage.Model {
  fileprivate init?(
    _ id: RecordID, of group: ZoneLink, _ draft: MemberDraft?, _ reader: PageReader
  ) throws {
    let names = try MemberNames(of: group.id, reader)
    guard let member = names.all.first(where: { $0.id == id }) else { return nil }
    let people = try AccountParticipant.all(home: group.id, in: reader.connection)
    let isOwner = reader.grantedRole(in: group.id) == .owner
    let canWrite = reader.role(in: group.id).map { $0 != .viewer } ?? false
    let mayChangePayment = member.isPaidAsSaid(by: reader.accountID)
    let shown =
      draft
      ?? MemberDraft(member.details, withPayment: mayChangePayment, words: reader.words)
    self.init(
      group: group, member: names[id],
      account: member.accountID.map { account in
        MemberPage.Account(
          id: account, name: people.first { $0.accountID == account }?.name ?? "")
      },
      values: shown.values, version: shown.version, canWrite: canWrite, isOwner: isOwner,
      canClaim: member.accountID == nil && names.you == nil,
      isNamed: try GroupMember.isNamed(id, in: group.id, reader.connection))
    self.mayChangePayment = mayChangePayment
    payment = try PaymentDetails(in: group.id, reader.connection).shown(member).details.payment
    if canWrite { others = names.all.filter { $0.id != id }.map { names[$0.id] } }
    guard isOwner, canWrite else { return }
    accounts = people.map { MemberPage.Account(id: $0.accountID, name: $0.name) }
  }
}
