import Foundation
import HTTPServer

extension WebApplication {
  /// What is done with a request's body, by its headers alone. Nobody fills the disk who is not
  /// signed in. Blocks for one indexed read where files may come.
  package func bodyPolicy(for head: HTTPRequestHead) -> BodyPolicy {
    guard head.method == .post,
      let route = Route(path: head.rawPath, query: head.rawQuery), action(at: route) != nil
    else { return .none }
    let limits = configuration.limits
    // Whose session has ended is shown what they wrote.
    let wordsOnly = BodyPolicy.multipart(
      MultipartLimits(
        maxBytes: limits.maxUploadBytes, maxFileBytes: limits.maxUploadBytes, keepsFiles: false),
      directory: configuration.spoolDirectory)
    guard let upload = route.place.upload else { return .buffer(maxBytes: limits.maxFormBytes) }
    guard isSignedIn(head) else { return wordsOnly }
    let (maxBytes, maxFileBytes) =
      switch upload {
      case .photos: (limits.maxUploadBytes, limits.maxPhotoBytes)
      // A single file that is too large is told of by its name, beside those that are not.
      case .papers: (limits.maxUploadBytes, limits.maxUploadBytes)
      case .onePhoto: (limits.maxPhotoBytes, limits.maxPhotoBytes)
      case .importFile: (limits.maxImportBytes, limits.maxImportBytes)
      }
    return .multipart(
      MultipartLimits(maxBytes: maxBytes, maxFileBytes: maxFileBytes),
      directory: configuration.spoolDirectory)
  }

  private func isSignedIn(_ head: HTTPRequestHead) -> Bool {
    guard let token = BrowserSession(head, names: cookieNames).sessionToken else { return false }
    // A store that cannot be read now is answered when the request is handled.
    return (try? door.visitor(token: token)) != nil
  }

  /// A page for what the server refuses before anyone handles it: a body that is too large, or more
  /// than it can do at once.
  package func refusal(_ status: HTTPStatus) -> HTTPResponse {
    let reason: ErrorReason =
      switch status {
      case .contentTooLarge: .tooLarge(maxBytes: Int64(configuration.limits.maxUploadBytes))
      case .unsupportedMediaType: .unsupportedFile
      case .tooManyRequests: .tooMany(retryAfterSeconds: 10)
      case .serviceUnavailable: .unavailable
      case .insufficientStorage: .noRoom
      default: .badRequest
      }
    let context = ViewContext(
      words: Catalogue(), csrfToken: "", now: Date(milliseconds: now()), route: .homes(.dashboard),
      assets: Assets.addresses)
    var response = HTTPResponse.page(
      ErrorPage.view(ErrorPage.Model(reason), in: context), status: status)
    SecurityHeaders.apply(to: &response, route: nil, isSecure: isSecure)
    return response
  }
}
