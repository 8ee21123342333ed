import HTTPServer
import Hub
import SyncProtocol

/// Signing in and out, and the sessions of an account.
extension SyncAPI {
  func signIn(_ request: HTTPRequest) async throws -> HTTPResponse {
    let wanted = try SignInRequest(wireBytes: request.body)
    do {
      let signedIn = try await pools.passwords.run { [accounts] in
        try accounts.signIn(
          name: wanted.name, password: wanted.password, kind: .device, label: wanted.label,
          address: request.clientAddress, deviceProof: wanted.deviceProof)
      }
      metrics.add(to: .signIns)
      log(
        "signIn",
        ["account": .text(signedIn.account.id), "session": .text(signedIn.session.id)])
      return .json(
        SignInReply(
          token: signedIn.token.text, account: AccountSummary(signedIn.account),
          deviceProof: signedIn.deviceProof
        ).wireBytes)
    } catch let error as SignInError {
      metrics.add(to: .signInsRefused)
      log("signInRefused", ["address": .text(request.clientAddress)])
      throw error
    }
  }

  func signOut(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, session in
      try accounts.endSession(session.id, of: account.id)
      streams.close(session: session.id)
      log("signOut", ["account": .text(account.id), "session": .text(session.id)])
      return HTTPResponse(status: .noContent)
    }
  }

  func me(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { account, _ in .json(AccountSummary(account).wireBytes) }
  }

  func setName(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [hub] account, _ in
      try hub.setDisplayName(try NameRequest(wireBytes: request.body).name, of: account.id)
      return HTTPResponse(status: .noContent)
    }
  }

  /// Changes the password and keeps the current session. A wrong old password is answered 403 and
  /// not 401, because the token is still valid.
  func setPassword(_ request: HTTPRequest) async throws -> HTTPResponse {
    let wanted = try PasswordRequest(wireBytes: request.body)
    return try await pools.passwords.run { [self] in
      let (account, session) = try signedIn(request.head)
      do {
        try accounts.changePassword(
          of: account.id, from: wanted.old, to: wanted.new, keeping: session.id,
          address: request.clientAddress)
      } catch SignInError.wrongNameOrPassword {
        throw Problem(.forbidden, "wrongPassword", "the old password is wrong")
      } catch AccountError.password(let problem) {
        throw Problem(.unprocessableContent, "\(problem)", "the new password is not taken")
      }
      log("passwordChanged", ["account": .text(account.id)])
      try closeStaleStreams()
      return HTTPResponse(status: .noContent)
    }
  }

  func sessions(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [accounts] account, current in
      let sessions = try accounts.sessions(of: account.id)
      return .json(array: sessions.map { SessionSummary($0, current: current.id) })
    }
  }

  func endSession(_ id: String, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await writing(request) { [self] account, _ in
      try accounts.endSession(id, of: account.id)
      // Closes only streams whose session is over, because `id` may belong to somebody else.
      try closeStaleStreams()
      return HTTPResponse(status: .noContent)
    }
  }
}
