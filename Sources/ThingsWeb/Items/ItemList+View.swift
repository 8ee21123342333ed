import Web

extension ItemListPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = model.home.map { words.itemsOf($0.name) } ?? words.allItems
    return context.page(title) {
      context.top(title, crumbs: crumbs(model), note: summary(model, words)) {
        searchBox(model, in: context)
        if let home = model.addsTo {
          linkButton(
            .items(.newItem(home: home.id, room: model.chosenRoom)), words.addItem, .plus,
            style: .primary, from: origin(model))
        }
      }
      SearchParts.help(
        words.searchHelpText, words.searchExamples(withAmounts: !context.hidesAmounts), words
      ) { search in
        address(model, ItemQuery(search: search))
      }
      div(.id("results")) {
        context.savedSearches(
          model.searches,
          saving: model.query.isFiltered
            ? .searches(
              .savedSearches(
                NewSearch(
                  model.typed, zone: model.home?.id ?? model.query.homeID,
                  sort: StoredItemSort(model.query.sort)))) : nil)
        filters(model, in: context)
        model.parts.view(words) { search in address(model, model.query.with { $0.search = search })
        }
        if model.rows.isEmpty {
          section(.class("card")) { nothing(model, words) }
        } else if model.actions.isEmpty {
          section(.class("card")) { list(model, words) }
        } else {
          choices(model, in: context)
        }
        if let home = model.home, !model.rows.isEmpty {
          p(.class("muted")) {
            a(
              .class("link"),
              .href(.printing(.listLabels(home: home.id, model.query.with { _ in })))
            ) { words.printTheseLabels }
          }
        }
        context.pager(
          next: model.next.map { cursor in
            let asked = model.query
            return address(model, asked.with { $0.after = cursor })
          },
          first: model.query.after == nil ? nil : address(model, model.query.with { _ in }),
          target: "#items")
      }
    }
  }

  private static func list(_ model: Model, _ words: Catalogue) -> HTML {
    itemList(model.rows, id: "items", words, from: origin(model))
  }

  /// The list as a form: what is ticked, and what is to be done with it.
  private static func choices(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return element(
      "form",
      [
        .id("many"), .class("many"), .method("post"),
        .action(.bulkChange(.changeItems), from: origin(model)),
      ]
    ) {
      input(.type("hidden"), .name("csrf"), .value(context.csrfToken))
      section(.class("card")) { list(model, words) }
      context.selectionBar(words.whatToDoWithMany) {
        context.checkbox("all", value: "yes", words.allThatMatch(model.count), isChecked: false)
        a(
          .class("btn", "quiet"),
          .href(
            address(
              model,
              model.query.with { query in
                query.after = model.query.after
                query.ticksPage = !model.query.ticksPage
              }))
        ) { model.query.ticksPage ? words.untickPage : words.tickPage }
      } actions: {
        model.actions.map { action in
          button(
            .class("btn", action == .delete ? "danger" : "plain"), .type("submit"), .name("do"),
            .value(action.rawValue), .dataDownload(action == .export)
          ) {
            action.icon()
            words.manyAction(action)
          }
        }
      }
    }
  }

  private static func address(_ model: Model, _ query: ItemQuery) -> Route {
    if let home = model.home { return .items(.homeItems(home: home.id, query)) }
    return .items(.items(query))
  }

  private static func origin(_ model: Model) -> ItemOrigin? {
    ItemOrigin(address(model, model.query))
  }

  private static func crumbs(_ model: Model) -> [Crumb] {
    model.home.map { [Crumb($0.name, .homes(.home($0.id)))] } ?? []
  }

  private static func summary(_ model: Model, _ words: Catalogue) -> String {
    let count = model.query.isFiltered ? words.found(model.count) : words.count(model.count)
    return ([count] + model.values.map { words.money($0, .whole) }).joined(separator: " · ")
  }

  private static func searchBox(_ model: Model, in context: ViewContext) -> HTML {
    var kept = model.query
    kept.search = ""
    kept.after = nil
    return context.searchBox(
      model.query.search, hint: context.words.searchHint, plain: address(model, ItemQuery()),
      kept: kept.fields)
  }

  private static func filters(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let query = model.query
    func to(_ change: (inout ItemQuery) -> Void) -> Route { address(model, query.with(change)) }
    return div(.class("filters")) {
      if model.home == nil, model.homes.count > 1 {
        menu(
          words.home, model.homes.first { $0.id == query.homeID }?.name, words, context,
          any: to { ($0.homeID, $0.roomID, $0.labelID) = (nil, nil, nil) },
          model.homes.map { home in
            FilterChoice(
              text: home.name,
              route: to { ($0.homeID, $0.roomID, $0.labelID) = (home.id, nil, nil) },
              isChosen: home.id == query.homeID)
          })
      }
      rooms(model, in: context)
      if !model.labels.isEmpty {
        menu(
          words.label, model.labels.first { $0.id == query.labelID }?.name, words, context,
          any: to { $0.labelID = nil },
          model.labels.map { label in
            FilterChoice(
              text: words.named(label.name, emoji: label.emoji),
              route: to { $0.labelID = label.id }, isChosen: label.id == query.labelID)
          })
      }
      if !context.hidesAmounts {
        context.filterSwitch(
          words.hasNoPrice, isOn: query.hasNoPrice, to { $0.hasNoPrice.toggle() })
      }
      context.filterSwitch(
        words.hasNoPhoto, isOn: query.hasNoPhoto, to { $0.hasNoPhoto.toggle() })
      context.filterSwitch(
        words.hasNoSerial, isOn: query.hasNoSerial, to { $0.hasNoSerial.toggle() })
      context.filterSwitch(
        words.hasNoReceipt, isOn: query.hasNoReceipt, to { $0.hasNoReceipt.toggle() })
      context.filterSwitch(
        words.isLent, isOn: query.isLent, to { ($0.isLent, $0.isArchived) = (!$0.isLent, false) })
      context.filterSwitch(
        words.archived, isOn: query.isArchived,
        to { ($0.isArchived, $0.isLent) = (!$0.isArchived, false) })
      context.filterMenu(
        words.sort(query.sort), isOn: query.sort != .newest,
        ItemSort.allCases.filter { $0 != .value || !context.hidesAmounts }.map { sort in
          FilterChoice(
            text: words.sort(sort), route: to { $0.sort = sort }, isChosen: sort == query.sort)
        })
      if query.isFiltered {
        a(.class("chip", "clear"), .href(address(model, ItemQuery(sort: query.sort)))) {
          Icon.close(14)
          words.clearFilters
        }
      }
    }
  }

  /// The rooms of the home, and no room; over all homes that alone.
  private static func rooms(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let query = model.query
    func to(_ room: String?) -> Route { address(model, query.with { $0.roomID = room }) }
    let hasNone = query.roomID == ItemQuery.noRoom
    let none = FilterChoice(
      text: words.noRoom, route: to(ItemQuery.noRoom), isChosen: hasNone)
    let chosen = model.rooms.first { $0.id == query.roomID }?.name
    return menu(
      words.room, hasNone ? words.noRoom : chosen, words, context, any: to(nil),
      model.rooms.map { room in
        FilterChoice(
          text: words.named(room.name, emoji: room.emoji), route: to(room.id),
          isChosen: room.id == query.roomID)
      } + [none])
  }

  private static func menu(
    _ title: String, _ chosen: String?, _ words: Catalogue, _ context: ViewContext, any: Route,
    _ choices: [FilterChoice]
  ) -> HTML {
    context.filterMenu(
      chosen.map { words.filter(title, is: $0) } ?? title, isOn: chosen != nil,
      [FilterChoice(text: words.any, route: any, isChosen: chosen == nil)] + choices)
  }

  private static func nothing(_ model: Model, _ words: Catalogue) -> HTML {
    if model.isCutShort {
      return emptyState("🔎", words.cutShortTitle, words.cutShortText)
    }
    if model.query.isFiltered {
      return emptyState(
        "🔎", words.nothingFoundTitle, words.nothingFoundText,
        action: linkButton(address(model, ItemQuery()), words.showEverything))
    }
    return emptyState(
      "📦", words.emptyHomeTitle, words.emptyHomeText,
      action: model.addsTo.map {
        linkButton(.items(.newItem(home: $0.id)), words.addFirstItem, .plus, style: .primary)
      } ?? .empty)
  }
}
