import Web

/// Connecting a device to its hub.
package enum DevicePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// The hub that the device was started with, such as `https://home.example`.
    package var hub: String
    package var name = FieldValue()
    /// The suggested name of this device at the hub; the person can change it.
    package var deviceName = FieldValue()
    /// Whether the hub has ended the device's session, and its copy is still here.
    package var isAgain = false
    /// Why it did not work; `nil` at first.
    package var problem: FieldProblem?
  }
}
