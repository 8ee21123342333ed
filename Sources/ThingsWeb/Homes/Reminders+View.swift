import Web

extension RemindersPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.reminders) {
      context.top(words.reminders, crumbs: [Crumb(model.home.name, .homes(.home(model.home.id)))])
      section(.class("card")) {
        if model.rows.isEmpty {
          emptyState("🌤️", words.noRemindersTitle, words.noRemindersText)
        } else {
          reminderList(model.rows, words)
        }
      }
      if model.hasMore { p(.class("muted")) { words.reminderListEnds } }
    }
  }
}

/// What a home reminds of, on its dashboard; nothing, while there is nothing.
func reminders(
  _ rows: [ReminderRow], hasMore: Bool, home: String, _ words: Catalogue
) -> HTML {
  guard !rows.isEmpty else { return .empty }
  return section(.class("card"), .id("reminders")) {
    div(.class("between", "pad", "head")) {
      h2 { words.reminders }
      if hasMore {
        a(.class("muted"), .href(.reminders(.reminders(home: home)))) { words.allReminders }
      }
    }
    reminderList(rows, words)
  }
}

private func reminderList(_ rows: [ReminderRow], _ words: Catalogue) -> HTML {
  ul(.class("lines", "padded")) {
    rows.map { row in
      li {
        a(.class("row", "grow"), .href(row.route)) {
          row.icon()
          span(.class("grow")) {
            b { row.title }
            small { words.reminder(row) }
          }
          Icon.chevronRight(16)
        }
      }
    }
  }
}

extension ReminderRow {
  var icon: Icon {
    switch subject {
    case .maintenance: days < 0 ? .warning : .tools
    case .warranty: .ticket
    case .loan: days < 0 ? .warning : .person
    case .policy: .shield
    }
  }
}
