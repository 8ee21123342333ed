import Web

/// What was done to who has a home.
package enum SharingFlash: FlashText {
  case inviteRevoked
  case roleChanged(String, Role, in: ZoneLink)
  /// One's own, by an invite.
  case upgraded(ZoneLink)
  case personRemoved(String, from: String)
  case sharingStopped(String)
  case familyShared(String)
  case familyShareEnded(String)
  case leftHome(String)
  case joinKept
  case homeOffered(String, String)
  case homeTaken(String)
  case offerWithdrawn(String, String)
  case homeRestored(String)
  case homePurged(String)
  case mergeUndone(String, items: Int)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .inviteRevoked: words.say("The invite no longer works")
    case .roleChanged(let name, let role, let zone) where zone.kind == .family:
      role == .viewer
        ? words.say("\(name) is now a child in \(zone.name)")
        : words.say("\(name) is now a parent of \(zone.name)")
    case .roleChanged(let name, .viewer, _): words.say("\(name) can now only view")
    case .roleChanged(let name, _, _): words.say("\(name) can now edit")
    case .upgraded(let zone):
      zone.kind == .family
        ? words.say("You're a parent of \(zone.name) now")
        : words.say("You can edit \(zone.name) now")
    case .personRemoved(let name, let zone):
      words.say("\(name) no longer has access to \(zone)")
    case .sharingStopped(let name): words.say("\(name) is private again")
    case .familyShared(let name): words.say("\(name) is shared with your family")
    case .familyShareEnded(let name):
      words.say("\(name) is no longer shared with your family")
    case .leftHome(let name): words.say("You left \(name)")
    case .offerWithdrawn(let home, let name):
      words.say("\(home) is no longer offered to \(name)")
    case .homeOffered(let home, let name): words.say("\(name) is asked to take \(home) over")
    case .homeTaken(let name): words.say("\(name) is yours now")
    case .homeRestored(let name): words.say("\(name) is back, with everything in it")
    case .mergeUndone(let name, let items):
      words.plural(
        items, one: "\(name) is back, with 1 item",
        other: "\(name) is back, with \(words.number(items)) items")
    case .homePurged(let name): words.say("\(name) is deleted for good")
    case .joinKept: words.say("Your hub is asked as soon as it is back")
    }
  }
}

extension FlashMessage {
  package static func sharing(_ message: SharingFlash) -> FlashMessage { FlashMessage(message) }
}
