import Finances
import Glibc
import HTTPServer
import Household
import Hub
import Intake
import SyncProtocol
import Values

/// The commands about a group's picture. The hub keeps the file, so only there it is set.
enum GroupPictureCommands {
  static let all = [set, remove]

  private static let set = Command(
    path: ["group", "set-picture"],
    summary: "Give a group a picture, in place of the one that it has",
    details: """
      The file is a JPEG, PNG, WebP or HEIC; it is kept without what says where and when it was \
      taken.
      """,
    operands: [GroupCommands.group, .init(name: "FILE", help: "the picture")],
    options: LocalFile.options,
    examples: [.init("hearth group set-picture Flat door.jpg", "it stands beside the group's name")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let file = try LocalFile(try invocation.requiredOperand(1))
    let (place, hub, account) = try LocalFile.place(invocation)
    let group = try await place.read(invocation.terminal) { reader in
      let group = try reader.group(wanted)
      guard group.role.canWrite else { throw FinanceFailure.readOnlyGroup }
      return group.id
    }
    let stored = try await hub.withIntake(of: account.id, imageProgram: LocalFile.program) {
      try await $0.take(file.content, called: file.name)
    }
    let outcome = try await place.write { _ in
      MoneyChange { try SetGroupPicture(groupID: group, file: stored)($0) }
    } show: { picture, _ in
      PictureRow(picture)
    }
    return try outcome.report(invocation) { "Set: \($0.width) by \($0.height)." }
  }

  private static let remove = Command(
    path: ["group", "remove-picture"], summary: "Take a group's picture away", details: "",
    operands: [GroupCommands.group], options: MoneyPlace.options,
    examples: [.init("hearth group remove-picture Flat", "its emoji is shown again")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.write(PictureRow.init, saying: { _ in "Removed." }) { reader in
      let group = try reader.group(wanted).id
      return MoneyChange { try DeleteGroupPicture(groupID: group)($0) }
    }
  }
}

/// A file of this machine that a command takes into the hub.
struct LocalFile {
  /// The executable whose `image-worker` command reads pictures: this program.
  static let program = "/proc/self/exe"
  static let options: [Command.Option] = [
    .value("account", "NAME", "for whom; may be left out when there is one account"), .data, .json,
  ]

  let name: String
  let content: SpooledFile

  init(_ path: String) throws {
    name = String(path.split(separator: "/").last ?? "")
    do throws(FileError) {
      let file = try OpenFile(path: path)
      content = SpooledFile(file: file, size: try file.size())
      // A folder opens, and cannot be read.
      _ = try content.read(count: 1)
    } catch {
      throw CommandFailure.refused(
        "\(path) cannot be read: \(String(cString: strerror(error.code)))")
    }
    guard content.size > 0 else { throw CommandFailure.refused("\(path) is empty") }
  }

  static func place(_ invocation: Invocation) throws -> (MoneyPlace, LocalHub, Account) {
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    return (.hub(hub, account), hub, account)
  }
}
