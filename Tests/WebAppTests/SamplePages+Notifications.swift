import Foundation

@testable import AccountWeb
@testable import Web

extension Samples {
  var notificationPages: [SamplePage] {
    let rows: [NotificationsPage.Model.Row] = [
      .init(
        id: "1", icon: .people, title: t("Ben joined Flat"), at: ago(minutes: 3),
        route: .account(.account), isNew: true),
      .init(
        id: "2", icon: .coin, title: t("Mia settled up with you"), at: ago(minutes: 90),
        route: .account(.account), isNew: false),
    ]
    let lists: [(String, NotificationsPage.Model)] = [
      ("notifications", .init(rows: rows)), ("notifications-none", .init(rows: [])),
    ]
    let links: [(String, MailLinkPage.Model)] = [
      ("mail-confirm", .confirm), ("mail-confirmed", .confirmed), ("mail-stop", .stop),
      ("mail-stopped", .stopped), ("mail-over", .over),
    ]
    return lists.map { name, model in
      SamplePage(name, .notifications(.notifications)) { NotificationsPage.view(model, in: $0) }
    } + settings
      + links.map { name, model in
        let route: NotificationRoute =
          model == .confirm ? .confirmMail(secret: "s") : .stopMail(secret: "s")
        return SamplePage(name, .notifications(route), hasFrame: false) {
          MailLinkPage.view(model, in: $0)
        }
      }
  }

  private var settings: [SamplePage] {
    let rows = NotificationKind.allCases.map {
      NotificationSettingsPage.Model.Row($0, inApp: true, byMail: $0.isSafety)
    }
    let address = FieldValue(t("ana@home.example"))
    var onDevice = NotificationSettingsPage.Model(rows: rows)
    onDevice.isOnDevice = true
    let models: [(String, NotificationSettingsPage.Model)] = [
      ("notification-settings", .init(rows: rows)), ("notification-settings-device", onDevice),
      ("notification-mail", .init(rows: rows, mail: .init())),
      (
        "notification-mail-waiting",
        .init(rows: rows, mail: .init(address: address, isThere: true))
      ),
      (
        "notification-mail-confirmed",
        .init(rows: rows, mail: .init(address: address, isThere: true, isConfirmed: true))
      ),
      (
        "notification-mail-wrong",
        .init(
          rows: rows,
          mail: .init(address: FieldValue(t("ana"), problem: .notAMailAddress(t("ana")))))
      ),
      (
        "notification-mail-many",
        .init(rows: rows, mail: .init(address: FieldValue(address.text, problem: .tooManyMails)))
      ),
    ]
    return models.map { name, model in
      SamplePage(name, .notifications(.settings)) { NotificationSettingsPage.view(model, in: $0) }
    }
  }
}
