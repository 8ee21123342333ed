/// A page that says what went wrong and what to do next.
package enum ErrorPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var reason: ErrorReason
    /// Where “Try again” leads; `nil`: to the dashboard only.
    package var retry: Route?
    /// What was typed into a form that was not taken, so that it can be copied.
    package var typed: [String]

    package init(_ reason: ErrorReason, retry: Route? = nil, typed: [String] = []) {
      self.reason = reason
      self.typed = typed
      self.retry = retry
    }
  }
}

/// What the browser shows when nothing answers.
package enum OfflinePage {}
