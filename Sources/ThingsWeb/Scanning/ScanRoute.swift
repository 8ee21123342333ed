import Web

/// Reading the code of a label or of a product, and what comes of it.
package enum ScanRoute: RouteFamily {
  /// Where a code is read by the camera or typed; posting it leads on.
  case scan
  /// Takes a picture of a code.
  case scanPhoto
  /// The number of a product, and what has it.
  case scannedProduct(code: String)
  /// The form for a new item with this product number.
  case newScannedItem(home: String, code: String)

  package static let readers = [of(scan), of(scanPhoto), of(scannedProduct), of(newScannedItem)]

  package var place: Place {
    switch self {
    case .scan: at("scan", get: { $0.scanPage() }, post: { $0.scanCode() }).marked(.usesCamera)
    case .scanPhoto:
      at("scan", "photo", post: { $0.scanPhoto() }).marked(.usesCamera).taking(.onePhoto)
    case .scannedProduct(let code):
      at("scan", "product", query: ["code": code], get: { $0.scannedProductPage(code) })
    case .newScannedItem(let home, let code):
      at(
        "homes", home, "items", "scanned", query: ["code": code],
        get: { $0.newScannedItemPage(home: home, code: code) })
    }
  }
}

extension Route {
  package static func scanning(_ route: ScanRoute) -> Route { Route(route) }
}
