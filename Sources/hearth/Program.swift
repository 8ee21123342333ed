import Glibc
import HTTPServer
import Threads

/// The command line of `hearth`: parses it, runs the command and reports how it ended.
package enum Program {
  /// The version that `hearth version` prints.
  package static let version = "0.1.0"

  /// Every command, in the order of the help.
  static let commands: [Command] =
    [
      ServeCommand.command, DeviceCommand.command, ImportCommand.command,
      ImportLegacyCommand.command, ExportCommand.command, DemoCommand.command,
      StatusCommand.command, DoctorCommand.command, BackupCommand.command, RestoreCommand.command,
    ] + PolicyCommands.all + [ReportCommand.command, JoinCommand.command]
    + AnalyticsCommands.all + AccountCommands.all + AccountTokenCommands.all + MailCommands.all
    + HomeCommands.all
    + GroupCommands.all + GroupFileCommands.all + SharingCommands.all + ExpenseCommands.all
    + RepeatingCommands.all
    + BalanceCommands.all
    + LedgerCommands.all + FamilyCommands.all + FamilyFileCommands.all + FamilyChildCommands.all
    + FamilyPinCommands.all + FamilyLifeCommands.all + FamilyRewardCommands.all
    + RoutineCommands.all + RoutineDayCommands.all + RoutineWeekCommands.all
    + RoutineTemplateCommands.all + RoutinePictureCommands.all + FamilyShareCommands.all
    + NotificationCommands.all
    + FlagCommands.all
    + RecoveryCommands.all + PlanCommands.all + RateCommands.all + CalcCommand.all
    + [VersionCommand.command]

  /// Runs a command line and then exits the process.
  ///
  /// Commands may block the cooperative pool, because nothing else runs on it.
  static func launch(_ arguments: [String]) -> Never {
    signal(SIGPIPE, SIG_IGN)
    // A write beyond the system's file size limit then fails, and is reported like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    // Systems begin with a low one for the sake of programs that watch files by `select`.
    DescriptorLimit.raise()
    // Lowers the priority of an import, because a server beside it has people waiting. A failure
    // costs them only a little time. It is set here, because the worker threads inherit it from
    // this thread.
    if arguments.first == ImportCommand.command.name { _ = nice(10) }
    let ended = Semaphore()
    let code = Lock(ExitCode.failed)
    Task {
      let result = await run(arguments, Terminal.standard)
      code.withLock { $0 = result }
      ended.signal()
    }
    ended.wait()
    exit(code.withLock { $0 }.rawValue)
  }

  /// Runs a command line; all output goes to `terminal`.
  package static func run(_ arguments: [String], _ terminal: Terminal) async -> ExitCode {
    do {
      switch try ArgumentParser(commands).parse(arguments) {
      case .help(let text):
        terminal.say(text)
        return .ok
      case .run(let command, let values):
        // Files that commands write, including those of SQLite, hold a household's data: only their
        // owner may read them.
        umask(0o077)
        let invocation = Invocation(values: values, terminal: terminal)
        defer { giveBack(after: command, invocation) }
        return try await command.run(invocation)
      }
    } catch {
      let failure = CommandFailure(error)
      terminal.complain("hearth: \(failure.message)")
      return failure.code
    }
  }

  /// Gives files that root created in a folder of Hearth's to the folder's owner, however the
  /// command ended.
  private static func giveBack(after command: Command, _ invocation: Invocation) {
    guard command.options.contains(where: { $0.name == Command.Option.data.name }),
      command.name != DoctorCommand.command.name
    else { return }
    let device =
      command.name == DeviceCommand.command.name
      ? invocation["data"] ?? DeviceFolder.standardPath : invocation["device"]
    if let device {
      let folder = DeviceFolder(path: device)
      if folder.hub != nil { folder.ownership.giveBack() }
    } else {
      let folder = DataFolder(invocation)
      if folder.isMade { folder.ownership.giveBack() }
    }
  }
}

/// How a command ended, for scripts. The numbers are documented in the help and never change.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case ok = 0
  /// A failure that none of the other codes describes.
  case failed = 1
  /// The command line, or a document on standard input, was not understood; nothing was done.
  case usage = 2
  /// Something named does not exist, or the rules refuse it; nothing was changed.
  case refused = 3
  /// The port or the data folder is in use by another process, or too much is going on.
  case inUse = 4
  /// The data is damaged, of a newer version, or not Hearth's; it was not changed.
  case unusableData = 5

  var meaning: String {
    switch self {
    case .ok: "done"
    case .failed: "failed"
    case .usage: "the command line or the document was not understood"
    case .refused: "not found, or refused; nothing was changed"
    case .inUse: "the port or the data folder is in use"
    case .unusableData: "the data is damaged or of a newer version; it was left alone"
    }
  }
}
