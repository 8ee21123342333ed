import ClaimReports
import Values
import ThingsWeb
import Web

extension InsurancePage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let canEdit = model.role != .viewer
    return context.page(words.insurance) {
      context.top(words.insurance, crumbs: [Crumb(model.home.name, .homes(.home(model.home.id)))]) {
        if canEdit, !model.policies.isEmpty {
          linkButton(
            .insurance(.newPolicy(home: model.home.id)), words.addPolicy, .plus, style: .primary)
        }
        if model.lacking.items > 0 {
          linkButton(
            .claims(.claim(home: model.home.id, report(model))), words.makeClaimReport, .file)
        }
      }
      if model.policies.isEmpty {
        div(.class("stack")) {
          section(.class("card")) {
            emptyState(
              "☂️", words.noPoliciesTitle, words.noPoliciesText,
              action: canEdit
                ? linkButton(
                  .insurance(.newPolicy(home: model.home.id)), words.addFirstPolicy, .plus,
                  style: .primary)
                : .empty)
          }
          claim(model, words)
        }
      } else {
        div(.class("grid2")) {
          div(.class("stack")) { model.policies.map { policy($0, model, words) } }
          div(.class("stack")) {
            cover(model, words)
            claim(model, words)
          }
        }
      }
    }
  }

  private static func policy(_ row: PolicyRow, _ model: Model, _ words: Catalogue) -> HTML {
    let edit =
      model.role == .viewer
      ? HTML.empty
      : a(
        .class("btn", "quiet", "icon"),
        .href(.insurance(.policy(home: model.home.id, policy: row.id))),
        .ariaLabel(words.editNamed(row.provider))
      ) { Icon.edit() }
    return section(.class("card", "pad", "policy"), .id("policy-\(row.id)")) {
      div(.class("between")) {
        div {
          h2 { row.provider }
          if !row.number.isEmpty { small(.class("num")) { words.policyNumbered(row.number) } }
        }
        edit
      }
      div(.class("row", "wrap")) {
        termChip(row.term, words)
        if let period = words.period(from: row.startsOn, to: row.endsOn) {
          span(.class("muted")) { period }
        }
      }
      if row.amounts.isEmpty {
        p(.class("muted")) { words.noAmounts }
      } else {
        keyValues(
          row.amounts.map { amount in
            (words.amount(amount.kind), HTML(text: words.money(amount.money, .short)))
          })
      }
      if !row.alsoCovers.isEmpty { p(.class("muted")) { words.alsoCovers(row.alsoCovers) } }
      if !row.notes.isEmpty { p(.class("prose")) { row.notes } }
      papers(row, model, words)
    }
  }

  private static func papers(_ row: PolicyRow, _ model: Model, _ words: Catalogue) -> HTML {
    if row.paperCount == 0, model.role == .viewer { return .empty }
    return linkButton(
      .papers(.policyPapers(home: model.home.id, policy: row.id)),
      row.paperCount == 0 ? words.addPapersOfPolicy : words.paperCount(row.paperCount), .file,
      style: .quiet)
  }

  private static func termChip(_ term: PolicyTerm, _ words: Catalogue) -> HTML {
    let tone: ChipTone =
      switch term {
      case .running: .good
      case .notBegun: .role
      case .ending: .waiting
      case .ended: .bad
      }
    return statusChip(words.term(term), tone)
  }

  /// A report for the policy that pays today; without one, it names none.
  private static func report(_ model: Model) -> ClaimQuery {
    var query = ClaimQuery()
    query.policyID =
      model.policies.first { row in
        switch row.term {
        case .running, .ending: true
        case .notBegun, .ended: false
        }
      }?.id
    return query
  }

  private static func cover(_ model: Model, _ words: Catalogue) -> HTML {
    card(words.coverTitle) {
      if model.covers.isEmpty { p(.class("muted")) { words.noCover } }
      model.covers.map { self.cover($0, words) }
      if !model.uncovered.isEmpty {
        p(.class("muted")) {
          words.otherCurrencies(words.list(model.uncovered.map { words.money($0, .whole) }))
        }
      }
    }
  }

  private static func cover(_ cover: Cover, _ words: Catalogue) -> HTML {
    let limit = words.money(cover.limit, .whole)
    return div(.class("worth")) {
      if let together = cover.documentedTogether {
        meter(
          permille: permille(together.minor, of: cover.limit.minor),
          colour: colour(cover.standing))
        p(.class("num")) { words.documented(words.money(together, .whole), of: limit) }
      } else {
        p(.class("num")) {
          words.documentedHere(words.money(cover.documented, .whole), paid: limit)
        }
      }
      small { words.standing(cover.standing) }
      if !cover.otherHomes.isEmpty {
        small {
          cover.documentedTogether == nil
            ? words.sharedUnevenly(cover.otherHomes)
            : words.sharedEvenly(cover.otherHomes, here: words.money(cover.documented, .whole))
        }
      }
      if cover.policyCount > 1 { small { words.addedUp(cover.policyCount) } }
    }
  }

  private static func colour(_ standing: Cover.Standing) -> PaletteColour {
    switch standing {
    case .nothingDocumented, .enough, .unknown: .green
    case .under: .red
    case .over: .yellow
    }
  }

  /// What a claim would lack, with the way to each list. Nothing, while there are no items.
  private static func claim(_ model: Model, _ words: Catalogue) -> HTML {
    guard model.lacking.items > 0 else { return .empty }
    let rows: [(icon: Icon, title: String, count: Int, query: ItemQuery)] = [
      (.photo, words.withoutPhoto, model.lacking.photo, ItemQuery(hasNoPhoto: true)),
      (.tag, words.withoutSerial, model.lacking.serial, ItemQuery(hasNoSerial: true)),
      (
        .file, words.withoutReceipt, model.lacking.receipt, ItemQuery(hasNoReceipt: true)
      ),
      (.coin, words.withoutPrice, model.lacking.price, ItemQuery(hasNoPrice: true)),
    ]
    return card(words.claimTitle) {
      p(.class("muted")) { words.claimText }
      ul(.class("lines")) {
        rows.map { row in
          li {
            if row.count == 0 {
              Icon.check()
              span(.class("grow")) {
                b { row.title }
                small { words.allItemsHaveOne }
              }
            } else {
              a(.class("row", "grow"), .href(.items(.homeItems(home: model.home.id, row.query)))) {
                row.icon()
                span(.class("grow")) {
                  b { row.title }
                  small(.class("num")) { words.itemCount(row.count) }
                }
                Icon.chevronRight(16)
              }
            }
          }
        }
      }
    }
  }
}
