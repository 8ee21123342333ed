import HTTPServer

/// Ends a handler early: it is mapped to an answer in one place.
enum Stop: Error {
  case because(ErrorReason)
  /// Somebody who is not signed in wanted a page that needs it.
  case signInFirst
  case goTo(Route)

  static let notFound = Stop.because(.notFound)
  static let badRequest = Stop.because(.badRequest)
}
