import HTTPServer
import SyncProtocol

/// What answers at an address, and who may come there. A handler gets a value that only somebody
/// allowed can have, so it cannot be mounted for anyone else.
enum Endpoint {
  typealias Handler<Context> = @Sendable (Context) async throws -> HTTPResponse

  /// Anyone, signed in or not.
  case open(Handler<Guest>)
  /// Whoever is signed in.
  case member(Handler<Member>)
  /// Whoever has the home. For anyone else there is no such page (X12).
  case viewing(Place, Handler<AtHome<Viewing>>)
  case editing(Place, Handler<AtHome<Editing>>)
  case owning(Place, Handler<AtHome<Owning>>)

  /// Whether somebody who is not signed in may come there.
  var isOpen: Bool {
    if case .open = self { true } else { false }
  }

  /// What an address names; the home follows from it.
  enum Place: Sendable {
    case home(ZoneID)
    case item(RecordID)
    case attachment(RecordID)
    case maintenance(RecordID)
  }
}
