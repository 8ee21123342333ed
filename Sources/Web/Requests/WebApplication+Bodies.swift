import FoundationEssentials
import HTTPServer

extension WebApplication {
  /// How a request's body is received, decided by its headers alone. Only people who are signed in
  /// can store files on the disk. Blocks for one indexed read where files may be uploaded.
  package func bodyPolicy(for head: HTTPRequestHead) -> BodyPolicy {
    guard head.method == .post else { return .none }
    let limits = configuration.limits
    guard let route = areas.routes.route(path: head.rawPath, query: head.rawQuery),
      action(at: route) != nil
    // What is no address, or takes no form, says so itself.
    else { return .buffer(maxBytes: limits.maxFormBytes) }
    // People whose session has ended are shown the words that they typed; their files are not kept.
    let wordsOnly = BodyPolicy.multipart(
      MultipartLimits(
        maxBytes: limits.maxUploadBytes, maxFileBytes: limits.maxUploadBytes, keepsFiles: false),
      directory: configuration.spoolDirectory)
    guard let upload = route.place.upload else { return .buffer(maxBytes: limits.maxFormBytes) }
    guard isSignedIn(head) else { return wordsOnly }
    let (maxBytes, maxFileBytes) =
      switch upload {
      case .photos: (limits.maxUploadBytes, limits.maxPhotoBytes)
      // One file may be as large as the whole upload here: a later check names each one that is too
      // large, and the others are kept.
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
    // If the store cannot be read now, the handler answers with that.
    return (try? backend.visitor(token: token, isUse: true)) != nil
  }

  /// The error page for a request that the server refuses before it is handled, because its body is
  /// too large or too many requests arrive at once.
  ///
  /// - Parameter path: the address, as received.
  package func refusal(_ status: HTTPStatus, at path: String? = nil) -> HTTPResponse {
    let limits = configuration.limits
    let takesFiles = path.flatMap { areas.routes.route(path: $0) }?.place.upload != nil
    let reason: ErrorReason =
      switch status {
      case .contentTooLarge where takesFiles: .tooLarge(maxBytes: Int64(limits.maxUploadBytes))
      case .contentTooLarge: .formTooLarge(maxBytes: Int64(limits.maxFormBytes))
      case .unsupportedMediaType: .unsupportedFile
      case .tooManyRequests: .tooMany(retryAfterSeconds: 10)
      case .serviceUnavailable: .unavailable
      case .insufficientStorage: .noRoom
      default: .badRequest
      }
    let context = ViewContext(
      words: Catalogue(), csrfToken: "", now: Date(milliseconds: now()),
      route: areas.landmarks.front,
      assets: Assets.addresses, areas: areas)
    var response = HTTPResponse.page(
      ErrorPage.view(ErrorPage.Model(reason), in: context), status: status)
    SecurityHeaders.apply(to: &response, route: nil, isSecure: isSecure)
    return response
  }
}
