import HTTPServer
import Household
import SharingWeb
import SyncProtocol
import Values
import Web

/// Signing in, signing out, and creating an account.
extension WebApplication {
  func signInPage(then: String?) -> Endpoint {
    .open { guest in
      if guest.visitor != nil { return guest.goOn(to: then) }
      // Nobody signs in to the app of a device: it knows browsers, not names.
      if guest.app.backend.device != nil { throw Abort.because(.deviceLocked) }
      if try await guest.app.backend.isFresh() { return guest.goTo(.session(.setUp)) }
      if try await guest.isKiosk() { return guest.goTo(guest.landmarks.kiosk) }
      let model = SignInPage.Model(
        then: then, invitedTo: await guest.invitedHome(in: then), notice: guest.signInNotice)
      return guest.page { SignInPage.view(model, in: $0) }
    }
  }

  func signIn(then: String?) -> Endpoint {
    .open { guest in
      let name = guest.field("name")
      do {
        let admitted = try await guest.app.backend.signIn(
          SignInAttempt(
            name: name, password: guest.field("password"), label: guest.browserLabel,
            address: guest.address, deviceProof: guest.browser.deviceProof))
        var answer = guest.signedIn(admitted, guest.goOn(to: then))
        if guest.browser.kioskToken != nil, try await !guest.isKiosk() {
          // It has been told; from here on this is a browser like any other.
          answer.headers.add(
            guest.browser.cookie(guest.browser.names.kiosk, "", maxAgeSeconds: 0))
        }
        return answer
      } catch let error as BackendError where error == .wrongSignIn || error == .disabled {
        // Only whoever knows the password is told that the account is switched off.
        let model = SignInPage.Model(
          name: FieldValue(
            name, problem: error == .disabled ? .accountDisabled : .wrongSignIn), then: then,
          invitedTo: await guest.invitedHome(in: then))
        return guest.page(status: .unprocessableContent) { SignInPage.view(model, in: $0) }
      }
    }
  }

  func signOut() -> Endpoint {
    .open { guest in
      if let visitor = guest.visitor { try await guest.app.backend.signOut(visitor) }
      return guest.signedOut(
        guest.goTo(try await guest.isKiosk() ? guest.landmarks.kiosk : .session(.signIn())))
    }
  }

  // MARK: Making an account

  func setUpPage() -> Endpoint {
    .open { guest in
      guard try await guest.app.backend.isFresh() else { return guest.goTo(.session(.signIn())) }
      return guest.signUpPage(.first)
    }
  }

  func setUp() -> Endpoint {
    .open { guest in
      guard try await guest.app.backend.isFresh() else { throw Abort.because(.conflict) }
      return try await guest.signUp(.first, then: guest.landmarks.start)
    }
  }

  func signUpPage(invite: String?) -> Endpoint {
    .open { guest in
      let route: Route = invite.map { .joining(.invite($0)) } ?? guest.landmarks.front
      if guest.visitor != nil { return guest.goTo(route) }
      if try await guest.app.backend.isFresh() { return guest.goTo(.session(.setUp)) }
      let admission = await guest.admission(invite)
      var values: FormValues<SignUpPage.Field> = .init()
      if case .boundInvite(_, let name) = admission { values[.name] = FieldValue(name) }
      return guest.signUpPage(admission, values: values)
    }
  }

  func signUp(invite: String?) -> Endpoint {
    .open { guest in
      let admission = await guest.admission(invite)
      if [.closed, .shut].contains(admission) {
        return guest.signUpPage(admission, status: .forbidden)
      }
      // The invite has only been checked, not used: its preview comes next (X17).
      return try await guest.signUp(
        admission, then: invite.map { .joining(.invite($0)) } ?? guest.landmarks.start)
    }
  }
}

extension Guest {
  /// Why nobody is signed in with a browser that was: its cookies are of something that is over.
  fileprivate var signInNotice: SignInPage.Notice? {
    if browser.kioskToken != nil { return .tabletEnded }
    return browser.sessionToken == nil ? nil : .signedOut
  }

  /// Whether this browser is a family's tablet, at which nobody types a password.
  fileprivate func isKiosk() async throws(BackendError) -> Bool {
    guard let kiosks = app.backend.kiosks, let secret = browser.kioskToken else { return false }
    return try await kiosks.kiosk(secret: secret) != nil
  }

  /// The title of the home to which an invite in `path` leads; `nil` if the invite is for one
  /// person.
  fileprivate func invitedHome(in path: String?) async -> String? {
    guard let path,
      case .invite(let token) = app.areas.routes.route(local: path)?.place(of: JoiningRoute.self),
      let offer = await invitation(token), !offer.isForOther
    else { return nil }
    return offer.title
  }

  fileprivate func invitation(_ token: String) async -> InviteOffer? {
    // An invite that does not work counts as none; the person is told when they open it.
    try? await app.backend.preview(InviteKey(typed: token), address: address)
  }

  fileprivate func admission(_ invite: String?) async -> SignUpPage.Admission {
    if app.backend.signUps == .closed { return .shut }
    if let invite, let offer = await invitation(invite) {
      if offer.isForOther { return .boundInvite(token: invite, name: offer.boundTo ?? "") }
      return .invite(token: invite, inviter: offer.ownerName, home: offer.title)
    }
    return app.backend.signUps == .open ? .open : .closed
  }

  fileprivate func signUpPage(
    _ admission: SignUpPage.Admission, values: FormValues<SignUpPage.Field> = .init(),
    status: HTTPStatus = .ok
  ) -> HTTPResponse {
    let model = SignUpPage.Model(
      admission: admission, values: values,
      minPasswordCharacters: app.backend.minPasswordCharacters)
    return page(status: status) { SignUpPage.view(model, in: $0) }
  }

  fileprivate func signUp(
    _ admission: SignUpPage.Admission, then route: Route
  ) async throws -> HTTPResponse {
    var invite: String?
    switch admission {
    case .invite(let token, _, _), .boundInvite(let token, _): invite = token
    case .first, .open, .closed, .shut: break
    }
    do {
      let admitted = try await app.backend.signUp(
        SignUpAttempt(
          name: field("name"), displayName: field("displayName"), password: field("password"),
          invite: invite, label: browserLabel, address: address))
      return signedIn(admitted, goTo(route))
    } catch {
      guard let (name, problem) = problem(of: error, admission) else { throw error }
      var values: FormValues<SignUpPage.Field> = .init()
      values[.name] = FieldValue(field("name"))
      values[.displayName] = FieldValue(field("displayName"))
      values[name].problem = problem
      return signUpPage(admission, values: values, status: .unprocessableContent)
    }
  }

  /// What is wrong with a sign-in name that no account can have.
  private var nameProblem: FieldProblem {
    let name = field("name").trimmed
    if name.isEmpty { return .missing }
    return name.count > 64 ? .tooLong(maxCharacters: 64) : .nameHidesCharacters
  }

  private func problem(
    of error: BackendError, _ admission: SignUpPage.Admission
  ) -> (SignUpPage.Field, FieldProblem)? {
    if error == .inviteNeeded, case .boundInvite(_, let name) = admission {
      return (.name, .nameDiffers(name))
    }
    return switch error {
    case .invalidName:
      (.name, nameProblem)
    case .nameTaken: (.name, .accountExists)
    case .passwordIsName: (.password, .passwordIsName)
    case .passwordTooShort:
      (.password, .passwordTooShort(minCharacters: app.backend.minPasswordCharacters))
    case .passwordTooLong: (.password, .tooLong(maxCharacters: 1024))
    default: nil
    }
  }
}
