import Finances
import FoundationEssentials
import HTTPServer
import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import TimeZones
import Values
import Web

/// Importing expenses: choose a file, see what would happen and say who is who, confirm, follow the
/// progress, read the result.
extension WebApplication {
  func chooseGroupImport(_ group: ZoneID?) -> Endpoint {
    .member { member in try await member.chooseGroupImport(group) }
  }

  func uploadGroupImport() -> Endpoint {
    .member { member in
      let group = member.field("group")
      guard let file = member.guest.request.multipart?.file("file") else {
        return try await member.chooseGroupImport(group, problem: .missing)
      }
      if !group.isEmpty { try await member.requireWritable(group: group) }
      let (app, now) = (member.app, member.guest.now)
      let setting = try await member.importSetting()
      var choices = GroupImportChoices(
        target: group.isEmpty ? .newGroup("") : .group(group), currency: setting.currency)
      if case .group(let id) = choices.target {
        choices.currency = try await member.currency(of: id) ?? setting.currency
      }
      let entry = try await app.pool.run { [choices] in
        try app.groupImports.add(
          file.content, named: file.filename, of: member.accountID,
          target: GroupImports.Target(choices: choices), now: now)
      }
      do {
        let document = try await app.readGroup(
          entry.path, named: entry.fileName, entry.target, in: setting.timeZone)
        let first = document.archivedGroups.first
        app.groupImports.change(entry.id) { $0.target.group = first }
        if group.isEmpty {
          choices = try await member.guess(document, entry.fileName, setting)
          app.groupImports.change(entry.id) { [choices] in $0.target.choices = choices }
        }
        if document.columns?.missing.isEmpty == false {
          return member.goTo(.groupImports(.columns(entry.id)))
        }
      } catch {
        _ = try await app.pool.run { app.groupImports.remove(entry.id) }
        guard let failure = error as? ImportFailure else { throw error }
        return try await member.chooseGroupImport(group, problem: ImportFileProblem(failure))
      }
      return member.goTo(.groupImports(.preview(entry.id)))
    }
  }

  func groupImportPreview(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.groupImport(id)
      switch entry.stage {
      case .running: return member.goTo(.groupImports(.progress(id)))
      case .done: return member.goTo(.groupImports(.result(id)))
      case .preview, .failed: return try await member.previewGroupImport(entry)
      }
    }
  }

  func runGroupImport(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.groupImport(id)
      guard case .preview(let shown, _) = entry.stage else {
        return member.goTo(.groupImports(.progress(id)))
      }
      var chosen = entry
      chosen.target.choices = try await member.chosen(entry.target)
      if let group = member.form.first("archived"), group != entry.target.group {
        chosen.target.group = group
        chosen.target.choices.people = [:]
        chosen.target.choices.ownPerson = nil
        if case .newGroup = chosen.target.choices.target {
          chosen.target.choices.target = .newGroup(GroupImportPage.archivedName(group))
        }
      }
      // What was not shown like this is shown first.
      guard let shown, member.form.first("look") == nil, chosen.target == entry.target else {
        let isChanged = chosen.target != entry.target
        member.app.groupImports.change(id) { [chosen] in
          $0.target = chosen.target
          $0.stage = .preview(shown: nil, isStale: false)
          $0.isElsewhere = isChanged
          $0.failure = nil
        }
        return member.goTo(.groupImports(.preview(id)))
      }
      let setting = try await member.importSetting()
      if try member.app.groupImports.begin(id) {
        member.app.groupImports.change(id) { $0.failure = nil }
        member.app.startGroupImport(
          entry, shown: shown, ownName: setting.name, in: setting.timeZone,
          in: member.workspace, for: member.actor)
      }
      return member.goTo(.groupImports(.progress(id)))
    }
  }

  func groupImportProgress(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.groupImport(id)
      switch entry.stage {
      case .preview: return member.goTo(.groupImports(.preview(id)))
      case .done: return member.goTo(.groupImports(.result(id)))
      case .failed(let error):
        // The failure becomes part of the preview until the next try, so that a page that reloads
        // by itself does not lose it.
        let failure = GroupImportPage.Failure(error, requestID: member.guest.requestID)
        member.app.groupImports.change(id) {
          $0.stage = .preview(shown: nil, isStale: false)
          $0.failure = failure
        }
        member.log(failureOf: error)
        return member.goTo(.groupImports(.preview(id)))
      case .running(let step):
        let progress = ImportProgress(
          fileName: entry.fileName, done: step?.doneCount ?? 0, of: step?.totalCount ?? 0,
          areFiles: step?.areFiles ?? false)
        return try await member.page { GroupImportPage.view(.progress(progress), in: $0) }
      }
    }
  }

  func groupImportResult(_ id: String) -> Endpoint {
    .member { member in
      guard case .done(let result) = try await member.groupImport(id).stage else {
        return member.goTo(.groupImports(.progress(id)))
      }
      return try await member.page { GroupImportPage.view(.result(result), in: $0) }
    }
  }

  func cancelGroupImport(_ id: String) -> Endpoint {
    .member { member in
      let entry = try await member.groupImport(id)
      let app = member.app
      guard try await app.pool.run({ app.groupImports.remove(entry.id) }) else {
        return member.goTo(.groupImports(.progress(id)))
      }
      return member.goTo(.groupImports(.choose()), saying: .money(.importCancelled))
    }
  }
}

/// What reading a file and naming a group depend on.
struct ImportSetting: Sendable {
  var currency: String
  var timeZone: CivilTimeZone
  /// What the person is called.
  var name: String
}

extension Member {
  func groupImport(_ id: String) async throws -> GroupImportShelf.Entry {
    guard let entry = app.groupImports.entry(id, of: accountID, now: guest.now) else {
      throw Abort.notFound
    }
    var groups: [ZoneID] = []
    if case .group(let group) = entry.target.choices.target { groups.append(group) }
    if case .done(let result) = entry.stage { groups.append(result.group.id) }
    try await requireShown(groups)
    return entry
  }

  func importSetting() async throws -> ImportSetting {
    let name = visitor.displayName
    return try await read { connection in
      let profile = try Profile.own(in: connection)
      // For a time zone that this system does not know, GMT is used.
      return ImportSetting(
        currency: profile?.currency ?? "EUR",
        timeZone: profile.flatMap { CivilTimeZone(identifier: $0.timeZone) } ?? .utc, name: name)
    }
  }

  fileprivate func currency(of group: ZoneID) async throws -> String? {
    try await read { try Group.find(group, in: $0)?.details.currency }
  }

  /// Throws if the group is missing or read-only.
  fileprivate func requireWritable(group: ZoneID) async throws {
    let found = try await read { try MoneyArea.zone(group, in: $0) }
    guard let found else { throw Abort.notFound }
    try await requireShown([group])
    guard found.role != .readOnly else {
      throw Abort.because(.viewOnly(home: found.zone.name))
    }
  }

  fileprivate func chooseGroupImport(
    _ group: ZoneID?, problem: ImportFileProblem? = nil
  ) async throws -> HTTPResponse {
    let maxBytes = Int64(app.configuration.limits.maxImportBytes)
    let recent = try await recentGroupImports()
    return try await page(
      status: problem.map { HTTPStatus(rawValue: $0.isTooLarge ? 413 : 422) } ?? .ok,
      { GroupImportPage.view(.choose($0), in: $1) },
      load: { reader in
        let groups = try reader.writableGroups()
        return GroupImportPage.Choose(
          groups: groups, groupID: groups.first { $0.id == group }?.id, problem: problem,
          maxBytes: maxBytes, recent: recent)
      })
  }

  /// The choices with those of the form.
  fileprivate func chosen(_ target: GroupImports.Target) async throws -> GroupImportChoices {
    let before = target.choices
    var choices = before
    if let group = form.first("group") {
      if group.isEmpty {
        var name = field("newGroupName").trimmed
        if name.isEmpty, case .newGroup(let old) = before.target { name = old }
        choices.target = .newGroup(name)
      } else {
        try await requireWritable(group: group)
        choices.target = .group(group)
      }
    }
    if case .group(let old) = before.target, choices.target != .group(old) { choices.people = [:] }
    if case .newGroup = choices.target {
      if let own = form.first("own") { choices.ownPerson = Int(own) }
      choices.people = [:]
    } else if case .group(let id) = choices.target, case .group(id) = before.target {
      for number in 0..<1000 {
        guard let member = form.first("person-\(number)") else { break }
        let person: GroupImportChoices.Person = member.isEmpty ? .newMember : .member(member)
        // Who was found by their name stays so, until somebody chooses otherwise.
        if choices.people[number] == nil, person == target.offered[number] { continue }
        choices.people[number] = person
      }
    }
    if let code = form.first("currency"), Currency(code: code) != nil { choices.currency = code }
    return choices
  }

  /// Where a file goes that was not said to go anywhere: to the group that has some of it already;
  /// else to a new one of the file's name.
  fileprivate func guess(
    _ document: ImportedGroup, _ fileName: String, _ setting: ImportSetting
  ) async throws -> GroupImportChoices {
    let hidden = hidden?.hidden ?? []
    return try await read { connection in
      try GroupImportChoices(
        for: document, named: fileName,
        among: Self.writableGroups(in: connection).filter { !hidden.contains($0) },
        ownName: setting.name, currency: setting.currency, in: connection)
    }
  }

  fileprivate static func writableGroups(in connection: Connection) throws -> [ZoneID] {
    try MoneyArea.zones(in: connection).filter { $0.role != .readOnly }.map(\.zone.id)
  }

  fileprivate func previewGroupImport(
    _ entry: GroupImportShelf.Entry
  ) async throws -> HTTPResponse {
    let setting = try await importSetting()
    let document = try await app.readGroup(
      entry.path, named: entry.fileName, entry.target, in: setting.timeZone)
    if document.columns?.missing.isEmpty == false {
      return goTo(.groupImports(.columns(entry.id)))
    }
    let shelf = app.groupImports
    var isStale = false
    if case .preview(_, let stale) = entry.stage { isStale = stale }
    return try await page(
      status: isStale ? .conflict : .ok, { GroupImportPage.view(.preview($0), in: $1) },
      load: { [isStale] reader in
        let plan = try GroupImportPlan(document, entry.target.choices, in: reader.connection)
        shelf.change(entry.id) { entry in
          entry.isElsewhere = false
          entry.target.offered = plan.people.enumerated().reduce(into: [:]) { offered, person in
            offered[person.offset] = person.element.memberID.map { .member($0) } ?? .newMember
          }
          switch entry.stage {
          case .preview, .failed: entry.stage = .preview(shown: plan.mark, isStale: false)
          case .running, .done: break
          }
        }
        var preview = try GroupImportPage.Preview(plan, entry, reader)
        preview.ownName = setting.name
        preview.isStale = isStale
        preview.isChanged = entry.isElsewhere
        preview.failure = entry.failure
        return preview
      })
  }
}

extension PageReader {
  /// The groups in which the person may write now.
  func writableGroups() throws -> [ZoneLink] {
    try MoneyArea.zones(in: connection).map(\.zone).filter { zone in
      role(in: zone.id).map { $0 != .viewer } ?? false
    }
  }
}

extension ImportFileProblem {
  fileprivate var isTooLarge: Bool {
    switch self {
    case .tooLarge, .archiveTooLarge, .tooManyRows: true
    default: false
    }
  }
}
