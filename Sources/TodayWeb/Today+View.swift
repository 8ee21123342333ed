import Web

extension TodayPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let seconds = context.secondsUntil(words.dayEnd(context.hubNow))
    return context.page(words.today, refreshSeconds: seconds) {
      context.top(words.today, note: words.day(context.now))
      section(.class("card"), .id("attention")) {
        if model.rows.isEmpty {
          emptyState(
            "🌤️", words.nothingToday, words.nothingTodayText,
            action: linkButton(.site(.add), words.add, .plus, style: .primary))
        } else {
          ul(.class("lines", "padded")) { model.rows.map(row) }
        }
      }
      if model.hasMore, !model.showsAll {
        actions { linkButton(.today(.today(showsAll: true)), words.showAll) }
      } else if model.hasMore {
        p(.class("muted")) { words.firstOnes }
      }
    }
  }

  private static func row(_ row: Attention) -> HTML {
    li {
      a(.class("row", "grow"), .href(row.route)) {
        span(.class("ic", row.kind.isPressing ? "bad" : "calm")) { row.icon() }
        span(.class("grow")) {
          b { row.title }
          if !row.detail.isEmpty { small { row.detail } }
        }
        Icon.chevronRight(16)
      }
    }
  }
}

extension Attention.Kind {
  /// Whether waiting longer makes it worse; the row's words say so, too.
  fileprivate var isPressing: Bool {
    switch self {
    case .overdue, .refused: true
    case .toReturn, .ending, .owed, .upcoming, .changes, .invite: false
    }
  }
}
