import Values
import Web

extension LedgerPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isConverting = model.progress.map { !$0.hasFailed } ?? false
    return context.page(words.personal, refreshSeconds: isConverting ? 1 : nil) {
      context.top(
        words.personal, crumbs: [Crumb(words.money, .groups(.groups()))], note: words.personalNote
      ) {
        linkButton(.ledger(.budgets(month: model.query.month)), words.budgets, style: .quiet)
        linkButton(.ledger(.ledgerSpending()), words.spending, style: .quiet)
        context.moreMenu {
          linkButton(.ledger(.ledgerCategories), words.categories, .tag, style: .quiet)
          linkButton(
            .ledger(.ledger(LedgerQuery().with { $0.isHidden = true })), words.leftOut,
            style: .quiet)
          linkButton(
            .ledgerFiles(.ledgerFiles), words.moveLedger, .download, style: .quiet)
        }
        linkButton(.ledger(.newEntry), words.newEntry, .plus, style: .primary)
      }
      if let progress = model.progress { converting(progress, in: context) }
      if model.isEmpty {
        section(.class("card")) {
          emptyState(
            "👛", words.noEntries, words.noEntriesText,
            action: linkButton(.ledger(.newEntry), words.newEntry, .plus, style: .primary))
        }
      } else {
        div(.class("stack")) {
          search(model, in: context)
          div(.id("results"), .class("stack")) {
            context.savedSearches(
              model.searches, saving: model.saving.map { .searches(.savedSearches($0)) })
            if let month = model.month {
              self.month(month, words)
              sums(month, in: context)
            } else {
              looked(model, words)
              model.parts.view(words) { search in
                .ledger(.ledger(model.query.with { $0.search = search }))
              }
              totals(model, in: context)
            }
            filters(model, in: context)
            list(model, in: context)
          }
        }
      }
    }
  }

  private static func converting(_ progress: Progress, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      Web.progress(
        done: progress.done, total: progress.all,
        words.converting(progress.done, of: progress.all, into: progress.currency))
      if progress.hasFailed {
        div(.class("row", "wrap")) {
          p(.class("grow")) { words.convertingFailed }
          context.postButton(.ledger(.convertAgain), words.tryAgain, .sync)
        }
      }
    }
  }

  // MARK: - A month

  private static func month(_ month: Month, _ words: Catalogue) -> HTML {
    nav(.class("row", "between"), .ariaLabel(words.months)) {
      month.previous.map {
        linkButton(
          .ledger(.ledger(LedgerQuery(month: $0))), words.earlier, .chevronLeft, style: .quiet)
      } ?? .empty
      h2 { words.month(month.number, year: month.year) }
      month.next.map {
        linkButton(.ledger(.ledger(LedgerQuery(month: $0))), words.later, style: .quiet)
      } ?? .empty
    }
  }

  private static func sums(_ month: Month, in context: ViewContext) -> HTML {
    let words = context.words
    let code = month.spent.currency
    let left = Money(month.income.minor &- month.spent.minor, code)
    return HTML(joining: [
      div(.class("stats")) {
        context.stat(
          words.spentInMonth, words.money(month.spent),
          note: month.shared.minor == 0 ? nil : words.ofThemShared(month.shared),
          to: .ledger(.ledger(.of(.spending, month: month.text))))
        context.stat(
          words.earned, words.money(month.income),
          to: .ledger(.ledger(.of(.income, month: month.text))))
        if let budget = month.budget {
          context.stat(
            words.budget, words.money(budget),
            note: budget.currency == code
              ? words.leftOrOver(Money(budget.minor &- month.spent.minor, code))
              : words.budgetNotConverted,
            to: .ledger(.budgets(month: month.text)))
        } else {
          context.stat(
            words.remaining, words.signed(left),
            to: .ledger(.ledger(.spentAndEarned(month: month.text))))
        }
      },
      payments(month, words),
      waitingNote(month.waitingCount, words),
      month.unconverted == 0
        ? .empty
        : note(.warn) {
          p { words.notIncluded(month.unconverted, in: code) }
          context.postButton(.ledger(.convertAgain), words.tryAgain, .sync, style: .quiet)
        },
    ])
  }

  /// What was paid to members of groups, and by them: it is neither spent nor earned.
  private static func payments(_ month: Month, _ words: Catalogue) -> HTML {
    let sums: [(Flow, Money, String)] = [
      (.sent, month.sent, words.paidToMembers(month.sent)),
      (.received, month.received, words.paidByMembers(month.received)),
    ]
    return HTML(
      joining: sums.filter { $0.1.minor != 0 }.map { flow, _, text in
        p {
          a(.class("link"), .href(.ledger(.ledger(.of(flow, month: month.text))))) { text }
        }
      })
  }

  private static func looked(_ model: Model, _ words: Catalogue) -> HTML {
    div(.class("row", "between")) {
      h2 { model.query.isHidden ? words.leftOut : words.period(model.period) }
      linkButton(
        .ledger(.ledger(LedgerQuery(month: model.query.month))), words.byMonthOnly, .chevronLeft,
        style: .quiet)
    }
  }

  /// What all that was found comes to.
  private static func totals(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      model.totals.isEmpty
        ? .empty
        : div(.class("stats", "found")) {
          model.totals.map { total in
            context.stat(words.name(of: total.flow), words.money(total.amount))
          }
        },
      model.totals.isEmpty
        ? .empty : waitingNote(model.rows.count(where: \.isWaiting), words),
      model.isWhole
        ? .empty : p(.class("muted")) { words.latestEntriesOnly(model.foundCount) },
      model.unconverted == 0 || model.totals.isEmpty
        ? .empty
        : note(.warn) {
          words.notIncluded(model.unconverted, in: model.totals[0].amount.currency)
        },
    ])
  }

  // MARK: - The list

  private static func filters(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    func route(_ change: (inout LedgerQuery) -> Void) -> Route {
      .ledger(
        .ledger(
          model.query.with {
            // A month that is merely shown is no filter.
            if !model.query.isFiltered { $0.month = nil }
            change(&$0)
          }))
    }
    func menu(
      _ all: String, _ chosen: String?, _ choices: [Choice],
      _ set: @escaping (inout LedgerQuery, String?) -> Void
    ) -> HTML {
      choices.isEmpty && chosen == nil
        ? .empty
        : context.filterMenu(
          choices.first { $0.value == chosen }?.name ?? all, isOn: chosen != nil,
          [FilterChoice(text: all, route: route { set(&$0, nil) }, isChosen: chosen == nil)]
            + choices.map { choice in
              FilterChoice(
                text: choice.name, route: route { set(&$0, choice.value) },
                isChosen: chosen == choice.value)
            })
    }
    return div(.class("filters", "row", "wrap")) {
      if let flow = model.query.flow {
        context.filterSwitch(words.name(of: flow), isOn: true, route { $0.flow = nil })
      }
      if let year = model.query.year {
        context.filterSwitch(
          String(year), isOn: true, route { ($0.year, $0.flow) = (nil, nil) })
      }
      menu(words.anyCategory, model.query.category, model.categories) { $0.category = $1 }
      menu(words.anyTag, model.query.tag, model.tags.map { Choice($0, $0) }) { $0.tag = $1 }
      menu(words.anySource, model.query.from, model.sources) { $0.from = $1 }
    }
  }

  private static func search(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let kept = model.query.with {
      $0.search = ""
      if !model.query.isFiltered { $0.month = nil }
    }
    return div(.class("list-search")) {
      context.searchBox(
        model.query.search, hint: words.searchPersonal, plain: .ledger(.ledger()),
        kept: kept.fields)
      SearchParts.help(words.searchEntriesText, words.searchEntryExamples, words) { search in
        .ledger(.ledger(LedgerQuery().with { $0.search = search }))
      }
    }
  }

  private static func list(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      model.rows.isEmpty
        ? section(.class("card")) { nothing(model, words) } : choices(model, in: context),
      context.pager(
        next: model.next.map { after in
          var query = model.query
          query.after = after
          return .ledger(.ledger(query))
        },
        first: model.query.after == nil ? nil : .ledger(.ledger(model.query.with { _ in })),
        target: "#entries"),
    ])
  }

  private static func nothing(_ model: Model, _ words: Catalogue) -> HTML {
    model.isCutShort
      ? emptyState("🔎", words.nothingFoundSoFar, words.lookFurtherInEntries)
      : emptyState(
        "🔎", model.query.isFiltered ? words.noSuchExpenses : words.nothingInMonth,
        model.query.isFiltered ? words.noSuchEntriesText : words.nothingInMonthText)
  }

  /// Posts to ``LedgerRoute/ledgerSelection(_:)``.
  private static func choices(_ model: Model, in context: ViewContext) -> HTML {
    // The month that is shown is what is meant by all, too.
    let query = model.query.with { if let month = model.month { $0.month = month.text } }
    return SelectionList(
      id: "entries", title: context.words.whatToDoWithEntries,
      action: .ledger(.ledgerSelection(query)),
      ticking: .ledger(
        .ledger(
          model.query.with { query in
            query.after = model.query.after
            query.ticksPage = !model.query.ticksPage
          })),
      isTicked: model.query.ticksPage,
      rows: model.rows.map { ($0.day, row($0, context.words)) }
    ).view(in: context)
  }

  static func row(_ row: Row, _ words: Catalogue) -> HTML {
    li(.dataKey(row.key)) {
      if let isTicked = row.isTicked {
        tickBox("entry", value: row.key, of: row.title, isTicked: isTicked, words)
      }
      span(.class("thumb", "tinted", row.colour?.className), .ariaHidden()) { picture(row) }
      div(.class("grow")) {
        div(.class("t")) { a(.class("cover"), .href(row.route)) { row.title } }
        small {
          ([row.category] + [row.group.map { words.fromGroup($0) }]
            + row.tags.map { "#\($0)" } + [row.note.isEmpty ? nil : row.note])
            .compactMap(\.self).joined(separator: " · ")
        }
      }
      div(.class("right", "num")) {
        b(.class(row.flow == .income ? "plus" : nil)) { words.amount(row.amount, row.flow) }
        small(.class("effect")) {
          if row.isUnconverted {
            span(.class("minus")) { words.notConvertedShort }
          } else if let converted = row.converted {
            words.amount(converted, row.flow)
          } else if row.flow == .sent || row.flow == .received {
            words.payment
          }
        }
        if row.isWaiting { waitingChip(words) }
      }
    }
  }

  private static func picture(_ row: Row) -> String {
    if !row.emoji.isEmpty { return row.emoji }
    return switch row.flow {
    case .spending: "🧾"
    case .income: "💰"
    case .sent, .received: "↔️"
    }
  }
}
