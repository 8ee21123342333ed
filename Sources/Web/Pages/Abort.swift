import HTTPServer

/// An error that ends a handler early; one place maps it to an answer.
package enum Abort: Error {
  case because(ErrorReason)
  /// The page needs somebody who is signed in, and nobody is.
  case signInFirst
  case goTo(Route)

  package static let notFound = Abort.because(.notFound)
  package static let badRequest = Abort.because(.badRequest)
}

extension Guest {
  /// The page that tells a person of an error. It keeps what was typed into the form, and offers to
  /// send the form again where that may succeed.
  package func errorPage(_ reason: ErrorReason) -> ErrorPage.Model {
    if reason == .signedOut {
      // After signing in, go back to the form's page, if its address can be opened.
      let page = app.page(at: route).map { _ in request.rawPath }
      return ErrorPage.Model(reason, retry: landmarks.signIn(then: page), typed: typed)
    }
    if case .homeMerged(let home, let target) = reason {
      return mergedPage(reason, home, target)
    }
    switch reason {
    case .homeDeleted(let home, _), .homeLost(let home):
      // A form that makes something new can make it in another home instead. What is of a group
      // names its members, whom no other has.
      guard route.has(.makesNew), home.kind == .home else {
        return ErrorPage.Model(reason, typed: typed)
      }
      var page = ErrorPage.Model(reason, sendAgain: route, sentFields, typed: typed)
      page.lostHomeID = home.id
      return page
    default: break
    }
    // Without the hub nothing was changed, and the same form can be sent once it is there again.
    let canComeLater =
      [.sharingPaused, .sharedHomesHidden].contains(reason) || reason == .needsHub && !hasSecret
    guard canComeLater, request.method == .post else {
      return ErrorPage.Model(reason, typed: typed)
    }
    return ErrorPage.Model(reason, sendAgain: route, sentFields, typed: typed)
  }

  /// The page for a form of a merged home. A form that makes something new can be sent to the other
  /// home with one press. A form that changes the home itself cannot: the other home has a name and
  /// settings of its own.
  private func mergedPage(
    _ reason: ErrorReason, _ home: ZoneLink, _ target: ZoneLink
  ) -> ErrorPage.Model {
    guard let there = app.areas.routes.route(route, replacing: home.id, with: target.id),
      there.has(.makesNew)
    else {
      return ErrorPage.Model(reason, retry: landmarks.home(target.id), typed: typed)
    }
    return ErrorPage.Model(reason, sendAgain: there, sentFields, typed: typed)
  }

  /// Whether the form has what no page may show again, or files, which no page can send again.
  private var hasSecret: Bool {
    route.has(.typesSecret) || route.place.upload != nil
      || form.pairs.contains { pair in
        ["password", "pin"].contains { pair.name.lowercased().contains($0) }
      }
  }

  private var sentFields: [(String, String)] {
    form.pairs.filter { !["csrf", FormField.homeOfPage].contains($0.name) }.map {
      ($0.name, $0.value)
    }
  }
}
