import HearthDomain
import Household
import Hub
import Replica
import SyncProtocol
import Values

/// What an account has deleted as a whole and can bring back: homes, groups, its family.
struct DeletedZones {
  let place: MoneyPlace
  let kind: ZoneKind
  /// What one of them is called, and what was done to it.
  var noun: String {
    switch kind {
    case .family: "dissolved family"
    default: "deleted \(kind.rawValue)"
    }
  }

  /// Those of the last 30 days, but for what is hidden while sharing is paused, which is said.
  func all(_ terminal: Terminal) async throws -> [DeletedZoneSummary] {
    let isHiding = try place.hidesShared
    if isHiding { terminal.complain("hearth: \(CommandFailure.hiddenNote)") }
    return try await found().filter { $0.kind == kind && (!isHiding || $0.members.isEmpty) }
  }

  /// Brings one back, by its id, or by its name if that is unique.
  func restore(_ wanted: String, isAlone: Bool) async throws -> DeletedZoneSummary {
    let isHiding = try place.hidesShared
    let all = try await found().filter { $0.kind == kind && (!isHiding || $0.members.isEmpty) }
    let choice = Choice(
      kind: noun, in: " that the account can restore (hearth \(kind.rawValue) deleted)",
      all: all.map { ($0.zone, $0.title) })
    let zone: DeletedZoneSummary
    switch choice.find(wanted) {
    case .success(let index): zone = all[index]
    case .failure(let failure): throw isHiding ? failure.whileHiding : failure
    }
    if let hub = administrated {
      do {
        try hub.hub.restoreZone(zone.zone, by: hub.owner, isAlone: isAlone)
      } catch {
        guard let refusal = SharingRefusal(error) else { throw error }
        throw CommandFailure.sharing(.refused(refusal))
      }
    } else {
      try await place.ask { try await $0.restoreZone(zone.zone, isAlone: isAlone) }
    }
    return zone
  }

  private func found() async throws -> [DeletedZoneSummary] {
    if let hub = administrated { return try hub.hub.deletedZones(of: hub.owner) }
    return try await place.ask { try await $0.deletedZones() }
  }

  /// For homes, the hub as the machine's administrator has it: without the limit of homes.
  private var administrated: (hub: Hub, owner: AccountID)? {
    guard kind == .home, case .hub(let local, let account) = place else { return nil }
    let schema = HearthDomain.schema(maxOwnedHomes: Household.maxOwnedHomes.upperBound)
    return (Hub(store: local.store, schema: schema, now: Posix.nowMilliseconds), account.id)
  }
}

extension MoneyPlace {
  /// Whether what is shared is hidden while sharing is paused.
  var hidesShared: Bool {
    get throws {
      switch self {
      case .hub(let hub, _): try hub.hub.hidesShared
      case .device(let folder, _):
        DeviceFlags(folder: folder, override: nil, now: Posix.nowMilliseconds)
          .exposure.news.hidesShared
      }
    }
  }
}
