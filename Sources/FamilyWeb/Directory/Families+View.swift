import SharingWeb
import Values
import Web

/// What somebody without a family sees: how to found one, or to join.
package enum FamiliesPage {
  package struct Model: Equatable, Sendable {
    /// Families that the person has dissolved; `nil` while the hub cannot be asked.
    package var deleted: [DeletedZoneRow]?

    package init(deleted: [DeletedZoneRow]? = []) { self.deleted = deleted }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.family) {
      context.top(words.family)
      emptyState(
        "👨‍👩‍👧", words.noFamily, words.noFamilyText,
        action: HTML(joining: [
          linkButton(.family(.newFamily), words.foundFamily, .plus, style: .primary),
          linkButton(.joining(.join), words.joinWithCode, .ticket, style: .quiet),
          linkButton(.familyImports(.choose), words.importFamily, .upload, style: .quiet),
        ]))
      context.deletedZones(model.deleted, .family)
    }
  }
}

/// The form that founds a family.
package enum NewFamilyPage {
  static let names: [FormName] = [.name, .emoji, .timeZone]

  package struct Model: Equatable, Sendable {
    package var values = FormValues<FormName>()
    package var zones: [String] = []

    package init() {}
  }

  /// Posts to ``FamilyRoute/newFamily``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.foundFamily, isLive: false) {
      context.top(
        words.foundFamily, crumbs: [Crumb(words.family, .family(.families))],
        note: words.foundFamilyNote)
      div(.class("form-page")) {
        context.postForm(.family(.newFamily), .class("stack")) {
          section(.class("card", "pad")) {
            FamilyFields.view(model.values, zones: model.zones, hasFocus: true, in: context)
          }
          div(.class("actions", "sticky")) {
            linkButton(.family(.families), words.cancel, style: .quiet)
            submit(words.foundFamily, .check)
          }
        }
      }
    }
  }
}

/// The fields of a family, in the form that founds it and in its settings.
enum FamilyFields {
  static func view(
    _ values: FormValues<FormName>, zones: [String], hasFocus: Bool = false, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return HTML(joining: [
      div(.class("columns", "narrow-second")) {
        context.field(
          "name", words.familyName, values[.name],
          FieldStyle(
            placeholder: words.familyNameExample, maxLength: 100, isRequired: true,
            hasFocus: hasFocus))
        context.field("emoji", words.emojiTitle, values[.emoji], FieldStyle(maxLength: 8))
      },
      context.timeZonePicker(
        "timeZone", words.familyTimeZone, values[.timeZone], zones: zones,
        hint: words.familyTimeZoneHint),
      context.checkbox(
        "hidesStreaks", value: "yes", words.hidesStreaks,
        isChecked: values[.hidesStreaks].text == "yes"),
      context.checkbox(
        "hasStars", value: "yes", words.hasStars, isChecked: values[.hasStars].text == "yes"),
    ])
  }
}

extension FormName {
  static let emoji = FormName(rawValue: "emoji")
  static let timeZone = FormName(rawValue: "timeZone")
  static let hidesStreaks = FormName(rawValue: "hidesStreaks")
  static let hasStars = FormName(rawValue: "hasStars")
  static let colorIndex = FormName(rawValue: "colorIndex")
  static let note = FormName(rawValue: "note")
  static let startsOn = FormName(rawValue: "startsOn")
  static let endsOn = FormName(rawValue: "endsOn")
}

/// Asks before somebody leaves one family for another.
package enum SwitchFamilyPage {
  package struct Model: Equatable, Sendable {
    package var token: String
    package var from: ZoneLink
    package var to: String
    /// As what they join.
    package var role: Role
    /// The person owns the present family: with others in it they have to hand it over, or dissolve
    /// it, first.
    package var isOwner: Bool
    var hasToStay: Bool { isOwner && !others.isEmpty }
    /// Who stays in the present family.
    package var others: [String]
    /// Routines that name the person.
    package var routineCount: Int
    /// What else changes; `nil` where the hub cannot be asked.
    package var impact: FamilyImpact?

    package init(
      token: String, from: ZoneLink, to: String, role: Role, isOwner: Bool = false,
      others: [String] = [], routineCount: Int = 0, impact: FamilyImpact? = nil
    ) {
      self.impact = impact
      (self.token, self.from, self.to, self.role) = (token, from, to, role)
      (self.isOwner, self.others, self.routineCount) = (isOwner, others, routineCount)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.leave, words.youLeave(model.from.name), words.list(model.others)),
      (.people, words.youJoin(model.to, model.role), ""),
    ]
    if model.isOwner {
      rows[0] = (
        .trash, words.isDissolved(model.from.name), words.nobodyElseIn(model.to)
      )
    }
    if model.routineCount > 0 {
      rows.insert((.check, words.routinesPassYouBy(model.routineCount), ""), at: 1)
    }
    if let impact = model.impact {
      let (from, to) = (model.from.name, model.to)
      rows += impact.zoneRows(from: from, to: to, words)
      rows += impact.otherRows(from: from, to: to, words)
    }
    return context.question(
      words.switchTitle(model.from.name, model.to),
      model.hasToStay ? words.ownersHandOverFirst(model.from.name) : words.switchText,
      icon: .people, crumbs: [Crumb(words.family, .family(.families))],
      rows: model.hasToStay ? [] : rows,
      more: model.hasToStay
        ? linkButton(.family(.familySettings(model.from.id)), words.familySettings, .gear)
        : context.postForm(.family(.switchFamily(token: model.token)), .class("stack")) {
          input(.type("hidden"), .name("from"), .value(model.from.id))
          actions {
            linkButton(.family(.families), words.stayIn(model.from.name), style: .quiet)
            submit(words.switchStep(model.to), .check)
          }
        }
    ) { HTML.empty }
  }
}
