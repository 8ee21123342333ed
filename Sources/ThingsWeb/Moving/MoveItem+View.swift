import Web

extension MoveItemPage {
  /// First the home is chosen by its link; then posts `home` and `locationID` to
  /// ``Route/moveItem(_:home:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title =
      model.chosen.map { words.moveTitle(model.name, to: $0.home.name) }
      ?? words.moveTitle(model.name)
    return context.page(title, isLive: false) {
      section(.class("question")) {
        context.breadcrumbs(context.wayBack(to: model.home))
        span(.class("ic", "large")) { Icon.houses(28) }
        h1 { title }
        if let chosen = model.chosen {
          ask(chosen, model, in: context)
        } else {
          choose(model, in: context)
        }
      }
    }
  }

  private static func choose(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      context.homeChoice(model.homes, from: context.origin) {
        .items(.moveItem(model.id, home: $0.id))
      },
      actions {
        linkButton(.items(.item(model.id)), words.keepIt, style: .quiet, from: context.origin)
      },
    ])
  }

  private static func ask(_ chosen: Chosen, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let rows = rows(chosen, words)
    return HTML(joining: [
      p(.class("muted")) { words.moveText },
      rows.isEmpty ? .empty : div(.class("card")) { plan(rows) },
      context.postForm(.items(.moveItem(model.id, home: chosen.home.id)), .class("stack")) {
        input(.type("hidden"), .name("home"), .value(chosen.home.id))
        context.picker(
          "locationID", words.newPlaceOfItem, chosen.place,
          [("", words.noPlace)]
            + zip(chosen.places, chosen.depths).map { place, depth in
              return (place.id, indent(depth) + words.named(place.name, emoji: place.emoji))
            })
        actions {
          linkButton(.items(.item(model.id)), words.keepIt, style: .quiet, from: context.origin)
          submit(words.moveTo(chosen.home.name), .houses)
        }
      },
    ])
  }

  private static func rows(
    _ chosen: Chosen, _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if chosen.photoCount > 0 { rows.append((.photo, words.photosMove(chosen.photoCount), "")) }
    if chosen.fieldCount > 0 { rows.append((.edit, words.fieldsMove(chosen.fieldCount), "")) }
    if chosen.paperCount > 0 { rows.append((.file, words.papersMove(chosen.paperCount), "")) }
    if chosen.maintenanceCount > 0 {
      rows.append((.tools, words.maintenanceMoves(chosen.maintenanceCount), ""))
    }
    if !chosen.knownLabels.isEmpty {
      rows.append((.tag, words.labelsKnown(in: chosen.home.name), words.list(chosen.knownLabels)))
    }
    if !chosen.newLabels.isEmpty {
      rows.append((.tag, words.labelsMade(in: chosen.home.name), words.list(chosen.newLabels)))
    }
    if !chosen.gaining.isEmpty {
      rows.append((.people, words.willSeeIt, words.list(chosen.gaining)))
    }
    if !chosen.losing.isEmpty {
      rows.append((.people, words.willLoseIt, words.list(chosen.losing)))
    }
    return rows
  }
}
