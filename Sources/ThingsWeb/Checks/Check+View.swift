import Web

extension CheckPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title =
      model.stage == .ended ? words.notSeenIn(model.place.name) : words.checkOf(model.place.name)
    return context.page(title) {
      context.top(
        title, crumbs: checkCrumbs(model.home, model.place, words), note: note(model, words)
      ) { buttons(model, in: context) }
      switch model.stage {
      case .none: p(.class("muted")) { words.checkText }
      case .underWay:
        progress(
          done: model.seenCount, total: model.itemCount,
          words.seen(model.seenCount, of: model.itemCount))
        filters(model, in: context)
        list(model, in: context)
      case .ended:
        p(.class("muted")) { model.rows.isEmpty ? words.allWasSeen : words.notSeenText }
        list(model, in: context)
      }
    }
  }

  private static func note(_ model: Model, _ words: Catalogue) -> String? {
    switch model.stage {
    case .underWay(let day): words.checkUnderWay(since: words.day(day))
    case .none, .ended: model.checkedOn.map { words.checked(on: words.day($0)) }
    }
  }

  private static func buttons(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard model.role != .viewer else { return roleChip(.viewer, words) }
    let (home, room) = (model.home.id, model.place.id)
    switch model.stage {
    case .none, .ended:
      return context.postForm(.checks(.check(home: home, room: room)), .class("inline")) {
        submit(words.startCheck, .check, style: model.stage == .none ? .primary : .plain)
      }
    case .underWay:
      return linkButton(
        .checks(.finishCheck(home: home, room: room)), words.finishCheck, .check, style: .primary)
    }
  }

  private static func filters(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    func route(_ isMissingOnly: Bool) -> Route {
      .checks(
        .check(
          home: model.home.id, room: model.place.id, CheckQuery(isMissingOnly: isMissingOnly)))
    }
    let missing = model.itemCount - model.seenCount
    return div(.class("filters")) {
      context.filterSwitch(
        words.itemCount(model.itemCount), isOn: !model.query.isMissingOnly, route(false))
      context.filterSwitch(
        words.notSeenYet(missing), isOn: model.query.isMissingOnly, route(true))
    }
  }

  private static func list(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    func route(after: String?) -> Route {
      var query = model.query
      query.after = after
      return .checks(.check(home: model.home.id, room: model.place.id, query))
    }
    return HTML(joining: [
      section(.class("card")) {
        if model.rows.isEmpty {
          emptyState("✅", words.nothingMissingTitle, words.nothingMissingText)
        } else {
          ul(.class("items", "check-list"), .id("items")) {
            model.rows.enumerated().map { index, row in
              let next = model.rows.dropFirst(index + 1).first?.item.id
              return view(row, next: next, model, in: context)
            }
          }
        }
      },
      context.pager(
        next: model.next.map { route(after: $0) },
        first: model.query.after == nil ? nil : route(after: nil), target: "#items"),
    ])
  }

  private static func view(
    _ row: Row, next: String?, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let item = row.item
    let origin = ItemOrigin(.rooms(.room(home: model.home.id, room: model.place.id)))
    let target: Route = .checks(
      .checkItem(home: model.home.id, room: model.place.id, item: item.id, model.query))
    return li(.id("item-\(item.id)"), .class(row.isSeen ? "seen" : nil), .dataKey(item.id)) {
      thumbnail(item.thumbnail, words)
      div(.class("what")) {
        div(.class("t")) { a(.href(.items(.item(item.id)), from: origin)) { item.name } }
        small { placePath(item.place) }
        small { seenText(row, words) }
      }
      if model.role != .viewer {
        context.postForm(target, .class("check-actions")) {
          // In a list of what is missing the row goes, and the one behind it takes its place.
          input(.type("hidden"), .name("next"), .value(next ?? ""))
          if row.isSeen {
            statusChip(words.seenWord, .good, icon: .check)
            submit(words.notSeenAfterAll, style: .quiet, name: "do", value: "unseen")
          } else {
            submit(words.seenWord, .check, style: .plain, name: "do", value: "seen")
            linkButton(target, words.notFound, style: .quiet)
          }
        }
      }
    }
  }

  private static func seenText(_ row: Row, _ words: Catalogue) -> String {
    row.seenOn.map { words.lastSeen(on: words.day($0)) } ?? words.neverSeen
  }
}

/// The way from the home to the place that is checked.
private func checkCrumbs(_ home: ZoneLink, _ place: PlaceLink, _ words: Catalogue) -> [Crumb] {
  [
    Crumb(home.name, .homes(.home(home.id))), Crumb(words.rooms, .rooms(.rooms(home: home.id))),
    Crumb(place.name, .rooms(.room(home: home.id, room: place.id))),
  ]
}

extension CheckItemPage {
  /// Posts `do` — `move` with `locationID`, or `archive` — to ``CheckRoute/checkItem``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let target: Route = .checks(
      .checkItem(home: model.home.id, room: model.place.id, item: model.id, model.query))
    let list: Route = .checks(.check(home: model.home.id, room: model.place.id, model.query))
    return context.page(words.notFoundTitle(model.name), isLive: false) {
      section(.class("question")) {
        context.breadcrumbs([
          Crumb(model.home.name, .homes(.home(model.home.id))),
          Crumb(words.checkOf(model.place.name), list),
        ])
        span(.class("ic", "large")) { Icon.search(28) }
        h1 { words.notFoundTitle(model.name) }
        p(.class("muted")) { words.notFoundText }
        section(.class("card", "pad")) {
          context.postForm(target, .class("stack")) {
            context.picker(
              "locationID", words.itIsSomewhereElse, model.chosen,
              [("", words.noPlace)]
                + zip(model.places, model.depths).map { place, depth in
                  return (place.id, indent(depth) + words.named(place.name, emoji: place.emoji))
                })
            submit(words.itIsThere, .check, style: .plain, name: "do", value: "move")
          }
        }
        section(.class("card", "pad")) {
          p { words.itIsLost }
          context.postForm(target, .class("inline")) {
            submit(words.archive, .box, style: .plain, name: "do", value: "archive")
          }
        }
        actions {
          linkButton(list, words.leaveItForNow, style: .quiet, fragment: "item-\(model.id)")
        }
      }
    }
  }
}

extension FinishCheckPage {
  /// Posts `do` — `finish` or `stop` — to ``CheckRoute/finishCheck(home:room:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let missing = model.itemCount - model.seenCount
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.check, words.seen(model.seenCount, of: model.itemCount), "")
    ]
    if missing > 0 { rows.append((.search, words.notSeenYet(missing), "")) }
    let target: Route = .checks(.finishCheck(home: model.home.id, room: model.place.id))
    return context.question(
      words.finishCheckTitle(model.place.name),
      missing > 0 ? words.finishCheckText : words.allWasSeen, icon: .check,
      crumbs: checkCrumbs(model.home, model.place, words), rows: rows
    ) {
      linkButton(
        .checks(.check(home: model.home.id, room: model.place.id)), words.goOnChecking,
        style: .quiet)
      context.postForm(target, .class("inline")) {
        submit(words.stopCheck, style: .plain, name: "do", value: "stop")
      }
      context.postForm(target, .class("inline")) {
        submit(words.finishCheck, .check, name: "do", value: "finish")
      }
    }
  }
}
