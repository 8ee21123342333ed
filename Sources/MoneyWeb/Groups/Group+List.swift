import Values
import Web

// The expenses of a group: searched, filtered, picked and added up.
extension GroupPage {
  static func list(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard !model.rows.isEmpty || model.query.isFiltered || model.query.after != nil else {
      return section(.class("card")) {
        emptyState(
          "🧾", words.noExpenses, words.noExpensesText,
          action: model.canWrite
            ? linkButton(
              .expenses(.newExpense(group: model.group.id)), words.addExpense, .plus,
              style: .primary) : .empty)
      }
    }
    return HTML(joining: [
      search(model, in: context),
      div(.id("results")) {
        context.savedSearches(
          model.searches,
          saving: model.query.isFiltered
            ? .searches(.savedSearches(NewSearch(model.typed, zone: model.group.id))) : nil)
        filters(model, in: context)
        model.parts.view(words) { search in
          address(model, model.query.with { $0.search = search })
        }
        if let totals = model.totals, !totals.isEmpty { found(totals, words) }
        if model.rows.isEmpty {
          section(.class("card")) {
            model.isCutShort
              ? emptyState("🔎", words.nothingFoundSoFar, words.lookFurther)
              : emptyState("🔎", words.noSuchExpenses, words.noSuchExpensesText)
          }
        } else {
          choices(model, in: context)
        }
        context.pager(
          next: model.next.map { after in address(model, model.query.with { $0.after = after }) },
          first: model.query.after == nil ? nil : address(model, model.query.with { _ in }),
          target: "#expenses")
      },
    ])
  }

  private static func address(_ model: Model, _ query: ExpenseQuery) -> Route {
    .groups(.group(model.group.id, query))
  }

  private static func search(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return div(.class("list-search")) {
      context.searchBox(
        model.query.search, hint: words.searchExpenses, plain: address(model, ExpenseQuery()),
        kept: model.query.with { $0.search = "" }.fields)
      SearchParts.help(words.searchExpensesText, words.searchExamples, words) { search in
        address(model, ExpenseQuery(search: search))
      }
    }
  }

  /// What the search has found, by currency.
  private static func found(_ totals: SelectionTotals, _ words: Catalogue) -> HTML {
    section(.class("card", "pad", "found"), .ariaLabel(words.foundTotals)) {
      totals.view(words)
    }
  }

  /// Posts to ``SelectionRoute/selection(group:_:)``.
  private static func choices(_ model: Model, in context: ViewContext) -> HTML {
    SelectionList(
      id: "expenses", title: context.words.whatToDoWithExpenses,
      action: .selections(.selection(group: model.group.id, model.query.with { _ in })),
      ticking: address(
        model,
        model.query.with { query in
          query.after = model.query.after
          query.ticksPage = !model.query.ticksPage
        }),
      isTicked: model.query.ticksPage,
      rows: model.rows.map { ($0.day, row($0, of: model.group.id, context.words)) }
    ).view(in: context)
  }

  private static func filters(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    func route(_ change: (inout ExpenseQuery) -> Void) -> Route {
      address(model, model.query.with(change))
    }
    return div(.class("filters", "row", "wrap")) {
      context.filterMenu(
        model.filter.member.map { words.ofMember($0) } ?? words.anybody,
        isOn: model.query.memberID != nil,
        [
          FilterChoice(
            text: words.anybody, route: route { $0.memberID = nil },
            isChosen: model.query.memberID == nil)
        ]
          + model.filter.members.map { member in
            FilterChoice(
              text: words.name(member), route: route { $0.memberID = member.id },
              isChosen: model.query.memberID == member.id)
          })
      context.filterMenu(
        model.query.isWithoutCategory
          ? words.withoutCategory : model.filter.category ?? words.anyCategory,
        isOn: model.query.categoryID != nil || model.query.isWithoutCategory,
        [
          FilterChoice(
            text: words.anyCategory,
            route: route { ($0.categoryID, $0.isWithoutCategory) = (nil, false) },
            isChosen: model.query.categoryID == nil && !model.query.isWithoutCategory)
        ]
          + model.filter.categories.map { category in
            FilterChoice(
              text: category.name,
              route: route { ($0.categoryID, $0.isWithoutCategory) = (category.id, false) },
              isChosen: model.query.categoryID == category.id)
          } + [
            FilterChoice(
              text: words.withoutCategory,
              route: route { ($0.categoryID, $0.isWithoutCategory) = (nil, true) },
              isChosen: model.query.isWithoutCategory)
          ])
      set(model, in: context)
      if model.repeatingCount > 0 {
        a(.class("chip"), .href(.repeating(.repeating(group: model.group.id)))) {
          Icon.sync(14)
          words.repeatingCount(model.repeatingCount)
        }
      }
      if model.filter.currencies.count > 1 {
        model.filter.currencies.map { code in
          context.filterSwitch(
            code, isOn: model.query.currency == code,
            route { $0.currency = model.query.currency == code ? nil : code })
        }
      }
      if model.query.isFiltered {
        a(.class("chip", "clear"), .href(.groups(.group(model.group.id)))) {
          Icon.close(14)
          words.clearFilters
        }
      }
      a(.class("chip", "clear"), .href(.history(.deletedExpenses(group: model.group.id)))) {
        words.deletedExpenses
      }
    }
  }

  /// What else the list is narrowed to, by a total that led here: a press takes it away.
  private static func set(_ model: Model, in context: ViewContext) -> HTML {
    let (words, query) = (context.words, model.query)
    func without(_ text: String, _ change: (inout ExpenseQuery) -> Void) -> HTML {
      context.filterSwitch(text, isOn: true, address(model, query.with(change)))
    }
    return HTML(
      joining: [
        model.filter.payer.map { payer in
          without(words.paidBy(payer)) { $0.payerID = nil }
        },
        model.filter.sharer.map { sharer in
          without(words.sharedBy(sharer)) { $0.sharerID = nil }
        },
        query.isPayment.map { isPayment in
          without(words.kind(isPayment: isPayment)) { $0.isPayment = nil }
        },
        query.from == nil && query.to == nil
          ? nil : without(words.period(of: query)) { ($0.from, $0.to) = (nil, nil) },
      ].compactMap(\.self))
  }

  static func row(_ row: Row, of group: String, _ words: Catalogue) -> HTML {
    li(.dataKey(row.id)) {
      if let isTicked = row.isTicked {
        tickBox(
          "expense", value: row.id, of: words.title(of: row), isTicked: isTicked, words)
      }
      span(.class("thumb", "tinted", row.colour.className), .ariaHidden()) { row.emoji }
      div(.class("grow")) {
        div(.class("t")) {
          a(.class("cover"), .href(.expenses(.expense(group: group, expense: row.id)))) {
            words.title(of: row)
          }
        }
        small { words.what(row.what) }
      }
      div(.class("right", "num")) {
        b { words.money(row.amount) }
        small(.class("effect")) {
          if row.isIncomplete {
            span(.class("minus")) { words.doesNotCount }
          } else {
            effect(row.effect, words)
          }
        }
        if row.isWaiting { waitingChip(words) }
      }
    }
  }

  private static func effect(_ effect: Effect, _ words: Catalogue) -> HTML {
    switch effect {
    case .none: .empty
    case .owes(let money): span(.class("minus")) { words.youOwe(money) }
    case .getsBack(let money): span(.class("plus")) { words.youGetBack(money) }
    }
  }
}
