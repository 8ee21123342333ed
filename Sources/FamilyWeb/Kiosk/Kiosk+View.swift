import FoundationEssentials
import Values
import Web

/// The faces on the family's tablet.
package enum KioskPage {
  package struct Face: Equatable, Sendable {
    package var person: FamilyFigure
    /// How many of their routines are left today.
    package var left: Int
    /// Whether they press something.
    package var hasPin: Bool
    package var canEnter: Bool
    package var isAway = false

    package init(person: FamilyFigure, left: Int, hasPin: Bool, canEnter: Bool) {
      (self.person, self.left) = (person, left)
      (self.hasPin, self.canEnter) = (hasPin, canEnter)
    }
  }

  package struct Model: Equatable, Sendable {
    package var family: String
    package var faces: [Face]
    /// Whether what is shared may only be read now.
    package var isPaused = false

    package init(family: String, faces: [Face]) { (self.family, self.faces) = (family, faces) }
  }

  /// Nobody is signed in, so no stream of events tells the page what has changed: it asks.
  package static let refreshSeconds = 15

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.stage(
      words.whoAreYou, .class("my-day"), refreshSeconds: refreshSeconds, scripts: []
    ) {
      header(.class("my-day-top")) {
        h1 { words.whoAreYou }
        b { model.family }
      }
      if model.isPaused { note(.warn) { words.dayOnHold } }
      ul(.class("tiles", "faces")) {
        model.faces.map { face in li { tile(face, in: context) } }
      }
    }
  }

  private static func tile(_ face: Face, in context: ViewContext) -> HTML {
    let words = context.words
    let route = Route.kiosks(.pick(person: face.person.id))
    let content = HTML(joining: [
      face.person.face("large"),
      span(.class("tile-text")) { face.person.name },
      small {
        !face.canEnter
          ? words.setsPinFirst
          : face.isAway && face.left == 0 ? words.awayWithPicture : words.leftToDo(face.left)
      },
    ])
    if !face.canEnter { return div(.class("tile", "small", "is-off")) { content } }
    if face.hasPin { return a(.class("tile", "small"), .href(route)) { content } }
    return context.postForm(route) {
      button(.class("tile", "small"), .type("submit")) { content }
    }
  }
}

/// Where somebody shows at the family's tablet that it is they.
package enum KioskEntryPage {
  /// What the digits 1 to 9 of a picture password look like.
  package static let pictures = ["🐶", "🐱", "🐰", "🐻", "🦁", "🐸", "🐵", "🐧", "🐢"]
  /// How many of them are pressed.
  package static let pressCount = 4

  package struct Model: Equatable, Sendable {
    package var person: FamilyFigure
    package var kind: PinKind
    /// Which pictures were pressed so far, as digits.
    package var pressed: String
    package var problem: FieldProblem?
    /// Whether what is shared may only be read now.
    package var isPaused = false

    package init(
      person: FamilyFigure, kind: PinKind, pressed: String = "", problem: FieldProblem? = nil
    ) {
      (self.person, self.kind) = (person, kind)
      (self.pressed, self.problem) = (pressed, problem)
    }
  }

  /// Posts `pin`; with pictures `pressed`, what was pressed before, and `press`.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let name = model.person.name
    let title = model.kind == .digits ? words.pressPin(name) : words.pressPictures(name)
    return context.stage(title, .class("my-day"), scripts: []) {
      header(.class("my-day-top")) {
        model.person.face("large")
        h1 { title }
      }
      if model.isPaused { note(.warn) { words.dayOnHold } }
      context.postForm(.kiosks(.pick(person: model.person.id)), .class("stack", "pin-form")) {
        switch model.kind {
        case .digits:
          context.field(
            "pin", words.pin, FieldValue(problem: model.problem),
            FieldStyle(
              type: "password", autocomplete: "off", inputmode: "numeric", maxLength: 8,
              isRequired: true, hasFocus: true))
          actions { submit(words.openTablet, .check) }
        case .pictures:
          pad(model, in: context)
        }
      }
      nav(.class("my-day-foot")) {
        linkButton(.kiosks(.kiosk), words.backToFaces, style: .quiet)
      }
    }
  }

  private static func pad(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (all, count) = (pressCount, min(model.pressed.count, pressCount))
    return HTML(joining: [
      input(.type("hidden"), .name("pressed"), .value(model.pressed)),
      p(.class("pin-dots"), .id("pressed-dots"), .ariaHidden()) {
        String(repeating: "●", count: count) + String(repeating: "○", count: all - count)
      },
      // With a script the presses before the last are counted here.
      p(
        .class("pin-said"), .id("pressed"), .role("status"),
        .dataTexts((0..<all).map { words.pressed($0) })
      ) {
        model.problem.map { words.problem($0) } ?? words.pressed(count)
      },
      ul(.class("tiles", "picture-pad")) {
        pictures.enumerated().map { index, picture in
          li {
            button(
              .class("tile", "small"), .type("submit"), .name("press"), .value(String(index + 1))
            ) {
              span(.class("tile-picture")) { picture }
            }
          }
        }
      },
    ])
  }
}

/// Setting a PIN.
package enum PinPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var person: FamilyFigure
    /// The PIN that there is.
    package var kind: PinKind?
    /// Whether the person can do without: a child whose account is kept.
    package var isKept: Bool
    package var problem: FieldProblem?

    package init(family: ZoneLink, person: FamilyFigure, kind: PinKind? = nil, isKept: Bool = false)
    {
      (self.family, self.person, self.kind, self.isKept) = (family, person, kind, isKept)
    }
  }

  /// Posts `kind` with `pin`, or with `picture-1` to `picture-4`; `kind` is `none` to remove it.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = model.person.isYou ? words.ownPin : words.pinOf(model.person.name)
    let route = Route.kiosks(.pin(family: model.family.id, person: model.person.id))
    return context.page(title, isLive: false) {
      context.top(
        title, crumbs: [Crumb(words.familySettings, .family(.familySettings(model.family.id)))],
        note: words.pinNote)
      div(.class("settings", "stack")) {
        settingsSection(words.pinDigits, id: "digits", isOpen: !model.isKept) {
          context.postForm(route, .class("stack")) {
            input(.type("hidden"), .name("kind"), .value(PinKind.digits.rawValue))
            context.field(
              "pin", words.pin, FieldValue(problem: model.problem),
              FieldStyle(
                type: "password", autocomplete: "new-password", inputmode: "numeric",
                maxLength: 8, isRequired: true))
            actions { submit(words.save, .check, style: .plain) }
          }
        }
        settingsSection(words.pinPictures, id: "pictures", isOpen: model.isKept) {
          context.postForm(route, .class("stack")) {
            input(.type("hidden"), .name("kind"), .value(PinKind.pictures.rawValue))
            div(.class("columns")) {
              (1...KioskEntryPage.pressCount).map { number in
                context.picker(
                  "picture-\(number)", words.pictureNumber(number), FieldValue(""),
                  KioskEntryPage.pictures.enumerated().map { (String($0 + 1), $1) })
              }
            }
            actions { submit(words.save, .check, style: .plain) }
          }
        }
        if model.kind != nil {
          settingsSection(words.noPin, id: "none") {
            context.postForm(route, .class("row", "wrap")) {
              input(.type("hidden"), .name("kind"), .value("none"))
              p(.class("grow", "muted")) {
                model.isKept ? words.childNeedsNoPin : words.parentWithoutPin
              }
              submit(words.removePin, style: .plain)
            }
          }
        }
      }
    }
  }
}
