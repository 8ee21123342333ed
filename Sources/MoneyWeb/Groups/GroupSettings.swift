import SharingWeb
import Values
import Web

/// One group's settings: details, members, categories, sharing, delete.
package enum GroupSettingsPage {
  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var role: Role
    package var values: FormValues<FormName>
    package var version = ""
    package var colour: PaletteColour
    package var sharing: SharingSection.Model
    package var picture: GroupImage?
    /// What was wrong with a picture that somebody has just sent.
    package var refusedPicture: RefusedFiles?
    package var memberCount = 0
    package var categoryCount = 0
    /// Whether nothing can be changed now, because of the role or because sharing is paused.
    package var isReadOnly: Bool
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.group.id
    // What somebody has typed, and what is wrong with it, is not replaced.
    let isLive = !model.values.hasProblems && model.refusedPicture == nil
    return context.page(
      words.groupSettings, isLive: isLive,
      refreshSeconds: isLive ? context.secondsUntil(model.sharing.nextEnd) : nil
    ) {
      context.top(
        words.groupSettings,
        crumbs: [
          Crumb(words.money, .groups(.groups())), Crumb(model.group.name, .groups(.group(id))),
        ])
      div(.class("settings", "stack")) {
        details(model, in: context)
        if !model.isReadOnly {
          context.pictureSettings(model.picture, of: model.group, refused: model.refusedPicture)
        }
        section(.class("card")) {
          ul(.class("lines", "padded")) {
            settingLink(
              .members(.members(group: id)), .people, words.members,
              words.memberCount(model.memberCount))
            settingLink(
              .categories(.categories(group: id)), .tag, words.categories,
              words.categoryCount(model.categoryCount))
            settingLink(
              .history(.groupActivity(group: id)), .clock, words.activity, words.activityHint)
            settingLink(
              .history(.deletedExpenses(group: id)), .trash, words.deletedExpenses,
              words.deletedExpensesHint)
            settingLink(
              .groups(.groupTable(id)), .download, words.exportTable, words.exportTableHint)
            settingLink(
              .groups(.groupDocument(id)), .download, words.exportDocument,
              words.exportDocumentHint)
            if !model.isReadOnly {
              settingLink(
                .groupImports(.choose(group: id)), .upload, words.importExpenses,
                words.importIntoThis)
            }
          }
        }
        SharingSection.view(model.sharing, of: model.group, as: model.role, in: context)
        if model.role == .owner, !model.isReadOnly {
          settingsSection(words.deleteGroup, id: "delete") {
            div(.class("row", "wrap")) {
              if model.sharing.access == .child {
                p(.class("grow", "muted")) { words.notByChildrenText }
              } else {
                p(.class("grow", "muted")) { words.deleteGroupText }
                linkButton(
                  .groups(.deleteGroup(id)), words.deleteGroupStep, .trash, style: .danger)
              }
            }
          }
        }
      }
    }
  }

  private static func details(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard !model.isReadOnly else {
      return settingsSection(words.groupDetails, id: "details", isOpen: true) {
        p { model.group.name }
        if model.role == .viewer { p(.class("muted")) { words.viewersCannotChangeGroup } }
      }
    }
    return settingsSection(words.groupDetails, id: "details", isOpen: true) {
      context.postForm(.groups(.groupSettings(model.group.id)), .class("stack")) {
        input(.type("hidden"), .name("version"), .value(model.version))
        div(.class("columns", "narrow-second")) {
          context.field(
            "name", words.groupName, model.values[.name],
            FieldStyle(maxLength: 100, isRequired: true))
          context.field("emoji", words.emojiTitle, model.values[.emoji], FieldStyle(maxLength: 8))
        }
        context.colourPicker("colorIndex", words.groupColour, model.colour)
        context.currencyPicker(
          "currency", words.currencyTitle, model.values[.currency], hint: words.groupCurrencyHint)
        context.picker(
          "splitMode", words.usualSplit, model.values[.splitMode],
          [SplitWay.equal, .shares, .percentage].map { ($0.rawValue, words.way($0)) },
          FieldStyle(hint: words.usualSplitHint))
        context.textBox("note", words.noteTitle, model.values[.note], FieldStyle(maxLength: 4000))
        context.checkbox(
          "simplifies", value: "yes", words.simplifies,
          isChecked: model.values[.simplifies].text == "yes")
        context.checkbox(
          "isArchived", value: "yes", words.archiveGroup,
          isChecked: model.values[.isArchived].text == "yes")
        actions { submit(words.save, .check, style: .plain) }
      }
    }
  }
}

extension FormName {
  static let simplifies = FormName(rawValue: "simplifies")
  static let isArchived = FormName(rawValue: "isArchived")
  static let splitMode = FormName(rawValue: "splitMode")
  static let colorIndex = FormName(rawValue: "colorIndex")
}

/// Asks before a group is deleted.
package enum DeleteGroupPage {
  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var others: [PersonBadge]
    /// Whether somebody still owes somebody.
    package var isOpen: Bool
    package var confirmation = FieldValue()
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.group.id
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if !model.others.isEmpty {
      rows.append(
        (.people, words.loseIt(model.others.count), words.list(model.others.map(\.name))))
    }
    if model.isOpen { rows.append((.coin, words.debtsAreForgotten, "")) }
    return context.question(
      words.deleteGroupTitle(model.group.name), words.deleteGroupText, icon: .trash,
      crumbs: [
        Crumb(model.group.name, .groups(.group(id))),
        Crumb(words.groupSettings, .groups(.groupSettings(id))),
      ], rows: rows,
      more: context.postForm(.groups(.deleteGroup(id)), .class("stack")) {
        context.field(
          "name", words.typeName(model.group.name), model.confirmation,
          FieldStyle(autocomplete: "off", isRequired: true, isVerbatim: true))
        actions {
          linkButton(.groups(.groupSettings(id)), words.keepGroup, style: .quiet)
          submit(words.deleteGroup, .trash, style: .destructive)
        }
      }
    ) { HTML.empty }
  }
}
