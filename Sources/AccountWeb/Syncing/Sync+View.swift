import Web
import SharingWeb

extension SyncPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.syncTitle) {
      context.top(words.syncTitle) {
        if model.hub != nil {
          context.postButton(.syncing(.syncNow), words.syncNow, .sync, style: .primary)
        }
      }
      div(.class("stack", "form-page")) {
        status(model, in: context)
        if let obstacle = model.obstacle {
          note(obstacle == .failing ? .warn : .info) {
            words.syncObstacle(obstacle, now: context.now)
          }
        }
        if model.unsentFileCount > 0 {
          note(.warn) { words.unsentFiles(model.unsentFileCount) }
        }
        if model.hiddenCount > 0 { note(.info) { words.hiddenChanges(model.hiddenCount) } }
        if !model.aside.isEmpty { aside(model.aside, in: context) }
        context.waitingJoins(model.joins)
        if !model.refused.isEmpty {
          section {
            h2 { words.refusedTitle }
            p(.class("muted")) { words.refusedText }
            div(.class("stack", "refused-list")) {
              model.refused.map { refused($0, in: context) }
            }
          }
        }
        let paused = model.pending.filter(\.isPaused)
        let sending = model.pending.filter { !$0.isPaused }
        if !paused.isEmpty {
          card(words.pausedTitle, id: "paused") {
            p(.class("muted")) { words.pausedText }
            ul(.class("lines")) { paused.map { pending($0, in: context) } }
          }
        }
        if !sending.isEmpty {
          card(words.pendingTitle) {
            ul(.class("lines")) { sending.map { pending($0, in: context) } }
          }
        }
      }
    }
  }

  private static func status(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      div(.class("row")) {
        span(.class("ic", "large")) { icon(model.state)(28) }
        div(.class("grow")) {
          h2 { words.syncHeadline(model.state) }
          p(.class("muted")) {
            if let hub = model.hub {
              words.syncDetail(model.state, hub: hub)
            } else {
              words.syncOnHub
            }
          }
          if let date = model.lastSyncedAt {
            p(.class("muted")) { words.lastSynced(words.ago(date, now: context.now)) }
          }
        }
      }
    }
  }

  private static func aside(_ homes: [Aside], in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.asideTitle, id: "aside") {
      if homes.contains(where: { $0.reason != .forgotten }) {
        p(.class("muted")) { words.asideText }
      }
      ul(.class("lines")) {
        homes.map { home in
          li {
            Icon.warning()
            div(.class("grow")) {
              b { home.home?.name ?? words.asideUnnamed }
              small { words.asideReason(home.reason) }
              small { words.asideSince(words.ago(home.since, now: context.now)) }
              if home.reason == .forgotten, let link = home.home {
                actions {
                  linkButton(
                    context.landmarks.forgottenHome(link.id), words.removeForgotten, .trash,
                    style: .danger)
                }
              }
            }
          }
        }
      }
    }
  }

  private static func icon(_ state: SyncState) -> Icon {
    switch state {
    case .synced: .check
    case .syncing, .pending: .sync
    case .offline: .cloudOff
    case .refused, .outdated: .warning
    }
  }

  private static func pending(_ change: Pending, in context: ViewContext) -> HTML {
    let words = context.words
    return li {
      Icon.clock()
      div(.class("grow")) {
        b { words.change(change) }
        small { when(change, in: context) }
      }
    }
  }

  private static func when(_ change: Pending, in context: ViewContext) -> String {
    let ago = context.words.ago(change.madeAt, now: context.now)
    return ([change.home?.name].compactMap(\.self) + [ago]).joined(separator: " · ")
  }

  private static func refused(_ refused: Refused, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad"), .dataKey(refused.id)) {
      div(.class("between")) {
        h3 { words.change(refused.change) }
        small { when(refused.change, in: context) }
      }
      p { words.refusal(refused.refusal) }
      if !refused.draft.isEmpty {
        div(.class("draft")) {
          small { words.whatYouWrote }
          keyValues(refused.draft.map { ($0.name, HTML(text: $0.value)) })
        }
      }
      if !refused.photoIDs.isEmpty {
        div(.class("row", "wrap")) {
          refused.photoIDs.enumerated().map { index, photo in
            linkButton(
              .syncing(.refusedPhoto(change: refused.id, photo: photo)),
              refused.photoIDs.count == 1 ? words.lookAtPhoto : words.lookAtPhoto(index + 1),
              .photo)
          }
        }
      }
      actions {
        context.postButton(
          .syncing(.discardChange(refused.id)), words.discard, .trash, style: .danger)
        span(.class("grow"))
        if let place = refused.place {
          linkButton(place.route, words.open(place.name), .arrow, style: .quiet)
        }
        if let choice = refused.choice {
          linkButton(choice, words.lookAtBoth, .people, style: .primary)
        }
        if let copy = refused.copy { linkButton(copy, words.keepCopy, .copy) }
        if refused.canRetry {
          context.postButton(.syncing(.retryChange(refused.id)), words.retry, .sync)
        }
      }
    }
  }
}
