import HTTPServer
import SQLite
import SyncProtocol

/// The handler of an address, and who may use it. A handler takes a value that exists only after
/// the check of access, so it cannot be mounted for anyone else.
package enum Endpoint {
  package typealias Handler<Context> = @Sendable (Context) async throws -> HTTPResponse

  /// Anyone, signed in or not.
  case open(Handler<Guest>)
  /// Anyone who is signed in.
  case member(Handler<Member>)
  /// Anyone who has access to the home. For anyone else the page does not exist (X12).
  case viewing(Place, Handler<AtHome<Viewing>>)
  case editing(Place, Handler<AtHome<Editing>>)
  case owning(Place, Handler<AtHome<Owning>>)

  /// Whether people who are not signed in may use it.
  package var isOpen: Bool {
    if case .open = self { true } else { false }
  }

  /// The thing that an address names, from which its home is found.
  package struct Place: Sendable {
    /// The home, where the address names that itself.
    package let homeID: ZoneID?
    /// The home in which the thing is; `nil` if it is in none of this person's.
    package let find: @Sendable (Connection) throws -> ZoneID?

    package static func home(_ id: ZoneID) -> Place { Place(homeID: id) { _ in id } }

    /// Something in a home.
    package static func thing(
      _ find: @escaping @Sendable (Connection) throws -> ZoneID?
    ) -> Place {
      Place(homeID: nil, find: find)
    }
  }
}
