import Web

extension ItemPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(
      model.name,
      isLive: model.form == nil && model.refusedPhotos == nil && model.papers.problems.isEmpty,
      scripts: model.role == .viewer ? [] : ["order.js"]
    ) {
      context.top(model.name, crumbs: crumbs(model, in: context)) {
        if model.role != .viewer, model.form == nil {
          linkButton(
            .items(.item(model.id, isEditing: true)), words.edit, .edit, style: .primary,
            from: context.origin)
          context.moreMenu { more(model, in: context) }
        } else if model.role == .viewer {
          roleChip(.viewer, words)
          printLabel(model, words)
        }
      }
      soldButCounts(model, in: context)
      div(.class("grid2", "even", model.form == nil ? nil : "editing")) {
        if let form = model.form {
          // On a phone the form is above the photos, so it comes first.
          ItemFormPage.form(form, in: context)
          gallery(model, in: context)
        } else {
          gallery(model, in: context)
          div(.class("stack")) {
            facts(model, in: context)
            texts(model, in: context)
            context.maintenance(model.maintenance)
            context.papers(model.papers)
          }
        }
      }
    }
  }

  private static func printLabel(_ model: Model, _ words: Catalogue) -> HTML {
    linkButton(.printing(.itemLabels(item: model.id)), words.printLabel, .tag, style: .quiet)
  }

  /// The actions beside editing; what removes the item is last.
  @HTMLBuilder
  private static func more(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    if model.canMove {
      linkButton(
        .items(.moveItem(model.id)), words.move, .houses, style: .quiet, from: context.origin)
    }
    steps(model, in: context)
    printLabel(model, words)
    linkButton(
      .items(.deleteItem(model.id)), words.delete, .trash, style: .danger, from: context.origin)
  }

  /// The actions that change the item's state in one step.
  @HTMLBuilder
  private static func steps(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    if model.isArchived, model.isSold {
      context.postButton(
        .itemState(.unsellItem(model.id)), words.unsell, .undo, style: .quiet)
    } else if model.isArchived {
      context.postButton(
        .itemState(.unarchiveItem(model.id)), words.unarchive, .undo, style: .quiet)
    } else {
      if model.details.lentTo.isEmpty {
        linkButton(
          .itemState(.lendItem(model.id)), words.lend, .person, style: .quiet,
          from: context.origin)
      } else {
        context.postButton(
          .itemState(.returnItem(model.id)), words.giveBack, .check, style: .quiet)
      }
      linkButton(
        .itemState(.sellItem(model.id)), words.sell, .coin, style: .quiet, from: context.origin)
      context.postButton(
        .itemState(.archiveItem(model.id)), words.archive, .box, style: .quiet)
      context.postButton(.checks(.seeItem(model.id)), words.seenToday, .check, style: .quiet)
      linkButton(
        .templates(.newTemplate(home: model.home.id, item: model.id)), words.saveAsTemplate,
        .copy, style: .quiet)
    }
  }

  /// Of what is sold and stands outside of the archive, as older programs left it.
  private static func soldButCounts(_ model: Model, in context: ViewContext) -> HTML {
    guard model.isSold, !model.isArchived, model.form == nil else { return .empty }
    let words = context.words
    return div(.class("stack")) {
      note { words.soldButCounts }
      if model.role != .viewer {
        actions {
          context.postButton(.itemState(.unsellItem(model.id)), words.unsell, .undo)
          context.postButton(.itemState(.archiveItem(model.id)), words.archive, .box)
        }
      }
    }
  }

  private static func crumbs(_ model: Model, in context: ViewContext) -> [Crumb] {
    context.wayBack(to: model.home)
      + model.place.map { Crumb($0.name, .rooms(.room(home: model.home.id, room: $0.id))) }
  }

  private static func gallery(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("gallery"), .ariaLabel(words.photos)) {
      if let refused = model.refusedPhotos { context.refused(refused) }
      if model.photoIDs.isEmpty {
        div(.class("photo"), .ariaHidden()) { Icon.photo(48) }
      }
      div(.class("strip")) {
        model.photoIDs.enumerated().map { index, id in
          let caption = model.photoCaptions[id] ?? ""
          let text = words.photo(
            index + 1, of: model.photoIDs.count, item: model.name, caption: caption)
          return figure(.class("slide"), .id("photo-\(id)")) {
            div(.class("photo")) {
              if let state = model.photoStates[id] {
                context.missingPhoto(id, state)
              } else {
                a(
                  .href(.gallery(.photoViewer(.item(model.id), photo: id)), from: context.origin),
                  .ariaLabel(words.openPhoto(index + 1))
                ) {
                  photoFigure(id, alt: text, isFirst: index == 0)
                }
              }
              if model.role != .viewer { photoMenu(model, at: index, in: context) }
            }
            if !caption.isEmpty { figcaption { caption } }
          }
        }
      }
      if model.photoIDs.count > 1 {
        div(
          .class("photos"), .dataUnsaved(words.orderNotSaved),
          .dataOrder(model.role == .viewer ? nil : .gallery(.photoOrder(.item(model.id))))
        ) {
          model.photoIDs.enumerated().map { index, id in
            a(
              .class("thumb"), .dataKey(id), .href(inPage: "photo-\(id)"),
              .ariaLabel(words.showPhoto(index + 1))
            ) {
              if let state = model.photoStates[id] {
                state == .failed ? Icon.warning(22) : Icon.clock(22)
              } else {
                img(
                  .src(.photos(.photo(id, .thumbnail))), .alt(""), .width(68), .height(68), .lazy())
              }
            }
          }
        }
      }
      if model.role != .viewer { context.photoUpload(.photos(.photos(item: model.id))) }
    }
  }

  private static func photoMenu(
    _ model: Model, at index: Int, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let (id, isFirst) = (model.photoIDs[index], index == 0)
    return details(.class("photo-menu")) {
      summary(.class("btn", "icon"), .ariaLabel(words.photoActions)) { Icon.more() }
      div(.class("menu")) {
        if !isFirst {
          context.postButton(
            .photos(.makePhotoFirst(item: model.id, photo: id)), words.showFirst, .star,
            style: .quiet)
        }
        context.photoSteps(
          .item(model.id), id, isFirst: isFirst, isLast: index == model.photoIDs.count - 1)
        context.postButton(
          .photos(.deletePhoto(item: model.id, photo: id)), words.deletePhoto, .trash,
          style: .danger)
      }
    }
  }

  private static func facts(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let facts = factRows(model, words)
    return section(.class("card", "pad")) {
      let hasHomes = (context.frame?.homes.count ?? 0) > 1
      if hasHomes || !model.labels.isEmpty || !chips(model, words).isEmpty {
        div(.class("row", "wrap", "tags")) {
          if hasHomes { homeBadge(model.home) }
          model.labels.map { label in
            a(.href(.items(.homeItems(home: model.home.id, ItemQuery(labelID: label.id))))) {
              labelChip(label)
            }
          }
          chips(model, words)
        }
      }
      if facts.allSatisfy(\.value.isEmpty) {
        p(.class("muted")) { words.nothingKnownYet }
      } else {
        keyValues(facts)
      }
      p(.class("added", "muted")) {
        if let person = model.addedBy {
          words.addedBy(person.name, words.ago(model.addedAt, now: context.now))
        } else {
          words.added(words.ago(model.addedAt, now: context.now))
        }
        " · "
        a(.class("link"), .href(.activity(.itemActivity(item: model.id)))) { words.activity }
      }
    }
  }

  private static func chips(_ model: Model, _ words: Catalogue) -> HTML {
    let details = model.details
    var chips: [HTML] = []
    if model.isArchived { chips.append(statusChip(words.archived)) }
    if !details.lentTo.isEmpty {
      chips.append(
        span(.class("chip", "wait")) {
          if let day = details.lentUntil {
            words.lent(to: details.lentTo, until: words.day(day))
          } else {
            words.lent(to: details.lentTo)
          }
        })
    }
    if details.isInsured { chips.append(statusChip(words.insured, .good)) }
    return HTML(joining: chips)
  }

  private static func factRows(_ model: Model, _ words: Catalogue) -> [(name: String, value: HTML)]
  {
    let details = model.details
    func text(_ text: String) -> HTML { HTML(text: text) }
    let make = [details.manufacturer, details.model].filter { !$0.isEmpty }
    var rows: [(name: String, value: HTML)] = [
      (words.value, value(details, words)),
      (words.valueToday, valueToday(details.valueToday, words)),
      (words.quantity, details.quantity == 1 ? .empty : text(words.number(details.quantity))),
      (words.replacement, details.replacement.map { text(words.money($0)) } ?? .empty),
      (words.makeAndModel, text(make.joined(separator: " "))),
      (words.serial, text(details.serial)),
      (words.assetID, text(details.assetID)),
      (words.condition, text(details.condition)),
      (words.bought, text(words.bought(details.purchasedOn, from: details.purchasedFrom))),
      (words.warranty, text(words.warranty(details))),
      (words.sold, text(words.soldSummary(details))),
      (words.webAddress, webLink(details.address)),
      (words.lastSeenTitle, details.lastSeenOn.map { text(words.day($0)) } ?? .empty),
    ]
    rows += model.customFields.map { ($0.name, text($0.value)) }
    return rows
  }

  private static func value(_ details: Details, _ words: Catalogue) -> HTML {
    guard let price = details.price else { return .empty }
    return span(.class("num")) {
      b { words.money(details.total ?? price) }
      if details.quantity > 1 {
        " "
        small { words.pieces(details.quantity, each: words.money(price)) }
      }
    }
  }

  private static func valueToday(_ value: ValueToday?, _ words: Catalogue) -> HTML {
    guard let value else { return .empty }
    return span(.class("num")) {
      words.money(value.value)
      " "
      small {
        words.straightLine(years: value.lifeYears, to: value.residual.map { words.money($0) })
      }
    }
  }

  private static func webLink(_ address: ExternalAddress?) -> HTML {
    guard let address else { return .empty }
    return a(.class("link"), .href(address), .rel("noopener noreferrer nofollow")) { address.text }
  }

  private static func texts(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    var cards: [HTML] = []
    if !model.details.description.isEmpty {
      cards.append(card(words.description) { p(.class("prose")) { model.details.description } })
    }
    if !model.details.notes.isEmpty {
      cards.append(card(words.notes) { p(.class("prose")) { model.details.notes } })
    }
    return HTML(joining: cards)
  }
}
