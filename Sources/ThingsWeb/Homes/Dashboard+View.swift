import SharingWeb
import Web

extension DashboardPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(model.home.name) {
      div(.class("stack")) {
        hero(model, context)
        context.severalHomesHint(isShown: model.explainsSeveralHomes)
        context.notices(model.notices)
        context.firstSteps(model.firstSteps, home: model.home)
        ThingsWeb.reminders(
          model.reminders, hasMore: model.hasMoreReminders, home: model.home.id, words)
        if model.itemCount == 0 {
          firstSteps(model, in: context)
        } else {
          stats(model, words, context)
          div(.class("grid2")) {
            recent(model, words)
            div(.class("stack")) {
              chart(words.valueByLabel, model.byLabel, model, words) { id in
                .items(.homeItems(home: model.home.id, ItemQuery(labelID: id)))
              }
              chart(words.valueByRoom, model.byRoom, model, words) { id in
                .items(.homeItems(home: model.home.id, ItemQuery(roomID: id)))
              }
            }
          }
        }
        rooms(model, words)
      }
    }
  }

  private static func hero(_ model: Model, _ context: ViewContext) -> HTML {
    let words = context.words
    return header(.class("hero")) {
      if let photo = model.photoID, model.photoState == .available {
        img(.class("hero-photo"), .src(.photos(.photo(photo, .large))), .alt(""), .decodingAsync())
      }
      div(.class("hero-text")) {
        h1 { model.home.name }
        div(.class("hero-line")) {
          if !model.address.isEmpty { span { model.address } }
          if model.people.count > 1 || model.role != .owner { roleChip(model.role, words) }
          if let photo = model.photoID, model.photoState != .available {
            statusChip(words.missingPhoto(model.photoState), isNews: true)
            if model.photoState == .failed {
              context.postButton(.photos(.fetchPhoto(photo)), words.tryAgain, .sync)
            }
          }
        }
      }
      if model.people.count > 1 { avatars(model.people, words) }
    }
  }

  private static func stats(_ model: Model, _ words: Catalogue, _ context: ViewContext) -> HTML {
    let home = model.home.id
    return section(.class("stats"), .ariaLabel(words.atAGlance)) {
      context.stat(
        words.items, words.number(model.itemCount),
        note: words.inRooms(model.roomCount, without: model.placelessCount),
        to: .items(.homeItems(home: home)))
      if !context.hidesAmounts { values(model, words, context) }
      context.stat(
        words.withoutPhoto, words.number(model.countWithoutPhoto),
        note: model.countWithoutPhoto == 0 ? words.allHavePhotos : words.photosProveIt,
        to: .items(.homeItems(home: home, ItemQuery(hasNoPhoto: true))))
    }
  }

  /// What the items are worth, and which have no price yet.
  @HTMLBuilder
  private static func values(
    _ model: Model, _ words: Catalogue, _ context: ViewContext
  ) -> HTML {
    let more = model.values.dropFirst().map { words.money($0, .whole) }
    context.stat(
      words.documentedValue, model.values.first.map { words.money($0, .whole) } ?? words.noValue,
      note: more.isEmpty ? words.priceTimesQuantity : words.andAlso(words.list(more)))
    context.stat(
      words.withoutPrice, words.number(model.countWithoutPrice),
      note: model.countWithoutPrice == 0 ? words.allHavePrices : words.addThemWhenYouCan,
      to: .items(.homeItems(home: model.home.id, ItemQuery(hasNoPrice: true))))
  }

  private static func recent(_ model: Model, _ words: Catalogue) -> HTML {
    section(.class("card")) {
      div(.class("between", "pad", "head")) {
        h2 { words.recentlyAdded }
        a(.class("muted"), .href(.items(.homeItems(home: model.home.id)))) { words.allItems }
      }
      itemList(Array(model.recent.prefix(6)), id: "recent", words)
    }
  }

  private static func chart(
    _ title: String, _ shares: [Share], _ model: Model, _ words: Catalogue,
    _ route: (String) -> Route
  ) -> HTML {
    guard !shares.isEmpty else { return .empty }
    return card(title) {
      barChart(
        shares.map { share in
          Bar(
            name: share.name.isEmpty ? words.noneOfThem : share.name, amount: share.value.minor,
            text: words.money(share.value, .whole), colour: share.colour,
            route: share.id.map(route))
        })
      if model.values.count > 1, let currency = model.values.first?.currency {
        p(.class("hint")) { words.chartCurrency(currency) }
      }
    }
  }

  private static func rooms(_ model: Model, _ words: Catalogue) -> HTML {
    section {
      div(.class("between")) {
        h2 { words.rooms }
        a(.class("muted"), .href(.rooms(.rooms(home: model.home.id)))) { words.arrangeRooms }
      }
      div(.class("rooms")) {
        model.rooms.map { room in roomCard(room, home: model.home.id, words) }
      }
    }
  }

  static func roomCard(_ room: Room, home: String, _ words: Catalogue) -> HTML {
    a(.class("card", "room"), .href(.rooms(.room(home: home, room: room.place.id)))) {
      if room.place.emoji.isEmpty {
        Icon.door(22)
      } else {
        span(.class("emoji"), .ariaHidden()) { room.place.emoji }
      }
      span {
        b { room.place.name }
        small(.class("num")) {
          ([words.itemCount(room.itemCount)] + words.worth(room.values, .whole))
            .joined(separator: " · ")
        }
      }
    }
  }

  private static func firstSteps(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card")) {
      emptyState(
        "📦", words.emptyHomeTitle, words.emptyHomeText,
        action: model.role == .viewer
          ? .empty
          : div(.class("row", "centred")) {
            linkButton(
              .items(.newItem(home: model.home.id)), words.addFirstItem, .plus, style: .primary)
            linkButton(
              context.landmarks.importing(into: model.home.id), words.importTitle, .upload)
          })
    }
  }
}
