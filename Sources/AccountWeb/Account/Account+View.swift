import SharingWeb
import Values
import Web

extension AccountPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.account, isLive: false) {
      context.top(words.account, note: words.signedInAs(model.signInName)) {
        context.postButton(.session(.signOut), words.signOut, .signOut)
      }
      div(.class("grid2", "even")) {
        div(.class("stack")) {
          profile(model, in: context)
          region(model, in: context)
          if !model.areas.isEmpty { areas(model.areas, in: context) }
          if let isCounted = model.isCounted { counting(isCounted, in: context) }
        }
        div(.class("stack")) {
          if model.isHubAway {
            card(words.sessionsAndDevices) { p(.class("muted")) { words.needsHubForAccount } }
          } else if model.isAtTablet {
            card(words.sessionsAndDevices) { p(.class("muted")) { words.atTabletText } }
            notifications(context)
          } else {
            if model.hasRecovery { recovery(context) }
            sessions(model, in: context)
            if model.hasPassword { password(model, in: context) }
            if model.hasCalendar { calendar(context) }
            notifications(context)
            if model.hasTokens { tokens(context) }
            if model.hasSharingFlags { sharingFlags(context) }
          }
        }
      }
    }
  }

  private static func profile(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.you, link: model.isAdministrator ? administratorChip(words) : .empty) {
      context.postForm(.account(.profile)) {
        context.field(
          "displayName", words.displayName, model.values[.displayName],
          FieldStyle(
            autocomplete: "name", hint: words.displayNameHint, maxLength: 80, isRequired: true))
        actions { submit(words.save, style: .plain) }
      }
    }
  }

  private static func administratorChip(_ words: Catalogue) -> HTML {
    statusChip(words.administrator, .role)
  }

  private static func region(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.languageAndRegion) {
      context.postForm(.account(.region)) {
        context.picker(
          "locale", words.writtenAs, model.values[.locale],
          Region.all.map { region in
            var sample = words
            sample.region = region
            let amount = sample.money(Money(123_456, region.homeCurrency))
            let day = sample.day(CalendarDay(year: 2026, month: 6, day: 14))
            return (region.code, words.regionExample(region.code, amount, day))
          })
        context.timeZonePicker(
          "timeZone", words.timeZoneName, model.values[.timeZone], zones: model.timeZones)
        context.currencyPicker(
          "currency", words.currency, model.values[.currency], hint: words.currencyHint)
        actions { submit(words.save, style: .plain) }
      }
    }
  }

  private static func password(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    func hidden(_ field: Field, _ text: String, _ purpose: String) -> HTML {
      context.field(
        field.rawValue, text, FieldValue(problem: model.values[field].problem),
        FieldStyle(type: "password", autocomplete: purpose, isRequired: true))
    }
    return card(words.password) {
      context.postForm(.account(.password)) {
        // Lets a password safe know whose password this is.
        input(
          .type("text"), .name("name"), .value(model.signInName), .autocomplete("username"),
          .hidden(), .readonly())
        hidden(.oldPassword, words.currentPassword, "current-password")
        hidden(.newPassword, words.newPassword, "new-password")
        hidden(.repeatedPassword, words.newPasswordAgain, "new-password")
        actions { submit(words.changePassword, style: .plain) }
      }
    }
  }

  private static func areas(_ areas: [ShownArea], in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.shownAreas, id: "areas") {
      p(.class("muted")) { words.shownAreasText }
      context.postForm(.account(.areas)) {
        areas.map {
          context.checkbox("area", value: $0.name, $0.title, isChecked: $0.isShown)
        }
        actions { submit(words.save, style: .plain) }
      }
    }
  }

  private static func counting(_ isCounted: Bool, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.counting) {
      div(.class("stack")) {
        p(.class("muted")) { words.countingText }
        p(.class("muted")) { words.countingStays }
        context.postForm(.usage(.counting)) {
          context.checkbox("count", value: "on", words.countMe, isChecked: isCounted)
          actions {
            linkButton(.usage(.feedback), words.giveFeedback, style: .quiet)
            submit(words.save, style: .plain)
          }
        }
      }
    }
  }

  private static func calendar(_ context: ViewContext) -> HTML {
    let words = context.words
    return card(words.calendarTitle) {
      p(.class("muted")) { words.calendarText }
      actions { linkButton(context.landmarks.calendar, words.calendarTitle, .clock) }
    }
  }

  private static func notifications(_ context: ViewContext) -> HTML {
    let words = context.words
    return card(words.notificationsTitle) {
      p(.class("muted")) { words.notificationsText }
      actions {
        linkButton(.notifications(.settings), words.chooseNotifications, .bell)
      }
    }
  }

  private static func sharingFlags(_ context: ViewContext) -> HTML {
    let words = context.words
    return card(words.sharingGate) {
      p(.class("muted")) { words.sharingGateHint }
      actions { linkButton(.sharingFlags(.flags), words.sharingGate, .people) }
    }
  }

  private static func recovery(_ context: ViewContext) -> HTML {
    let words = context.words
    return card(words.recovery, id: "recovery") {
      p(.class("muted")) { words.recoveryHint }
      actions { linkButton(.recovery(.recovery), words.recovery, .undo) }
    }
  }

  private static func tokens(_ context: ViewContext) -> HTML {
    let words = context.words
    return card(words.accessTokens) {
      p(.class("muted")) { words.tokensText }
      actions { linkButton(.tokens(.accessTokens), words.accessTokens, .key) }
    }
  }

  private static func sessions(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.sessionsAndDevices) {
      ul(.class("lines")) {
        model.sessions.map { session in
          li {
            icon(session.kind)(22)
            div(.class("grow")) {
              b { session.name }
              small { words.lastSeen(words.ago(session.lastSeenAt, now: context.now)) }
            }
            if session.isCurrent {
              statusChip(words.thisDevice, .good)
            } else {
              context.postButton(.account(.endSession(session.id)), words.signOut, style: .quiet)
            }
          }
        }
      }
      if model.sessions.count > 1 {
        actions {
          context.postButton(
            .account(.endOtherSessions), words.signOutOthers, .signOut, style: .danger)
        }
      }
    }
  }

  private static func icon(_ kind: Session.Kind) -> Icon {
    switch kind {
    case .browser: .desk
    case .phone: .phone
    case .device: .device
    }
  }
}
