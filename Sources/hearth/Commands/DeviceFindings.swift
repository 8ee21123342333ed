import SQLite
import Things

/// The checks of `hearth doctor --device`.
enum DeviceFindings {
  typealias Finding = DoctorCommand.Finding

  private static let anew = """
    when nothing waits to be sent, move replica.db away and start the device: everything is loaded \
    anew
    """

  static func all(_ folder: DeviceFolder) async throws -> [Finding] {
    guard Posix.exists(folder.replica) else {
      throw CommandFailure.refused(
        "\(folder.path) is not the folder of a device that has signed in")
    }
    let file = DoctorCommand.check(
      "the replica's file",
      remedy: "move replica.db away and start the device: everything the hub has is loaded anew"
    ) { try HubFile.damage(folder.replica) }
    guard file.isHealthy else { return [file] }
    let items = DoctorCommand.homeless(remedy: anew) { try homelessItems(folder.replica) }
    let expenses = DoctorCommand.incomplete {
      try IncompleteExpenses.found(inReplica: folder.replica)
    }
    return [file, items, expenses] + (await comparison(folder))
  }

  private static func homelessItems(_ path: String) throws -> [String] {
    try Item.homeless(in: Connection(path: path, mode: .readOnly)).map {
      "item \($0) is in no home"
    }
  }

  private static func comparison(_ folder: DeviceFolder) async -> [Finding] {
    let name = "the same as the hub"
    do {
      let result = try await ReplicaComparison.compare(folder)
      return [
        DoctorCommand.check(
          name,
          remedy: anew
        ) { result.differing.map { "zone \($0) is not what the hub has" } },
        DoctorCommand.check(
          "records that this program cannot show", remedy: "install the version that the hub has"
        ) {
          let count = result.held.quarantinedCount
          return count == 0 ? [] : ["\(count) are kept aside until a newer program shows them"]
        },
      ]
    } catch {
      let failure = CommandFailure(error)
      // An unreachable hub says nothing about the data here.
      return [
        Finding(
          check: name, isHealthy: false, isDamaged: failure.code == .unusableData,
          problems: [
            failure.message,
            """
            so it was not looked at whether the homes here are what the hub has; what was looked \
            at is said above
            """,
          ],
          remedy: "run it again when the hub can be reached and this device is signed in")
      ]
    }
  }
}
