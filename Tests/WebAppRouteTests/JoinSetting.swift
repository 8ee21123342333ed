import Hub
import Testing

@testable import Web

/// Anna's cabin, with a place of the name that one of Ben's has, and an invite to it; Ben, with a
/// cottage of his own and a rake in its shed.
struct JoinSetting {
  let hearth: Hearth
  let anna: Browser
  let cabin: String
  let ben: Browser
  let cottage: String
  let token: String

  init(
    at given: Hearth? = nil, role: String = "editor", isApart: Bool = false
  ) async throws {
    hearth = try given ?? Hearth(signUps: .open)
    (anna, cabin) = try await hearth.household("Cabin")
    ben = try await hearth.person("ben", displayName: "Ben")
    cottage = try await ben.addHome("Cottage")
    let shed = try await ben.addPlace("Shed", cottage)
    _ = try await ben.addItem("Rake", cottage, at: shed)
    _ = try await anna.addPlace("SHED", cabin)
    token = try await hearth.invite(anna, cabin, role: role, isApart: isApart)
  }

  /// Who is in the cabin.
  func grants() throws -> Int { try hearth.hub.store.read { try $0.grants(in: cabin).count } }

  /// Chooses, and returns the address of the decision.
  func choose(
    _ choice: String, by browser: Browser? = nil, with other: String? = nil
  ) async throws -> String {
    let (browser, invite) = (browser ?? ben, "/i/\(other ?? token)")
    try await browser.get(invite)
    return try #require(try await browser.submit(invite, ["choice": choice]).location)
  }
}
