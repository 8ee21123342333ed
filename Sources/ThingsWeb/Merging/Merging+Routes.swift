import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Values
import Web

/// Merging one home into another: preview it, confirm it, see the result, and undo it.
extension WebApplication {
  func mergePage(home: ZoneID, into target: ZoneID?, isSeparate: Bool) -> Endpoint {
    .owning(.home(home)) { at in
      try await at.member.read { try NotByChildren.check(in: $0) }
      return try await at.mergePage(into: target, isSeparate: isSeparate)
    }
  }

  func mergeHome(_ home: ZoneID) -> Endpoint {
    .owning(.home(home)) { at in
      try await at.member.read { try NotByChildren.check(in: $0) }
      let merge = MergeHome(
        sourceID: home, targetID: at.field("into"), isCombining: at.field("names") != "separate")
      let id = HomeMerge.id(source: home)
      if case .running = at.member.app.backgroundTasks.state(id, of: at.member.accountID) {
        return at.member.goTo(.merging(.merged(id)))
      }
      guard try await at.member.obstacle(to: merge) == nil else {
        return try await at.mergePage(
          into: merge.targetID.isEmpty ? nil : merge.targetID, isSeparate: !merge.isCombining,
          status: .conflict)
      }
      guard try await at.member.digest(of: merge) == at.field("plan") else {
        return try await at.mergePage(
          into: merge.targetID, isSeparate: !merge.isCombining, hasChanged: true,
          status: .conflict)
      }
      at.member.undertake(id) { member in
        _ = try await member.write(relyingOn: merge.reliance) { try merge($0) }
      }
      await at.member.waitShortly(id)
      return at.member.goTo(.merging(.merged(id)))
    }
  }

  func mergedPage(_ id: String) -> Endpoint {
    .member { member in
      let state = member.app.backgroundTasks.state(id, of: member.accountID)
      return try await member.page(
        { MergedPage.view($0, in: $1) },
        load: { reader in
          if let merge = try HomeMerge.find(id, in: reader.connection) {
            return .done(try MergedPage.Done(merge, reader))
          }
          switch state {
          case .running: return .running(id: id)
          case .failed(let error): return try MergedPage.Model(failed: error, id: id, reader)
          case nil: return nil
          }
        })
    }
  }

  func undoMergePage(_ id: String) -> Endpoint {
    .member { member in try await member.undoMergePage(id) }
  }

  func undoMerge(_ id: String) -> Endpoint {
    .member { member in
      let merge = try await member.read { try HomeMerge.find(id, in: $0) }
      guard let merge else { throw Abort.notFound }
      do {
        let undone = try await member.write(
          relyingOn: Replica.Reliance(zones: [merge.targetID], accountList: true)
        ) { try ReturnHome(mergeID: id)($0) }
        let returned = undone.returned
        if let returned, returned.missingCount > 0 || returned.rooms?.isEmpty == false {
          return member.goTo(.merging(.merged(id)))
        }
        return member.goTo(
          .homes(.home(undone.restoredID ?? undone.targetID)),
          saying: .sharing(.mergeUndone(merge.sourceName, items: returned?.items ?? 0)))
      } catch UndoMerge.Failure.alreadyUndone(let home) {
        return member.goTo(.homes(.home(home)))
      } catch is UndoMerge.Failure {
        return try await member.undoMergePage(id, status: .conflict)
      } catch ConfirmationError.refused(let refusal) where refusal.reason == .limit {
        // The restored home would exceed the limit of homes.
        return try await member.undoMergePage(id, status: .conflict, .tooManyHomes)
      }
    }
  }
}

extension Member {
  /// The obstacle to the merge now; `nil` if there is none.
  func obstacle(to merge: MergeHome) async throws -> MergeHome.Failure? {
    try await read { connection in
      let homes = try HomeList.rows(in: connection)
      return try merge.obstacle(in: connection) { id in homes.first { $0.id == id }?.role }
    }
  }

  /// The digest of the merge as a page would show it now.
  fileprivate func digest(of merge: MergeHome) async throws -> String? {
    let accountID = accountID
    return try await read { connection in
      let target = try HomeList.rows(in: connection).first { $0.id == merge.targetID }
      let plan = try MergeHome.plan(
        of: merge.sourceID, into: MergeTarget(home: merge.targetID, in: connection),
        isCombining: merge.isCombining, in: connection)
      return try plan?.digest(with: target?.gaining(except: accountID) ?? [])
    }
  }

  /// Starts work that may take longer than a request may. The work goes on after the answer.
  func undertake(_ id: String, _ work: @escaping @Sendable (Member) async throws -> Void) {
    app.backgroundTasks.begin(id, of: accountID, now: guest.now) {
      do { try await work(self) } catch {
        log(failureOf: error)
        throw error
      }
    }
  }

  /// Waits for a short time, so that quick work needs no page in between.
  func waitShortly(_ id: String) async {
    await app.backgroundTasks.wait(id, of: accountID, milliseconds: 1500)
  }

  /// - Parameter known: the obstacle that the hub has reported.
  fileprivate func undoMergePage(
    _ id: String, status: HTTPStatus = .ok, _ known: MergedPage.UndoObstacle? = nil
  ) async throws -> HTTPResponse {
    try await page(
      status: status,
      { (question: MergedPage.Question, context) in
        MergedPage.view(question, in: context)
      },
      load: { reader in
        guard let merge = try HomeMerge.find(id, in: reader.connection) else { return nil }
        var done = try MergedPage.Done(merge, reader)
        if merge.undoneAt != nil { return .undone(done) }
        if let obstacle = try reader.undoObstacle(of: merge) ?? known {
          return .impossible(done, obstacle)
        }
        done.returned = try MergeReturn(merge, in: reader.connection).map {
          try MergedPage.Returned($0, reader)
        }
        return .ask(done)
      })
  }
}

extension PageReader {
  /// The obstacle to undoing a merge now; `nil` if there is none.
  func undoObstacle(of merge: HomeMerge) throws -> MergedPage.UndoObstacle? {
    let homes = surroundings.sidebar.homes
    let failure = try UndoMerge(mergeID: merge.id).obstacle(now: hubNow, in: connection) { zone in
      homes.first { $0.id == zone }?.role
    }
    return switch failure {
    case nil: nil
    case .targetNotFound: .targetGone
    case .readOnlyTarget: .readOnly
    case .tooLate, .mergeNotFound, .alreadyUndone: .tooLate
    }
  }
}

extension AtZone<Owning> {
  fileprivate func mergePage(
    into typed: ZoneID?, isSeparate: Bool, hasChanged: Bool = false, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let link = link
    // A home cannot be merged into itself, so the target is still to be chosen.
    let asked = typed == link.id ? nil : typed
    return try await member.page(
      home: homeID, status: status, { MergeHomePage.view($0, in: $1) },
      load: { reader in
        let homes = reader.surroundings.sidebar.homes
        let role = { (id: ZoneID) in homes.first { $0.id == id }?.role }
        if let failure = try MergeHome.sourceObstacle(
          link.id, in: reader.connection, role: role)
        {
          return MergeHomePage.Model(
            home: link, step: .blocked(try .init(failure, home: link.id, reader)))
        }
        let others = reader.writableHomes(except: link.id)
        // The person may have lost the target, or the right to edit it, while the page was open.
        if let asked, !others.contains(where: { $0.id == asked }) {
          let name = homes.first { $0.id == asked }?.name
          return MergeHomePage.Model(
            home: link, step: .blocked(name.map { .readOnly($0) } ?? .targetGone))
        }
        guard !others.isEmpty else {
          return MergeHomePage.Model(home: link, step: .blocked(.noOther))
        }
        guard let asked else {
          return MergeHomePage.Model(
            home: link, step: .choose(others.map { ZoneLink(id: $0.id, name: $0.name) }))
        }
        guard let target = others.first(where: { $0.id == asked }),
          var chosen = try MergeHomePage.Chosen(
            from: link.id, into: target, isSeparate: isSeparate, reader)
        else { return nil }
        chosen.hasChanged = hasChanged
        return MergeHomePage.Model(
          home: link, step: .confirm(chosen),
          untouched: homes.filter { $0.role == .owner && $0.id != link.id && $0.id != target.id }
            .map(\.name))
      })
  }
}

extension MergeHomePage.Chosen {
  /// Exactly what the merge would do; `nil` when the source is gone.
  fileprivate init?(
    from home: ZoneID, into target: HomeList.Row, isSeparate: Bool, _ reader: PageReader
  ) throws {
    let known = try MergeTarget(home: target.id, in: reader.connection)
    guard
      let plan = try MergeHome.plan(
        of: home, into: known, isCombining: !isSeparate, in: reader.connection)
    else { return nil }
    let owner = target.participants.first { $0.role == .owner }
    let gaining = target.gaining(except: reader.accountID)
    try self.init(
      home: ZoneLink(id: target.id, name: target.name),
      owner: owner.flatMap { $0.accountID == reader.accountID ? nil : $0.name },
      isSeparate: isSeparate, summary: MergeSummary(plan),
      gaining: gaining, movesPrimary: plan.movesPrimary, digest: plan.digest(with: gaining))
  }
}

extension HomeList.Row {
  /// The names of the other people who will see what this person moves into the home.
  fileprivate func gaining(except accountID: AccountID) -> [String] {
    participants.filter { $0.accountID != accountID }.map(\.name)
  }
}

extension MergeHomePage.Obstacle {
  init(
    _ failure: MergeHome.Failure, home: ZoneID, _ reader: PageReader
  ) throws {
    switch failure {
    case .sharedOut:
      self = .sharedOut(
        try Participant.all(home: home, in: reader.connection)
          .filter { $0.accountID != reader.accountID }.map { PersonBadge($0) })
    case .tooLarge(let max): self = .tooLarge(max: max)
    case .homeNotFound, .targetNotFound, .sameHome, .notOwner, .readOnlyTarget, .alreadyMerged,
      .profileMissing:
      self = .noOther
    }
  }
}

extension MergeSummary {
  init(_ counts: MergeCounts) {
    self.init()
    (items, archivedItems) = (counts.items, counts.archivedItems)
    (movedPlaces, combinedPlaces) = (counts.movedPlaces, counts.combinedPlaces)
    (movedLabels, combinedLabels) = (counts.movedLabels, counts.combinedLabels)
    (movedPolicies, combinedPolicies) = (counts.movedPolicies, counts.combinedPolicies)
    (photos, papers, maintenance) = (counts.photos, counts.papers, counts.maintenance)
    templates = counts.templates
    (movedPresets, combinedPresets) = (counts.movedPresets, counts.combinedPresets)
  }

  init(_ plan: MergeHome.Plan) {
    self.init(plan.counts)
    (placeNames, labelNames) = (plan.combinedPlaces, plan.combinedLabels)
    keptPolicies = plan.keptPolicies
  }
}

extension MergedPage.Done {
  init(_ merge: HomeMerge, _ reader: PageReader) throws {
    let homes = reader.surroundings.sidebar.homes
    func link(_ id: ZoneID?) -> ZoneLink? {
      homes.first { $0.id == id }.map { ZoneLink(id: $0.id, name: $0.name) }
    }
    let until = merge.undoUntil.flatMap { $0 >= reader.hubNow ? $0 : nil }
    self.init(
      id: merge.id, sourceName: merge.sourceName, target: link(merge.targetID),
      targetName: merge.targetName, mergedAt: Date(milliseconds: merge.mergedAt),
      summary: MergeSummary(merge.counts),
      undoUntil: until.map { Date(milliseconds: $0) },
      undoneAt: merge.undoneAt.map { Date(milliseconds: $0) }, restored: link(merge.restoredID),
      vanished: merge.vanished.map { MergedPage.Vanished($0, reader.words) })
    returned = try merge.returned.map { try MergedPage.Returned($0, reader) }
    if undoneAt == nil { undoObstacle = try reader.undoObstacle(of: merge) }
  }
}

extension MergedPage.Returned {
  init(_ returned: MergeReturn, _ reader: PageReader) throws {
    let named = returned.missing.filter { !$0.name.isEmpty }
    self.init(
      items: returned.items, missing: try named.map { try MergedPage.Missing($0, reader) },
      unnamedCount: returned.missingCount - named.count, rooms: returned.rooms ?? [])
  }
}

extension MergedPage.Missing {
  /// An item that is in one of the person's homes gets a link and that home's name.
  fileprivate init(_ missing: MergeReturn.Missing, _ reader: PageReader) throws {
    let kind: Kind =
      switch missing.kind {
      case .item: .item
      case .place: .place
      case .label: .label
      case .policy: .policy
      case .template: .template
      case .field: .field
      }
    self.init(kind, name: missing.name)
    guard kind == .item, let item = try Item.find(missing.id, in: reader.connection),
      let home = reader.surroundings.sidebar.homes.first(where: { $0.id == item.homeID })
    else { return }
    (route, homeName) = (.items(.item(item.id)), home.name)
  }
}

extension MergedPage.Vanished {
  fileprivate init(_ vanished: MergeManifest.Vanished, _ words: Catalogue) {
    let kind: Kind =
      switch vanished.kind {
      case .home: .home
      case .place: .place
      case .label: .label
      case .policy: .policy
      case .field: .field
      }
    self.init(
      kind: kind, name: vanished.name,
      values: vanished.values.map { column, value in
        if column == "kind" {
          return words.labelled(
            words.fieldKindTitle, FieldKind(rawValue: value).map(words.fieldKind) ?? value)
        }
        if column == "choices" {
          return words.labelled(
            words.fieldChoicesTitle, words.list(value.split(separator: "\n").map(String.init)))
        }
        guard let field = ActivityField(register: column) else { return value }
        let shown = Self.value(value, of: column, vanished.currency)
        return words.labelled(words.activityField(field), words.activityValue(shown))
      })
  }

  private static func value(
    _ text: String, of column: String, _ currency: String
  ) -> ActivityPage.Value {
    if column.hasSuffix("Minor"), let minor = Int64(text) { return .money(Money(minor, currency)) }
    return CalendarDay(text).map { .day($0) } ?? .text(text)
  }
}

extension MergedPage.Model {
  fileprivate init(failed error: any Error, id: String, _ reader: PageReader) throws {
    let homes = reader.surroundings.sidebar.homes
    let source = homes.first { HomeMerge.id(source: $0.id) == id }
    self = .failed(
      MergeFailure(error), source: source.map { ZoneLink(id: $0.id, name: $0.name) }, target: nil,
      isSeparate: false)
  }
}
