import Families
import Household
import ClaimReports
import Documents
import Finances
import HTTPServer
import Hub
import HubHTTP
import Importing
import Intake
import Replica
import SQLite
import Things
import Threads
import Usage
import Wording

/// Why a command failed, in one sentence that says what to do.
package struct CommandFailure: Error, Equatable {
  package let code: ExitCode
  package let message: String

  static func usage(_ message: String) -> CommandFailure { .init(code: .usage, message: message) }
  static func refused(_ message: String) -> CommandFailure {
    .init(code: .refused, message: message)
  }
  static func failed(_ message: String) -> CommandFailure { .init(code: .failed, message: message) }
  static func inUse(_ message: String) -> CommandFailure { .init(code: .inUse, message: message) }
  static func unusable(_ message: String) -> CommandFailure {
    .init(code: .unusableData, message: message)
  }
}

extension CommandFailure {
  /// The note shown when an account has homes that no command shows.
  static let hiddenNote =
    "shared homes and groups are hidden while sharing is paused; nothing is lost (hearth flags)"

  /// The same failure with a note, for a command that may have been about a hidden home.
  var whileHiding: CommandFailure {
    CommandFailure(code: code, message: "\(message); \(Self.hiddenNote)")
  }

  /// The message for an error of any layer below.
  package init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as HubStoreError: self = Self.store(error)
    case let error as HubFolder.Failure: self = Self.hubFolder(error)
    case let error as HTTPServerError: self = Self.server(error)
    case let error as ReplicaFileError: self = Self.replica(error)
    case let error as ImportFailure: self = .refused(error.sentence)
    case let error as CreateAccountError: self = Self.creating(error)
    case let error as AccountError: self = Self.account(error)
    case let error as GateError: self = Self.gate(error)
    case let error as ConfirmationError: self = Self.confirming(error)
    case let error as HubClientError: self = Self.sharing(error)
    case let error as FinanceFailure: self = .finances(error)
    case let error as FamilyFailure: self = .families(error)
    case let error as TakeBackGroupChange.Failure: self = .takingBack(error)
    case let error as RefusedPhoto: self = .refused(Catalogue().problem(error.problem))
    case let error as PaperIntake.Refused: self = .refused(Catalogue().problem(error.problem))
    case let error as RefusedSearch: self = .searching(error)
    case is Interruption.Requested:
      self = .failed("stopped; nothing was written. The same command begins again")
    case let error as ImportRun.Stopped: self = Self.stopped(error)
    case ApplyImport.Failure.readOnlyHome, ApplyRestore.Failure.readOnlyHome:
      self = .refused("the account may only look at that home; nothing was changed")
    case ApplyImport.Failure.homeNotFound, ApplyRestore.Failure.homeNotFound:
      self = .refused("the home is gone, or no longer shared; nothing was changed")
    case let error as SQLiteError where error.isDiskFull:
      self = .failed("the disk is full; make room and try again. Nothing was changed")
    case let error as UsageSettings.Failure: self = Self.usage(error)
    case let error as ClaimDrawing.Failure: self = Self.claim(error)
    case let error as DocumentFailure: self = Self.document(error)
    case is ThreadPool.Busy: self = .inUse("too much is going on; try again in a moment")
    default: self = .failed("\(error)")
    }
  }

  private static func gate(_ error: GateError) -> CommandFailure {
    switch error {
    case .percentOutOfRange: .usage("--percent is a number from 0 to 100")
    case .noSuchAccount(let name):
      .refused("there is no account '\(name)'; hearth account list shows those that are there")
    case .tooManyListed: .refused("at most \(SharingFlag.maxListed) accounts can be listed")
    case .dateInThePast: .refused("that day is over; a plan ends in the future")
    }
  }

  private static func stopped(_ error: ImportRun.Stopped) -> CommandFailure {
    let written = error.result.newItemCount + error.result.updatedItemCount
    if error.cause is Interruption.Requested {
      return .failed(
        """
        stopped. \(written) items are written and stay; the same command goes on where it stopped, \
        and the import page takes them back
        """)
    }
    let cause = CommandFailure(error.cause)
    // Only the failed part was not written; the parts before it stay.
    let message = cause.message
      .replacing("Nothing was changed", with: "Nothing more was changed")
      .replacing("nothing was changed", with: "nothing more was changed")
    return CommandFailure(
      code: cause.code,
      message: """
        \(message). \(written) items were written before and stay: import the file again to go \
        on, or take them back on the import page
        """)
  }

  private static func claim(_ error: ClaimDrawing.Failure) -> CommandFailure {
    switch error {
    case .homeNotFound: .refused("the home is gone")
    case .itemCount(0, _): .refused("no item is chosen: there is nothing to report")
    case .itemCount(let count, let max):
      .refused("\(count) items are more than a report holds (\(max)); choose some with --search")
    }
  }

  private static func document(_ error: DocumentFailure) -> CommandFailure {
    switch error {
    case .file(let code):
      .failed("the report could not be written: \(Posix.message(code)). Make room and try again")
    case .tooLarge, .timedOut:
      .refused("the report would be too long; leave photos or receipts out, or choose fewer items")
    case .busy: .inUse("too much is going on; try again in a moment")
    case .empty: .refused("there is nothing to report")
    case .workerDied, .unreadableCode, .refused:
      .failed("the report could not be drawn; a photo or receipt may be broken: try without them")
    }
  }

  private static func usage(_ error: UsageSettings.Failure) -> CommandFailure {
    switch error {
    case .damaged(let path):
      .unusable(
        """
        \(path) holds what no version of Hearth writes. Put it back from a backup, or remove it: \
        then everybody is counted again who did not want to be
        """)
    case .storage(let path, let code):
      .failed("\(path): \(Posix.message(code)). Make room or mend its permissions")
    }
  }

  private static func store(_ error: HubStoreError) -> CommandFailure {
    switch error {
    case .busy: .inUse("the hub is busy; nothing was changed. Try again in a moment")
    case .storage(let message):
      .failed(
        """
        the disk refuses (\(message)). Make room or mend its permissions; nothing that was \
        acknowledged is lost
        """)
    case .unsettled(let message):
      .failed(
        """
        the disk could not make the last change safe (\(message)). Look after the disk, then see \
        whether the change is there before you make it again
        """)
    case .corrupt(let path):
      .unusable(
        "\(path) is damaged. It was left as it is. \(Recovery.words(for: folder(of: path)))")
    case .newerVersion(let found, let supported):
      .unusable(
        """
        the data was written by a newer Hearth (its version is \(found), this program knows \
        \(supported)). Install that one; nothing was changed
        """)
    case .notAHub(let path):
      .unusable("\(path) is not a hub's file; name another data folder with --data")
    case .danglingReference, .unreadable:
      .unusable("the hub's file holds what no version of Hearth writes: hearth doctor says more")
    }
  }

  private static func hubFolder(_ error: HubFolder.Failure) -> CommandFailure {
    switch error {
    case .storage(let path, let message):
      .failed(
        "\(path): \(message). Make room or mend its permissions, or name another with --data")
    case .damagedSecret(let path):
      .unusable(
        """
        \(path) is not of \(Invitations.codeKeyBytes) bytes; copy it from a backup\
        \(Recovery.secret(for: folder(of: path)).map { ": \($0)" } ?? ""). Without one remove \
        it: a new one is made, and open invites lose their short codes, not their links
        """)
    case .damagedSeal(let path):
      .unusable(
        """
        \(path) is not a key that this program has written. Remove it: a new one is made, and what \
        devices were told before is still known as this hub's
        """)
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func server(_ error: HTTPServerError) -> CommandFailure {
    switch error {
    case .addressInUse(let address):
      .inUse(
        """
        \(address) is in use by another program. Stop that one, or choose another port: --listen \
        \(ListenAddress(host: address.host.isEmpty ? "*" : address.host, port: address.port &+ 1))
        """)
    case .addressNotAvailable(let address):
      .refused("\(address.host) is no address of this machine; try --listen 127.0.0.1:8080")
    case .permissionDenied(let address):
      .refused(
        "port \(address.port) wants privileges; choose one above 1023, such as --listen *:8080")
    case .badCertificate: .refused("the certificate and its key do not belong together")
    case .alreadyStarted: .failed("the server has been started twice")
    case .system(let call, let code): .failed("\(call) failed: \(Posix.message(code))")
    }
  }

  private static func replica(_ error: ReplicaFileError) -> CommandFailure {
    switch error {
    case .corrupt(let path):
      .unusable(
        "\(path) is damaged. What the hub has can be loaded anew: move it away and start again"
      )
    case .newerVersion(_, let found, let supported):
      .unusable(
        """
        the data was written by a newer Hearth (its version is \(found), this program knows \
        \(supported)). Install that one; nothing was changed
        """)
    case .notAReplica(let path): .unusable("\(path) is not a replica's file")
    case .foreignAccount:
      .refused("the data folder belongs to another account; name another one with --data")
    case .inUse(let path, let process):
      .inUse(
        """
        another program\(process.map { " (process \($0))" } ?? "") has \(path) open. Stop it first, \
        or name another folder with --data
        """)
    case .storage(let path, let message):
      .failed("\(path): \(message). Make room or mend its permissions; nothing is lost")
    case .failed(let path, let message): .failed("\(path): \(message)")
    }
  }

  private static func creating(_ error: CreateAccountError) -> CommandFailure {
    switch error {
    case .invalidName: .refused("a name has 1 to 64 characters that can be seen")
    case .nameTaken: .refused("there is an account of that name already")
    case .password(let problem): password(problem)
    case .signUpsClosed, .inviteNeeded: .refused("this hub takes no sign-ups")
    case .tooManyAttempts(let seconds): .inUse("too many attempts; wait \(seconds) seconds")
    }
  }

  private static func account(_ error: AccountError) -> CommandFailure {
    switch error {
    case .notFound: .refused("there is no such account; hearth account list shows them")
    case .notAllowed: .refused("only an administrator may do that")
    case .password(let problem): password(problem)
    case .lastAdministrator:
      .refused("nobody could administer this hub then; make another account administrator first")
    }
  }

  private static func password(_ problem: PasswordProblem) -> CommandFailure {
    switch problem {
    case .tooShort:
      .refused("a password has at least \(AccountRules.minPasswordCharacters) characters")
    case .tooLong: .refused("a password has at most \(AccountRules.maxPasswordBytes) bytes")
    case .isTheName: .refused("the password is the name; choose another one")
    }
  }

  private static func confirming(_ error: ConfirmationError) -> CommandFailure {
    switch error {
    case .refused(let refusal): .refused("the hub refused: \(refusal); nothing was changed")
    case .hubBusy, .contended: .inUse("the hub is busy; nothing was changed. Try again in a moment")
    case .paused: .refused("shared homes cannot be changed while sharing is paused (hearth flags)")
    default: .failed("the hub did not answer: \(error)")
    }
  }
}
