import Families
import HTTPServer
import Household
import Replica
import SharingWeb
import SyncProtocol
import Values
import Web

/// How people of a family are pictured, and when they are away.
extension WebApplication {
  func facePage(_ family: ZoneID, _ person: AccountID) -> Endpoint {
    .editing(.family(family)) { at in try await at.facePage(person, typed: nil) }
  }

  func saveFace(_ family: ZoneID, _ person: AccountID) -> Endpoint {
    .editing(.family(family)) { at in
      let words = try await at.member.words()
      let draft = RecordDraft<FaceDetails>(
        at.form, FaceDetails.fields, standard: FaceDetails(), words: words)
      do {
        let set = SetFace(familyID: family, accountID: person, details: draft.details)
        let isReadable = !draft.values.hasProblems
        try await at.write { transaction in
          try set(transaction)
          guard isReadable else { throw FamilyFailure.invalid([]) }
        }
        return at.member.goTo(.family(.familySettings(family)))
      } catch FamilyFailure.invalid(let problems) {
        let typed = draft.values[.emoji].text
        let problem = problems.first.map { FieldProblem($0, text: typed) }
        return try await at.facePage(person, typed: FieldValue(typed, problem: problem))
      }
    }
  }

  func absencesPage(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in try await at.absencesPage(nil) }
  }

  func addAbsence(_ family: ZoneID) -> Endpoint {
    .editing(.family(family)) { at in
      let words = try await at.member.words()
      var draft = RecordDraft<AbsenceDetails>(
        at.form, AbsenceDetails.fields, standard: AbsenceDetails(from: nil, through: nil),
        words: words)
      let person = at.field("person")
      do {
        let add = AddAbsence(familyID: family, personID: person, details: draft.details)
        let isReadable = !draft.values.hasProblems
        let name = try await at.write { transaction in
          try add(transaction)
          guard isReadable else { throw FamilyFailure.invalid([]) }
          return try FamilyPerson.all(of: family, in: transaction.connection)
            .first { $0.id == person }?.name ?? ""
        }
        return at.member.goTo(.family(.absences(family)), saying: .family(.awayNoted(name)))
      } catch FamilyFailure.invalid(let problems) {
        draft.show(problems, other: .startsOn)
        draft.values[.person] = FieldValue(person)
        return try await at.absencesPage(draft.values)
      }
    }
  }

  func removeAbsence(_ family: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      let absence = try await at.write { transaction in
        guard try Absence.find(id, in: transaction.connection)?.familyID == family else {
          throw FamilyFailure.absenceNotFound
        }
        return try DeleteAbsence(absenceID: id)(transaction)
      }
      return at.member.goTo(
        .family(.absences(family)), saying: .family(.awayRemoved),
        undo: Undo { transaction in
          try RestoreAbsence(absence)(transaction)
          return .family(.absences(family))
        })
    }
  }
}

// MARK: - From one family to another

extension WebApplication {
  /// What changing families means, before it is done.
  func switchFamilyPage(_ token: String) -> Endpoint {
    .member { member in
      let offer = try await member.hub.preview(InviteKey(typed: token))
      let own = try await member.read { try Family.own(in: $0) }
      guard offer.kind == .family, !offer.isForOther, own != nil, own?.id != offer.zone else {
        return member.goTo(.joining(.invite(token)))
      }
      let impact = try await member.familyImpact(joining: offer.inviteID)
      return try await member.page(
        { SwitchFamilyPage.view($0, in: $1) },
        load: { reader -> SwitchFamilyPage.Model? in
          guard let own = try Family.own(in: reader.connection),
            let role = reader.grantedRole(in: own.id)
          else { return nil }
          guard let present = try PresentFamily.of(reader) else { return nil }
          var model = SwitchFamilyPage.Model(
            token: token, from: ZoneLink(.family, id: own.id, name: own.details.name),
            to: offer.title, role: Role(offer.role))
          model.isOwner = role == .owner
          model.others = present.others
          model.routineCount = present.routineCount
          model.impact = impact
          model.impact?.stars = present.stars
          model.impact?.wishCount = present.wishCount
          return model
        })
    }
  }

  /// Leaves one family and joins the other in one step at the hub: nobody is between two. Whoever
  /// has changed elsewhere meanwhile is asked again, as what it means is another thing now.
  func switchFamily(_ token: String) -> Endpoint {
    .member { member in
      let own = try await member.read { try Family.own(in: $0) }
      let shown = member.field("from")
      guard shown.isEmpty || shown == own?.id else {
        return member.goTo(.family(.switchFamily(token: token)))
      }
      let account = member.accountID
      let isAlone = try await member.read { connection in
        try own.map { try Family.isAlone(account, in: $0.id, connection) } ?? false
      }
      let change = SwitchFamily(
        InviteKey(typed: token), leaving: own?.id, dissolves: isAlone && shown == own?.id)
      let zone: ZoneID
      do {
        zone = try await change(member.hub) { delete, reliance in
          try await member.write(relyingOn: reliance) { try delete($0) }
        }
      } catch {
        await member.workspace.syncNow()
        throw error
      }
      if let own { member.count(.left(.family(own.id))) }
      member.count(.joined(.family(zone)))
      await member.workspace.syncNow()
      return member.goTo(.joining(.joined(.family, zone: zone)))
    }
  }
}

extension AtZone {
  fileprivate func facePage(
    _ person: AccountID, typed: FieldValue?
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: typed?.problem == nil ? .ok : .unprocessableContent,
      { FacePage.view($0, in: $1) },
      load: { reader -> FacePage.Model? in
        let people = try FamilyPerson.all(of: zone.id, in: reader.connection)
        guard let found = people.first(where: { $0.id == person }) else { return nil }
        return FacePage.Model(
          family: zone, person: FamilyFigure(found, you: reader.accountID),
          emoji: typed ?? FieldValue(found.face.emoji))
      })
  }

  fileprivate func absencesPage(_ typed: FormValues<FormName>?) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: typed == nil ? .ok : .unprocessableContent, { AbsencesPage.view($0, in: $1) },
      load: { reader -> AbsencesPage.Model? in
        guard let family = try Family.find(zone.id, in: reader.connection) else { return nil }
        let people = try FamilyPerson.all(of: zone.id, in: reader.connection)
          .map { FamilyFigure($0, you: reader.accountID) }
        let today = family.today(at: reader.hubNow, reader.words)
        let rows = try Absence.of(zone.id, from: today, in: reader.connection)
          .compactMap { absence -> AbsencesPage.Row? in
            guard let person = people.first(where: { $0.id == absence.personID }) else {
              return nil
            }
            let details = absence.details
            return AbsencesPage.Row(
              id: absence.id, person: person,
              start: details.startsOn.flatMap { CalendarDay($0) },
              end: details.endsOn.flatMap { CalendarDay($0) }, note: details.note)
          }
        var model = AbsencesPage.Model(
          family: zone, rows: rows, people: people,
          canPlan: reader.role(in: zone.id).map { $0 != .viewer } ?? false)
        if let typed { model.values = typed }
        return model
      })
  }
}
