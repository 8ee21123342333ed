import Web

/// Asks before an insurance policy is deleted.
package enum DeletePolicyPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var policyID: String
    package var provider: String
    /// May be empty.
    package var number: String = ""
    /// Names of other homes that the same policy covers: there it stays.
    package var alsoCovers: [String] = []
    /// Papers that go with it.
    package var paperCount = 0
  }
}
