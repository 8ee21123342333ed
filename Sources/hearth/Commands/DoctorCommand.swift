import Glibc
import Hub
import HubSQLite
import SQLite
import TimeZones
import Usage

/// `hearth doctor`: checks everything and reports problems. Changes nothing.
enum DoctorCommand {
  struct Finding: Encodable {
    let check: String
    let isHealthy: Bool
    /// Whether data is damaged or lost, as opposed to something that only needs attention.
    var isDamaged = false
    /// The problems found; empty if there are none.
    let problems: [String]
    let remedy: String?
  }

  private struct Result: Encodable {
    let data: String
    let isHealthy: Bool
    let findings: [Finding]
  }

  static let command = Command(
    path: ["doctor"], summary: "Check the data folder, and say how to mend it",
    details: """
      Reads the hub's file, the logs of its zones, the photos and papers it names and the files \
      beside it. It changes nothing, a file of an older Hearth neither, and may run beside a \
      server. With --deep every file is \
      read and compared with its name. With --device it checks a device's folder, and compares \
      what it holds with what the hub has. Ends with 5 when something is damaged, and with 1 when \
      nothing is and something wants a look: little room, an open folder, a hub that cannot be asked.
      """,
    options: [
      .data, .flag("deep", "read every photo and paper, too"),
      .value("device", "DIR", "check the folder of hearth device instead"), .json,
    ],
    examples: [
      .init("hearth doctor --device ./device", "on a laptop, with the hub in reach"),
      .init("hearth doctor", "after a power cut, or before a move"),
      .init("hearth doctor --deep --json", "for a monitor, once a week"),
    ]
  ) { invocation in
    if let device = invocation["device"] {
      let findings = try await DeviceFindings.all(DeviceFolder(path: device))
      return try report(findings, device, invocation)
    }
    let folder = DataFolder(invocation)
    let hindrances = try FolderAccess.problems(of: folder)
    guard hindrances.isEmpty else {
      let finding = Finding(
        check: "what this user may read and write", isHealthy: false, problems: hindrances,
        remedy: FolderAccess.remedy(for: folder))
      return try report([finding], folder.path, invocation)
    }
    try folder.requireHub()
    var findings: [Finding]
    if let version = olderVersion(folder) {
      findings = [olderHubFile(folder, version)]
    } else {
      findings = [hubFile(folder)]
      // Other checks of a damaged file would only report the same damage again.
      if findings.allSatisfy(\.isHealthy) {
        findings += [
          zones(folder), items(folder), expenses(folder),
          files(folder, isDeep: invocation.has("deep")),
          replicas(folder), mail(folder),
        ]
      }
    }
    if geteuid() == 0 {
      findings.append(
        check("whose the files are", remedy: FolderAccess.ownerRemedy(for: folder)) {
          try FolderAccess.strangers(in: folder)
        })
    }
    findings += [
      secret(folder), permissions(folder), space(folder), analytics(folder), timeZones(),
      endedRequests(folder), leftovers(folder),
    ]
    return try report(findings, folder.path, invocation)
  }

  private static func report(
    _ findings: [Finding], _ path: String, _ invocation: Invocation
  ) throws -> ExitCode {
    let result = Result(
      data: path, isHealthy: findings.allSatisfy(\.isHealthy), findings: findings)
    try invocation.report(result) { text(result) }
    if result.isHealthy { return .ok }
    return findings.contains(where: \.isDamaged) ? .unusableData : .failed
  }

  /// Runs one check; an error it throws becomes a finding.
  ///
  /// - Parameter isDamage: whether problems found by the check are damage.
  static func check(
    _ name: String, isDamage: Bool = true, remedy: String, _ body: () throws -> [String]
  ) -> Finding {
    do {
      let problems = try body()
      return Finding(
        check: name, isHealthy: problems.isEmpty, isDamaged: isDamage && !problems.isEmpty,
        problems: problems, remedy: problems.isEmpty ? nil : remedy)
    } catch {
      return Finding(
        check: name, isHealthy: false, isDamaged: isDamage,
        problems: [CommandFailure(error).message], remedy: remedy)
    }
  }

  /// The version of a hub's file that this program must upgrade before it can read it; `nil` if
  /// there is no need.
  private static func olderVersion(_ folder: DataFolder) -> Int? {
    // The check of the file reports an unreadable file.
    guard let versions = try? HubSQLite.versions(ofFile: folder.hub),
      versions.found < versions.supported
    else { return nil }
    return versions.found
  }

  private static func olderHubFile(_ folder: DataFolder, _ version: Int) -> Finding {
    let name = """
      the hub's file, of an older Hearth (version \(version)); what is in it is checked once \
      hearth serve, or any command that uses it, has brought it up to date
      """
    return check(name, remedy: restore(folder)) { try HubFile.damage(folder.hub) }
  }

  private static func hubFile(_ folder: DataFolder) -> Finding {
    // A backup in its place would take away all that has come since.
    var isNewer = false
    do {
      _ = try HubSQLite.versions(ofFile: folder.hub)
    } catch HubStoreError.newerVersion {
      isNewer = true
    } catch {
      // The check says what else there is.
    }
    let remedy = isNewer ? "install the newer Hearth that wrote it" : restore(folder)
    return check("the hub's file", remedy: remedy) {
      var problems: [String]
      do {
        _ = try HubUpgrade.open(folder)
        problems = try HubFile.damage(folder.hub)
      } catch HubStoreError.corrupt {
        problems = ["\(folder.hub) is damaged; it was left as it is"]
      } catch let error as SQLiteError where error.isCorrupt {
        problems = ["\(folder.hub) is damaged (\(error)); it was left as it is"]
      }
      if !problems.isEmpty {
        problems.append(
          "the logs, items, photos, papers and replicas were not looked at: it says what they are")
      }
      return problems
    }
  }

  /// Mails that could not be delivered.
  private static func mail(_ folder: DataFolder) -> Finding {
    check(
      "mail", isDamage: false,
      remedy: "see whether hearth mail test works with the options of hearth serve"
    ) {
      let state = try LocalHub(folder).accounts.mailState()
      guard !state.problem.isEmpty else { return [] }
      return [
        """
        \(state.waiting) mails wait and \(state.failed) were given up; the last answer: \
        \(state.problem)
        """
      ]
    }
  }

  private static func zones(_ folder: DataFolder) -> Finding {
    check("the logs of the zones", remedy: restore(folder)) {
      try HubFile.inconsistentZones(folder.hub)
    }
  }

  /// How many problems of one kind are listed.
  static let maxTold = 10

  private static func items(_ folder: DataFolder) -> Finding {
    homeless(remedy: restore(folder)) { try HubFile.homelessItems(folder.hub) }
  }

  /// Reports items that are in no home, which happens only if a file was changed from outside
  /// (S3-7-P4b).
  static func homeless(remedy: String, _ find: () throws -> [String]) -> Finding {
    var count = 0
    let finding = check("items", remedy: remedy) {
      let found = try find()
      count = found.count
      return Array(found.prefix(maxTold))
    }
    return Finding(
      check: "items without a home: \(count)", isHealthy: finding.isHealthy,
      isDamaged: finding.isDamaged, problems: finding.problems, remedy: finding.remedy)
  }

  private static func expenses(_ folder: DataFolder) -> Finding {
    incomplete {
      try IncompleteExpenses.found(inHub: folder.hub, HubUpgrade.open(folder))
    }
  }

  /// Reports expenses that count for nothing, as their amounts do not fit each other (D-GRP-4).
  static func incomplete(_ find: () throws -> [String]) -> Finding {
    var count = 0
    let remedy = "open them on the pages of their groups, and save them with amounts that add up"
    let finding = check("expenses", isDamage: false, remedy: remedy) {
      let found = try find()
      count = found.count
      return Array(found.prefix(maxTold))
    }
    return Finding(
      check: "expenses that do not add up: \(count)", isHealthy: finding.isHealthy,
      problems: finding.problems, remedy: finding.remedy)
  }

  private static func restore(_ folder: DataFolder) -> String {
    "put a backup in its place: \(Recovery.command(to: folder.path))"
  }

  private static func files(_ folder: DataFolder, isDeep: Bool) -> Finding {
    let remedy = "copy the missing files from a backup's blobs folder; a device may also have them"
    return check("photos and papers", remedy: remedy) {
      let found = try HubFile.files(folder.hub).sorted().compactMap { hash in
        try problem(ofFile: hash, in: folder, isDeep: isDeep).map { (hash, $0) }
      }
      let told = found.prefix(maxTold)
      let owners = try HubFile.owners(ofFiles: told.map(\.0), folder.hub)
      let lines = told.map { hash, problem in
        "file \(hash) \(problem)" + (owners[hash].map { "; it is \($0)" } ?? "")
      }
      return found.count > told.count ? lines + ["and \(found.count - told.count) more"] : lines
    }
  }

  private static func problem(
    ofFile hash: String, in folder: DataFolder, isDeep: Bool
  ) throws -> String? {
    guard let path = folder.file(hash) else { return "is missing" }
    guard Posix.may(R_OK, path) else {
      return "may not be read by this user: mend the permissions of \(path)"
    }
    guard isDeep, try SHA256File.hash(path).sha256 != hash else { return nil }
    return "is damaged"
  }

  private static func replicas(_ folder: DataFolder) -> Finding {
    let remedy = "stop the server and remove these files; they are made again from the hub"
    return check("the replicas beside the hub", remedy: remedy) {
      guard Posix.isFolder(folder.replicas) else { return [] }
      let store = try HubUpgrade.open(folder)
      return try Posix.names(in: folder.replicas)
        .filter { $0.hasSuffix(".db") || $0.hasSuffix(".sqlite") }
        .flatMap { name in
          let path = "\(folder.replicas)/\(name)"
          var problems = try HubFile.damage(path)
          if problems.isEmpty {
            problems = try ReplicaComparison.differences(ofFile: path, from: store).map {
              "zone \($0) is not what the hub has"
            }
          }
          return problems.map { "\(name): \($0)" }
        }
    }
  }

  private static func secret(_ folder: DataFolder) -> Finding {
    let path = folder.path + "/secret"
    let backup = Recovery.secret(for: folder.path).map { "copy it from a backup: \($0)" }
    let remedy = """
      \(backup ?? "copy it from a backup"); without one remove what is there: a new one is made, \
      open invites lose their short codes for good and keep their links, and nothing else changes
      """
    return check("the key of the invites' short codes", remedy: remedy) {
      guard let size = Posix.size(path) else {
        return [
          """
          \(path) is missing: the next start makes a new one, and then the short codes of open \
          invites do not work any more
          """
        ]
      }
      guard size != Invitations.codeKeyBytes else { return [] }
      return [
        """
        \(path) has \(size) bytes instead of \(Invitations.codeKeyBytes): the server does not \
        start with it
        """
      ]
    }
  }

  private static func permissions(_ folder: DataFolder) -> Finding {
    let remedy = "chmod 700 \(folder.path); chmod 600 \(folder.path)/secret"
    return check("permissions", isDamage: false, remedy: remedy) {
      var problems: [String] = []
      for path in [folder.path, folder.path + "/secret"] {
        var info = stat()
        if stat(path, &info) == 0, info.st_mode & 0o077 != 0 {
          problems.append("others on this machine may read \(path)")
        }
      }
      return problems
    }
  }

  /// Checks the usage counts. They hold no household data, and pages do not need them.
  private static func analytics(_ folder: DataFolder) -> Finding {
    let remedy = """
      the next start of the server moves a damaged analytics.db aside; mend or remove \
      \(folder.analyticsSettings) yourself: without it everybody is counted again
      """
    return check("what is counted", remedy: remedy) {
      var problems: [String] = []
      if Posix.exists(folder.analytics) { problems = try HubFile.damage(folder.analytics) }
      do {
        _ = try UsageSettings(path: folder.analyticsSettings)
      } catch {
        problems.append(CommandFailure(error).message)
      }
      return problems.map { "\($0)" }
    }
  }

  private static let minFreeBytes: Int64 = 256 << 20

  private static func space(_ folder: DataFolder) -> Finding {
    let remedy = "make room, or move the folder to a larger disk"
    return check("room on the disk", isDamage: false, remedy: remedy) {
      guard let free = Posix.freeBytes(at: folder.path), free < minFreeBytes else { return [] }
      return ["only \(ByteText.text(free)) are left"]
    }
  }

  private static func timeZones() -> Finding {
    let remedy = "install the package tzdata; until then all days are those of UTC"
    return check("the time zones of the system", isDamage: false, remedy: remedy) {
      CivilTimeZone.ofPlaces.isEmpty ? ["no time zones are installed"] : []
    }
  }

  private static func endedRequests(_ folder: DataFolder) -> Finding {
    let ended = folder.endedRequests
    let remedy = """
      look into the log of that time, upgrade Hearth, and remove \(Recovery.quoted(ended.path)) so \
      that they are answered again
      """
    return check("requests that ended the server", isDamage: false, remedy: remedy) {
      ended.held.map { "\($0) is not answered any more" }.sorted()
    }
  }

  private static func leftovers(_ folder: DataFolder) -> Finding {
    let remedy = "remove these folders once nothing in them is missed"
    return check("leftovers", isDamage: false, remedy: remedy) {
      let inside = try Posix.names(in: folder.path).filter { $0.hasPrefix("restoring-") }
      let backups = Posix.isFolder(folder.backups) ? try Posix.names(in: folder.backups) : []
      return (inside + backups.filter { $0.hasSuffix(".partial") }.map { "backups/\($0)" }).map {
        "\($0) is left from a command that did not end"
      }
    }
  }

  private static func text(_ result: Result) -> String {
    var lines: [String] = []
    for finding in result.findings {
      let mark = finding.isHealthy ? "ok  " : finding.isDamaged ? "BAD " : "see "
      lines.append(mark + finding.check)
      lines += finding.problems.map { "      \($0)" }
      if let remedy = finding.remedy { lines.append("      What to do: \(remedy).") }
    }
    let isDamaged = result.findings.contains(where: \.isDamaged)
    lines.append(
      result.isHealthy
        ? "Everything is as it should be."
        : isDamaged
          ? "Something needs mending." : "Nothing was found damaged; something wants a look.")
    return lines.joined(separator: "\n")
  }
}
