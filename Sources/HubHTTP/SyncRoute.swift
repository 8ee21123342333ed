import HTTPServer

/// Every route of the protocol. There are no others.
package enum SyncRoute: Equatable, Sendable {
  case signIn, signOut, me, setName, setPassword, sessions
  case endSession(String)
  case push, pull, handBack, hold, events
  case createInvite, previewInvite, redeemInvite, matchInvite
  case revokeInvite(String)
  case setRole(zone: String, account: String)
  case removeParticipant(zone: String, account: String)
  case stopSharing(zone: String)
  case capabilities, flags
  case offerOwnership(zone: String)
  case withdrawOffer(zone: String, account: String)
  case acceptOwnership(notice: String)
  case share(zone: String)
  case makeShare(zone: String)
  case notices
  case dismissNotice(String)
  case zoneCopy(notice: String)
  case deletedZones
  case restoreZone(String)
  case purgeDeletedZone(String)
  case history
  case keepJoin, pendingJoins
  case setJoinChoice(String)
  case redeemJoin(String)
  case forgetJoin(String)
  case getBlob(String)
  case putBlob(String)
  case uploadOffset(String)

  /// Why a request has no route.
  package enum Miss: Error, Equatable { case notFound, methodNotAllowed }

  package static let prefix = ["sync", "v1"]

  /// Finds the route of a path's decoded segments.
  package init(_ method: HTTPMethod, _ segments: [String]) throws(Miss) {
    guard segments.starts(with: Self.prefix) else { throw .notFound }
    let rest = Array(segments.dropFirst(Self.prefix.count))
    let routes = Self.routes(rest)
    guard !routes.isEmpty else { throw .notFound }
    guard let route = routes[method] else { throw .methodNotAllowed }
    self = route
  }

  private static func routes(_ path: [String]) -> [HTTPMethod: SyncRoute] {
    switch (path.count, path.first) {
    case (1, "sign-in"): [.post: .signIn]
    case (1, "sign-out"): [.post: .signOut]
    case (1, "me"): [.get: .me, .put: .setName]
    case (1, "password"): [.put: .setPassword]
    case (1, "sessions"): [.get: .sessions]
    case (2, "sessions"): [.delete: .endSession(path[1])]
    case (1, "push"): [.post: .push]
    case (1, "pull"): [.post: .pull]
    case (1, "handback"): [.post: .handBack]
    case (1, "hold"): [.post: .hold]
    case (1, "events"): [.get: .events]
    case (1, "invites"): [.post: .createInvite]
    case (2, "invites") where path[1] == "preview": [.post: .previewInvite]
    case (2, "invites") where path[1] == "redeem": [.post: .redeemInvite]
    case (2, "invites") where path[1] == "match": [.post: .matchInvite]
    case (2, "invites"): [.delete: .revokeInvite(path[1])]
    case (3, "zones") where path[2] == "participants": [.delete: .stopSharing(zone: path[1])]
    case (4, "zones") where path[2] == "participants":
      [
        .put: .setRole(zone: path[1], account: path[3]),
        .delete: .removeParticipant(zone: path[1], account: path[3]),
      ]
    case (1, "capabilities"): [.get: .capabilities]
    case (1, "flags"): [.get: .flags]
    case (3, "zones") where path[2] == "share":
      [
        .get: .share(zone: path[1]), .post: .makeShare(zone: path[1]),
        .delete: .stopSharing(zone: path[1]),
      ]
    case (3, "zones") where path[2] == "owner": [.post: .offerOwnership(zone: path[1])]
    case (4, "zones") where path[2] == "owner":
      [.delete: .withdrawOffer(zone: path[1], account: path[3])]
    case (3, "notices") where path[2] == "accept": [.post: .acceptOwnership(notice: path[1])]
    case (1, "notices"): [.get: .notices]
    case (2, "notices"): [.delete: .dismissNotice(path[1])]
    case (3, "notices") where path[2] == "copy": [.get: .zoneCopy(notice: path[1])]
    case (1, "deleted"): [.get: .deletedZones]
    case (2, "deleted"): [.delete: .purgeDeletedZone(path[1])]
    case (3, "deleted") where path[2] == "restore": [.post: .restoreZone(path[1])]
    case (1, "history"): [.post: .history]
    case (1, "joins"): [.get: .pendingJoins, .post: .keepJoin]
    case (2, "joins"): [.put: .setJoinChoice(path[1]), .delete: .forgetJoin(path[1])]
    case (3, "joins") where path[2] == "redeem": [.post: .redeemJoin(path[1])]
    case (2, "blobs"): [.get: .getBlob(path[1]), .put: .putBlob(path[1])]
    case (3, "blobs") where path[2] == "upload": [.get: .uploadOffset(path[1])]
    default: [:]
    }
  }

  /// Whether the route needs no sign-in.
  package var isPublic: Bool { self == .signIn || self == .capabilities }

  /// The route's name in logs and metrics.
  package var name: String {
    switch self {
    case .signIn: "signIn"
    case .signOut: "signOut"
    case .me: "me"
    case .setName: "setName"
    case .setPassword: "setPassword"
    case .sessions: "sessions"
    case .endSession: "endSession"
    case .push: "push"
    case .pull: "pull"
    case .handBack: "handBack"
    case .hold: "hold"
    case .events: "events"
    case .createInvite: "createInvite"
    case .previewInvite: "previewInvite"
    case .redeemInvite: "redeemInvite"
    case .matchInvite: "matchInvite"
    case .revokeInvite: "revokeInvite"
    case .setRole: "setRole"
    case .removeParticipant: "removeParticipant"
    case .stopSharing: "stopSharing"
    case .capabilities: "capabilities"
    case .flags: "flags"
    case .offerOwnership: "offerOwnership"
    case .withdrawOffer: "withdrawOffer"
    case .acceptOwnership: "acceptOwnership"
    case .share: "share"
    case .makeShare: "makeShare"
    case .notices: "notices"
    case .dismissNotice: "dismissNotice"
    case .zoneCopy: "zoneCopy"
    case .deletedZones: "deletedZones"
    case .restoreZone: "restoreZone"
    case .purgeDeletedZone: "purgeDeletedZone"
    case .history: "history"
    case .keepJoin: "keepJoin"
    case .pendingJoins: "pendingJoins"
    case .setJoinChoice: "setJoinChoice"
    case .redeemJoin: "redeemJoin"
    case .forgetJoin: "forgetJoin"
    case .getBlob: "getBlob"
    case .putBlob: "putBlob"
    case .uploadOffset: "uploadOffset"
    }
  }
}
