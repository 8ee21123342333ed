import HTTPServer
import Household
import Replica
import SyncProtocol
import Web

/// The history of what people share, as the hub tells it; the same for all kinds of zones.
extension Member {
  /// A page of history from the hub; `nil` while a device cannot reach it.
  package func history(_ request: HistoryRequest) async throws -> HistoryPage? {
    guard canAskHub else { return nil }
    do throws(HubClientError) {
      return try await hub.history(request)
    } catch {
      // A device that has just lost its hub shows the same as one that knew the hub was away.
      if case .transport = error, app.backend.device != nil { return nil }
      throw error
    }
  }

  /// One change in full.
  ///
  /// Throws `unavailable` while a device cannot reach the hub, `gone` if the hub does not have it.
  package func change(_ sequence: Int64, in zone: ZoneID) async throws -> HistoryEntry {
    guard let page = try await history(.one(sequence, in: zone)) else {
      throw Abort.because(.unavailable)
    }
    guard let entry = page.entries.first, entry.sequence == sequence else {
      throw Abort.because(.gone)
    }
    return entry
  }
}

extension Member {
  /// Shows what happened in a zone, or to one of its records.
  ///
  /// - Parameter scope: whose past it is; `nil` where that is not found.
  package func activity<Teller: ActivityTeller>(
    _ teller: Teller.Type, in zone: ZoneLink, record: RecordID? = nil, before: Int64?,
    scope: @escaping @Sendable (PageReader) throws -> ActivityScope? = { _ in .zone }
  ) async throws -> HTTPResponse {
    let history = try await history(.page(of: zone.id, record: record, before: before))
    return try await page(
      home: zone.kind == .home ? zone.id : nil, { Teller.Page.view($0, in: $1) },
      load: { reader in
        guard let scope = try scope(reader) else { return nil }
        return try Teller.Page.Model(history, of: scope, in: zone, by: teller, reader)
      })
  }

  /// Shows one change in full.
  ///
  /// - Parameter problem: why it was not taken back.
  package func activityChange<Teller: ActivityTeller>(
    _ teller: Teller.Type, _ sequence: Int64, in zone: ZoneLink,
    _ problem: Teller.Page.Problem? = nil
  ) async throws -> HTTPResponse {
    let history = try await history(.one(sequence, in: zone.id))
    if let history, history.entries.first?.sequence != sequence { throw Abort.because(.gone) }
    return try await page(
      home: zone.kind == .home ? zone.id : nil, status: problem == nil ? .ok : .conflict,
      { Teller.Page.view($0, in: $1) },
      load: { reader in
        var model = try Teller.Page.Model(history, of: .change, in: zone, by: teller, reader)
        model?.problem = problem
        return model
      })
  }
}

extension HistoryRequest {
  /// The changes per page, and the records listed for each change, at most.
  private static let pageSize = 25
  private static let listedChanges = 40

  /// One change, with all that the hub lists of it.
  package static func one(_ sequence: Int64, in zone: ZoneID) -> HistoryRequest {
    HistoryRequest(
      zone: zone, before: sequence.addingSaturating(1), limit: 1, changeLimit: maxChanges)
  }

  /// A page of what happened in a zone, or to one of its records.
  package static func page(
    of zone: ZoneID, record: RecordID? = nil, before: Int64?
  ) -> HistoryRequest {
    HistoryRequest(
      zone: zone, record: record, before: before, limit: pageSize, changeLimit: listedChanges)
  }
}

/// What a change did to who has access to a zone.
package enum SharingEvent: Equatable, Sendable {
  /// Somebody joined, got another role (`nil` for one that only newer programs know), or left.
  case joined(String), roleChanged(String, Role?), left(String)
  /// The person who made the change joined, or left.
  case cameIn, wentAway
  /// The person who made the change used an invite that gives more than they had.
  case became(Role)
  /// The person who made the change accepted what somebody else had offered to hand over.
  case tookOver(from: String)
  case invited, inviteClosed

  /// What some changes of one entry did. Two roles change when something is handed over, and that
  /// is one event.
  package static func all(_ changes: [RecordChange], _ entry: HistoryEntry) -> [SharingEvent] {
    let (owner, author) = (SyncProtocol.Role.owner.rawValue, entry.author)
    func isOwner(_ registers: SortedMap<SyncProtocol.FieldValue>) -> Bool {
      registers["role"]?.text == owner
    }
    let roles = changes.filter { $0.table == "participants" && $0.kind == .patch }
    guard
      let new = roles.first(where: {
        isOwner($0.after) && ($0.after["accountID"] ?? $0.before["accountID"])?.text == author
      }), let old = roles.first(where: { isOwner($0.before) && !isOwner($0.after) })
    else { return changes.compactMap { SharingEvent($0, entry) } }
    let name = (old.after["name"] ?? old.before["name"])?.text ?? ""
    let others = changes.filter { $0.key != new.key && $0.key != old.key }
    return [.tookOver(from: name)] + others.compactMap { SharingEvent($0, entry) }
  }

  /// `nil` for a change that gets no line.
  package init?(_ change: RecordChange, _ entry: HistoryEntry) {
    let name = (change.after["name"] ?? change.before["name"])?.text ?? ""
    let account = (change.after["accountID"] ?? change.before["accountID"])?.text
    let isAuthor = account == entry.author
    switch (change.table, change.kind) {
    case ("participants", .put):
      // Whoever creates a zone has access to it anyway.
      let isNew = entry.counts.contains {
        HistoryEntry.roots.contains($0.table) && $0.kind == .put
      }
      if isNew { return nil }
      self = isAuthor ? .cameIn : .joined(name)
    case ("participants", .drop): self = isAuthor ? .wentAway : .left(name)
    case ("participants", .patch):
      guard let word = change.after["role"]?.text else { return nil }
      let role = SyncProtocol.Role(rawValue: word).map { Role($0) }
      self =
        isAuthor ? role.map { .became($0) } ?? .roleChanged(name, nil) : .roleChanged(name, role)
    case ("invites", .put): self = .invited
    case ("invites", .patch):
      guard change.after["revokedAt"]?.integer != nil else { return nil }
      self = .inviteClosed
    default: return nil
    }
  }
}
