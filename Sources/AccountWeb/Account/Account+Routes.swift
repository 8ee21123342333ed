import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SharingWeb
import SyncProtocol
import TimeZones
import Web

/// A person's own settings: name, region, password, and where they are signed in.
extension WebApplication {
  func accountPage() -> Endpoint {
    .member { member in try await member.account() }
  }

  func saveProfile() -> Endpoint {
    .member { member in
      let name = member.field("displayName").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      let max = AccountPage.maxNameCharacters
      guard !name.isEmpty, name.count <= max else {
        let reason: InputProblem.Reason = name.isEmpty ? .missing : .tooLong(maxCharacters: max)
        return try await member.account(
          typed: [.displayName: name], [InputProblem(field: .displayName, reason: reason)])
      }
      do {
        // The hub first, where others see the name: if it refuses, nothing has changed.
        let isKnown = try await member.tellName(name)
        try await member.editProfile { $0.displayName = name }
        // Only now: what is told then is the name that the profile has.
        if !isKnown { try member.app.backend.device?.name.keep(of: member.accountID) }
        await member.workspace.syncNow()
        return member.goTo(
          .account(.account), saying: .account(isKnown ? .profileSaved : .profileKept))
      } catch EditProfile.Failure.invalid(let problems) {
        return try await member.account(typed: [.displayName: name], problems)
      }
    }
  }

  func saveRegion() -> Endpoint {
    .member { member in
      let typed: [AccountPage.Field: String] = [
        .locale: member.field("locale"), .timeZone: member.field("timeZone"),
        .currency: member.field("currency"),
      ]
      do {
        guard Region.named(typed[.locale] ?? "") != nil else {
          throw EditProfile.Failure.invalid([
            InputProblem(field: .locale, reason: .unknownLocale)
          ])
        }
        try await member.editProfile { edit in
          edit.locale = typed[.locale] ?? ""
          edit.timeZone = typed[.timeZone] ?? ""
          edit.currency = typed[.currency] ?? ""
        }
        return member.goTo(.account(.account), saying: .account(.regionSaved))
      } catch EditProfile.Failure.invalid(let problems) {
        return try await member.account(typed: typed, problems)
      }
    }
  }

  func saveAreas() -> Endpoint {
    .member { member in
      let known = Set(member.app.areas.hideable.map(\.name))
      let hidden = known.subtracting(member.form.all("area"))
      try await member.write { try HideAreas(hidden, of: known)($0) }
      return member.goTo(.account(.account), saying: .account(.areasSaved))
    }
  }

  func changePassword() -> Endpoint {
    .member { member in
      let new = member.field("newPassword")
      let backend = member.app.backend
      var problem: (AccountPage.Field, FieldProblem)?
      if new != member.field("repeatedPassword") {
        problem = (.repeatedPassword, .passwordsDiffer)
      } else {
        do throws(BackendError) {
          try await backend.changePassword(
            of: member.visitor, from: member.field("oldPassword"), to: new,
            address: member.guest.address)
        } catch {
          problem = AccountPage.problem(of: error, minCharacters: backend.minPasswordCharacters)
          if problem == nil { throw error }
        }
      }
      guard let problem else {
        return member.goTo(.account(.account), saying: .account(.passwordChanged))
      }
      return try await member.account(passwordProblem: problem)
    }
  }

  func endSession(_ id: String) -> Endpoint {
    .member { member in
      try await member.hub.endSession(id)
      return member.goTo(.account(.account), saying: .account(.sessionEnded))
    }
  }

  func endOtherSessions() -> Endpoint {
    .member { member in
      let count = try await member.app.backend.endOtherSessions(of: member.visitor)
      return member.goTo(.account(.account), saying: .account(.otherSessionsEnded(count)))
    }
  }
}

extension AccountPage {
  fileprivate static func problem(
    of error: BackendError, minCharacters: Int
  ) -> (Field, FieldProblem)? {
    switch error {
    case .wrongSignIn: (.oldPassword, .wrongPassword)
    case .passwordIsName: (.newPassword, .passwordIsName)
    case .passwordTooShort:
      (.newPassword, .passwordTooShort(minCharacters: minCharacters))
    case .passwordTooLong: (.newPassword, .tooLong(maxCharacters: 1024))
    default: nil
    }
  }

  /// The longest name that the hub shows to others.
  fileprivate static let maxNameCharacters = 64

  fileprivate static func session(_ summary: SessionSummary) -> Session {
    let isPhone = ["Android", "iPhone", "iPad"].contains { summary.label.contains($0) }
    return Session(
      id: summary.id, name: summary.label,
      kind: summary.isDevice ? .device : isPhone ? .phone : .browser,
      lastSeenAt: Date(milliseconds: summary.lastUsedAt), isCurrent: summary.isCurrent)
  }
}

extension Member {
  /// Tells the hub the person's own name, unless a device cannot reach it.
  ///
  /// - Returns: whether the hub knows it now.
  fileprivate func tellName(_ name: String) async throws -> Bool {
    do throws(HubClientError) {
      try await hub.setDisplayName(name)
    } catch {
      guard guest.isWithoutHub(error) else { throw error }
      return false
    }
    app.backend.device?.name.forget()
    return true
  }

  /// Changes part of the profile; the rest stays as it is.
  fileprivate func editProfile(
    _ change: @escaping @Sendable (inout EditProfile) -> Void
  ) async throws {
    try await write { transaction in
      guard let profile = try Profile.own(in: transaction.connection) else {
        throw EditProfile.Failure.profileMissing
      }
      var edit = EditProfile(
        displayName: profile.displayName, locale: profile.locale, timeZone: profile.timeZone,
        currency: profile.currency)
      change(&edit)
      try edit(transaction)
    }
  }

  fileprivate func account(
    typed: [AccountPage.Field: String] = [:], _ problems: [InputProblem] = [],
    passwordProblem: (AccountPage.Field, FieldProblem)? = nil
  ) async throws -> HTTPResponse {
    // If the hub cannot be reached, the page shows what the replica knows.
    let known = try? await hub.sessions()
    let sessions = known ?? []
    let (visitor, backend) = (visitor, app.backend)
    let isCounted = app.usage?.isCounted(accountID)
    let hasRecovery = try await hasRecovery()
    let isKept = try await backend.keptAccounts?.isKept(visitor) ?? false
    let isAgain = !problems.isEmpty || passwordProblem != nil
    return try await page(
      status: isAgain ? .unprocessableContent : .ok, { AccountPage.view($0, in: $1) },
      load: { reader in
        var values = FormValues<AccountPage.Field>()
        let profile = reader.surroundings.profile
        values[.displayName] = FieldValue(reader.surroundings.person.name)
        values[.locale] = FieldValue(reader.words.region.code)
        values[.timeZone] = FieldValue(profile?.timeZone ?? "")
        values[.currency] = FieldValue(profile?.currency ?? "")
        for (field, text) in typed { values[field] = FieldValue(text) }
        for problem in problems {
          guard let field = AccountPage.Field(rawValue: problem.field.rawValue) else { continue }
          values[field].problem = FieldProblem(problem, text: values[field].text)
        }
        if let (field, problem) = passwordProblem { values[field].problem = problem }
        let ordered = sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent }
        var model = AccountPage.Model(
          person: reader.surroundings.person, signInName: visitor.name, values: values,
          sessions: ordered.map { AccountPage.session($0) }, timeZones: CivilTimeZone.ofPlaces,
          isAdministrator: visitor.isAdministrator)
        model.isHubAway = known == nil
        model.isAtTablet = visitor.isAtTablet
        model.hasPassword = !isKept
        model.hasTokens = backend.tokens != nil && !isKept
        model.hasSharingFlags = backend.sharingFlags != nil && visitor.isAdministrator
        model.hasRecovery = hasRecovery
        model.hasCalendar = backend.calendars != nil
        model.isCounted = isCounted
        let hidden = profile?.hiddenAreas ?? []
        model.areas = reader.areas.hideable.map { area in
          AccountPage.ShownArea(
            name: area.name, title: area.title(reader.words),
            isShown: !hidden.contains(area.name))
        }
        return model
      })
  }
}
