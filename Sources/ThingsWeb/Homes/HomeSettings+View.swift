import AccountWeb
import SharingWeb
import Web

extension HomeSettingsPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    // What somebody has typed, and what is wrong with it, is not replaced.
    let isLive = !model.values.hasProblems && model.refusedPhotos == nil
    return context.page(
      words.homeSettings, isLive: isLive,
      refreshSeconds: isLive ? context.secondsUntil(model.sharing.nextEnd) : nil,
      scripts: ["order.js"]
    ) {
      context.top(
        words.homeSettings, crumbs: [Crumb(model.home.name, .homes(.home(model.home.id)))])
      div(.class("settings", "stack")) {
        details(model, in: context)
        organization(model, in: context)
        context.recentImports(model.imports)
        SharingSection.view(model.sharing, of: model.home, as: model.role, in: context)
        primary(model, in: context)
        if model.role == .owner, !model.isReadOnly {
          merge(model, words)
          delete(model, words)
        }
      }
    }
  }

  /// Posts ``Field`` and `colour` (0…11) to ``Route/homeSettings(_:)``.
  private static func details(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard !model.isReadOnly else {
      return settingsSection(words.details, id: "details", isOpen: true) {
        p { model.home.name }
        if model.role == .viewer { p(.class("muted")) { words.viewersCannotChange } }
      }
    }
    return settingsSection(words.details, id: "details", isOpen: true) {
      photos(model, in: context)
      context.postForm(.homes(.homeSettings(model.home.id))) {
        context.began(model.values)
        div(.class("columns", "narrow-second")) {
          context.field(
            "name", words.name, model.values[.name], FieldStyle(maxLength: 100, isRequired: true))
          context.field("emoji", words.emoji, model.values[.emoji], FieldStyle(maxLength: 8))
        }
        context.colourPicker("colour", words.colourTitle, model.colour)
        Web.details(.class("more", "plain-more"), .open(hasAddress(model))) {
          summary {
            h3 { words.addressAndCurrency }
            Icon.chevronDown()
          }
          context.addressFields { model.values[$0] }
          context.currencyFields("currency", model.values[.currency]) {
            context.currencyPicker(
              "currency", words.currency, model.values[.currency], none: words.asInAccount,
              hint: words.homeCurrencyHint)
          }
          div(.class("columns")) {
            context.field(
              "purchasedOn", words.purchasedOn, model.values[.purchasedOn],
              // A day that could not be read would vanish from a date field.
              FieldStyle(type: model.values[.purchasedOn].problem == nil ? "date" : "text"))
            context.amountField(
              "purchase", words.homePrice, model.values[.purchase],
              FieldStyle(inputmode: "decimal", maxLength: 24))
          }
          context.textBox("note", words.notes, model.values[.note], FieldStyle(maxLength: 4000))
        }
        actions { submit(words.save, .check, style: .plain) }
      }
    }
  }

  /// The photos of the home, the shown one first, and a form for one more.
  private static func photos(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return div(.class("stack", "home-photos")) {
      h3 { words.homePhoto }
      p(.class("muted")) { words.homePhotoHint }
      if let refused = model.refusedPhotos { context.refused(refused) }
      if !model.photos.isEmpty {
        ul(
          .class("lines"), .dataUnsaved(words.orderNotSaved),
          .dataOrder(
            model.photos.count > 1 ? .gallery(.photoOrder(.home(model.home.id))) : nil)
        ) {
          model.photos.enumerated().map { index, photo in
            let name = words.photo(
              index + 1, of: model.photos.count, item: model.home.name, caption: photo.caption)
            return li(.id("photo-\(photo.id)"), .dataKey(photo.id)) {
              if photo.state == .available {
                a(
                  .class("thumb"),
                  .href(.gallery(.photoViewer(.home(model.home.id), photo: photo.id)))
                ) {
                  img(
                    .src(.photos(.photo(photo.id, .thumbnail))), .alt(name), .width(52),
                    .height(52),
                    .lazy())
                }
              } else {
                missingThumbnail(photo.state, words)
              }
              span(.class("grow")) {
                photo.caption
                if index == 0 { small { words.isShownFirst } }
              }
              context.photoSteps(
                .home(model.home.id), photo.id, isFirst: index == 0,
                isLast: index == model.photos.count - 1, hasWords: false)
              if photo.state == .failed {
                context.postButton(.photos(.fetchPhoto(photo.id)), words.tryAgain, .sync)
              }
              context.postForm(
                .homes(.deleteHomePhoto(home: model.home.id, photo: photo.id)), .class("inline")
              ) {
                button(
                  .class("btn", "danger", "icon"), .type("submit"), .ariaLabel(words.deletePhoto)
                ) { Icon.trash() }
              }
            }
          }
        }
      }
      context.photoUpload(.homes(.homePhotos(model.home.id)))
    }
  }

  private static func hasAddress(_ model: Model) -> Bool {
    let fields: [Field] = [
      .address1, .address2, .city, .state, .zip, .country, .currency, .note, .purchasedOn,
      .purchase,
    ]
    return fields.contains { model.values[$0].problem != nil }
  }

  private static func organization(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return settingsSection(words.organization, id: "organization") {
      ul(.class("lines")) {
        settingLink(
          .rooms(.rooms(home: model.home.id)), .door, words.rooms,
          words.roomCount(model.contents.rooms))
        settingLink(
          .labels(.labels(home: model.home.id)), .tag, words.labels,
          words.labelCount(model.contents.labels))
        settingLink(
          .field(.fieldPresets(home: model.home.id)), .edit, words.fieldPresets,
          words.fieldPresetCount(model.contents.fields))
        settingLink(
          .templates(.templates(home: model.home.id)), .copy, words.templates,
          words.templateCount(model.contents.templates))
        if !context.hidesAmounts {
          settingLink(
            context.landmarks.insurance(of: model.home.id), .shield, words.insurance,
            words.policyCount(model.contents.policies))
        }
        settingLink(
          .activity(.homeActivity(home: model.home.id)), .clock, words.activity,
          words.activityHint)
        if !model.isReadOnly {
          settingLink(
            context.landmarks.importing(into: model.home.id), .upload, words.importTitle,
            words.importHint)
        }
        settingLink(context.landmarks.exports, .download, words.exportTitle, words.exportHint)
      }
    }
  }

  private static func primary(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return settingsSection(
      words.primaryHome, id: "primary", state: model.isPrimary ? primaryChip(words) : .empty
    ) {
      div(.class("row", "wrap")) {
        p(.class("grow", "muted")) {
          model.isPrimary ? words.isPrimaryText : words.setPrimaryText
        }
        if !model.isPrimary {
          context.postButton(.homes(.setPrimaryHome(model.home.id)), words.setPrimary, .star)
        }
      }
    }
  }

  private static func primaryChip(_ words: Catalogue) -> HTML {
    statusChip(words.primary, .good, icon: .star)
  }

  private static func merge(_ model: Model, _ words: Catalogue) -> HTML {
    guard !model.isOnlyHome, model.sharing.access != .child else { return .empty }
    return settingsSection(words.mergeIntoOther, id: "merge") {
      div(.class("row", "wrap")) {
        p(.class("grow", "muted")) { words.mergeIntoOtherText }
        linkButton(
          .merging(.mergeHome(home: model.home.id)), words.mergeStep, .merge)
      }
    }
  }

  private static func delete(_ model: Model, _ words: Catalogue) -> HTML {
    let isChild = model.sharing.access == .child
    return settingsSection(words.deleteHome, id: "delete") {
      div(.class("row", "wrap")) {
        p(.class("grow", "muted")) {
          isChild
            ? words.notByChildrenText
            : model.isOnlyHome
              ? words.onlyHomeText
              : model.isPrimary ? words.primaryHomeStays : words.deleteHomeText(model.contents)
        }
        if isChild || model.isOnlyHome || model.isPrimary {
          button(.class("btn", "danger"), .type("button"), .disabled()) {
            Icon.trash()
            words.deleteHome
          }
        } else {
          linkButton(
            .homes(.deleteHome(model.home.id)), words.deleteHomeStep, .trash, style: .danger)
        }
      }
    }
  }
}

extension ViewContext {
  /// Where a home is.
  func addressFields(_ value: (HomeSettingsPage.Field) -> FieldValue) -> HTML {
    func text(_ field: HomeSettingsPage.Field, _ title: String, _ purpose: String) -> HTML {
      self.field(
        field.rawValue, title, value(field), FieldStyle(autocomplete: purpose, maxLength: 200))
    }
    return HTML(joining: [
      text(.address1, words.street, "address-line1"),
      text(.address2, words.streetMore, "address-line2"),
      div(.class("columns")) {
        text(.zip, words.postalCode, "postal-code")
        text(.city, words.city, "address-level2")
      },
      div(.class("columns")) {
        text(.state, words.stateOrProvince, "address-level1")
        text(.country, words.country, "country-name")
      },
    ])
  }
}
