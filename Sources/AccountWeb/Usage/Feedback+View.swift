import Web

extension FeedbackPage {
  /// Posts `topic`, `rating` and `text` to ``UsageRoute/feedback``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.feedback, isLive: false) {
      context.top(words.feedback, crumbs: [Crumb(words.account, .account(.account))])
      div(.class("grid2", "even")) {
        card(words.feedbackTitle) {
          div(.class("stack")) {
            p(.class("muted")) { words.feedbackText }
            form(model, in: context)
          }
        }
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.postForm(.usage(.feedback)) {
      context.picker(
        "topic", words.feedbackTopic, FieldValue(model.topic.rawValue),
        Topic.allCases.map { ($0.rawValue, words.text($0)) })
      context.picker(
        "rating", words.feedbackRating, model.rating,
        [("", words.chooseRating)] + (1...5).reversed().map { (String($0), words.rating($0)) },
        FieldStyle(isRequired: true))
      context.textBox(
        "text", words.feedbackWords, model.text,
        FieldStyle(hint: words.feedbackWordsHint, maxLength: model.maxCharacters))
      actions {
        linkButton(.account(.account), words.cancel, style: .quiet)
        submit(words.sendFeedback)
      }
    }
  }
}
