import FoundationEssentials
import Web

/// A new invite: its link, code and picture, shown this once.
package enum InviteMadePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var zone: ZoneLink
    package var role: Role
    /// The full link, from the hub's public address.
    package var link: String
    /// Such as `ABC-2345`.
    package var code: String
    /// The link to scan; `nil` when it could not be drawn.
    package var qr: QRCode?
    package var expiresAt: Date
    package var maxUses: Int
    /// The name of the only account that may use the invite; empty when anyone with it may.
    package var boundTo: String = ""
  }
}
