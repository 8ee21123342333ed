/// What somebody sees who came by a name that is not this Hearth's.
///
/// A name can be pointed here by whoever owns it, and its pages can then read this one: it tells
/// nothing but what the browser has said itself.
package enum UnknownHostPage {
  /// Misdirected Request, which the answer carries.
  package static let status = 421

  package struct Model: Equatable, Sendable {
    /// As the browser asked for it, with its port; empty when it asked for none.
    package var host: String
    /// A device's own app is never reached by a name.
    package var isDevice: Bool = false
  }
}
