import Foundation
import HTTPServer

extension WebApplication {
  /// What is the same for everybody and needs no session; `nil` for any other address.
  func staticFile(_ route: Route, _ request: HTTPRequest) -> HTTPResponse? {
    guard request.method == .get else { return nil }
    switch route {
    case .asset(let hash, let name):
      guard let asset = Assets.all[name], asset.hash == hash else {
        return .text("There is no such file.\n", status: .notFound)
      }
      return file(asset, request, cacheControl: "public, max-age=31536000, immutable")
    case .manifest: return builtIn("manifest.webmanifest", request)
    case .serviceWorker: return builtIn("sw.js", request)
    case .offline:
      let context = ViewContext(
        words: Catalogue(), csrfToken: "", now: Date(milliseconds: now()), route: route,
        assets: Assets.addresses)
      return .page(OfflinePage.view(in: context))
    default: return nil
    }
  }

  /// A file at an address without its hash: asked for again each time, and answered from its tag.
  private func builtIn(_ name: String, _ request: HTTPRequest) -> HTTPResponse {
    guard let asset = Assets.all[name] else {
      return .text("There is no such file.\n", status: .notFound)
    }
    return file(asset, request, cacheControl: "no-cache")
  }

  private func file(
    _ asset: Asset, _ request: HTTPRequest, cacheControl: String
  ) -> HTTPResponse {
    let gzip = HTTPResponse.acceptsGzip(request) ? asset.gzip : nil
    let bytes = gzip ?? asset.bytes
    var response = HTTPResponse(headers: [
      "Content-Type": asset.contentType, "Cache-Control": cacheControl, "Vary": "Accept-Encoding",
    ])
    if let start = bytes.baseAddress {
      response.body = .asset(StaticBytes(start: start, count: bytes.count))
    }
    if gzip != nil { response.headers["Content-Encoding"] = "gzip" }
    return response.conditional(on: request, tag: asset.hash + (gzip == nil ? "" : "-gz"))
  }
}
