import Values
import Web

extension ExpensePage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (group, id) = (model.group.id, model.id)
    return context.page(model.row.title) {
      context.top(
        words.title(of: model.row), crumbs: MembersPage.crumbs(model.group, words),
        note: words.what(model.row.what)
      ) {
        if model.canWrite {
          linkButton(
            .expenses(.editExpense(group: group, expense: id)), words.edit, .edit,
            style: .primary)
          context.moreMenu {
            if !model.isPayment {
              linkButton(
                .expenses(.newExpense(group: group, like: id)), words.duplicate, .copy,
                style: .quiet)
            }
            context.postButton(
              .expenses(.deleteExpense(group: group, expense: id)), words.delete, .trash,
              style: .danger)
          }
        }
      }
      if model.row.isIncomplete { note(.bad) { words.incompleteText } }
      div(.class("grid2")) {
        div(.class("stack")) {
          section(.class("card", "pad")) {
            p(.class("amount-large", "num")) { words.money(model.row.amount) }
            if model.row.isWaiting {
              p {
                waitingChip(words)
                " "
                small(.class("muted")) { words.waitingText }
              }
            }
            facts(model, words)
          }
          if !model.lines.isEmpty { bill(model, words) }
        }
        div(.class("stack")) {
          if case .payment(let from, let to) = model.row.what {
            card(words.payment) {
              keyValues([
                (words.whoPaid, HTML(text: words.nameWithYou(from))),
                (words.whoGotIt, HTML(text: words.nameWithYou(to))),
              ])
            }
          } else {
            shares(model, words)
          }
          context.receipts(model.receipts, of: model)
          context.comments(model.comments, of: model)
        }
      }
    }
  }

  private static func facts(_ model: Model, _ words: Catalogue) -> HTML {
    keyValues([
      (words.dayTitle, HTML(text: model.row.day.map { words.day($0) } ?? "")),
      (
        words.category,
        model.category.map { category in
          a(
            .class("link"),
            .href(.groups(.group(model.group.id, ExpenseQuery(categoryID: category.id))))
          ) { category.name }
        } ?? .empty
      ),
      (words.splitTitle, model.isPayment ? .empty : HTML(text: words.way(model.way))),
      (
        words.partOfRepeating,
        model.repeatingID == nil
          ? .empty
          : a(.class("link"), .href(.repeating(.repeating(group: model.group.id)))) {
            words.repeatingExpenses
          }
      ),
      (words.placeTitle, placeOnMap(model.place)),
      (words.noteTitle, model.note.isEmpty ? .empty : p(.class("lines-kept")) { model.note }),
      (
        words.entered,
        HTML(joining: [
          HTML(text: words.enteredBy(model.enteredBy, on: words.day(model.enteredAt)) + " · "),
          a(
            .class("link"),
            .href(.history(.expenseHistory(group: model.group.id, expense: model.id)))
          ) { words.history },
        ])
      ),
    ])
  }

  private static func bill(_ model: Model, _ words: Catalogue) -> HTML {
    card(words.bill) {
      ul(.class("lines")) {
        model.lines.map { line in
          li {
            span(.class("grow")) {
              b { line.name.isEmpty ? words.withoutName : line.name }
              small { words.sharers(of: line) }
            }
            b(.class("num")) { words.money(line.amount) }
          }
        }
        if let rest = rest(model) {
          li {
            span(.class("grow")) {
              b { words.spread }
              small { words.spreadText }
            }
            b(.class("num")) { words.money(rest) }
          }
        }
      }
    }
  }

  /// What the lines leave of the amount, such as tax and tip.
  private static func rest(_ model: Model) -> Money? {
    let lines = model.lines.reduce(0 as Int128) { $0 &+ $1.amount.minor }
    let rest = model.row.amount.minor &- lines
    return rest == 0 ? nil : Money(rest, model.row.amount.currency)
  }

  private static func shares(_ model: Model, _ words: Catalogue) -> HTML {
    card(words.everybodysPart) {
      ul(.class("lines", "parts")) {
        model.shares.map { share in
          li {
            avatar(share.member.badge)
            span(.class("grow")) {
              b { words.nameWithYou(share.member) }
              small {
                ([share.paid.minor == 0 ? nil : words.paidAmount(share.paid)]
                  + [share.weight.map { words.weight(model.way, $0, share.owed) }])
                  .compactMap(\.self).joined(separator: " · ")
              }
            }
            b(.class("num")) { words.money(share.owed) }
          }
        }
      }
    }
  }
}
