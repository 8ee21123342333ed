import Web
import SharingWeb

extension JoinDecisionPage {
  /// Posts to ``JoinDecisionRoute/decideJoin(_:home:isSeparate:)`` and
  /// ``JoinDecisionRoute/endJoin(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    switch model {
    case .pick(let joined, []):
      return question(
        words.noHomeToMove, words.noHomeToMoveText(joined.homeName), joined, in: context
      ) {}
    case .pick(let joined, let homes): return pick(joined, homes, in: context)
    case .merge(let joined, let chosen, let home, let untouched):
      return merge(joined, chosen, home, untouched, in: context)
    case .fresh(let joined, let fresh): return self.fresh(joined, fresh, in: context)
    case .running(let joined):
      return context.working(words.joiningNow(joined.homeName))
    case .failed(let failure, let joined, let choice):
      return failed(failure, joined, choice, in: context)
    case .roleChanged(let joined):
      return question(
        words.inviteHasChanged, words.youWillBeAble(joined.role), joined, in: context
      ) {
        context.postForm(.deciding(.decideJoin(joined.id))) {
          input(.type("hidden"), .name("role"), .value(joined.role.rawValue))
          submit(words.goOn, .arrow)
        }
      }
    case .readOnly(let joined):
      return question(
        words.mergeTitleForViewer,
        joined.role == .viewer
          ? words.mergeNeedsEditor(joined.owner.name) : words.mergeNeedsInvite(joined.owner.name),
        joined, in: context
      ) {}
    case .freshDone(let home): return freshDone(home, in: context)
    case .ended(let isUntouched): return ended(isUntouched, in: context)
    }
  }

  private static func freshDone(_ home: ZoneLink, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.allSet) {
      steps(3, of: 3, words)
      div(.class("intro")) {
        span(.class("ic", "large", "good")) { Icon.check(28) }
        h1 { words.allSet }
        p { words.allSetWith(home.name) }
        p(.class("muted")) { words.inRecentlyDeleted }
      }
      actions {
        linkButton(.homes(.homes), words.homes, style: .quiet)
        linkButton(.homes(.home(home.id)), words.getStarted, .arrow, style: .primary)
      }
    }
  }

  private static func ended(_ isUntouched: Bool, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.joinHasEnded, isNarrow: true) {
      div(.class("intro")) {
        span(.class("ic", "large")) { Icon.ticket(28) }
        h1 { words.joinHasEnded }
        if isUntouched { p { words.allAsItWas } }
        p(.class("muted")) { words.joinHasEndedText }
      }
      actions {
        linkButton(.joining(.join), words.joinHome, .ticket, style: .quiet)
        linkButton(.homes(.dashboard), words.toDashboard, style: .primary)
      }
    }
  }

  private static func question(
    _ title: String, _ text: String, _ joined: Joined, in context: ViewContext,
    @HTMLBuilder action: () -> HTML
  ) -> HTML {
    context.flow(title, isNarrow: true) {
      div(.class("intro")) {
        span(.class("ic", "large")) { Icon.ticket(28) }
        h1 { title }
        p(.class("muted")) { text }
      }
      div(.class("actions", "wrap")) {
        end(joined, in: context)
        action()
      }
    }
  }

  /// The way out: before joining nothing has changed; after it the home is kept or left.
  private static func end(_ joined: Joined, in context: ViewContext) -> HTML {
    let words = context.words
    guard let home = joined.home else {
      return context.postButton(.joining(.endJoin(joined.id)), words.notNow, style: .quiet)
    }
    return HTML(joining: [
      linkButton(.sharing(.leave(.home, zone: home.id)), words.leave(.home), style: .quiet),
      context.postButton(.joining(.endJoin(joined.id)), words.keepBoth, style: .quiet),
    ])
  }

  private static func head(_ joined: Joined, _ step: Int, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      steps(step, of: 3, words),
      div(.class("intro")) {
        avatars([joined.owner], words)
        h1 { words.joining(joined.owner.name, joined.homeName) }
        if joined.home != nil { p(.class("muted")) { words.youHaveJoined(joined.homeName) } }
      },
    ])
  }

  private static func pick(
    _ joined: Joined, _ homes: [Candidate], in context: ViewContext
  ) -> HTML {
    let words = context.words
    return context.flow(words.whichHomeGoes(joined.homeName)) {
      head(joined, 2, in: context)
      h2 { words.whichHomeGoes(joined.homeName) }
      ul(.class("card", "lines", "padded")) {
        homes.map { row in
          li {
            if let obstacle = row.obstacle {
              div(.class("row", "grow", "disabled")) {
                Icon.home()
                div(.class("grow")) {
                  b { row.home.name }
                  small { words.mergeObstacle(obstacle, home: row.home.name) }
                }
              }
            } else {
              a(
                .class("row", "grow"),
                .href(.deciding(.decideJoin(joined.id, home: row.home.id)))
              ) {
                Icon.home()
                div(.class("grow")) {
                  b { row.home.name }
                  small { words.contentCount(items: row.itemCount, places: row.placeCount) }
                }
                Icon.chevronRight(16)
              }
            }
          }
        }
      }
      actions { end(joined, in: context) }
    }
  }

  private static func merge(
    _ joined: Joined, _ chosen: MergeHomePage.Chosen, _ home: ZoneLink, _ untouched: [String],
    in context: ViewContext
  ) -> HTML {
    let words = context.words
    let address = { (isSeparate: Bool) in
      Route.deciding(.decideJoin(joined.id, home: home.id, isSeparate: isSeparate))
    }
    return context.flow(words.mergeTitle(home.name, into: joined.homeName)) {
      head(joined, 2, in: context)
      MergeHomePage.mergePlan(
        from: home.name, chosen, combining: address(false), separate: address(true), in: context)
      note {
        words.mergeUndoNote
        " "
        words.othersUntouched(untouched)
      }
      note(.warn) { words.mergeOwnerNote(joined.owner.name) }
      MergeHomePage.changed(chosen, words)
      div(.class("actions", "wrap")) {
        end(joined, in: context)
        context.postForm(address(chosen.isSeparate)) {
          input(.type("hidden"), .name("choice"), .value(Choice.merge.rawValue))
          input(.type("hidden"), .name("home"), .value(home.id))
          input(
            .type("hidden"), .name("names"), .value(chosen.isSeparate ? "separate" : "combine"))
          input(.type("hidden"), .name("plan"), .value(chosen.digest))
          submit(
            joined.home == nil
              ? words.joinAndMove(chosen.summary.items)
              : words.moveItems(chosen.summary.items, into: joined.homeName), .arrow)
        }
      }
    }
  }

  private static func fresh(_ joined: Joined, _ fresh: Fresh, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = fresh.removed.map { row in
      (.trash, row.home.name, words.contentCount(items: row.itemCount, places: row.placeCount))
    }
    rows += fresh.sharedOut.map { (.people, $0, words.staysShared) }
    return context.flow(words.startFresh) {
      head(joined, 2, in: context)
      section(.class("card")) {
        div(.class("pad", "plan-head")) { h2 { words.startFreshRemoves } }
        plan(rows)
      }
      note { words.freshUndoNote }
      if joined.role == .viewer { note(.warn) { words.freshAsViewer(joined.homeName) } }
      if fresh.hasChanged { note(.bad) { words.hasChanged } }
      context.postForm(.deciding(.decideJoin(joined.id)), .class("stack")) {
        input(.type("hidden"), .name("choice"), .value(Choice.fresh.rawValue))
        input(.type("hidden"), .name("count"), .value(String(fresh.itemCount)))
        context.field(
          "name", words.typeNameToStartFresh(joined.homeName), fresh.confirmation,
          FieldStyle(autocomplete: "off", maxLength: 200, isRequired: true, isVerbatim: true))
        actions {
          submit(words.joinAndRemove(fresh.itemCount), .trash, style: .destructive)
        }
      }
      div(.class("actions", "wrap")) { end(joined, in: context) }
    }
  }

  private static func failed(
    _ failure: MergeFailure, _ joined: Joined, _ choice: Choice, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let isUnknown = failure == .outcomeUnknown
    let title =
      isUnknown
      ? words.mergeFailedTitle(failure)
      : joined.home == nil ? words.notJoined : words.joinedButNotMoved(joined.homeName)
    return context.flow(title, isNarrow: true) {
      div(.class("intro")) {
        span(.class("ic", "large")) { Icon.warning(28) }
        h1 { title }
        p(.class("muted")) { words.mergeFailure(failure) }
        if !isUnknown { p(.class("muted")) { words.allAsItWas } }
      }
      div(.class("actions", "wrap")) {
        end(joined, in: context)
        context.postForm(.deciding(.decideJoin(joined.id))) {
          input(.type("hidden"), .name("choice"), .value(choice.rawValue))
          input(.type("hidden"), .name("again"), .value("1"))
          submit(words.tryAgain, .sync)
        }
      }
    }
  }

  // MARK: The choice itself

  /// Three ways, the first of them recommended and chosen; part of the form of an invite.
  static func choices(
    home: String, role: Role, allowsMerge: Bool, ownHomes: Int, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let obstacle =
      role == .viewer ? words.mergeNeedsRole : allowsMerge ? nil : words.mergeNotInvited
    return fieldset(.class("stack", "plain")) {
      legend { words.whatOfYours }
      context.choice(
        "choice", value: Choice.alongside.rawValue, title: words.keepBoth,
        detail: words.keepBothText(home), icon: .houses, isChecked: true, style: "primary",
        badge: words.recommended)
      context.choice(
        "choice", value: Choice.merge.rawValue, title: words.mergeInto(home),
        detail: obstacle ?? words.mergeIntoText(home), icon: .merge, isChecked: false,
        style: "secondary", isDisabled: obstacle != nil)
      context.choice(
        "choice", value: Choice.fresh.rawValue, title: words.startFresh,
        detail: words.startFreshText(ownHomes), icon: .sparkle, isChecked: false, style: "danger")
    }
  }
}
