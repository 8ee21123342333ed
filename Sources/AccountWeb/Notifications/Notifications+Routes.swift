import FoundationEssentials
import HTTPServer
import Values
import Web

/// What a person is told, and what they want to be told.
extension WebApplication {
  func notificationsPage() -> Endpoint {
    .member { member in
      let state = try await member.app.backend.notifications.notifying(of: member.visitor)
      let rows = try await member.notifications(state).prefix(NotificationsPage.maxRows).map {
        NotificationsPage.Model.Row(
          id: $0.id, icon: $0.icon, title: $0.title, at: Date(milliseconds: $0.at),
          route: $0.route, isNew: $0.isNew)
      }
      let model = NotificationsPage.Model(rows: Array(rows))
      return try await member.page { NotificationsPage.view(model, in: $0) }
    }
  }

  func readNotifications() -> Endpoint {
    .member { member in
      let backend = member.app.backend.notifications
      let all = try await member.notifications(try await backend.notifying(of: member.visitor))
      try await backend.markSeen(
        all.filter(\.isNew).map { ToldNote(id: $0.id, at: $0.at) }, by: member.visitor)
      member.app.notificationCounts.forget(member.accountID)
      return member.goTo(
        .notifications(.notifications), saying: .account(.notificationsRead))
    }
  }

  func notificationSettings() -> Endpoint {
    .member { member in try await member.notificationSettings() }
  }

  func saveNotifications() -> Endpoint {
    .member { member in
      let backend = member.app.backend.notifications
      let ticked = Set(member.form.all("on"))
      let places: [NotificationPlace] = backend.sendsMail ? [.app, .mail] : [.app]
      try await backend.setSwitches(
        NotificationSwitches.all(ticked: ticked, places), of: member.visitor)
      member.app.notificationCounts.forget(member.accountID)
      return member.goTo(.notifications(.settings), saying: .account(.notificationsSaved))
    }
  }

  func saveMailAddress() -> Endpoint {
    .member { member in
      let backend = member.app.backend.notifications
      guard backend.sendsMail else { throw Abort.notFound }
      let address = member.field("address").trimmed
      let (words, origin) = (try await member.words(), member.guest.origin)
      let problem = try await backend.setMailAddress(address, of: member.visitor) {
        confirm, stop in
        let stopLink = origin + Route.notifications(.stopMail(secret: stop)).url
        return MailDraft(
          subject: words.confirmMailSubject,
          body: words.confirmMailBody(
            link: origin + Route.notifications(.confirmMail(secret: confirm)).url,
            stop: stopLink),
          stopLink: stopLink)
      }
      switch problem {
      case nil:
        return member.goTo(
          .notifications(.settings), saying: .account(.mailAsked(address)))
      case .kept?: throw Abort.notFound
      case .invalid?:
        return try await member.notificationSettings(
          FieldValue(
            address, problem: address.isEmpty ? .missing : .notAMailAddress(address)))
      case .tooMany?:
        return try await member.notificationSettings(FieldValue(address, problem: .tooManyMails))
      }
    }
  }

  func removeMailAddress() -> Endpoint {
    .member { member in
      try await member.app.backend.notifications.removeMailAddress(of: member.visitor)
      return member.goTo(.notifications(.settings), saying: .account(.mailRemoved))
    }
  }

  func confirmMailPage() -> Endpoint {
    .open { guest in
      _ = try guest.mailBackend
      return guest.page { MailLinkPage.view(.confirm, in: $0) }
    }
  }

  func confirmMail(_ secret: String) -> Endpoint {
    .open { guest in
      let isConfirmed = try await guest.mailBackend.confirmMailAddress(secret)
      return guest.page(status: isConfirmed ? .ok : .notFound) {
        MailLinkPage.view(isConfirmed ? .confirmed : .over, in: $0)
      }
    }
  }

  func stopMailPage() -> Endpoint {
    .open { guest in
      _ = try guest.mailBackend
      return guest.page { MailLinkPage.view(.stop, in: $0) }
    }
  }

  /// One press, by a person or by the mail program for them (RFC 8058).
  func stopMail(_ secret: String) -> Endpoint {
    .open { guest in
      let isStopped = try await guest.mailBackend.stopMail(secret)
      return guest.page(status: isStopped ? .ok : .notFound) {
        MailLinkPage.view(isStopped ? .stopped : .over, in: $0)
      }
    }
  }
}

extension Guest {
  /// Mails lead to the hub that has sent them.
  fileprivate var mailBackend: any NotificationBackend {
    get throws {
      guard app.backend.device == nil else { throw Abort.notFound }
      return app.backend.notifications
    }
  }
}

extension Member {
  /// - Parameter typed: an address that was not taken.
  fileprivate func notificationSettings(_ typed: FieldValue? = nil) async throws -> HTTPResponse {
    let backend = app.backend.notifications
    let state = try await backend.notifying(of: visitor)
    let switches = NotificationSwitches(state.switches)
    let isKept = try await app.backend.keptAccounts?.isKept(visitor) ?? false
    let mail =
      backend.sendsMail && !isKept
      ? NotificationSettingsPage.Mail(
        address: typed ?? FieldValue(state.address ?? ""), isThere: state.address != nil,
        isConfirmed: state.isConfirmed) : nil
    var settings = NotificationSettingsPage.Model(
      rows: NotificationKind.allCases.map {
        NotificationSettingsPage.Model.Row(
          $0, inApp: switches.isOn($0, .app), byMail: switches.isOn($0, .mail))
      }, mail: mail)
    settings.isAtTablet = visitor.isAtTablet
    settings.isOnDevice = app.backend.device != nil
    let model = settings
    return try await page(status: typed == nil ? .ok : .unprocessableContent) {
      NotificationSettingsPage.view(model, in: $0)
    }
  }
}
