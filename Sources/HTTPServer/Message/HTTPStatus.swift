/// A response status, 200...599.
package struct HTTPStatus: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }
  package init(integerLiteral value: Int) { rawValue = value }

  package static let ok: Self = 200
  package static let created: Self = 201
  package static let accepted: Self = 202
  package static let noContent: Self = 204
  package static let partialContent: Self = 206
  package static let found: Self = 302
  package static let seeOther: Self = 303
  package static let notModified: Self = 304
  package static let badRequest: Self = 400
  package static let unauthorized: Self = 401
  package static let forbidden: Self = 403
  package static let paymentRequired: Self = 402
  package static let notFound: Self = 404
  package static let methodNotAllowed: Self = 405
  package static let conflict: Self = 409
  package static let gone: Self = 410
  package static let preconditionFailed: Self = 412
  package static let contentTooLarge: Self = 413
  package static let uriTooLong: Self = 414
  package static let unsupportedMediaType: Self = 415
  package static let rangeNotSatisfiable: Self = 416
  package static let unprocessableContent: Self = 422
  package static let upgradeRequired: Self = 426
  package static let tooManyRequests: Self = 429
  package static let headerFieldsTooLarge: Self = 431
  package static let internalServerError: Self = 500
  package static let notImplemented: Self = 501
  package static let serviceUnavailable: Self = 503
  package static let misdirectedRequest: Self = 421
  package static let insufficientStorage: Self = 507
}
