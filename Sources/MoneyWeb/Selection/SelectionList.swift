import Values
import Web

/// A list of money by days, as a form: what is ticked, and what is to be done with it.
struct SelectionList {
  /// A row, which may be headed by its day.
  typealias Row = (day: CalendarDay?, view: HTML)

  let id: String
  /// What is to be done with the choice.
  let title: String
  /// Where the choice is sent to.
  let action: Route
  /// The same page with all of its rows ticked or, if they are, with none.
  let ticking: Route
  let isTicked: Bool
  let rows: [Row]

  func view(in context: ViewContext) -> HTML {
    let words = context.words
    return element("form", [.id("many"), .class("many"), .method("post"), .action(action)]) {
      input(.type("hidden"), .name("csrf"), .value(context.csrfToken))
      section(.class("card")) {
        ul(.class("items", "expenses", "with-ticks"), .id(id)) {
          rows.enumerated().map { index, row in
            HTML(joining: [
              index > 0 && rows[index - 1].day == row.day
                ? .empty : li(.class("day")) { h3 { row.day.map { words.day($0) } ?? "" } },
              row.view,
            ])
          }
        }
      }
      context.selectionBar(title) {
        context.checkbox("all", value: "yes", words.allThatMatch, isChecked: false)
        a(.class("btn", "quiet"), .href(ticking)) {
          isTicked ? words.untickPage : words.tickPage
        }
      } actions: {
        SelectionPage.Action.allCases.map { $0.view(words) }
      }
    }
  }
}
