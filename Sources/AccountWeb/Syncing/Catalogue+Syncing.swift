import FoundationEssentials
import Web

// Sync: what waits, what was refused.
extension Catalogue {
  func changesRefused(_ count: Int) -> String {
    plural(count, one: "1 change is not saved", other: "\(number(count)) changes are not saved")
  }
  var changesRefusedText: String { say("See why, and keep or discard what you wrote.") }

  var syncNow: String { say("Sync now") }
  var refusedTitle: String { say("Refused by the hub") }
  var refusedText: String { say("For these, you decide. They hold up none of your other changes.") }
  var pendingTitle: String { say("Waiting to be sent") }
  var lookAtPhoto: String { say("Look at the photo") }
  func lookAtPhoto(_ index: Int) -> String { say("Look at photo \(number(index))") }
  var discard: String { say("Discard") }
  package var keepCopy: String { say("Keep as a new item") }
  package func keepCopyTitle(_ name: String) -> String { say("Keep \(name) as a new item?") }
  /// - Parameter home: where it was written; `nil` when its name is not known.
  package func keepCopyText(writtenIn home: String?, isLost: Bool) -> String {
    switch (home, isLost) {
    case (let home?, true): say("You wrote it in \(home), which you no longer have.")
    case (let home?, false): say("You wrote it in \(home).")
    case (nil, _): say("You wrote it in a home that you no longer have.")
    }
  }
  package var keepCopyWhere: String { say("Where shall it be kept?") }
  package func keepCopySeenBy(_ others: [String]) -> String {
    others.isEmpty ? say("Only you see what is in it") : say("Also seen by \(list(others))")
  }
  package func photosStayBehind(_ count: Int) -> String {
    plural(
      count, one: "1 photo is not on this device any more and stays behind",
      other: "\(number(count)) photos are not on this device any more and stay behind")
  }
  var lookAtBoth: String { say("Look at both versions") }
  var retry: String { say("Try again") }
  func lastSynced(_ when: String) -> String { say("Last in step: \(when)") }
  var syncOnHub: String {
    say("You are looking at the hub itself. What you save is there at once.")
  }

  func syncHeadline(_ state: SyncState) -> String {
    switch state {
    case .synced: say("Everything is in step")
    case .syncing: say("Fetching what is new")
    case .offline: say("The hub cannot be reached")
    case .pending(let count):
      plural(
        count, one: "1 change waits to be sent", other: "\(number(count)) changes wait to be sent")
    case .refused(let count, _):
      plural(count, one: "1 change was refused", other: "\(number(count)) changes were refused")
    case .outdated: say("The Hearth on this device is too old: upgrade it")
    }
  }

  func syncDetail(_ state: SyncState, hub: String) -> String {
    switch state {
    case .synced: say("This device has all that \(hub) has.")
    case .syncing: say("Connected to \(hub).")
    case .pending: say("You can go on working. It is sent to \(hub) when there is a connection.")
    case .offline:
      say("You can go on working. It is sent to \(hub) as soon as there is a connection.")
    case .refused(_, waiting: 0): say("\(hub) could not take it as it is.")
    case .refused(_, let waiting):
      plural(
        waiting, one: "\(hub) could not take it as it is. 1 other waits to be sent.",
        other: "\(hub) could not take it as it is. \(number(waiting)) others wait to be sent.")
    case .outdated:
      say("\(hub) serves only newer versions. What you saved here is kept, and sent after that.")
    }
  }

  /// What keeps a device from sending, although its hub can be reached.
  func syncObstacle(_ obstacle: SyncPage.Obstacle, now: Date) -> String {
    switch obstacle {
    case .waiting(let until):
      let rest = min(max(until.timeIntervalSince(now).rounded(.up), 1), 3600)
      let seconds = Int(exactly: rest) ?? 1
      let later = plural(
        seconds, one: "The rest goes by itself in 1 second.",
        other: "The rest goes by itself in \(number(seconds)) seconds.")
      return say("The hub has a lot to do, or you have sent it a lot at once. \(later)")
    case .failing:
      return say(
        """
        The hub answers, but not as it should. What you saved is kept here and sent later. If this \
        stays, tell whoever runs the hub: its log says what is wrong.
        """)
    }
  }

  func unsentFiles(_ count: Int) -> String {
    let files = plural(
      count, one: "The file of 1 photo or paper stays on this device:",
      other: "The files of \(number(count)) photos and papers stay on this device:")
    return say(
      """
      \(files) you have no space left on the hub. Delete photos or papers that you do not need, or \
      ask whoever runs the hub. They are sent by themselves when there is space.
      """)
  }

  func change(_ change: SyncPage.Pending) -> String {
    let name = change.name.isEmpty ? kind(change.kind) : change.name
    return switch change.verb {
    case .added: say("Added \(name)")
    case .changed: say("Changed \(name)")
    case .deleted: say("Deleted \(name)")
    }
  }

  private func kind(_ kind: SyncPage.Kind) -> String {
    switch kind {
    case .item: say("an item")
    case .room: say("a place")
    case .label: say("a label")
    case .policy: say("a policy")
    case .home: say("a home")
    case .photo: say("a photo")
    case .expense: say("an expense")
    case .group: say("a group")
    case .member: say("a member")
    case .other: say("something")
    }
  }

  package func refusal(_ refusal: SyncPage.Refusal) -> String {
    switch refusal {
    case .accessLost: say("This home is no longer shared with you. Keep what you wrote as a copy.")
    case .viewOnly: say("You may now only view this home. Ask its owner, then try again.")
    case .accessIsBack: say("You may change this home again: try again to send it.")
    case .homeDeleted:
      say("This home was deleted. Its owner can restore it for 30 days; then try again.")
    case .onlyHome: say("It would have left you without a home, so nothing was deleted.")
    case .recordGone:
      say("This is not there any more, or has moved to a home that you cannot see.")
    case .isElsewhere(let home): say("This is in \(home) by now, without this change.")
    case .homeMerged(let home): say("You have moved everything of this home into \(home).")
    case .changedByOther: say("Someone else changed this at the same time. Theirs is kept for now.")
    case .limitReached(let limit): limitText(limit)
    case .invalid: say("It did not fit what the hub expects. Keep it as a copy and correct it.")
    case .lostByRestore(let others) where others > 0:
      plural(
        others, one: "The hub lost this and 1 more change when it was restored from a backup.",
        other: "The hub lost this and \(number(others)) more when it was restored from a backup.")
    case .lostByRestore: say("The hub lost this when it was restored from a backup.")
    case .undoneByRestore:
      say("The hub was restored from a backup and has lost this. Do it anew if you still want it.")
    case .sharingPaused:
      say("Sharing was paused when the hub was to confirm this. Do it again when it goes on.")
    case .fileMissing:
      say("Your server did not get the file of this. Try again to send it, or add it anew.")
    case .storageFull: say("There is no room left for photos. Remove some, then try again.")
    case .newerReason(let text):
      say(
        """
        Not saved. Your server says “\(text)”, which this version of Hearth doesn't know. \
        Upgrade it.
        """
      )
    }
  }

  var asideTitle: String { say("Homes that can't be updated") }
  var asideText: String {
    say(
      """
      Your other homes are up to date. Hearth loads these again from time to time. \
      What you write in them is sent to your server.
      """
    )
  }
  var asideUnnamed: String { say("A home that isn't here yet") }
  func asideSince(_ when: String) -> String { say("Not updated since \(when)") }

  package var removeForgotten: String { say("Remove it from this device") }
  package func removeForgottenTitle(_ home: String) -> String {
    say("Remove \(home) from this device?")
  }
  package var removeForgottenText: String {
    say(
      """
      Your server doesn't have this home any more, so this may be the only copy. All of this goes \
      from this device for good. Export it first if you may want it again.
      """)
  }

  func asideReason(_ reason: SyncPage.AsideReason) -> String {
    switch reason {
    case .unreadable:
      say(
        """
        This version of Hearth can't read what your server sends. Upgrade Hearth here; if it \
        is up to date, ask whoever runs your server to check it with the doctor.
        """
      )
    case .inconsistent:
      say(
        """
        Something in this home refers to something that is missing. Ask whoever runs your \
        server to check it with the doctor.
        """
      )
    case .unstorable:
      say("This version of Hearth can't store what is in this home. Upgrade Hearth here.")
    case .forgotten:
      say(
        """
        Your server was restored from a backup that doesn't have this home, or you in it. \
        Hearth keeps it here for you to read. It comes back when someone who has it connects \
        their device. To make it a home of your own, export it as a ZIP, then import that file.
        """
      )
    }
  }
}
