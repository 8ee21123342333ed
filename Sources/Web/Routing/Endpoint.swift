import HTTPServer
import Replica
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
  /// Anyone who has access to the zone. For anyone else the page does not exist (X12).
  case viewing(Place, Handler<AtZone<Viewing>>)
  case editing(Place, Handler<AtZone<Editing>>)
  /// Anyone who decides who is in the zone: its owner; of a family, every parent.
  case managing(Place, Handler<AtZone<Managing>>)
  case owning(Place, Handler<AtZone<Owning>>)

  /// Whether people who are not signed in may use it.
  package var isOpen: Bool {
    if case .open = self { true } else { false }
  }

  /// The thing that an address names, from which its zone is found.
  package struct Place: Sendable {
    package let kind: ZoneLink.Kind
    /// The zone, where the address names that itself.
    package let zoneID: ZoneID?
    /// The zone in which the thing is; `nil` if it is in none of this person's.
    package let find: @Sendable (Connection) throws -> ZoneID?

    package static func zone(_ kind: ZoneLink.Kind, _ id: ZoneID) -> Place {
      Place(kind: kind, zoneID: id) { _ in id }
    }

    package static func home(_ id: ZoneID) -> Place { zone(.home, id) }

    /// The pages of a home that are about amounts. For somebody who does not see these they are not
    /// there.
    package static func amounts(of home: ZoneID) -> Place {
      Place(kind: .home, zoneID: home) { try AmountVeil.hides(home, in: $0) ? nil : home }
    }

    /// Something in a zone.
    package static func thing(
      in kind: ZoneLink.Kind = .home, _ find: @escaping @Sendable (Connection) throws -> ZoneID?
    ) -> Place {
      Place(kind: kind, zoneID: nil, find: find)
    }

    /// The home, where the address names one itself.
    package var homeID: ZoneID? { kind == .home ? zoneID : nil }
  }
}
