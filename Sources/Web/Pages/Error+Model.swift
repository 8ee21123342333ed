/// A page that says what went wrong and what to do next.
package enum ErrorPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var reason: ErrorReason
    /// Where “Try again” leads; `nil`: to the dashboard only.
    package var retry: Route?
    /// What was typed into a form that was not taken, so that it can be copied.
    package var typed: [String]
    /// All fields of a form that may be taken later, to be sent again to ``retry`` as they are.
    package var form: [(name: String, value: String)] {
      zip(formNames, formValues).map { ($0, $1) }
    }
    /// The form would make something new in this home, which the person has no longer: it can be
    /// sent to any other one.
    package var lostHomeID: String?
    /// Whether ``retry`` is sent a form, which may have no fields.
    package private(set) var isForm = false
    private var formNames: [String] = []
    private var formValues: [String] = []

    package init(_ reason: ErrorReason, retry: Route? = nil, typed: [String] = []) {
      self.reason = reason
      self.typed = typed
      self.retry = retry
    }

    /// A form that was not taken now and may be later.
    package init(
      _ reason: ErrorReason, sendAgain route: Route, _ form: [(String, String)], typed: [String]
    ) {
      self.init(reason, retry: route, typed: typed)
      isForm = true
      formNames = form.map(\.0)
      formValues = form.map(\.1)
    }
  }
}

/// What the browser shows when nothing answers.
package enum OfflinePage {}
