import FoundationEssentials
import HTTPServer
import Household
import Usage
import Values
import Web

/// Usage counting of a person, and their feedback.
///
/// These pages do not exist where nothing is counted.
extension WebApplication {
  func saveCounting() -> Endpoint {
    .member { member in
      guard let usage = member.app.usage else { throw Abort.notFound }
      let isCounted = !member.field("count").isEmpty
      try await member.app.pool.run { try usage.setCounted(isCounted, member.accountID) }
      return member.goTo(.account(.account), saying: .account(.countingSaved(isCounted)))
    }
  }

  func feedbackPage() -> Endpoint {
    .member { member in
      guard member.app.usage != nil else { throw Abort.notFound }
      return try await member.feedback(.init(maxCharacters: Feedback.maxCharacters))
    }
  }

  func sendFeedback() -> Endpoint {
    .member { member in
      guard let usage = member.app.usage else { throw Abort.notFound }
      guard let topic = FeedbackPage.Topic(rawValue: member.field("topic")),
        let about = Feedback.Topic(rawValue: topic.rawValue)
      else { throw Abort.badRequest }
      let (typed, max) = (member.field("text"), Feedback.maxCharacters)
      let text = typed.trimmed
      let rating = Int(member.field("rating")).flatMap { Feedback.ratings.contains($0) ? $0 : nil }
      guard let rating, text.count <= max else {
        return try await member.feedback(
          FeedbackPage.Model(
            topic: topic,
            rating: FieldValue(
              member.field("rating"), problem: rating == nil ? .missing : nil),
            text: FieldValue(
              typed, problem: text.count > max ? .tooLong(maxCharacters: max) : nil),
            maxCharacters: max), status: .unprocessableContent)
      }
      let feedback = Feedback(topic: about, rating: rating, words: text)
      try await member.app.pool.run { try usage.keep(feedback, of: member.accountID) }
      return member.goTo(.account(.account), saying: .account(.feedbackKept))
    }
  }
}

extension Member {
  fileprivate func feedback(
    _ model: FeedbackPage.Model, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    try await page(status: status) { FeedbackPage.view(model, in: $0) }
  }
}
