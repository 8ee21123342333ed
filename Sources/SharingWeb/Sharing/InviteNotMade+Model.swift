import Web

/// The answer to an invite that the hub could not be asked for: what was chosen, for another try.
package enum InviteNotMadePage {
  /// What the page shows and sends again.
  package struct Model: Equatable, Sendable {
    package var zone: ZoneLink
    package var role: Role
    package var hours: Int
    package var uses: Int
    /// The account it was to be for; empty for anybody.
    package var boundTo: String
    /// Whether the hub may have created the invite, and only its answer is missing.
    package var isUncertain: Bool
    /// Whether who joins may move a home of their own into it.
    package var allowsMerge: Bool = true
  }
}
