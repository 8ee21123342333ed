/// A page that says what went wrong and what to do next.
package enum ErrorPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var reason: ErrorReason
    /// Where “Try again” leads; `nil`: to the dashboard only.
    package var retry: Route?

    package init(_ reason: ErrorReason, retry: Route? = nil) {
      self.reason = reason
      self.retry = retry
    }
  }
}

/// What the browser shows when nothing answers.
package enum OfflinePage {}
