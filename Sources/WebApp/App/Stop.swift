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
      return ErrorPage.Model(reason, retry: .session(.signIn(then: page)), typed: typed)
    }
    if case .homeMerged(let home, let target) = reason {
      return mergedPage(reason, home, target)
    }
    switch reason {
    case .homeDeleted(let home, _), .homeLost(let home):
      // In any other home it is as new as in this one.
      guard route.has(.makesNew) else { return ErrorPage.Model(reason, typed: typed) }
      var page = ErrorPage.Model(reason, sendAgain: route, sentFields, typed: typed)
      page.lostHomeID = home.id
      return page
    default: break
    }
    guard [.sharingPaused, .sharedHomesHidden].contains(reason), request.method == .post else {
      return ErrorPage.Model(reason, typed: typed)
    }
    return ErrorPage.Model(reason, sendAgain: route, sentFields, typed: typed)
  }

  /// What would be new is new in the other home with one press. What changes something of a home
  /// is not sent there: the other home has a name and settings of its own.
  private func mergedPage(
    _ reason: ErrorReason, _ home: HomeLink, _ target: HomeLink
  ) -> ErrorPage.Model {
    guard let there = route.replacing(home.id, with: target.id), there.has(.makesNew) else {
      return ErrorPage.Model(reason, retry: .homes(.home(target.id)), typed: typed)
    }
    return ErrorPage.Model(reason, sendAgain: there, sentFields, typed: typed)
  }

  private var sentFields: [(String, String)] {
    form.pairs.filter { !["csrf", FormField.homeOfPage].contains($0.name) }.map {
      ($0.name, $0.value)
    }
  }
}
