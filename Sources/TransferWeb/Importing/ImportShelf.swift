import SyncProtocol
import Things
import Web

/// The files that wait to be imported into homes.
typealias ImportShelf = UploadShelf<ThingsImport>

/// What is told of an import into homes.
enum ThingsImport: ShelvedImport {
  /// The home that the person chose for rows that name no home.
  enum Target: Equatable, Sendable {
    case home(ZoneID)
    case newHome(String)
  }

  typealias Step = ImportRun.Step
  typealias Result = ImportPage.Result
  typealias Failure = ImportPage.Failure
}
