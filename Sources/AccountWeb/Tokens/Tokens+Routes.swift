import FoundationEssentials
import HTTPServer
import SyncProtocol
import Things
import Values
import Web

/// A person's access tokens for their own programs.
extension WebApplication {
  func tokensPage() -> Endpoint {
    .member { member in try await member.tokens() }
  }

  /// Creates a token. Only this answer shows its secret, so it is a page and not a redirect.
  func makeToken() -> Endpoint {
    .member { member in
      let backend = try member.tokenBackend()
      var values = FormValues<TokensPage.Field>()
      for field in TokensPage.Field.allCases {
        values[field] = FieldValue(member.field(field.rawValue))
      }
      let home = values[.home].text
      guard let days = Int(values[.days].text), TokensPage.lives.contains(days),
        let access = TokenAccess(rawValue: values[.access].text)
      else { throw Abort.because(.badRequest) }
      let name = values[.name].text.trimmed
      guard !name.isEmpty else {
        values[.name].problem = .missing
        return try await member.tokens(values, status: .unprocessableContent)
      }
      let wish = TokenWish(
        name: name, access: access, homeID: home.isEmpty ? nil : home,
        lifeDays: days == 0 ? nil : days)
      switch try await backend.makeAccessToken(wish, for: member.visitor) {
      case .success(let made):
        return try await member.tokens(made: .init(name: made.name, secret: made.secret))
      case .failure(.invalidName): values[.name].problem = .tooLong(maxCharacters: 100)
      case .failure(.homeNotFound): values[.home].problem = .notOffered
      case .failure(.tooMany(let max)): values[.name].problem = .tooMany(max: max)
      }
      return try await member.tokens(values, status: .unprocessableContent)
    }
  }

  func revokeToken(_ id: String) -> Endpoint {
    .member { member in
      try await member.tokenBackend().revokeAccessToken(id, of: member.visitor)
      return member.goTo(.tokens(.accessTokens), saying: .account(.tokenRevoked))
    }
  }
}

extension Member {
  /// Throws ``Stop/notFound`` on a device: only the hub has tokens.
  fileprivate func tokenBackend() throws -> any TokenBackend {
    guard let backend = app.backend.tokens else { throw Abort.notFound }
    return backend
  }

  fileprivate func tokens(
    _ typed: FormValues<TokensPage.Field>? = nil, made: TokensPage.Model.Made? = nil,
    status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let tokens = try await tokenBackend().accessTokens(of: visitor)
    return try await page(
      status: status, { TokensPage.view($0, in: $1) },
      load: { reader in
        let homes = try HomeList.rows(in: reader.connection)
        let standard = FormValues<TokensPage.Field>([
          .access: FieldValue("read"), .days: FieldValue(String(TokensPage.standardLife)),
        ])
        let rows = tokens.map { token in
          TokensPage.Row(
            id: token.id, name: token.name, access: token.access,
            home: token.homeID.map { id in
              homes.first { $0.id == id }?.name ?? reader.words.tokenHomeGone
            },
            lastUsedAt: token.lastUsedAt.map { Date(milliseconds: $0) },
            expiresAt: token.expiresAt.map { Date(milliseconds: $0) })
        }
        return TokensPage.Model(
          rows: rows, homes: homes.map { ZoneLink(id: $0.id, name: $0.name) },
          values: typed ?? standard, made: made)
      })
  }
}
