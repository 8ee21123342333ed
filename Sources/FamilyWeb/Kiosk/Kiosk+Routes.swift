import Families
import HTTPServer
import SQLite
import SyncProtocol
import Values
import Web

/// The family's tablet.
extension WebApplication {
  func kioskPage() -> Endpoint {
    .open { guest in
      if guest.visitor != nil { return guest.goTo(guest.landmarks.front) }
      let kiosk = try await guest.kiosk()
      let people = kiosk.state.people
      let now = guest.now
      let model = try await guest.atKiosk(kiosk) { connection, words -> KioskPage.Model? in
        guard let family = try Family.find(kiosk.state.family, in: connection) else { return nil }
        let today = family.today(at: now, words)
        let board = try DayBoard(of: family.id, on: today, in: connection)
        let figures = board.people.map { FamilyFigure($0, you: "") }
        // Children first: it is theirs.
        let faces = (figures.filter { !$0.isParent } + figures.filter(\.isParent))
          .compactMap { figure -> KioskPage.Face? in
            guard let person = people.first(where: { $0.account == figure.id }) else { return nil }
            let left = board.entries.count { $0.isFor(figure.id) && $0.state == .open }
            var face = KioskPage.Face(
              person: figure, left: left, hasPin: person.pin != nil, canEnter: person.canEnter)
            face.isAway = board.away.contains(figure.id)
            return face
          }
        return KioskPage.Model(family: family.details.name, faces: faces)
      }
      var shown = model
      shown.isPaused = try guest.app.backend.isSharingPaused
      return guest.page { [shown] in KioskPage.view(shown, in: $0) }
    }
  }

  func kioskEntryPage(_ person: AccountID) -> Endpoint {
    .open { guest in
      if guest.visitor != nil { return guest.goTo(guest.landmarks.front) }
      let kiosk = try await guest.kiosk()
      guard let kind = kiosk.state.people.first(where: { $0.account == person })?.pin else {
        return guest.goTo(.kiosks(.kiosk))
      }
      return try await guest.kioskEntry(
        .init(person: try await guest.figure(person, kiosk), kind: kind))
    }
  }

  func enterKiosk(_ person: AccountID) -> Endpoint {
    .open { guest in
      guard let kiosk = try await guest.atTablet() else { throw Abort.because(.gone) }
      guard let found = kiosk.state.people.first(where: { $0.account == person }), found.canEnter
      else { return guest.goTo(.kiosks(.kiosk)) }
      var pin = guest.field("pin")
      if found.pin == .pictures {
        pin = String((guest.field("pressed") + guest.field("press")).prefix(8))
        guard pin.count >= KioskEntryPage.pressCount else {
          return try await guest.kioskEntry(
            .init(person: try await guest.figure(person, kiosk), kind: .pictures, pressed: pin))
        }
      }
      let problem: FieldProblem
      do throws(BackendError) {
        let admitted = try await kiosk.backend.enter(
          kiosk: kiosk.secret, as: person, pin: pin)
        return guest.signedIn(admitted, guest.goTo(.family(.families)))
      } catch {
        switch error {
        case .wrongSignIn: problem = .wrongPin
        case .tooManyAttempts(let seconds): problem = .tooManyPins(seconds: seconds)
        default: throw error
        }
      }
      return try await guest.kioskEntry(
        .init(
          person: try await guest.figure(person, kiosk), kind: found.pin ?? .digits,
          problem: problem))
    }
  }

  // MARK: - Making and ending one

  func makeKiosk(_ family: ZoneID) -> Endpoint {
    .managing(.family(family)) { at in
      let (guest, visitor) = (at.guest, at.member.visitor)
      let secret = try await at.app.kiosks.makeKiosk(
        in: family, label: guest.browserLabel, by: visitor)
      // Whoever stands before it next must not be this parent.
      try await at.app.backend.signOut(visitor)
      return guest.becomesKiosk(secret, guest.signedOut(guest.goTo(.kiosks(.kiosk))))
    }
  }

  func endKiosk(_ kiosk: String, _ family: ZoneID) -> Endpoint {
    .managing(.family(family)) { at in
      try await at.app.kiosks.endKiosk(kiosk, in: family, by: at.member.visitor)
      return at.member.goTo(.family(.familySettings(family)))
    }
  }

  // MARK: - PINs

  func pinPage(_ family: ZoneID, _ person: AccountID) -> Endpoint {
    .viewing(.family(family)) { at in try await at.pinPage(person, nil) }
  }

  func setPin(_ family: ZoneID, _ person: AccountID) -> Endpoint {
    .viewing(.family(family)) { at in
      let (kiosks, visitor) = (try at.app.kiosks, at.member.visitor)
      let name = try await at.figure(person).name
      do throws(BackendError) {
        switch PinKind(rawValue: at.field("kind")) {
        case .digits:
          try await kiosks.setPin(at.field("pin"), .digits, of: person, by: visitor)
        case .pictures:
          let pressed = (1...KioskEntryPage.pressCount).map { at.field("picture-\($0)") }.joined()
          try await kiosks.setPin(pressed, .pictures, of: person, by: visitor)
        case nil:
          try await kiosks.removePin(of: person, by: visitor)
          return at.member.goTo(
            .family(.familySettings(family)), saying: .family(.pinRemoved(name)))
        }
      } catch {
        guard error == .invalidPin else { throw error }
        return try await at.pinPage(person, .invalidPin)
      }
      return at.member.goTo(.family(.familySettings(family)), saying: .family(.pinSet(name)))
    }
  }
}

extension WebApplication {
  /// Who knows the tablets of families; a device asks for its hub's own address.
  fileprivate var kiosks: any KioskBackend {
    get throws {
      guard let kiosks = backend.kiosks else { throw Abort.because(.needsHub) }
      return kiosks
    }
  }
}

/// The tablet from which a request came.
private struct AtKiosk: Sendable {
  let backend: any KioskBackend
  let secret: String
  let state: KioskState
}

extension Guest {
  /// The tablet that this browser is; a browser that is none goes to the front page.
  fileprivate func kiosk() async throws -> AtKiosk {
    guard let kiosk = try await atTablet() else { throw Abort.goTo(landmarks.front) }
    return kiosk
  }

  /// The same; `nil` if it is none, or none any more.
  fileprivate func atTablet() async throws -> AtKiosk? {
    guard let backend = app.backend.kiosks, let secret = browser.kioskToken,
      let state = try await backend.kiosk(secret: secret)
    else { return nil }
    return AtKiosk(backend: backend, secret: secret, state: state)
  }

  /// Reads what the tablet shows in the replica of the parent who made it.
  fileprivate func atKiosk<Found: Sendable>(
    _ kiosk: AtKiosk, _ load: @escaping @Sendable (Connection, Catalogue) throws -> Found?
  ) async throws -> Found {
    let workspace = try await app.backend.workspace(of: kiosk.state.reader)
    try await workspace.refresh()
    let member = Member(
      guest: self, visitor: kiosk.state.reader, workspace: workspace, isSharingPaused: false,
      hidden: nil)
    let family = kiosk.state.family
    let (isHere, found) = try await member.read { connection -> (Bool, Found?) in
      guard try Family.find(family, in: connection) != nil else { return (false, nil) }
      let words = try Surroundings(of: member, active: nil, in: connection).words
      return (true, try load(connection, words))
    }
    guard isHere else {
      // Nobody is signed in: the front page would lead here again.
      let isHidden = try await workspace.hiddenZones() != nil
      throw Abort.because(isHidden ? .sharedHomesHidden : .unavailable)
    }
    guard let found else { throw Abort.goTo(.kiosks(.kiosk)) }
    return found
  }

  fileprivate func kioskEntry(_ entry: KioskEntryPage.Model) async throws -> HTTPResponse {
    var model = entry
    model.isPaused = try app.backend.isSharingPaused
    return page(status: model.problem == nil ? .ok : .unprocessableContent) { [model] in
      KioskEntryPage.view(model, in: $0)
    }
  }

  fileprivate func figure(
    _ person: AccountID, _ kiosk: AtKiosk
  ) async throws -> FamilyFigure {
    try await atKiosk(kiosk) { connection, _ in
      try FamilyPerson.all(of: kiosk.state.family, in: connection)
        .first { $0.id == person }.map { FamilyFigure($0, you: "") }
    }
  }
}

extension AtZone {
  fileprivate func figure(_ person: AccountID) async throws -> FamilyFigure {
    let (family, you) = (zone.id, member.accountID)
    let found = try await member.read { connection in
      try FamilyPerson.all(of: family, in: connection).first { $0.id == person }
        .map { FamilyFigure($0, you: you) }
    }
    guard let found else { throw Abort.notFound }
    return found
  }

  fileprivate func pinPage(
    _ person: AccountID, _ problem: FieldProblem?
  ) async throws -> HTTPResponse {
    let visitor = member.visitor
    let kind = try await app.kiosks.pin(of: person, by: visitor)
    let kept = try await app.backend.keptAccounts?.keptAccounts(in: zone.id, by: visitor)
    var model = PinPage.Model(
      family: zone, person: try await figure(person), kind: kind,
      isKept: kept?.contains(person) ?? false)
    model.problem = problem
    let shown = model
    return try await member.page(status: problem == nil ? .ok : .unprocessableContent) {
      PinPage.view(shown, in: $0)
    }
  }
}
