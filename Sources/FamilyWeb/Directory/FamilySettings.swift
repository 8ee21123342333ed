import FoundationEssentials
import SharingWeb
import Values
import Web

/// A family's settings: its name, who is in it and how they look, sharing, dissolving.
package enum FamilySettingsPage {
  /// A browser at which everybody picks their face.
  package struct Tablet: Equatable, Sendable, Identifiable {
    package var id: String
    package var name: String
    package var madeAt: Date

    package init(id: String, name: String, madeAt: Date) {
      (self.id, self.name, self.madeAt) = (id, name, madeAt)
    }

    init(_ summary: KioskSummary) {
      self.init(
        id: summary.id, name: summary.label, madeAt: Date(milliseconds: summary.createdAt))
    }
  }

  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var role: Role
    package var values: FormValues<FormName>
    package var version = ""
    package var zones: [String] = []
    package var people: [FamilyFigure]
    package var sharing: SharingSection.Model
    /// Whether nothing can be changed now, because of the role or because sharing is paused.
    package var isReadOnly: Bool
    /// The children whose accounts the person keeps; `nil` where none can be made.
    package var kept: Set<String>?
    /// Tablets of the family; `nil` for who does not decide, and on a device.
    package var kiosks: [Tablet]?
    /// What is shared with the family, as far as the person has it.
    package var shared: [ZoneLink] = []
    /// Whether people have PINs here.
    package var hasPins = false

    package init(
      family: ZoneLink, role: Role, values: FormValues<FormName>, people: [FamilyFigure],
      sharing: SharingSection.Model, isReadOnly: Bool
    ) {
      (self.family, self.role, self.values) = (family, role, values)
      (self.people, self.sharing, self.isReadOnly) = (people, sharing, isReadOnly)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    return context.page(
      words.familySettings, isLive: !model.values.hasProblems,
      refreshSeconds: model.values.hasProblems
        ? nil : context.secondsUntil(model.sharing.nextEnd)
    ) {
      context.top(
        words.familySettings, crumbs: [Crumb(model.family.name, .days(.day(family: id)))])
      div(.class("settings", "stack")) {
        details(model, in: context)
        settingsSection(words.faces, id: "faces", isOpen: true) {
          ul(.class("lines")) {
            model.people.map { row(of: $0, model, words) }
          }
          if model.kept != nil {
            actions { linkButton(.children(.newChild(family: id)), words.addChild, .plus) }
          }
        }
        settingsSection(words.sharedWithFamily, id: "shared", isOpen: !model.shared.isEmpty) {
          if model.shared.isEmpty {
            p(.class("muted")) { words.nothingShared }
          } else {
            ul(.class("lines")) {
              model.shared.map { zone in
                settingLink(
                  context.landmarks.settings(of: zone), zone.kind == .home ? .home : .coin,
                  zone.name,
                  words.sharedByFamily(zone.kind))
              }
            }
          }
        }
        if let kiosks = model.kiosks {
          tablets(
            kiosks, model.family.id, canMake: model.sharing.access != .atTablet, in: context)
        }
        SharingSection.view(model.sharing, of: model.family, as: model.role, in: context)
        if model.role != .viewer { files(context) }
        if model.role == .owner, !model.isReadOnly {
          settingsSection(words.dissolveFamily, id: "delete") {
            div(.class("row", "wrap")) {
              p(.class("grow", "muted")) { words.dissolveText }
              linkButton(
                .family(.deleteFamily(id)), words.dissolveStep, .trash, style: .danger)
            }
          }
        }
      }
    }
  }

  private static func files(_ context: ViewContext) -> HTML {
    let words = context.words
    return settingsSection(words.familyFiles, id: "files") {
      ul(.class("lines")) {
        settingLink(
          .familyImports(.choose), .upload, words.importFamily, words.importFamilyNote)
        settingLink(
          context.landmarks.exports, .download, words.exportFamily, words.exportFamilyNote)
      }
    }
  }

  private static func tablets(
    _ tablets: [Tablet], _ family: String, canMake: Bool, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return settingsSection(words.familyTablets, id: "tablets") {
      p(.class("muted")) { words.familyTabletsText }
      if !tablets.isEmpty {
        ul(.class("lines")) {
          tablets.map { tablet in
            li(.dataKey(tablet.id)) {
              Icon.device(22)
              div(.class("grow")) {
                b { tablet.name }
                small { words.madeOn(words.day(tablet.madeAt)) }
              }
              context.postButton(
                .kiosks(.endKiosk(family: family, kiosk: tablet.id)), words.endTablet,
                style: .quiet)
            }
          }
        }
      }
      if canMake {
        div(.class("row", "wrap")) {
          p(.class("grow", "muted")) { words.makeTabletNote }
          context.postButton(
            .kiosks(.newKiosk(family: family)), words.makeTablet, .device, style: .plain)
        }
      }
    }
  }

  private static func row(of person: FamilyFigure, _ model: Model, _ words: Catalogue) -> HTML {
    let (id, isKept) = (model.family.id, model.kept?.contains(person.id) == true)
    return li(.class("wrap"), .dataKey(person.id)) {
      person.face()
      div(.class("grow")) {
        b { person.isYou ? words.personIsYou(person.name) : person.name }
        small { person.isParent ? words.parent : words.child }
      }
      div(.class("row", "wrap")) {
        if isKept {
          linkButton(
            .children(.child(family: id, child: person.id)), words.childAccount, .key,
            style: .quiet)
        }
        if model.hasPins, person.isYou || isKept {
          linkButton(
            .kiosks(.pin(family: id, person: person.id)), words.pin, style: .quiet)
        }
        if !model.isReadOnly {
          a(
            .class("btn", "quiet"),
            .href(.family(.face(family: id, person: person.id))), .dataSheet()
          ) { words.changeFace }
        }
      }
    }
  }

  private static func details(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return settingsSection(words.familyDetails, id: "details", isOpen: true) {
      if model.isReadOnly {
        p { model.family.name }
        if model.role == .viewer { p(.class("muted")) { words.childrenChangeNothing } }
      } else {
        context.postForm(.family(.familySettings(model.family.id)), .class("stack")) {
          input(.type("hidden"), .name("version"), .value(model.version))
          FamilyFields.view(model.values, zones: model.zones, in: context)
          actions { submit(words.save, .check, style: .plain) }
        }
      }
    }
  }
}

/// How somebody in the family is pictured.
package enum FacePage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var person: FamilyFigure
    package var emoji: FieldValue

    package init(family: ZoneLink, person: FamilyFigure, emoji: FieldValue) {
      (self.family, self.person, self.emoji) = (family, person, emoji)
    }
  }

  /// The faces that are offered with one press.
  static let offered = ["🦊", "🐼", "🦁", "🐸", "🦄", "🐙", "🐝", "🦋", "🐧", "🦖", "🐳", "🌻"]

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.faceOf(model.person.name), isLive: false) {
      context.top(
        words.faceOf(model.person.name),
        crumbs: [Crumb(words.familySettings, .family(.familySettings(model.family.id)))],
        note: words.faceNote)
      context.postForm(
        .family(.face(family: model.family.id, person: model.person.id)), .class("card", "pad")
      ) {
        context.field(
          "emoji", words.emojiTitle, model.emoji,
          FieldStyle(maxLength: 8, list: "faces", hasFocus: true))
        datalist(.id("faces")) { offered.map { option(.value($0)) } }
        context.colourPicker("colorIndex", words.faceColour, model.person.colour)
        actions {
          linkButton(.family(.familySettings(model.family.id)), words.cancel, style: .quiet)
          submit(words.save, .check)
        }
      }
    }
  }
}

/// Who is away, and when.
package enum AbsencesPage {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var person: FamilyFigure
    package var start: CalendarDay?
    package var end: CalendarDay?
    package var note: String

    package init(
      id: String, person: FamilyFigure, start: CalendarDay?, end: CalendarDay?, note: String = ""
    ) {
      (self.id, self.person, self.start, self.end, self.note) = (id, person, start, end, note)
    }
  }

  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var rows: [Row]
    package var people: [FamilyFigure]
    package var values = FormValues<FormName>()
    package var canPlan: Bool

    package init(family: ZoneLink, rows: [Row] = [], people: [FamilyFigure], canPlan: Bool) {
      (self.family, self.rows, self.people, self.canPlan) = (family, rows, people, canPlan)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    return context.page(words.away, isLive: !model.values.hasProblems) {
      context.top(
        words.away, crumbs: [Crumb(model.family.name, .days(.day(family: id)))],
        note: words.awayNote)
      section(.class("card")) {
        if model.rows.isEmpty { emptyState("🧳", words.nobodyAway, words.nobodyAwayText) }
        ul(.class("lines", "padded")) {
          model.rows.map { row in
            li(.dataKey(row.id)) {
              row.person.face()
              div(.class("grow")) {
                b { row.person.name }
                small {
                  words.span(row.start, row.end)
                  if !row.note.isEmpty { " · " + row.note }
                }
              }
              if model.canPlan {
                context.postButton(
                  .family(.removeAbsence(family: id, absence: row.id)), words.remove, .close,
                  style: .quiet)
              }
            }
          }
        }
      }
      if model.canPlan {
        context.postForm(.family(.absences(id)), .class("card", "pad")) {
          h2 { words.noteAway }
          div(.class("columns", "three")) {
            context.picker(
              "person", words.who, model.values[.person], model.people.map { ($0.id, $0.name) })
            context.field(
              "startsOn", words.firstDayAway, model.values[.startsOn],
              FieldStyle(type: "date", isRequired: true))
            context.field(
              "endsOn", words.lastDayAway, model.values[.endsOn],
              FieldStyle(type: "date", isRequired: true))
          }
          context.field("note", words.noteTitle, model.values[.note], FieldStyle(maxLength: 300))
          actions { submit(words.noteAway, .check) }
        }
      }
    }
  }
}

extension FormName {
  static let person = FormName(rawValue: "person")
}

/// Asks before a family is dissolved.
package enum DissolvePage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var others: [PersonBadge]
    /// The names of children whose accounts are kept here: they come first.
    package var kept: [String] = []
    /// The homes and groups that it concerns; `nil` where the hub cannot be asked.
    package var impact: FamilyImpact?
    package var confirmation = FieldValue()

    package init(
      family: ZoneLink, others: [PersonBadge] = [], confirmation: FieldValue = FieldValue()
    ) {
      (self.family, self.others, self.confirmation) = (family, others, confirmation)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if !model.others.isEmpty {
      rows.append(
        (.people, words.loseIt(model.others.count), words.list(model.others.map(\.name))))
    }
    if let impact = model.impact { rows += impact.zoneRows(from: model.family.name, words) }
    let isKept = !model.kept.isEmpty
    return context.question(
      words.dissolveTitle(model.family.name),
      isKept ? words.stillKept(model.kept) : words.dissolveText, icon: .trash,
      crumbs: [
        Crumb(model.family.name, .days(.day(family: id))),
        Crumb(words.familySettings, .family(.familySettings(id))),
      ], rows: isKept ? [] : rows,
      more: isKept
        ? linkButton(.family(.familySettings(id)), words.familySettings, .gear)
        : context.postForm(.family(.deleteFamily(id)), .class("stack")) {
          context.field(
            "name", words.typeName(model.family.name), model.confirmation,
            FieldStyle(autocomplete: "off", isRequired: true, isVerbatim: true))
          actions {
            linkButton(.family(.familySettings(id)), words.keepFamily, style: .quiet)
            submit(words.dissolveFamily, .trash, style: .destructive)
          }
        }
    ) { HTML.empty }
  }
}
