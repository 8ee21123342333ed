import AccountWeb
import FoundationEssentials
import SharingWeb
import Web

/// The comments on the page of an expense.
package struct Comments: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var author: PersonBadge
    package var isYou = false
    package var text: String
    package var at: Date
    /// Whether the person may delete it: their own, and as owner every one.
    package var canDelete = false
  }

  package var rows: [Row] = []
  /// What is typed; it comes back when it could not be saved.
  package var typed = FieldValue()
}

extension ViewContext {
  /// What people say about an expense, with a box to say more.
  func comments(_ comments: Comments, of expense: ExpensePage.Model) -> HTML {
    let group = expense.group.id
    if comments.rows.isEmpty, !expense.canWrite { return .empty }
    return card(words.comments, id: "comments") {
      if comments.rows.isEmpty {
        p(.class("muted")) { words.noComments }
      } else {
        ul(.class("lines", "comments")) { comments.rows.map { comment($0, in: group) } }
      }
      if expense.canWrite {
        postForm(
          .comments(.comments(group: group, expense: expense.id)), .class("stack")
        ) {
          textBox(
            "text", words.comment, comments.typed, FieldStyle(maxLength: 2000, isRequired: true))
          actions { submit(words.addComment, .check, style: .plain) }
        }
      }
    }
  }

  private func comment(_ row: Comments.Row, in group: String) -> HTML {
    li(.id("comment-\(row.id)"), .dataKey(row.id)) {
      avatar(row.author)
      div(.class("grow")) {
        b { words.activityPerson(row.author.name, isYou: row.isYou) }
        p(.class("lines-kept")) { row.text }
        small { words.ago(row.at, now: now) + " · " + words.moment(row.at) }
      }
      if row.canDelete {
        postForm(.comments(.deleteComment(group: group, comment: row.id)), .class("inline")) {
          button(
            .class("btn", "quiet", "icon"), .type("submit"), .ariaLabel(words.deleteComment)
          ) { Icon.trash() }
        }
      }
    }
  }
}
