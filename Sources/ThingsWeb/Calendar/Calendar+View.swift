import Web
import SharingWeb
import AccountWeb

extension CalendarPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.calendarTitle, isLive: false) {
      context.top(words.calendarTitle, crumbs: [Crumb(words.account, .account(.account))])
      div(.class("form-page", "stack")) {
        if let made = model.made { address(made, words) }
        section(.class("card", "pad", "stack")) {
          p(.class("muted")) { words.calendarText }
          if let feed = model.feed {
            p {
              words.calendarTimes(
                made: words.ago(feed.madeAt, now: context.now),
                used: feed.lastUsedAt.map { words.ago($0, now: context.now) })
            }
            p(.class("muted")) { words.calendarReplaceText }
          }
          div(.class("row", "wrap")) {
            context.postForm(.calendar(.calendarSettings), .class("inline")) {
              submit(
                model.feed == nil ? words.makeCalendar : words.replaceCalendar, .key,
                style: model.feed == nil ? .primary : .plain)
            }
            if model.feed != nil {
              context.postButton(
                .calendar(.removeCalendar), words.removeCalendar, .trash, style: .danger)
            }
          }
          p(.class("muted")) { words.calendarEndsText }
        }
        if !model.kinds.isEmpty { kinds(model.kinds, in: context) }
      }
    }
  }

  private static func kinds(_ kinds: [Model.Kind], in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.calendarKinds, id: "kinds") {
      context.postForm(.calendar(.calendarKinds)) {
        kinds.map {
          context.checkbox(
            "kind", value: $0.kind.rawValue, words.calendarKind($0.kind), isChecked: $0.isOn)
        }
        actions { submit(words.save, style: .plain) }
      }
    }
  }

  /// It stands in a field, so that it can be selected without script.
  private static func address(_ address: String, _ words: Catalogue) -> HTML {
    section(.class("card", "pad", "stack"), .id("made")) {
      h2 { words.calendarMade }
      div(.class("field")) {
        div(.class("secret")) {
          input(
            .type("text"), .value(address), .readonly(), .ariaLabel(words.calendarAddress),
            .autocomplete("off"))
          button(
            .class("btn", "small", "needs-script"), .type("button"), .dataCopy(address),
            .dataCopied(words.copied)
          ) {
            Icon.copy(16)
            words.copy
          }
        }
      }
      p { words.calendarHowTo }
      note(.warn) { words.calendarShownOnce }
    }
  }
}
