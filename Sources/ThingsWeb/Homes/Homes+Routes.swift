import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Web

/// All homes, and one home's own settings.
extension WebApplication {
  func homesPage() -> Endpoint {
    .member { member in
      let deleted = await member.deletedZones(.home)
      return try await member.page(
        { HomesPage.view($0, in: $1) },
        load: { reader in
          let rows = reader.surroundings.sidebar.homes
          let ordered = rows.filter(\.isPrimary) + rows.filter { !$0.isPrimary }
          var model = HomesPage.Model(
            rows: try ordered.map { try HomesPage.Row($0, reader) },
            deleted: deleted?.map {
              DeletedZoneRow($0, .home, isYou: $0.personID == reader.accountID)
            })
          model.merged = try HomeMerge.all(in: reader.connection).compactMap { merge in
            guard let until = merge.undoUntil, until >= reader.hubNow else { return nil }
            return HomesPage.MergedRow(
              id: merge.id, homeName: merge.sourceName, targetName: merge.targetName,
              until: Date(milliseconds: until), obstacle: try reader.undoObstacle(of: merge))
          }
          return model
        })
    }
  }

  func homeSettingsPage(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in try await at.member.settings(of: home, draft: nil) }
  }

  func saveHome(_ home: ZoneID) -> Endpoint {
    .editing(.home(home)) { at in
      let words = try await at.member.words()
      let draft = HomeDraft(at.form, words: words)
      do {
        let (name, isNewlyShared) = try await at.write { transaction in
          guard let old = try Home.find(home, in: transaction.connection) else {
            throw EditHome.Failure.homeNotFound
          }
          let details = try draft.details(over: old.details)
          let base = draft.base(over: old.details, words: words)
          let edit = EditHome(homeID: home, details: details, base: base)
          let saved = try edit(transaction)
          let isRenamed = saved.nameKey != old.nameKey
          return (saved.name, try isRenamed && saved.sharesItsName(in: transaction.connection))
        }
        return at.member.goTo(
          .homes(.homeSettings(home)),
          saying: isNewlyShared ? .things(.homeNameShared(name)) : .things(.homeSaved(name)))
      } catch EditHome.Failure.invalid(let problems) {
        return try await at.member.settings(of: home, draft: (draft, problems))
      } catch is HomeDraft.UnreadablePrice {
        return try await at.member.settings(of: home, draft: (draft, []))
      }
    }
  }

  func setPrimaryHome(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      let old = try await at.write { transaction in
        let old = try PrimaryHome.find(in: transaction.connection)
        try SetPrimaryHome(homeID: home)(transaction)
        return old
      }
      if old != home { at.count(.homePrimaryChanged(old: old, new: home)) }
      return at.member.goTo(
        .homes(.homeSettings(home)), saying: .things(.primaryChanged(at.homeName)))
    }
  }

  func deleteHomePage(_ home: ZoneID) -> Endpoint {
    .owning(.home(home)) { at in
      let obstacle = try await at.member.read { connection in
        try NotByChildren.check(in: connection)
        return try DeleteHome(homeID: home).obstacle(in: connection, role: .owner)
      }
      guard obstacle == nil else { return try await at.member.homeStays(home) }
      return try await at.deletePage(confirmation: FieldValue())
    }
  }

  func deleteHome(_ home: ZoneID) -> Endpoint {
    .owning(.home(home)) { at in
      if let differing = at.differingName() {
        return try await at.deletePage(confirmation: differing)
      }
      do {
        let deleted = try await at.member.write(
          relyingOn: Replica.Reliance(zones: [home], accountList: true)
        ) { transaction in
          try NotByChildren.check(in: transaction.connection)
          let contents = try HomeContents(of: home, in: transaction.connection)
          try DeleteHome(homeID: home)(transaction)
          return contents
        }
        at.count(
          .homeDeleted(
            home: home, items: deleted.items, locations: deleted.locations,
            labels: deleted.labels))
      } catch DeleteHome.Failure.lastHome, DeleteHome.Failure.primaryHome {
        return try await at.member.homeStays(home)
      }
      return at.member.goTo(.homes(.homes), saying: .things(.homeDeleted(at.homeName)))
    }
  }
}

extension AtZone {
  /// The text typed to confirm the home's name, with its problem; `nil` if it matches.
  ///
  /// Capitalisation does not matter: the name confirms the intent and is not a spelling test.
  func differingName() -> FieldValue? {
    let typed = field("name")
    if NameKey.make(typed) == NameKey.make(homeName) { return nil }
    return FieldValue(typed, problem: typed.isEmpty ? .missing : .nameDiffers(homeName))
  }
}

extension AtZone<Owning> {
  fileprivate func deletePage(confirmation: FieldValue) async throws -> HTTPResponse {
    let (home, link) = (homeID, link)
    return try await member.page(
      home: home, status: confirmation.problem == nil ? .ok : .unprocessableContent,
      { DeleteHomePage.view($0, in: $1) },
      load: { reader in
        let people = try Participant.all(home: home, in: reader.connection)
        return DeleteHomePage.Model(
          home: link, contents: try HomeSettingsPage.Contents(of: home, in: reader.connection),
          others: people.filter { $0.accountID != reader.accountID }.map { PersonBadge($0) },
          confirmation: confirmation)
      })
  }
}

extension Member {
  /// The settings of a home that cannot be deleted. They say what to do first (BR-4, BR-6).
  fileprivate func homeStays(_ home: ZoneID) async throws -> HTTPResponse {
    try await settings(of: home, draft: nil, status: .conflict)
  }

  func settings(
    of home: ZoneID, draft: (HomeDraft, [InputProblem])?, invitee: FieldValue = FieldValue(),
    status: HTTPStatus = .ok, refusedPhotos: RefusedFiles? = nil
  ) async throws -> HTTPResponse {
    let imports = try await app.areas.transfer.recentImports(into: home, for: self)
    let news = try await app.backend.sharing(of: visitor)
    let share = try await share(of: home)
    return try await page(
      home: home, status: draft == nil ? status : .unprocessableContent,
      { HomeSettingsPage.view($0, in: $1) },
      load: { reader in
        var model = try HomeSettingsPage.Model(home: home, draft, reader)
        if model?.role != .viewer { model?.imports = imports }
        model?.sharing.access = try .init(news, of: visitor, reader)
        if let share { model?.sharing.add(share) }
        model?.sharing.invitee = invitee
        model?.refusedPhotos = refusedPhotos
        return model
      })
  }
}

extension HomesPage.Row {
  init(_ row: HomeList.Row, _ reader: PageReader) throws {
    let owner = row.participants.first { $0.role == .owner }
    let values = try Dashboard.values(home: row.id, in: reader.connection)
    var home = Frame.Home(row)
    home.role = reader.grantedRole(in: row.id) ?? home.role
    self.init(
      home, roomCount: row.roomCount,
      values: values.moneys(first: try Home.currency(of: row.id, in: reader.connection)),
      owner: home.role == .owner ? nil : owner.map { PersonBadge($0) })
  }
}

extension HomeSettingsPage.Model {
  init?(home id: ZoneID, _ draft: (HomeDraft, [InputProblem])?, _ reader: PageReader) throws {
    guard let home = try Home.find(id, in: reader.connection),
      let role = reader.grantedRole(in: id)
    else { return nil }
    let shown = draft?.0 ?? HomeDraft(home.details, words: reader.words)
    self.init(
      home: ZoneLink(id: id, name: home.name), role: role,
      values: shown.values(draft?.1 ?? []), colour: shown.colour,
      sharing: try SharingSection.Model(zone: id, role, reader),
      isPrimary: reader.surroundings.sidebar.primaryHomeID == id,
      contents: try HomeSettingsPage.Contents(of: id, in: reader.connection),
      isOnlyHome: reader.surroundings.sidebar.homes.count == 1)
    isReadOnly = reader.role(in: id) == .viewer
    photos = try Photo.of(.home, home: id, in: reader.connection).map { photo in
      HomeSettingsPage.Photo(
        id: photo.id, caption: photo.caption,
        state: reader.state(ofFile: photo.id, blobHash: photo.blobHash, in: id))
    }
  }
}

extension HomeSettingsPage.Contents {
  init(of home: ZoneID, in connection: Connection) throws {
    let contents = try HomeContents(of: home, in: connection)
    // Shelves and boxes do not count as rooms, here as on the dashboard.
    self.init(
      items: contents.items, rooms: contents.rooms, labels: contents.labels,
      photos: contents.photos, papers: contents.papers, policies: contents.policies,
      fields: contents.fields, templates: contents.templates)
  }
}
