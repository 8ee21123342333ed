/// Why a page could not be shown or a form not be taken.
package enum ErrorReason: Equatable, Sendable {
  case badRequest
  /// The form was open too long or came from elsewhere.
  case expiredForm
  /// The browser keeps no session at the address that was used, which has no TLS; `origin` is the
  /// one to use.
  case insecureAddress(origin: String)
  /// The session has ended that the form was opened in.
  case signedOut
  case forbidden
  /// The person has the home, and only its owner may do this.
  case ownerOnly
  /// The parents of a family keep the account, which this would end or change.
  case keptAccount
  /// A child whose account parents keep has sent a form of somebody else's pages.
  case childsDevice
  /// A child in a family gives nobody access, and deletes nothing as a whole.
  case notByChildren
  /// At the family's tablet a PIN does not open this.
  case atTablet
  /// The family of a person gives them more than the role that they were to have.
  case givenByFamily
  /// What is shared may only be read until sharing goes on.
  case sharingPaused
  /// What is shared is not shown until sharing goes on.
  case sharedHomesHidden
  /// Sharing is not open to this account now.
  case sharingOff
  /// Inviting needs a plan here, and the account has none.
  case planRequired
  /// The person may see this home but not change it.
  case viewOnly(home: String)
  case parentsOnly(family: String)
  case notFound
  case wrongMethod
  /// What was acted on has changed or is gone.
  case conflict
  case gone
  /// The form was of a home that has gone into another one meanwhile.
  case homeMerged(ZoneLink, into: ZoneLink)
  /// The form was of a home that has been deleted meanwhile; its owner can restore it.
  case homeDeleted(ZoneLink, canRestore: Bool)
  /// The form was of a home that the person has no longer.
  case homeLost(ZoneLink)
  /// The page of a family that has been dissolved; whoever dissolved it can restore it.
  case familyDissolved(ZoneLink, canRestore: Bool)
  /// The page of a family in which the person is no longer.
  case familyLeft(ZoneLink)
  /// Nobody offers the home any more that was to be taken over.
  case offerEnded
  /// The hub takes no more of this.
  case limitReached
  case limit(ReachedLimit)
  /// A family has as many tablets as it may.
  case tooManyTablets(max: Int)
  /// As many tablets as may be were made within a day.
  case tooManyTabletsToday(max: Int)
  /// The whole request may have so many bytes.
  case tooLarge(maxBytes: Int64)
  /// The words of a form alone are too much.
  case formTooLarge(maxBytes: Int64)
  case unsupportedFile
  /// Too much at once; it works again after so many seconds.
  case tooMany(retryAfterSeconds: Int)
  /// The number under which the log tells more.
  case failure(requestID: String)
  case unavailable
  /// This very request has ended the server again and again.
  case heldBack
  /// The disk is full or takes nothing, and nothing was changed.
  case noRoom
  /// A device cannot reach its hub and this needs it.
  case needsHub
  /// A hub did not answer what it was asked to do: all of it has happened, or nothing.
  case outcomeUnknown
  /// A device's program is too old for its hub, which this needs.
  case outdated
  /// A browser that was not let into a device's app.
  case deviceLocked
  /// A document to print that was not made.
  case notDrawn(DrawingProblem)

  /// Whether the person is in a family no longer.
  package var isFamilyOver: Bool {
    switch self {
    case .familyDissolved, .familyLeft: true
    default: false
    }
  }

  /// The status that the answer carries.
  package var status: Int {
    switch self {
    case .badRequest: 400
    case .planRequired: 402
    case .expiredForm, .insecureAddress, .signedOut, .forbidden, .ownerOnly, .viewOnly,
      .parentsOnly,
      .keptAccount, .childsDevice, .notByChildren, .atTablet,
      .deviceLocked:
      403
    case .notFound, .familyDissolved, .familyLeft: 404
    case .wrongMethod: 405
    case .conflict, .givenByFamily, .limitReached, .limit, .tooManyTablets, .tooManyTabletsToday,
      .homeMerged, .homeDeleted, .homeLost:
      409
    case .gone, .offerEnded: 410
    case .tooLarge, .formTooLarge: 413
    case .unsupportedFile: 415
    case .tooMany: 429
    case .failure: 500
    case .unavailable, .heldBack, .needsHub, .outcomeUnknown, .outdated, .notDrawn(.busy),
      .sharingPaused,
      .sharedHomesHidden, .sharingOff:
      503
    case .noRoom, .notDrawn(.noRoom): 507
    case .notDrawn: 422
    }
  }
}

extension Catalogue {
  package var foundOrJoinFamily: String { say("Found or join a family") }
  package func saveIn(_ home: ZoneLink) -> String { say("Save in \(home.name)") }
  package func goTo(_ home: ZoneLink) -> String { say("Go to \(home.name)") }

  package func errorTitle(_ reason: ErrorReason) -> String {
    switch reason {
    case .badRequest: say("That could not be understood")
    case .expiredForm: say("This form is no longer valid")
    case .insecureAddress: say("Use the other address")
    case .signedOut: say("You are signed out")
    case .forbidden: say("This is not yours to open")
    case .ownerOnly: say("Only the owner can do this")
    case .keptAccount: say("This account is kept by parents")
    case .childsDevice: say("Ask a parent to do this")
    case .notByChildren: say("Ask a parent to do this")
    case .atTablet: say("Do this on a device of your own")
    case .givenByFamily: say("The family gives more than that")
    case .sharingPaused: say("Sharing is paused")
    case .sharedHomesHidden: say("Shared homes are hidden for now")
    case .sharingOff: say("Sharing is not open here")
    case .planRequired: say("Sharing needs a plan")
    case .viewOnly: say("You can look, but not change")
    case .parentsOnly: say("This is for parents")
    case .notFound: say("There is nothing here")
    case .wrongMethod: say("That does not work this way")
    case .conflict: say("Someone was faster")
    case .gone: say("This is gone")
    case .homeMerged(let home, let target): say("\(home.name) is part of \(target.name) now")
    case .homeDeleted(let home, _): say("\(home.name) has been deleted")
    case .homeLost(let home): say("You no longer have \(home.name)")
    case .familyDissolved(let family, _): say("\(family.name) has been dissolved")
    case .familyLeft(let family): say("You're no longer in \(family.name)")
    case .offerEnded: say("This offer has ended")
    case .limitReached, .limit: say("There is no room for more")
    case .tooManyTablets: say("The family has enough tablets")
    case .tooManyTabletsToday: say("That's enough tablets for today")
    case .tooLarge, .formTooLarge: say("That is too large")
    case .unsupportedFile: say("This kind of file cannot be read")
    case .tooMany: say("A little slower, please")
    case .failure: say("Something went wrong here")
    case .unavailable: say("Hearth is busy")
    case .heldBack: say("This page is switched off")
    case .noRoom: say("The disk is full")
    case .needsHub: say("This needs a connection")
    case .outcomeUnknown: say("Your hub did not answer")
    case .outdated: say("This needs a newer Hearth")
    case .deviceLocked: say("This device is locked")
    case .notDrawn(let problem): notDrawnTitle(problem)
    }
  }

  package func errorText(_ reason: ErrorReason) -> String {
    switch reason {
    case .badRequest:
      say("Part of the address or the form was missing or damaged. Go back and try again.")
    case .expiredForm:
      say("It was open for too long, or you signed in again meanwhile. Go back and send it again.")
    case .insecureAddress(let origin):
      say(
        """
        You can sign in at \(origin) only: the address that you used is not encrypted, and there \
        your browser does not stay signed in. Nothing was changed.
        """)
    case .signedOut:
      say("Nothing was saved. Sign in, then do it again.")
    case .forbidden:
      say("Nobody has shared it with you, or it was shared with another account of yours.")
    case .ownerOnly:
      say("You have this home, but its owner decides about it. Nothing was changed; ask them.")
    case .keptAccount: keptAccountText
    case .childsDevice: childsDeviceText
    case .notByChildren: notByChildrenText
    case .atTablet: atTabletText
    case .givenByFamily: givenByFamilyText
    case .sharingPaused: sharingPausedText
    case .sharedHomesHidden: sharedHomesHiddenText
    case .sharingOff:
      say(
        "Whoever runs this Hearth has not opened it for you. What is shared already stays shared.")
    case .planRequired: planRequiredText
    case .viewOnly(let home):
      say("You can view \(home). Nothing was changed. Ask its owner to let you edit.")
    case .parentsOnly(let family): parentsOnlyText(family)
    case .notFound:
      say("The address may have a mistake, or it was removed. Search for it, or start at home.")
    case .wrongMethod: say("Open the page and use the button on it.")
    case .conflict: conflictText
    case .limitReached: limitText(.other)
    case .limit(let limit): limitText(limit)
    case .tooManyTablets, .tooManyTabletsToday: tooManyTabletsText(reason)
    case .familyDissolved(_, let canRestore): familyDissolvedText(canRestore: canRestore)
    case .familyLeft:
      say("You left, or a parent removed you. You can found or join another family.")
    case .offerEnded:
      say("It was taken back, or its time is over. Nothing has changed; it can be made again.")
    case .gone: say("It was deleted or has ended. Start at home to find what is there.")
    case .homeMerged(_, let target):
      say("Nothing was saved. You can do it in \(target.name) instead.")
    case .homeDeleted(let zone, let canRestore): deletedText(zone.kind, canRestore: canRestore)
    case .homeLost: say("Nothing was saved. What you wrote is still here, to copy.")
    case .tooLarge(let bytes):
      say("Send at most \(fileSize(bytes)) at once. Fewer or smaller pictures will work.")
    case .formTooLarge(let bytes):
      say("A form takes \(fileSize(bytes)) of text. Leave something out; nothing was changed.")
    case .unsupportedFile:
      say("Use JPEG, PNG, WebP or HEIC for pictures, and CSV or ZIP for imports.")
    case .tooMany(let seconds): tooManyText(seconds)
    case .failure(let id):
      say("Nothing of yours was lost. If it happens again, tell whoever runs this Hearth: \(id).")
    case .unavailable: say("It is just starting or has a lot to do. Try again in a moment.")
    case .heldBack:
      say("It stopped the server twice. Ask whoever runs this Hearth to look at the server's log.")
    case .noRoom: noRoomText
    case .needsHub:
      say("Your hub cannot be reached right now. Nothing was changed by this; try again later.")
    case .outcomeUnknown: outcomeUnknownText
    case .outdated:
      say("The Hearth on this device is too old for its hub: upgrade it. Nothing of yours is lost.")
    case .deviceLocked:
      say("Open the newest address that Hearth printed in its window. It lets one browser in.")
    case .notDrawn(let problem): notDrawnText(problem)
    }
  }

  private var noRoomText: String {
    say(
      """
      There is no room left to store anything, or the disk cannot be written. Nothing was \
      changed. Tell whoever runs this Hearth; when there is room again, do it once more.
      """)
  }

  private func familyDissolvedText(canRestore: Bool) -> String {
    canRestore
      ? say("You can restore it for 30 days, as it was, or found or join another family.")
      : say(
        "Whoever dissolved it can restore it for 30 days. You can found or join another family.")
  }

  private func parentsOnlyText(_ family: String) -> String {
    say("Only parents do this in \(family). Nothing was changed.")
  }

  private var givenByFamilyText: String {
    say(
      """
      This is shared with your family, which lets this person do more. Change what the family may \
      do, or remove the person. Nothing was changed.
      """)
  }

  private var keptAccountText: String {
    say(
      """
      The parents of its family let it in and out. To leave the family or to become a parent, it \
      needs a name and a password of its own first, which a parent gives it. Nothing was changed.
      """)
  }

  private var childsDeviceText: String {
    say("On your device you see your day and what is at home. Nothing was changed.")
  }

  private var conflictText: String {
    say("This was changed or removed while you had it open. Load it again to see how it is now.")
  }

  package var atTabletText: String {
    say(
      """
      A PIN is short, so at the family's tablet it opens neither passwords, devices and access nor \
      the administration. Sign in with your password on your own phone or computer.
      """)
  }

  package var notByChildrenText: String {
    say(
      """
      Children in a family don't invite others, change who has access, or delete a whole home or \
      group. A parent can do it.
      """)
  }

  package var outcomeUnknownText: String {
    say(
      """
      Your hub did not answer: either all of it was done or nothing. When the hub can be reached \
      again, you see here which, and can do it again if it was not.
      """)
  }
  package func goToAddress(_ origin: String) -> String { say("Go to \(origin)") }
  package var tryAgain: String { say("Try again") }
  package var toDashboard: String { say("Go to the dashboard") }
  package func errorNumber(_ status: Int) -> String { say("Error \(String(status))") }
  package var unknownHostTitle: String { say("Not under this name") }
  package func unknownHost(_ host: String) -> String {
    say("You asked for \(host), and this Hearth is not told that this is its name.")
  }
  package var unknownHostByAddress: String {
    say("Use the IP address of the machine it runs on, such as http://192.168.1.20:8080.")
  }
  var unknownHostToAllow: String {
    say("Or whoever runs this Hearth starts it with the name that people use:")
  }
  /// What is typed into a terminal: the same in every language.
  func publicAddressOption(_ host: String) -> String { "hearth serve --public-url http://\(host)" }
  var unknownHostOfDevice: String {
    say("Open the address that Hearth printed in its window.")
  }
  var offlineTitle: String { say("You are offline") }
  var offlineText: String {
    say("This page needs a connection. Nothing is lost; it opens as soon as you are back.")
  }

  package var planRequiredText: String {
    say("At this Hearth, inviting others needs a plan. Ask its administrator; joining needs none.")
  }
  package var sharedHomesHiddenText: String {
    say(
      """
      Sharing is paused, and what you share is not shown meanwhile. Nothing is lost: it is here \
      again when the administrator of this Hearth goes on.
      """)
  }
  package var sharingPausedText: String {
    say("Shared homes can be read, not changed, until the administrator of this Hearth goes on.")
  }
  package var typedIsKept: String {
    say("What you typed is kept on this page. Send it again later.")
  }

  package var whatYouWrote: String { say("What you wrote") }

  private func deletedText(_ kind: ZoneLink.Kind, canRestore: Bool) -> String {
    switch (kind, canRestore) {
    case (.home, true): say("Nothing was saved. Restore the home, then send the form again.")
    case (.home, false):
      say("Nothing was saved. Whoever owned the home can restore it for 30 days.")
    case (.group, true): say("Nothing was saved. Restore the group, then send the form again.")
    case (.group, false):
      say("Nothing was saved. Whoever owned the group can restore it for 30 days.")
    case (.family, true): say("Nothing was saved. Restore the family, then send the form again.")
    case (.family, false):
      say("Nothing was saved. Whoever dissolved the family can restore it for 30 days.")
    }
  }

  package func restoreStep(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("Restore this home")
    case .group: say("Restore this group")
    case .family: say("Restore this family")
    }
  }

  package func notDrawnText(_ problem: DrawingProblem) -> String {
    switch problem {
    case .busy: say("Several documents are being made already. Try again in a minute.")
    case .empty: say("There is nothing to print. Go back and choose something.")
    case .tooFine: codeTooFine
    case .tooLarge:
      say("It became too large. Go back and leave something out, such as photos or receipts.")
    case .broken:
      say(
        """
        A photo or a receipt in it may be damaged. Go back and leave photos or receipts out, or \
        choose fewer rooms to find which one it is. Nothing of yours was lost.
        """)
    case .noRoom:
      say("There was no room on the disk to make it. Tell whoever runs this Hearth.")
    }
  }
  package func notDrawnTitle(_ problem: DrawingProblem) -> String {
    problem == .busy ? say("Other documents come first") : say("The document could not be made")
  }

  package var codeTooFine: String {
    say("The code would be too fine to be read on these labels. Choose larger ones.")
  }
}

/// Why a document to print was not made.
package enum DrawingProblem: Equatable, Sendable, CaseIterable {
  /// Too many wait already.
  case busy
  case empty
  /// Codes would be too fine to be read.
  case tooFine
  /// It took more than a document may.
  case tooLarge
  /// Something in it broke its process.
  case broken
  case noRoom
}
