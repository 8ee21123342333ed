import Web

extension NotificationsPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.notificationsTitle) {
      context.top(words.notificationsTitle) {
        if model.rows.contains(where: \.isNew) {
          context.postButton(
            .notifications(.read), words.markAllRead, .check, style: .primary)
        }
        linkButton(.notifications(.settings), words.chooseNotifications, .gear)
      }
      section(.class("card"), .id("notifications")) {
        if model.rows.isEmpty {
          emptyState(
            "🔔", words.noNotifications, words.noNotificationsText, action: .empty)
        } else {
          ul(.class("lines", "padded")) { model.rows.map { row($0, in: context) } }
        }
      }
    }
  }

  private static func row(_ row: Model.Row, in context: ViewContext) -> HTML {
    let words = context.words
    return li(.dataKey(row.id)) {
      a(.class("row", "grow"), .href(row.route)) {
        span(.class("ic", "calm")) { row.icon() }
        span(.class("grow")) {
          b { row.title }
          small { words.ago(row.at, now: context.hubNow) }
        }
        if row.isNew { statusChip(words.newMark, .good) }
        Icon.chevronRight(16)
      }
    }
  }
}

extension NotificationSettingsPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.notificationsTitle, isLive: false) {
      context.top(words.notificationsTitle, crumbs: [Crumb(words.account, .account(.account))]) {
        linkButton(.notifications(.notifications), words.showNotifications, .bell)
      }
      div(.class("form-page", "stack")) {
        if let mail = model.mail {
          model.isAtTablet
            ? card(words.mailAddress, id: "mail") { p(.class("muted")) { words.atTabletText } }
            : address(mail, in: context)
        }
        switches(model, in: context)
      }
    }
  }

  private static func switches(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.whatYouAreTold, id: "switches") {
      p(.class("muted")) { words.safetyIsTold }
      if model.isOnDevice {
        p(.class("muted")) { words.switchesOfDevice }
      } else if model.mail == nil {
        p(.class("muted")) { words.noMailHere }
      }
      context.postForm(.notifications(.settings)) {
        model.rows.map { row in
          fieldset(.class("switches")) {
            legend { words.notificationKind(row.kind) }
            if !row.kind.isSafety {
              context.checkbox(
                "on", value: NotificationSwitches.name(row.kind, .app), words.toldInApp,
                isChecked: row.inApp)
            } else {
              p(.class("muted")) { words.alwaysInApp }
            }
            if model.mail != nil, row.kind.isOfHub {
              context.checkbox(
                "on", value: NotificationSwitches.name(row.kind, .mail), words.toldByMail,
                isChecked: row.byMail)
            }
          }
        }
        actions { submit(words.save, style: .primary) }
      }
    }
  }

  private static func address(_ mail: Mail, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.mailAddress, id: "mail") {
      p(.class("muted")) { words.mailText }
      if mail.isThere {
        note(mail.isConfirmed ? .info : .warn) {
          mail.isConfirmed ? words.mailConfirmed : words.mailNotConfirmed
        }
      }
      context.postForm(.notifications(.mailAddress)) {
        context.field(
          "address", words.mailAddress, mail.address,
          FieldStyle(type: "email", autocomplete: "email", maxLength: 254, isRequired: true))
        actions { submit(words.sendConfirmation, style: .plain) }
      }
      if mail.isThere {
        actions {
          context.postButton(
            .notifications(.removeMailAddress), words.removeMailAddress, .trash, style: .danger)
        }
      }
    }
  }
}

extension MailLinkPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (title, text) = words.mailLink(model)
    return context.flow(title, isNarrow: true) {
      brand(words)
      div(.class("intro")) {
        h1 { title }
        p(.class("muted")) { text }
      }
      if model == .confirm || model == .stop {
        section(.class("card", "pad")) {
          // Nothing happens before the press: programs that look at links follow them.
          context.postForm(context.route) {
            actions {
              submit(
                model == .confirm ? words.confirmMail : words.stopMail,
                model == .confirm ? .check : .close, style: .primary)
            }
          }
        }
      }
    }
  }
}
