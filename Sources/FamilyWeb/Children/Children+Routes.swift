import Families
import FoundationEssentials
import HTTPServer
import SharingWeb
import SyncProtocol
import Values
import Web

/// The accounts that parents keep for their children.
extension WebApplication {
  func newChildPage(_ family: ZoneID) -> Endpoint {
    .managing(.family(family)) { at in
      _ = try at.keeping
      let model = NewChildPage.Model(family: at.zone)
      return try await at.member.page { NewChildPage.view(model, in: $0) }
    }
  }

  func addChild(_ family: ZoneID) -> Endpoint {
    .managing(.family(family)) { at in
      let (keeping, words) = (try at.keeping, try await at.member.words())
      let draft = RecordDraft<FaceDetails>(
        at.form, FaceDetails.fields, standard: FaceDetails(), words: words)
      // Looked at first: an account that was made stays.
      var values = draft.values
      let face = SetFace(familyID: family, accountID: "", details: draft.details)
      let problems = face.problems
      let typed = at.field("name").trimmed
      values[.name] = FieldValue(typed, problem: typed.isEmpty ? .missing : nil)
      if let problem = problems.first {
        values[.emoji].problem = FieldProblem(problem, text: values[.emoji].text)
      }
      guard !values.hasProblems else { return try await at.newChild(values) }
      let child: AccountID
      do throws(BackendError) {
        child = try await keeping.makeKeptAccount(
          named: typed, in: family, by: at.member.visitor)
      } catch {
        switch error {
        case .invalidName: values[.name].problem = .nameHidesCharacters
        case .tooManyMade(let max, let days):
          values[.name].problem = .tooManyChildren(max: max, days: days)
        default: throw error
        }
        return try await at.newChild(values)
      }
      await at.member.workspace.syncNow()
      try await at.member.write { transaction in
        try SetFace(familyID: family, accountID: child, details: face.details)(transaction)
      }
      return at.member.goTo(
        .children(.child(family: family, child: child)), saying: .family(.childAdded(typed)))
    }
  }

  func childPage(_ family: ZoneID, _ child: AccountID) -> Endpoint {
    .managing(.family(family)) { at in try await at.childPage(child, nil) }
  }

  func makeCode(_ family: ZoneID, _ child: AccountID) -> Endpoint {
    .managing(.family(family)) { at in
      let person = try await at.keptPerson(child)
      let made = try await at.keeping.admissionCode(forKept: child, by: at.member.visitor)
      let link = at.guest.origin + at.guest.landmarks.admission(made.code).url
      // A link that is too long for a picture can still be copied.
      let drawn = try? DrawnQRCode(link)
      let model = ChildCodePage.Model(
        family: at.zone, person: person, link: link, code: made.code,
        qr: drawn.flatMap { QRCode(size: $0.side, modules: $0.modules) },
        expiresAt: Date(milliseconds: made.expiresAt))
      return try await at.member.page { ChildCodePage.view(model, in: $0) }
    }
  }

  func endSession(
    _ session: String, _ family: ZoneID, _ child: AccountID
  ) -> Endpoint {
    .managing(.family(family)) { at in
      _ = try await at.keptPerson(child)
      try await at.keeping.endSession(session, ofKept: child, by: at.member.visitor)
      return at.member.goTo(.children(.child(family: family, child: child)))
    }
  }

  func growUp(_ family: ZoneID, _ child: AccountID) -> Endpoint {
    .managing(.family(family)) { at in
      let person = try await at.keptPerson(child)
      let (keeping, name) = (try at.keeping, at.field("name"))
      do throws(BackendError) {
        try await keeping.release(
          kept: child, name: name, password: at.field("password"), by: at.member.visitor)
      } catch {
        guard let (field, problem) = at.problem(of: error, name: name) else { throw error }
        var values = FormValues<FormName>()
        values[.name] = FieldValue(name)
        values[field].problem = problem
        return try await at.childPage(child, values)
      }
      return at.member.goTo(
        .family(.familySettings(family)), saying: .family(.grownUp(person.name)))
    }
  }

  func removeChildPage(_ family: ZoneID, _ child: AccountID) -> Endpoint {
    .managing(.family(family)) { at in
      let model = RemoveChildPage.Model(
        family: at.zone, person: try await at.keptPerson(child))
      return try await at.member.page { RemoveChildPage.view(model, in: $0) }
    }
  }

  func removeChild(_ family: ZoneID, _ child: AccountID) -> Endpoint {
    .managing(.family(family)) { at in
      let person = try await at.keptPerson(child)
      try await at.keeping.remove(kept: child, by: at.member.visitor)
      await at.member.workspace.syncNow()
      return at.member.goTo(
        .family(.familySettings(family)), saying: .family(.childRemoved(person.name)))
    }
  }
}

extension AtZone<Managing> {
  /// Who keeps accounts here; a device asks for its hub's own address.
  fileprivate var keeping: any KeptAccountBackend {
    get throws {
      guard let keeping = app.backend.keptAccounts else { throw Abort.because(.needsHub) }
      return keeping
    }
  }

  /// The child whose account is kept in this family.
  fileprivate func keptPerson(_ child: AccountID) async throws -> FamilyFigure {
    guard try await keeping.keptAccounts(in: zone.id, by: member.visitor).contains(child) else {
      throw Abort.notFound
    }
    let (family, you) = (zone.id, member.accountID)
    let person = try await member.read { connection in
      try FamilyPerson.all(of: family, in: connection).first { $0.id == child }
        .map { FamilyFigure($0, you: you) }
    }
    guard let person else { throw Abort.notFound }
    return person
  }

  fileprivate func newChild(_ values: FormValues<FormName>) async throws -> HTTPResponse {
    var model = NewChildPage.Model(family: zone)
    model.values = values
    let shown = model
    return try await member.page(status: .unprocessableContent) {
      NewChildPage.view(shown, in: $0)
    }
  }

  fileprivate func childPage(
    _ child: AccountID, _ typed: FormValues<FormName>?
  ) async throws -> HTTPResponse {
    let person = try await keptPerson(child)
    let sessions = try await keeping.sessions(ofKept: child, by: member.visitor)
    var model = ChildPage.Model(
      family: zone, person: person,
      sessions: sessions.map {
        ChildPage.Session(
          id: $0.id, name: $0.label, lastSeenAt: Date(milliseconds: $0.lastUsedAt))
      }, minPasswordCharacters: app.backend.minPasswordCharacters)
    if let typed { model.values = typed }
    let shown = model
    return try await member.page(status: typed == nil ? .ok : .unprocessableContent) {
      ChildPage.view(shown, in: $0)
    }
  }

  fileprivate func problem(
    of error: BackendError, name: String
  ) -> (FormName, FieldProblem)? {
    switch error {
    case .invalidName: (.name, name.isEmpty ? .missing : .nameHidesCharacters)
    case .nameTaken: (.name, .accountExists)
    case .passwordIsName: (.password, .passwordIsName)
    case .passwordTooShort:
      (.password, .passwordTooShort(minCharacters: app.backend.minPasswordCharacters))
    case .passwordTooLong: (.password, .tooLong(maxCharacters: 1024))
    default: nil
    }
  }
}
