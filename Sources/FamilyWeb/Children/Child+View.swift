import FoundationEssentials
import SharingWeb
import Values
import Web

/// The form that makes an account for a child.
package enum NewChildPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var values = FormValues<FormName>()

    package init(family: ZoneLink) { self.family = family }
  }

  /// Posts `name`, `emoji` and `colorIndex`.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let settings = Route.family(.familySettings(model.family.id))
    return context.page(words.addChild, isLive: false) {
      context.top(
        words.addChild,
        crumbs: [
          Crumb(model.family.name, .days(.day(family: model.family.id))),
          Crumb(words.familySettings, settings),
        ], note: words.addChildNote)
      div(.class("form-page")) {
        context.postForm(.children(.newChild(family: model.family.id)), .class("stack")) {
          section(.class("card", "pad")) {
            div(.class("columns", "narrow-second")) {
              context.field(
                "name", words.childName, model.values[.name],
                FieldStyle(
                  placeholder: words.childNameExample, maxLength: 64, isRequired: true,
                  hasFocus: true))
              context.field(
                "emoji", words.emojiTitle, model.values[.emoji],
                FieldStyle(maxLength: 8, list: "faces"))
            }
            datalist(.id("faces")) { FacePage.offered.map { option(.value($0)) } }
            context.colourPicker("colorIndex", words.faceColour, .teal)
          }
          div(.class("actions", "sticky")) {
            linkButton(settings, words.cancel, style: .quiet)
            submit(words.addChild, .check)
          }
        }
      }
    }
  }
}

/// A kept account: letting the child in, where it is signed in, and how it ends.
package enum ChildPage {
  /// A browser that is signed in as the child.
  package struct Session: Equatable, Sendable, Identifiable {
    package var id: String
    package var name: String
    package var lastSeenAt: Date

    package init(id: String, name: String, lastSeenAt: Date) {
      (self.id, self.name, self.lastSeenAt) = (id, name, lastSeenAt)
    }
  }

  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var person: FamilyFigure
    package var sessions: [Session]
    package var values = FormValues<FormName>()
    package var minPasswordCharacters: Int

    package init(
      family: ZoneLink, person: FamilyFigure, sessions: [Session] = [],
      minPasswordCharacters: Int
    ) {
      (self.family, self.person, self.sessions) = (family, person, sessions)
      self.minPasswordCharacters = minPasswordCharacters
    }
  }

  /// How often the page asks where the child is signed in.
  package static let refreshSeconds = 30

  /// The child's form posts `name` and `password` to ``ChildRoute/child(family:child:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (family, child) = (model.family.id, model.person.id)
    // With a problem the page answers a form. Where the child is signed in, the hub alone knows.
    let isAnswer = model.values.hasProblems
    return context.page(
      words.accountOf(model.person.name), isLive: !isAnswer,
      refreshSeconds: isAnswer ? nil : refreshSeconds
    ) {
      context.top(
        words.accountOf(model.person.name),
        crumbs: [
          Crumb(model.family.name, .days(.day(family: family))),
          Crumb(words.familySettings, .family(.familySettings(family))),
        ], note: words.childAccountNote)
      div(.class("settings", "stack")) {
        settingsSection(words.letIn, id: "let-in", isOpen: true) {
          div(.class("row", "wrap")) {
            p(.class("grow", "muted")) { words.letInText }
            context.postButton(
              .children(.childCode(family: family, child: child)), words.makeCode, .key,
              style: .primary)
          }
        }
        settingsSection(words.signedInWhere(model.person.name), id: "sessions", isOpen: true) {
          sessions(model, in: context)
        }
        settingsSection(words.growUp, id: "grow-up", isOpen: model.values.hasProblems) {
          p(.class("muted")) { words.growUpText(model.person.name) }
          growUp(model, in: context)
        }
        settingsSection(words.removeChild, id: "remove") {
          div(.class("row", "wrap")) {
            p(.class("grow", "muted")) { words.removeChildText(model.person.name) }
            linkButton(
              .children(.removeChild(family: family, child: child)), words.removeChildStep, .trash,
              style: .danger)
          }
        }
      }
    }
  }

  private static func sessions(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard !model.sessions.isEmpty else { return p(.class("muted")) { words.signedInNowhere } }
    return ul(.class("lines")) {
      model.sessions.map { session in
        li(.dataKey(session.id)) {
          Icon.device(22)
          div(.class("grow")) {
            b { session.name }
            small { words.lastSeen(words.ago(session.lastSeenAt, now: context.now)) }
          }
          context.postButton(
            .children(
              .endChildSession(
                family: model.family.id, child: model.person.id, session: session.id)),
            words.signOut, style: .quiet)
        }
      }
    }
  }

  private static func growUp(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.postForm(
      .children(.child(family: model.family.id, child: model.person.id)), .class("stack")
    ) {
      context.field(
        "name", words.signInName, model.values[.name],
        FieldStyle(
          autocomplete: "off", hint: words.signInNameHint, maxLength: 64, isRequired: true,
          isVerbatim: true))
      context.field(
        "password", words.password, FieldValue(problem: model.values[.password].problem),
        FieldStyle(
          type: "password", autocomplete: "new-password",
          hint: words.passwordHint(model.minPasswordCharacters), isRequired: true))
      actions { submit(words.giveAccount, .check, style: .plain) }
    }
  }
}

extension FormName {
  static let password = FormName(rawValue: "password")
}

/// A code that lets a child in, shown this once.
package enum ChildCodePage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var person: FamilyFigure
    /// The full link to scan.
    package var link: String
    /// Such as `ABCD-2345`.
    package var code: String
    /// The link as a picture; `nil` when it could not be drawn.
    package var qr: QRCode?
    package var expiresAt: Date

    package init(
      family: ZoneLink, person: FamilyFigure, link: String, code: String, qr: QRCode? = nil,
      expiresAt: Date
    ) {
      (self.family, self.person, self.link) = (family, person, link)
      (self.code, self.qr, self.expiresAt) = (code, qr, expiresAt)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let page = Route.children(.child(family: model.family.id, child: model.person.id))
    return context.page(words.codeFor(model.person.name), isLive: false) {
      context.top(
        words.codeFor(model.person.name),
        crumbs: [
          Crumb(words.familySettings, .family(.familySettings(model.family.id))),
          Crumb(words.accountOf(model.person.name), page),
        ],
        note: words.codeNote(
          model.person.name, until: words.until(model.expiresAt, now: context.hubNow)))
      div(.class("invite", "card", "pad")) {
        if let qr = model.qr { qrFigure(qr, words.scanToSignIn) }
        div(.class("stack")) {
          InviteMadePage.secret(words.link, model.link, words)
          InviteMadePage.secret(words.orCode, model.code, words, isLarge: true)
        }
      }
      actions { linkButton(page, words.done, .check, style: .primary) }
    }
  }
}

/// Asks before a kept account is taken away.
package enum RemoveChildPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var person: FamilyFigure

    package init(family: ZoneLink, person: FamilyFigure) {
      (self.family, self.person) = (family, person)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (family, child) = (model.family.id, model.person.id)
    let page = Route.children(.child(family: family, child: child))
    return context.question(
      words.removeChildTitle(model.person.name), words.removeChildText(model.person.name),
      icon: .trash,
      crumbs: [
        Crumb(words.familySettings, .family(.familySettings(family))),
        Crumb(words.accountOf(model.person.name), page),
      ],
      rows: [(.check, words.whatWasDoneStays, ""), (.person, words.growUpInstead, "")]
    ) {
      linkButton(page, words.keepChild, style: .quiet)
      context.postButton(
        .children(.removeChild(family: family, child: child)), words.removeChild, .trash,
        style: .destructive)
    }
  }
}
