/// The page for a request under a host name that is not this Hearth's.
///
/// A name can be pointed here by whoever owns it, and its pages can then read this one: it tells
/// nothing but what the browser has said itself.
package enum UnknownHostPage {
  /// Misdirected Request, which the answer carries.
  package static let status = 421

  package struct Model: Equatable, Sendable {
    /// The host that the browser asked for, with its port; empty when it named none.
    package var host: String
    /// A device's own app is never reached by a name.
    package var isDevice: Bool = false
  }
}
