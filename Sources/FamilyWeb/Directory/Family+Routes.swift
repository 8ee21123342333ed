import Families
import FoundationEssentials
import HTTPServer
import Household
import SQLite
import SharingWeb
import SyncProtocol
import TimeZones
import Values
import Web

/// A person's family: founding it, its settings, dissolving it.
extension WebApplication {
  /// Whoever is in a family goes to its day; a child to its own.
  func familiesPage() -> Endpoint {
    .member { member in
      let own = try await member.read { try Family.own(in: $0) }
      guard let own else {
        let deleted = await member.deletedZones(.family)
        return try await member.page(
          { FamiliesPage.view($0, in: $1) },
          load: { reader in
            FamiliesPage.Model(
              deleted: deleted?.map {
                DeletedZoneRow($0, .family, isYou: $0.personID == reader.accountID)
              })
          })
      }
      let role = try await member.read { try FamilyArea.zone(own.id, in: $0)?.role }
      guard role != .readOnly else {
        return member.goTo(.days(.person(family: own.id, person: member.accountID)))
      }
      return member.goTo(.days(.day(family: own.id)))
    }
  }

  func newFamilyPage() -> Endpoint {
    .member { member in
      try await member.page(
        { NewFamilyPage.view($0, in: $1) },
        load: { reader in
          var model = NewFamilyPage.Model()
          model.zones = CivilTimeZone.ofPlaces
          model.values[.timeZone] = FieldValue(
            try FamilyDetails.ofFounder(in: reader.connection).timeZone)
          return model
        })
    }
  }

  func addFamily() -> Endpoint {
    .member { member in
      let words = try await member.words()
      var draft = FamilyDraft(member.form, words: words)
      do {
        let (create, isReadable) = (CreateFamily(draft.details), !draft.values.hasProblems)
        // Only the hub knows whether they are in a family already.
        let family = try await member.write(relyingOn: .init(accountList: true)) { transaction in
          let family = try create(transaction)
          guard isReadable else { throw FamilyFailure.invalid([]) }
          return family
        }
        return member.goTo(
          .family(.familySettings(family.id)), saying: .family(.founded(family.details.name)))
      } catch FamilyFailure.alreadyInFamily {
        return member.goTo(.family(.families))
      } catch FamilyFailure.invalid(let problems) {
        draft.show(problems, other: .name)
        let shown = draft
        return try await member.page(
          status: .unprocessableContent, { NewFamilyPage.view($0, in: $1) },
          load: { reader in
            var model = NewFamilyPage.Model()
            (model.values, model.zones) = (shown.values, CivilTimeZone.ofPlaces)
            return model
          })
      }
    }
  }

  func familySettingsPage(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in try await at.member.familySettings(of: family, draft: nil) }
  }

  func saveFamily(_ family: ZoneID) -> Endpoint {
    .editing(.family(family)) { at in
      let words = try await at.member.words()
      var draft = FamilyDraft(at.form, words: words)
      do {
        let edit = EditFamily(
          familyID: family, details: draft.details, base: draft.base(words: words))
        let isReadable = !draft.values.hasProblems
        let saved = try await at.write { transaction in
          let saved = try edit(transaction)
          guard isReadable else { throw FamilyFailure.invalid([]) }
          return saved
        }
        return at.member.goTo(
          .family(.familySettings(family)), saying: .family(.saved(saved.details.name)))
      } catch FamilyFailure.invalid(let problems) {
        draft.show(problems, other: .name)
        return try await at.member.familySettings(of: family, draft: draft)
      }
    }
  }

  func deleteFamilyPage(_ family: ZoneID) -> Endpoint {
    .owning(.family(family)) { at in try await at.dissolvePage(FieldValue()) }
  }

  func deleteFamily(_ family: ZoneID) -> Endpoint {
    .owning(.family(family)) { at in
      let typed = at.field("name")
      guard NameKey.make(typed) == NameKey.make(at.zone.name) else {
        return try await at.dissolvePage(
          FieldValue(typed, problem: typed.isEmpty ? .missing : .nameDiffers(at.zone.name)))
      }
      try await at.member.write(relyingOn: .init(zones: [family], accountList: true)) {
        try DeleteFamily(familyID: family)($0)
      }
      return at.member.goTo(.family(.families), saying: .family(.dissolved(at.zone.name)))
    }
  }
}

/// The form of a family.
typealias FamilyDraft = RecordDraft<FamilyDetails>

extension RecordDraft<FamilyDetails> {
  init(_ form: HTTPParameters, words: Catalogue) {
    self.init(form, FamilyDetails.fields, standard: FamilyDetails(name: ""), words: words)
  }

  init(_ details: FamilyDetails, words: Catalogue) {
    self.init(details, FamilyDetails.fields, words: words)
  }
}

extension Member {
  func familySettings(
    of family: ZoneID, draft: FamilyDraft?, invitee: FieldValue = FieldValue(),
    status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let news = try await app.backend.sharing(of: visitor)
    let kept = app.backend.keptAccounts == nil ? nil : try await kept(in: family, .family)
    let kiosks = try await app.backend.kiosks?.kiosks(in: family, by: visitor)
    let share = try await share(of: family, .family)
    let shared = try await zonesShared(with: family)
    return try await page(
      status: draft == nil ? status : .unprocessableContent,
      { FamilySettingsPage.view($0, in: $1) },
      load: { reader -> FamilySettingsPage.Model? in
        guard let stored = try Family.find(family, in: reader.connection),
          let role = reader.grantedRole(in: family)
        else { return nil }
        let shown = draft ?? FamilyDraft(stored.details, words: reader.words)
        var model = FamilySettingsPage.Model(
          family: ZoneLink(.family, id: family, name: stored.details.name), role: role,
          values: shown.values,
          people: try FamilyPerson.all(of: family, in: reader.connection).map {
            FamilyFigure($0, you: reader.accountID)
          }, sharing: try SharingSection.Model(zone: family, of: .family, role, reader),
          isReadOnly: reader.role(in: family) == .viewer)
        model.version = shown.version
        let decides = role.decidesAccess(to: .family)
        model.kept = decides ? kept : nil
        model.kiosks = decides ? kiosks?.map { FamilySettingsPage.Tablet($0) } : nil
        model.hasPins = kiosks != nil
        model.zones = CivilTimeZone.ofPlaces
        model.shared = reader.shared(with: Set(model.people.map(\.id)), known: shared)
        model.sharing.access = try .init(news, of: visitor, reader)
        if let share { model.sharing.add(share) }
        for (index, member) in model.sharing.members.enumerated()
        where model.kept?.contains(member.person.id) == true {
          model.sharing.members[index].account =
            .children(.child(family: family, child: member.person.id))
        }
        model.sharing.invitee = invitee
        return model
      })
  }
}

extension AtZone<Owning> {
  fileprivate func dissolvePage(_ confirmation: FieldValue) async throws -> HTTPResponse {
    let zone = zone
    let kept = try await member.kept(in: zone.id, .family)
    let impact = try await member.familyImpact()
    return try await member.page(
      status: confirmation.problem == nil ? .ok : .unprocessableContent,
      { DissolvePage.view($0, in: $1) },
      load: { reader in
        let people = try AccountParticipant.all(home: zone.id, in: reader.connection)
        var model = DissolvePage.Model(
          family: zone,
          others: people.filter { $0.accountID != reader.accountID }.map { PersonBadge($0) },
          confirmation: confirmation)
        model.kept = people.filter { kept.contains($0.accountID) }.map(\.name)
        model.impact = impact
        return model
      })
  }
}
