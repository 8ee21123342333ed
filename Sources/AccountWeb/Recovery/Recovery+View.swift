import Web
import SharingWeb

extension RecoveryPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(
      words.recovery, isLive: false,
      refreshSeconds: model.isWaiting ? context.secondsUntil(model.until) : nil
    ) {
      context.top(
        words.recovery, crumbs: [Crumb(words.account, .account(.account))],
        note: words.recoveryNote(model.stateAt))
      div(.class("stack")) {
        stats(model, in: context)
        div(.class("grid2", "even")) {
          div(.class("stack")) {
            waiting(model, in: context)
            voided(model, in: context)
          }
          div(.class("stack")) {
            devices(
              words.awaitedDevices, model.awaited, empty: words.nobodyAwaited, id: "awaited",
              in: context)
            devices(
              words.returnedDevices, model.returned, empty: words.nobodyReturned, id: "returned",
              in: context)
          }
        }
      }
    }
  }

  private static func stats(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("stats"), .ariaLabel(words.atAGlance)) {
      context.stat(
        words.changesBack, words.number(model.takenCount),
        note: words.fromDevices(model.returned.count))
      context.stat(words.changesNotTaken, words.number(model.refusedCount))
      context.stat(words.awaitedDevices, words.number(model.awaited.count))
    }
  }

  private static func waiting(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(model.isWaiting ? words.stillWaiting : words.waitOver, id: "waiting") {
      p(.class("muted")) {
        model.isWaiting ? words.waitsUntil(model.until) : words.waitEnded(model.until)
      }
      if model.isWaiting {
        actions { linkButton(.recovery(.stopWaiting), words.stopWaiting, .clock) }
      }
    }
  }

  private static func voided(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.voidedTitle, id: "voided") {
      p(.class("muted")) { words.voidedText(restoredAt: model.restoredAt) }
      ul(.class("lines")) {
        words.voided(model.voided).map { text in
          li {
            Icon.lock()
            div(.class("grow")) { text }
          }
        }
      }
    }
  }

  private static func devices(
    _ title: String, _ devices: [Device], empty: String, id: String, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return card(title, id: id) {
      if devices.isEmpty {
        p(.class("muted")) { empty }
      } else {
        ul(.class("lines")) {
          devices.map { device in
            li {
              avatar(device.person)
              div(.class("grow")) {
                b { words.deviceOf(device.person.name, label: device.label) }
                small { detail(device, in: context) }
              }
            }
          }
        }
      }
    }
  }

  private static func detail(_ device: Device, in context: ViewContext) -> String {
    let words = context.words
    if let returned = device.returnedAt {
      return words.returnedWith(
        taken: device.taken, refused: device.refused,
        ago: words.ago(returned, now: context.now))
    }
    return device.lastSeenAt.map { words.lastSeen(words.ago($0, now: context.now)) } ?? ""
  }
}

extension StopWaitingPage {
  /// Posts nothing to ``RecoveryRoute/stopWaiting``.
  package static func view(_ model: RecoveryPage.Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.question(
      words.stopWaitingTitle, words.stopWaitingText(awaited: model.awaited.count), icon: .clock,
      crumbs: [Crumb(words.recovery, .recovery(.recovery))],
      rows: [
        (.check, words.stopJudges, words.stopJudgesDetail),
        (.device, words.stopLater, words.stopLaterDetail),
      ]
    ) {
      linkButton(.recovery(.recovery), words.cancel, style: .quiet)
      context.postButton(.recovery(.stopWaiting), words.stopWaiting, style: .primary)
    }
  }
}
