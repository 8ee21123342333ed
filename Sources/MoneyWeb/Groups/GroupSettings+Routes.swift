import Finances
import HTTPServer
import Household
import SQLite
import SharingWeb
import SyncProtocol
import Values
import Web

/// A group's settings, and deleting it.
extension WebApplication {
  func groupSettingsPage(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in try await at.member.groupSettings(of: group, draft: nil) }
  }

  func saveGroup(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      let words = try await at.member.words()
      var draft = GroupDraft(at.form, words: words)
      do {
        let edit = EditGroup(
          groupID: group, details: draft.details, base: draft.base(words: words))
        let isReadable = !draft.values.hasProblems
        let saved = try await at.write { transaction in
          let saved = try edit(transaction)
          guard isReadable else { throw FinanceFailure.invalid([]) }
          return saved
        }
        return at.member.goTo(
          .groups(.groupSettings(group)), saying: .money(.saved(saved.details.name)))
      } catch FinanceFailure.invalid(let problems) {
        draft.show(problems, other: .name)
        return try await at.member.groupSettings(of: group, draft: draft)
      }
    }
  }

  /// All expenses as a table, written to a file first, so that a slow download holds up nobody.
  func groupTable(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in
      let folder = at.app.configuration.importDirectory
      let table = try await at.member.read { connection in
        try SpooledFile(unnamedIn: folder) {
          try GroupTable.writeCSV(of: group, in: connection, to: $0)
        }
      }
      return .table(table, name: at.zone.name)
    }
  }

  /// The whole group as JSON, which can be imported again.
  func groupDocument(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in
      let folder = at.app.configuration.importDirectory
      let document = try await at.member.read { connection in
        try SpooledFile(unnamedIn: folder) {
          try GroupDocument.write(group, in: connection, to: $0)
        }
      }
      return .document(document, name: at.zone.name)
    }
  }

  func deleteGroupPage(_ group: ZoneID) -> Endpoint {
    .owning(.group(group)) { at in
      try await at.member.read { try NotByChildren.check(in: $0) }
      return try await at.deletePage(FieldValue())
    }
  }

  func deleteGroup(_ group: ZoneID) -> Endpoint {
    .owning(.group(group)) { at in
      let typed = at.field("name")
      guard NameKey.make(typed) == NameKey.make(at.zone.name) else {
        return try await at.deletePage(
          FieldValue(typed, problem: typed.isEmpty ? .missing : .nameDiffers(at.zone.name)))
      }
      try await at.member.write(relyingOn: .init(zones: [group], accountList: true)) {
        try NotByChildren.check(in: $0.connection)
        try DeleteGroup(groupID: group)($0)
      }
      return at.member.goTo(.groups(.groups()), saying: .money(.groupDeleted(at.zone.name)))
    }
  }
}

/// The form of a group's settings.
typealias GroupDraft = RecordDraft<GroupDetails>

extension RecordDraft<GroupDetails> {
  init(_ form: HTTPParameters, words: Catalogue) {
    self.init(
      form, GroupDetails.fields, standard: GroupDetails(name: "", currency: ""), words: words)
  }

  init(_ details: GroupDetails, words: Catalogue) {
    self.init(details, GroupDetails.fields, words: words)
  }
}

extension Member {
  func groupSettings(
    of group: ZoneID, draft: GroupDraft?, invitee: FieldValue = FieldValue(),
    refusedPicture: RefusedFiles? = nil, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let news = try await app.backend.sharing(of: visitor)
    let share = try await share(of: group)
    return try await page(
      status: draft == nil ? status : .unprocessableContent,
      { GroupSettingsPage.view($0, in: $1) },
      load: { reader -> GroupSettingsPage.Model? in
        guard let stored = try Group.find(group, in: reader.connection),
          let role = reader.grantedRole(in: group)
        else { return nil }
        let shown = draft ?? GroupDraft(stored.details, words: reader.words)
        var model = GroupSettingsPage.Model(
          group: ZoneLink(.group, id: group, name: stored.details.name), role: role,
          values: shown.values, version: shown.version,
          colour: PaletteColour(index: shown.details.colorIndex),
          sharing: try SharingSection.Model(zone: group, role, reader),
          memberCount: try GroupMember.of(group, in: reader.connection).count,
          categoryCount: try ExpenseCategory.of(group, in: reader.connection).count,
          isReadOnly: reader.role(in: group) == .viewer)
        model.picture = try GroupPicture.of(group, in: reader.connection)
          .map { GroupImage($0, reader) }
        model.refusedPicture = refusedPicture
        model.sharing.access = try .init(news, of: visitor, reader)
        if let share { model.sharing.add(share) }
        model.sharing.invitee = invitee
        return model
      })
  }
}

extension AtZone<Owning> {
  fileprivate func deletePage(_ confirmation: FieldValue) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: confirmation.problem == nil ? .ok : .unprocessableContent,
      { DeleteGroupPage.view($0, in: $1) },
      load: { reader in
        let people = try AccountParticipant.all(home: zone.id, in: reader.connection)
        let balances = try GroupBalances.of(zone.id, in: reader.connection)
        return DeleteGroupPage.Model(
          group: zone,
          others: people.filter { $0.accountID != reader.accountID }.map { PersonBadge($0) },
          isOpen: balances.currencies.contains { !balances.net(in: $0).isEmpty },
          confirmation: confirmation)
      })
  }
}
