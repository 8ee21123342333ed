import HTTPServer
import SyncProtocol

/// The handler of an address, and who may use it. A handler takes a value that exists only after
/// the check of access, so it cannot be mounted for anyone else.
enum Endpoint {
  typealias Handler<Context> = @Sendable (Context) async throws -> HTTPResponse

  /// Anyone, signed in or not.
  case open(Handler<Guest>)
  /// Anyone who is signed in.
  case member(Handler<Member>)
  /// Anyone who has access to the home. For anyone else the page does not exist (X12).
  case viewing(Place, Handler<AtHome<Viewing>>)
  case editing(Place, Handler<AtHome<Editing>>)
  case owning(Place, Handler<AtHome<Owning>>)

  /// Whether people who are not signed in may use it.
  var isOpen: Bool {
    if case .open = self { true } else { false }
  }

  /// The thing that an address names, from which its home is found.
  enum Place: Sendable {
    case home(ZoneID)
    case item(RecordID)
    case attachment(RecordID)
    case maintenance(RecordID)
  }
}
