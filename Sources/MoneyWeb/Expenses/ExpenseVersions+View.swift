import AccountWeb
import Values
import Web

extension ExpenseVersions {
  /// Both versions beside each other, with a choice for each part in which they differ. It stands
  /// in the form that saves them.
  ///
  /// - Parameters:
  ///   - change: the refused change that the form began with; who keeps what is saved discards it.
  ///   - back: the page of what is saved.
  func view(change: String?, back: Route, in context: ViewContext) -> HTML {
    let words = context.words
    let parts = VersionPart.allCases
    let same = parts.filter { !differ(in: $0) }
      .map { (title($0, words), Self.text($0, saved, words)) }
    return section(.class("card", "pad", "stack"), .id("conflict")) {
      div(.role("alert")) {
        h2 { words.changedTogether }
        p { words.changedTogetherText }
      }
      parts.filter { differ(in: $0) }.map { choice($0, in: context) }
      if same.contains(where: { !$0.1.isEmpty }) {
        div {
          h3 { words.sameInBoth }
          keyValues(same)
        }
      }
      actions {
        if let change {
          button(
            .class("btn", "plain"), .type("submit"),
            .formaction(.syncing(.discardChange(change))), .novalidate()
          ) { words.keepTheirs }
        } else {
          linkButton(back, words.keepTheirs, style: .plain)
        }
      }
    }
  }

  private func choice(_ part: VersionPart, in context: ViewContext) -> HTML {
    let words = context.words
    return fieldset(.class("plain-set")) {
      legend {
        title(part, words)
        " "
        Self.mark(words)
      }
      div(.class("versions")) {
        version(part, isOwn: false, in: context)
        version(part, isOwn: true, in: context)
      }
    }
  }

  private func version(
    _ part: VersionPart, isOwn: Bool, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let (version, other) = isOwn ? (own, saved) : (saved, own)
    return div(.class("version")) {
      label(.class("check")) {
        input(
          .type("radio"), .name(part.fieldName), .value(isOwn ? "own" : VersionPart.saved),
          .checked(isOwn))
        if part == .money, let amount = version.amounts?.amount {
          b { isOwn ? words.yourVersion(amount) : words.theirVersion(amount) }
        } else {
          span { isOwn ? words.yours : words.savedNow }
        }
      }
      if part == .money {
        version.amounts.map { Self.amounts($0, other: other.amounts, words) }
          ?? p(.class("muted")) { words.partsShowHere }
      } else {
        let text = Self.text(part, version, words)
        if text.isEmpty {
          p(.class("muted")) { words.noCategory }
        } else {
          p(.class("lines-kept")) { text }
        }
      }
    }
  }

  /// - Parameter other: the version beside it; what differs from it is marked.
  private static func amounts(
    _ amounts: Amounts, other: Amounts?, _ words: Catalogue
  ) -> HTML {
    func row(
      _ name: String, _ differs: Bool, @HTMLBuilder content: () -> HTML
    ) -> HTML {
      let value = content()
      guard !value.isEmpty else { return .empty }
      return HTML(joining: [
        dt {
          name
          if differs { mark(words) }
        },
        dd { value },
      ])
    }
    if let payment = amounts.payment {
      return dl(.class("sides")) {
        row(words.amountTitle, amounts.amount != other?.amount) { words.money(amounts.amount) }
        row(words.whoPaid, payment.from != other?.payment?.from) {
          words.nameWithYou(payment.from)
        }
        row(words.whoGotIt, payment.to != other?.payment?.to) { words.nameWithYou(payment.to) }
      }
    }
    return dl(.class("sides")) {
      row(words.amountTitle, amounts.amount != other?.amount) { words.money(amounts.amount) }
      row(words.paidBy, amounts.payers.paid != other?.payers.paid) {
        people(amounts.payers, words) { ("", words.money($0.paid)) }
      }
      row(words.splitTitle, amounts.way != other?.way) { words.way(amounts.way) }
      row(words.everybodysPart, amounts.sharers.owed != other?.sharers.owed) {
        people(amounts.sharers, words) { share in
          (
            share.weight.map { words.weight(amounts.way, $0, share.owed) } ?? "",
            words.money(share.owed)
          )
        }
      }
      row(words.bill, amounts.lines != other?.lines) { bill(amounts.lines, words) }
    }
  }

  private static func people(
    _ shares: [ExpensePage.Share], _ words: Catalogue,
    _ tell: (ExpensePage.Share) -> (detail: String, amount: String)
  ) -> HTML {
    HTML(
      joining: shares.map { share in
        let told = tell(share)
        return div(.class("version-row")) {
          span {
            words.nameWithYou(share.member)
            if !told.detail.isEmpty { small { told.detail } }
          }
          span(.class("num")) { told.amount }
        }
      })
  }

  private static func bill(_ lines: [ExpensePage.Line], _ words: Catalogue) -> HTML {
    HTML(
      joining: lines.map { line in
        div(.class("version-row")) {
          span {
            line.name.isEmpty ? words.withoutName : line.name
            small { words.sharers(of: line) }
          }
          span(.class("num")) { words.money(line.amount) }
        }
      })
  }

  /// Marks what differs, by a word.
  private static func mark(_ words: Catalogue) -> HTML {
    span(.class("chip", "wait")) {
      Icon.warning(14)
      words.different
    }
  }

  private func title(_ part: VersionPart, _ words: Catalogue) -> String {
    switch part {
    case .title: words.whatFor
    case .money: words.amountAndSplit
    case .day: isSeries ? words.nextOnTitle : words.dayTitle
    case .categoryID: words.category
    case .place: words.placeTitle
    case .note: words.noteTitle
    }
  }

  /// A part in short.
  private static func text(
    _ part: VersionPart, _ version: Version, _ words: Catalogue
  ) -> HTML {
    switch part {
    case .title: HTML(text: version.title)
    case .money: HTML(text: version.amounts.map { words.money($0.amount) } ?? "")
    case .day: HTML(text: version.day.map { words.day($0) } ?? "")
    case .categoryID: HTML(text: version.category?.name ?? "")
    case .place: HTML(text: version.place)
    case .note: HTML(text: version.note)
    }
  }
}

extension [ExpensePage.Share] {
  /// What each paid.
  fileprivate var paid: [Part] { map { Part(id: $0.member.id, amount: $0.paid) } }
  /// What each owes, and what was entered for it.
  fileprivate var owed: [Part] {
    map { Part(id: $0.member.id, amount: $0.owed, weight: $0.weight) }
  }
}

private struct Part: Equatable {
  var id: String
  var amount: Money
  var weight: Int64?
}
