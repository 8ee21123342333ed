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

extension Guest {
  /// What went wrong. What was typed into a form that may be taken later is kept on the page.
  func errorPage(_ reason: ErrorReason) -> ErrorPage.Model {
    if reason == .signedOut {
      // The page that the form was on, where it has an address of its own.
      let page = app.page(at: route).map { _ in request.rawPath }
      return ErrorPage.Model(reason, retry: .signIn(then: page), typed: typed)
    }
    guard [.sharingPaused, .sharedHomesHidden].contains(reason), request.method == .post else {
      return ErrorPage.Model(reason, typed: typed)
    }
    let fields = form.pairs.filter { $0.name != "csrf" }.map { ($0.name, $0.value) }
    return ErrorPage.Model(reason, sendAgain: route, fields, typed: typed)
  }
}
