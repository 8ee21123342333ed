import Values
import Web

/// The things that a child has at home, in large pictures.
package enum FindPage {
  package struct Model: Equatable, Sendable {
    package var search: String
    package var rows: [ItemRow]
    package var isFirst = true
    /// Where the list goes on; `nil` at its end.
    package var next: String?
    /// What stands at the foot of a child's pages.
    package var links: [NavigationLink]

    package init(
      search: String = "", rows: [ItemRow], next: String? = nil, links: [NavigationLink]
    ) {
      (self.search, self.rows, self.next, self.links) = (search, rows, next, links)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.stage(words.find, .dataLive(true), scripts: []) {
      div(.class("my-day", "find")) {
        header(.class("my-day-top")) { h1 { words.find } }
        form(
          .class("find-search"), .role("search"), .method("get"), .action(.finding(.find()))
        ) {
          label(.class("search")) {
            Icon.search(26)
            input(
              .type("search"), .name("q"), .value(model.search), .ariaLabel(words.findWhat),
              .placeholder(words.findWhat), .autocomplete("off"), .enterkeyhint("search"),
              .maxlength(200))
          }
          submit(words.find, .search)
        }
        if model.rows.isEmpty {
          model.search.isEmpty
            ? emptyState("📦", words.nothingToFind, words.nothingToFindText)
            : emptyState("🔎", words.noSuchThing, words.noSuchThingText)
        }
        ul(.class("tiles", "things")) { model.rows.map { tile($0, words) } }
        nav(.class("pager"), .ariaLabel(words.pages)) {
          if !model.search.isEmpty || !model.isFirst {
            linkButton(
              .finding(.find()), words.showEverythingAgain, .chevronLeft, style: .quiet)
          }
          if let next = model.next {
            linkButton(
              .finding(.find(search: model.search.isEmpty ? nil : model.search, after: next)),
              words.showMore, .chevronDown)
          }
        }
        context.childLinks(model.links)
      }
    }
  }

  private static func tile(_ row: ItemRow, _ words: Catalogue) -> HTML {
    li(.dataKey(row.id)) {
      a(.class("tile", "small", "thing"), .href(.finding(.found(row.id)))) {
        picture(row.thumbnail)
        span(.class("tile-text")) {
          row.name
          if !row.place.isEmpty { small { placePath(row.place) } }
        }
      }
    }
  }

  private static func picture(_ thumbnail: Thumbnail) -> HTML {
    switch thumbnail {
    case .photo(let id):
      img(
        .class("thing-picture"), .src(.photos(.photo(id, .medium))), .alt(""), .width(160),
        .height(120), .lazy())
    case .emoji(let emoji, let colour):
      span(.class("thing-picture", "tinted", colour.className), .ariaHidden()) { emoji }
    case .none, .missingPhoto:
      span(.class("thing-picture"), .ariaHidden()) { "📦" }
    }
  }
}

/// One thing, for a child: what it looks like, and where it is.
package enum FoundPage {
  package struct Model: Equatable, Sendable {
    package var id: String
    package var name: String
    /// From the room down to the box.
    package var place: [PlaceLink]
    package var photoIDs: [String]
    package var lentTo = ""
    package var links: [NavigationLink]

    package init(
      id: String, name: String, place: [PlaceLink] = [], photoIDs: [String] = [],
      links: [NavigationLink]
    ) {
      (self.id, self.name, self.place) = (id, name, place)
      (self.photoIDs, self.links) = (photoIDs, links)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.stage(model.name, .dataLive(true), scripts: []) {
      div(.class("my-day", "find")) {
        header(.class("my-day-top")) { h1 { model.name } }
        if model.photoIDs.isEmpty {
          p(.class("found-picture"), .ariaHidden()) { "📦" }
        }
        model.photoIDs.map { id in
          img(.class("found-picture"), .src(.photos(.photo(id, .large))), .alt(model.name))
        }
        section {
          h2 { words.whereItIs }
          if !model.lentTo.isEmpty {
            p { words.lent(to: model.lentTo) }
          } else if model.place.isEmpty {
            p { words.nowhereNoted }
          } else {
            ol(.class("found-path")) {
              model.place.map { place in
                li {
                  span(.class("tile-picture"), .ariaHidden()) {
                    place.emoji.isEmpty ? "📍" : place.emoji
                  }
                  b { place.name }
                }
              }
            }
          }
        }
        context.childLinks(model.links)
      }
    }
  }
}
