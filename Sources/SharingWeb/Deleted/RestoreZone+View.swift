import Web

extension RestoreZonePage {
  /// Posts `alone`, when nobody else is to get it back, to
  /// ``DeletedZoneRoute/restoreZone(_:zone:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let zone = model.row.zone
    let title = words.restoreZoneTitle(zone.name)
    return context.page(title, isLive: false) {
      section(.class("question")) {
        context.breadcrumbs([context.crumb(ofList: zone.kind)])
        span(.class("ic", "large")) { Icon.undo(28) }
        h1 { title }
        if model.isFull { note(.bad) { words.tooManyToRestore(zone.kind) } }
        p(.class("muted")) { words.restoreZoneText }
        div(.class("card")) {
          plan(context.contents(of: model.row) + words.returning(model.row))
        }
        context.postForm(.restore(zone), .class("stack")) {
          if !model.row.others.isEmpty {
            context.checkbox("alone", value: "1", words.restoreAlone, isChecked: false)
          }
          actions {
            linkButton(context.landmarks.list(of: zone.kind), words.cancel, style: .quiet)
            submit(words.restoreStep(zone.kind), .undo)
          }
        }
      }
    }
  }
}

extension PurgeZonePage {
  /// Posts to ``DeletedZoneRoute/purgeZone(_:zone:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let zone = model.row.zone
    return context.question(
      words.purgeZoneTitle(zone.name), words.purgeZoneText, icon: .trash,
      crumbs: [context.crumb(ofList: zone.kind)], rows: context.contents(of: model.row)
    ) {
      linkButton(context.landmarks.list(of: zone.kind), words.cancel, style: .quiet)
      context.postButton(.purge(zone), words.purgeZoneStep, .trash, style: .destructive)
    }
  }
}

extension ViewContext {
  fileprivate func crumb(ofList kind: ZoneLink.Kind) -> Crumb {
    Crumb(words.all(kind), landmarks.list(of: kind))
  }

  fileprivate func contents(
    of row: DeletedZoneRow
  ) -> [(icon: Icon, text: String, detail: String)] {
    areas.sharingHost(of: row.zone.kind).contents(ofDeleted: row.counts, words)
  }
}
