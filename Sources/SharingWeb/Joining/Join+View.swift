import Web

extension JoinPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    switch model {
    case .enterCode(let code): enterCode(code, in: context)
    case .later(let token): later(token, in: context)
    case .preview(let preview, _) where preview.isUpgrade: upgrade(preview, in: context)
    case .preview(let preview, let isSignedIn):
      self.preview(preview, isSignedIn: isSignedIn, in: context)
    case .coming(let name):
      context.working(
        context.words.homeIsComing(name), context.words.homeIsComingText)
    case .joined(let zone, let owner, let role, let items, let rooms):
      joined(zone, owner, role, items, rooms, in: context)
    case .failed(let failure, let token, let allowsSignUp):
      failed(failure, token, allowsSignUp: allowsSignUp, in: context)
    }
  }

  /// Posts `code` to ``Route/join``.
  private static func enterCode(_ code: FieldValue, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.joinAnything, isNarrow: true) {
      div(.class("intro")) {
        span(.class("ic", "large")) { Icon.ticket(28) }
        h1 { words.joinAnything }
        p(.class("muted")) { words.codeText }
      }
      section(.class("card", "pad")) {
        context.postForm(.joining(.join), .class("code-form")) {
          context.field(
            "code", words.code, code,
            FieldStyle(
              autocomplete: "one-time-code", placeholder: words.codeExample, maxLength: 200,
              isRequired: true, hasFocus: true, isVerbatim: true))
          actions {
            linkButton(context.landmarks.front, words.notNow, style: .quiet)
            submit(words.goOn, .arrow)
          }
        }
      }
    }
  }

  /// Posts to ``Route/invite(_:)``; nothing has changed until then.
  private static func preview(_ preview: Preview, isSignedIn: Bool, in context: ViewContext)
    -> HTML
  {
    let words = context.words
    let title = words.shares(preview.owner.name, preview.homeName)
    return context.flow(title) {
      steps(isSignedIn ? 2 : 1, of: 3, words)
      div(.class("intro")) {
        avatars([preview.owner], words)
        h1 { title }
        if isSignedIn { p { words.joining(preview.owner.name, preview.homeName) } }
        p(.class("muted")) { words.youWillBeAble(preview.role, in: preview.kind) }
      }
      section(.class("card")) {
        plan([
          (
            preview.kind == .home ? .home : .people, preview.homeName,
            words.owned(
              preview.kind, by: preview.owner.name, signInName: preview.ownerSignInName)
          ),
          (
            .people, words.personCount(preview.peopleCount),
            words.haveItAlready(preview.peopleCount, preview.kind)
          ),
          (
            .key, words.role(preview.role, in: preview.kind),
            words.roleDetail(preview.role, preview.kind)
          ),
          (.clock, words.inviteEnds(words.until(preview.expiresAt, now: context.hubNow)), ""),
        ])
      }
      if preview.ownHomes == nil {
        note {
          words.nothingOfYoursChanges(
            preview.homeName, preview.kind, sharedCount: preview.sharedCount)
        }
      }
      if isSignedIn {
        context.postForm(.joining(.invite(preview.token)), .class("stack")) {
          input(.type("hidden"), .name("kind"), .value(preview.kind.rawValue))
          if let count = preview.ownHomes {
            context.areas.sharingHost(of: preview.kind).choices(
              home: preview.homeName, role: preview.role, allowsMerge: preview.allowsMerge,
              ownHomes: count, in: context)
          }
          actions {
            linkButton(context.landmarks.front, words.notNow, style: .quiet)
            submit(
              preview.ownHomes == nil ? words.join(preview.homeName) : words.goOn, .arrow)
          }
        }
      } else {
        enter(preview.token, allowsSignUp: preview.allowsSignUp, in: context)
      }
    }
  }

  /// Posts to ``Route/invite(_:)``, with `upgrade`: the viewer is in it already, as less.
  private static func upgrade(_ preview: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.upgradeTitle(preview.homeName, preview.kind)
    return context.flow(title, isNarrow: true) {
      div(.class("intro")) {
        avatars([preview.owner], words)
        h1 { title }
        p(.class("muted")) { words.upgradeText(preview.kind) }
      }
      section(.class("card")) {
        plan([
          (
            .key, words.role(preview.role, in: preview.kind),
            words.roleDetail(preview.role, preview.kind)
          ),
          (.clock, words.inviteEnds(words.until(preview.expiresAt, now: context.hubNow)), ""),
        ])
      }
      context.postForm(.joining(.invite(preview.token))) {
        input(.type("hidden"), .name("kind"), .value(preview.kind.rawValue))
        input(.type("hidden"), .name("upgrade"), .value("yes"))
        actions {
          linkButton(context.landmarks.front, words.notNow, style: .quiet)
          submit(words.upgrade(preview.kind), .arrow)
        }
      }
    }
  }

  /// The ways in for somebody who is not signed in.
  private static func enter(
    _ token: String?, allowsSignUp: Bool, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let signIn = context.landmarks.signIn(
      then: token.map { Route.joining(.invite($0)).path })
    return HTML(joining: [
      allowsSignUp ? .empty : note { words.noNewAccounts },
      actions {
        linkButton(signIn, words.haveAccountSignIn, style: allowsSignUp ? .quiet : .primary)
        if allowsSignUp {
          linkButton(
            context.landmarks.signUp(invite: token), words.createAccount, .arrow, style: .primary)
        }
      },
    ])
  }

  /// Posts to ``Route/invite(_:)``: keeps the wish. Until the hub was asked nothing is joined.
  private static func later(_ token: String, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.hubAwayTitle, isNarrow: true) {
      div(.class("intro")) {
        span(.class("ic", "large")) { Icon.cloudOff(28) }
        h1 { words.hubAwayTitle }
        p(.class("muted")) { words.joinLaterText }
      }
      note { words.nothingVisibleYet }
      context.postForm(.joining(.invite(token))) {
        actions {
          linkButton(.sharing(.people), words.cancel, style: .quiet)
          linkButton(.joining(.invite(token)), words.tryAgain, .sync)
          submit(words.joinLater, .clock)
        }
      }
    }
  }

  private static func joined(
    _ zone: ZoneLink, _ owner: PersonBadge, _ role: Role, _ items: Int, _ rooms: Int,
    in context: ViewContext
  ) -> HTML {
    let words = context.words
    return context.flow(words.welcomeTo(zone.name)) {
      steps(3, of: 3, words)
      div(.class("intro")) {
        span(.class("ic", "large", "good")) { Icon.check(28) }
        h1 { words.welcomeTo(zone.name) }
        p(.class("muted")) { words.allSet }
        p(.class("muted")) { words.nowBeside(zone, role) }
      }
      section(.class("card")) {
        plan(
          (zone.kind == .home ? [(.box, words.itemCount(items), words.roomCount(rooms))] : []) + [
            (.key, words.role(role, in: zone.kind), words.owned(zone.kind, by: owner.name)),
            (.lock, words.yoursStayPrivate(zone.kind), ""),
          ])
      }
      p(.class("muted", "centred")) {
        words.keepOrLeave(zone.kind)
        " "
        a(.class("link"), .href(.sharing(.leave(zone.kind, zone: zone.id)))) {
          words.leave(zone.kind)
        }
      }
      actions {
        linkButton(
          context.landmarks.settings(of: zone), words.seeWhoHasIt(zone.kind), style: .quiet,
          fragment: "sharing")
        linkButton(context.landmarks.page(of: zone), words.open(zone.name), .arrow, style: .primary)
      }
    }
  }

  /// Nothing has changed: trying again and turning away are both safe.
  private static func failed(
    _ failure: Failure, _ token: String?, allowsSignUp: Bool, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return context.flow(words.joinFailureTitle(failure), isNarrow: true) {
      div(.class("intro")) {
        span(.class("ic", "large")) { Icon.ticket(28) }
        h1 { words.joinFailureTitle(failure) }
        p(.class("muted")) { words.joinFailureText(failure) }
      }
      if case .forOther(_, isSignedIn: false) = failure {
        enter(token, allowsSignUp: allowsSignUp, in: context)
      } else {
        ways(failure, token, in: context)
      }
    }
  }

  private static func ways(_ failure: Failure, _ token: String?, in context: ViewContext) -> HTML {
    let words = context.words
    return actions {
      switch failure {
      case .ownInvite(let home):
        linkButton(context.landmarks.front, words.toDashboard, style: .quiet)
        linkButton(
          context.landmarks.settings(of: home), words.settings(home.kind), .gear, style: .primary,
          fragment: "sharing")
      case .alreadyMember(let home):
        linkButton(context.landmarks.page(of: home), words.open(home.name), .arrow, style: .primary)
      case .unknown:
        linkButton(context.landmarks.front, words.toDashboard, style: .quiet)
        linkButton(.joining(.join), words.typeCodeAgain, .ticket, style: .primary)
      case .kept:
        linkButton(context.landmarks.front, words.goOn, .arrow, style: .primary)
      case .expired, .revoked, .usedUp, .homeGone, .switchedOff, .forOther, .otherFamily,
        .otherKind, .notNow:
        if let token {
          linkButton(context.landmarks.front, words.cancel, style: .quiet)
          linkButton(.joining(.invite(token)), words.tryAgain, .sync, style: .primary)
        } else {
          linkButton(context.landmarks.front, words.toDashboard, style: .primary)
        }
      }
    }
  }
}
