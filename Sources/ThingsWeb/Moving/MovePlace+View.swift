import Web

extension MovePlacePage {
  /// First the home is chosen by its link; then posts `home` and ``Field`` to
  /// ``MovePlaceRoute/movePlace(home:room:to:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title =
      model.chosen.map { words.moveTitle(model.place.name, to: $0.home.name) }
      ?? words.moveTitle(model.place.name)
    return context.page(title, isLive: false) {
      section(.class("question")) {
        context.breadcrumbs([
          Crumb(model.home.name, .homes(.home(model.home.id))),
          Crumb(model.place.name, .rooms(.room(home: model.home.id, room: model.place.id))),
        ])
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
      context.homeChoice(model.homes) { route(model, to: $0.id) },
      actions { keep(model, words) },
    ])
  }

  private static func route(_ model: Model, to home: String) -> Route {
    .moving(.movePlace(home: model.home.id, room: model.place.id, to: home))
  }

  private static func keep(_ model: Model, _ words: Catalogue) -> HTML {
    linkButton(
      .rooms(.room(home: model.home.id, room: model.place.id)), words.keepIt, style: .quiet)
  }

  private static func ask(_ chosen: Chosen, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    if let limit = chosen.tooMany {
      return HTML(joining: [
        note(.bad) { words.tooMuchToMove(limit) }, actions { keep(model, words) },
      ])
    }
    return HTML(joining: [
      p(.class("muted")) { words.movePlaceText },
      div(.class("card")) { plan(rows(chosen, model, words)) },
      context.postForm(route(model, to: chosen.home.id), .class("stack")) {
        input(.type("hidden"), .name("home"), .value(chosen.home.id))
        // The name matters only where it is taken.
        if chosen.values[.name].problem == nil {
          input(.type("hidden"), .name("name"), .value(chosen.values[.name].text))
        } else {
          context.field(
            "name", words.nameThere, chosen.values[.name],
            FieldStyle(maxLength: 200, isRequired: true, hasFocus: true))
        }
        context.picker(
          "parentID", words.inside, chosen.values[.parentID],
          [("", words.insideNothing)]
            + zip(chosen.places, chosen.depths).map { place, depth in
              return (place.id, indent(depth) + words.named(place.name, emoji: place.emoji))
            })
        actions {
          keep(model, words)
          submit(words.moveTo(chosen.home.name), .houses)
        }
      },
    ])
  }

  private static func rows(
    _ chosen: Chosen, _ model: Model, _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.box, words.itemsMove(chosen.itemCount, archived: chosen.archivedCount), "")
    ]
    func add(_ icon: Icon, _ count: Int, _ text: (Int) -> String) {
      if count > 0 { rows.append((icon, text(count), "")) }
    }
    add(.shelf, chosen.placeCount, words.placesMove)
    add(.photo, chosen.photoCount, words.photosGoAlong)
    add(.file, chosen.paperCount, words.papersGoAlong)
    add(.tools, chosen.maintenanceCount, words.maintenanceGoesAlong)
    add(.edit, chosen.fieldCount, words.fieldsGoAlong)
    if !chosen.knownLabels.isEmpty {
      rows.append((.tag, words.labelsKnown(in: chosen.home.name), words.list(chosen.knownLabels)))
    }
    if !chosen.newLabels.isEmpty {
      rows.append((.tag, words.labelsMade(in: chosen.home.name), words.list(chosen.newLabels)))
    }
    add(.shield, chosen.insuredCount) {
      words.insuredMove($0, from: model.home.name, to: chosen.home.name)
    }
    add(.copy, chosen.templateCount, words.templatesLosePlace)
    if !chosen.gaining.isEmpty {
      rows.append((.people, words.willSeeIt, words.list(chosen.gaining)))
    }
    if !chosen.losing.isEmpty {
      rows.append((.people, words.willLoseIt, words.list(chosen.losing)))
    }
    return rows
  }
}
