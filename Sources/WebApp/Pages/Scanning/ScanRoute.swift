/// Reading the code of a label or of a product, and what comes of it.
package enum ScanRoute: RouteFamily {
  /// Where a code is read by the camera or typed; posting it leads on.
  case scan
  /// Takes a picture of a code.
  case scanPhoto
  /// The number of a product, and what has it.
  case scannedProduct(code: String)
  /// The form for a new item that has the number.
  case newScannedItem(home: String, code: String)

  var segments: [String] {
    switch self {
    case .scan: ["scan"]
    case .scanPhoto: ["scan", "photo"]
    case .scannedProduct: ["scan", "product"]
    case .newScannedItem(let home, _): ["homes", home, "items", "scanned"]
    }
  }

  var queryFields: [(String, String)] {
    switch self {
    case .scan, .scanPhoto: []
    case .scannedProduct(let code), .newScannedItem(_, let code): [("code", code)]
    }
  }

  var name: String {
    switch self {
    case .scan: "scan"
    case .scanPhoto: "scanPhoto"
    case .scannedProduct: "scannedProduct"
    case .newScannedItem: "newScannedItem"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    let code = fields["code"] ?? ""
    switch (segments.first, segments.count) {
    case ("scan", 1): self = .scan
    case ("scan", 2) where segments[1] == "photo": self = .scanPhoto
    case ("scan", 2) where segments[1] == "product": self = .scannedProduct(code: code)
    case ("homes", 4) where segments[2] == "items" && segments[3] == "scanned":
      self = .newScannedItem(home: segments[1], code: code)
    default: return nil
    }
  }

  /// Whether the page may ask for the camera.
  var usesCamera: Bool {
    switch self {
    case .scan, .scanPhoto: true
    case .scannedProduct, .newScannedItem: false
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .scan: app.scanPage()
    case .scanPhoto: nil
    case .scannedProduct(let code): app.scannedProductPage(code)
    case .newScannedItem(let home, let code): app.newScannedItemPage(home: home, code: code)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .scan: app.scanCode()
    case .scanPhoto: app.scanPhoto()
    case .scannedProduct, .newScannedItem: nil
    }
  }
}

extension Route {
  package static func scanning(_ route: ScanRoute) -> Route { .feature(.scanning(route)) }
}
