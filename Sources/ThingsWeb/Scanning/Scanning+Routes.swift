import FoundationEssentials
import HTTPServer
import Household
import Images
import SQLite
import SharingWeb
import SyncProtocol
import Things
import Web

/// Scanning a code and opening what it names.
extension WebApplication {
  func scanPage() -> Endpoint {
    .member { member in
      try await member.page { ScanPage.view(ScanPage.Model(), in: $0) }
    }
  }

  /// Answers a code that the camera has read or that was typed.
  func scanCode() -> Endpoint {
    .member { member in
      let typed = InputText.line(String(member.field("code").prefix(FoundCode.maxBytes)))
      guard !typed.isEmpty else {
        return try await member.scanPage(ScanPage.Model(problem: .empty))
      }
      let reader = member.guest.codeReader
      let meaning = try await member.read { try reader.meaning(of: typed, in: $0) }
      return try await member.answer([meaning], typed: typed)
    }
  }

  /// Answers a picture of a code. The picture is read from the upload and not stored.
  func scanPhoto() -> Endpoint {
    .member { member in
      let files = member.guest.request.multipart?.files.filter { $0.name == "picture" } ?? []
      guard let file = files.first else {
        return try await member.scanPage(ScanPage.Model(problem: .noPicture))
      }
      let found: [FoundCode]
      do {
        found = try await member.app.images.findCodes(
          in: "/proc/self/fd/\(file.content.file.descriptor)")
      } catch let error as ImageError {
        guard let problem = FieldProblem(error, fileName: file.filename) else { throw error }
        return try await member.scanPage(ScanPage.Model(problem: .picture(problem)))
      }
      let reader = member.guest.codeReader
      let meanings = try await member.read { connection in
        try found.map { try reader.meaning(of: InputText.line($0.text), in: connection) }
      }
      return try await member.answer(meanings, typed: "")
    }
  }

  func scannedProductPage(_ code: String) -> Endpoint {
    .member { member in
      guard let product = ProductCode(code) else { throw Abort.notFound }
      return try await member.page(
        { ScannedProductPage.view($0, in: $1) },
        load: { reader in
          let rows = try ItemLookup.items(withCode: product.digits, in: reader.connection)
          let places = try LocationPaths(of: rows.compactMap(\.locationID), in: reader.connection)
          let sidebar = reader.surroundings.sidebar
          let writable = sidebar.homes.filter { $0.role >= .readWrite }
          let active = writable.filter { $0.id == sidebar.activeHomeID }
          return ScannedProductPage.Model(
            code: product.digits,
            rows: rows.map { ItemRow($0, places: places, showsHome: true, reader) },
            homes: (active + writable.filter { $0.id != sidebar.activeHomeID })
              .map { ZoneLink(id: $0.id, name: $0.name) })
        })
    }
  }

  /// The form of a new item, with a product's number in a custom field.
  func newScannedItemPage(home: ZoneID, code: String) -> Endpoint {
    .editing(.home(home)) { at in
      guard let product = ProductCode(code) else { throw Abort.notFound }
      let last = at.member.lastUsed
      let room = last.homeID == home ? last.placeID : nil
      return try await at.member.page(
        home: home, { ItemFormPage.view($0, in: $1) },
        load: { reader in
          try ItemFormPage.Model(
            newIn: at.link, room: room,
            fields: [.init(id: "", name: reader.words.barcode, value: product.digits)], reader)
        })
    }
  }
}

/// The meaning of a code.
private enum CodeMeaning: Equatable, Sendable {
  case opens(ScanPage.Choice)
  /// Several items have this asset ID.
  case several([ScanPage.Choice])
  case product(String)
  case problem(ScanPage.Problem)
}

/// Reads codes for one person, for whom records that they may not see do not exist.
private struct CodeReader: Sendable {
  /// The origins of this Hearth, with which the addresses in its labels begin.
  let origins: Set<String>
  let routes: RouteTable

  func meaning(of text: String, in connection: Connection) throws -> CodeMeaning {
    if let address = URLComponents(string: text), let scheme = address.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = address.host, !host.isEmpty
    {
      return try meaning(of: address, scheme, host, in: connection)
    }
    let rows = try ItemLookup.items(withAssetID: text, in: connection)
    if rows.count == 1 { return .opens(ScanPage.Choice(rows[0])) }
    if rows.count > 1 { return .several(rows.map { ScanPage.Choice($0) }) }
    if let product = ProductCode(text) { return .product(product.digits) }
    // For example a different kind of link, a contact, or a Wi-Fi key: no label of ours says that.
    guard text.contains(":"), text.utf8.count > 20 else {
      return .problem(.unknown(String(text.prefix(60))))
    }
    return .problem(.foreign(String(text.prefix(60))))
  }

  /// Labels lead to items and places. An address from when Hearth had another origin works, too, as
  /// long as the record exists here.
  private func meaning(
    of address: URLComponents, _ scheme: String, _ host: String, in connection: Connection
  ) throws -> CodeMeaning {
    let origin = scheme + "://" + host.lowercased() + (address.port.map { ":\($0)" } ?? "")
    let isOurs = origins.contains(origin)
    let route = routes.route(
      path: address.percentEncodedPath, query: address.percentEncodedQuery ?? "")
    if case .item(let id, _) = route?.place(of: ItemRoute.self) {
      guard let item = try Item.find(id, in: connection) else {
        return .problem(isOurs ? .notHere : .foreign(origin))
      }
      let home = try Home.find(item.homeID, in: connection)
      return .opens(
        ScanPage.Choice(
          title: item.details.name, detail: home?.name ?? "", route: .items(.item(id))))
    }
    if case .room(let home, let room, _) = route?.place(of: RoomRoute.self) {
      guard let place = try Location.find(room, in: connection), place.homeID == home else {
        return .problem(isOurs ? .notHere : .foreign(origin))
      }
      let name = try Home.find(home, in: connection)?.name
      return .opens(
        ScanPage.Choice(
          title: place.name, detail: name ?? "", route: .rooms(.room(home: home, room: room))))
    }
    if isOurs, case .invite(let token) = route?.place(of: JoiningRoute.self) {
      // The invite's page says whose home it is, and asks before joining.
      return .opens(ScanPage.Choice(title: origin, route: .joining(.invite(token))))
    }
    return .problem(.foreign(origin + String(address.path.prefix(40))))
  }
}

extension Guest {
  fileprivate var codeReader: CodeReader {
    CodeReader(origins: [origin, codeOrigin], routes: app.areas.routes)
  }
}

extension Member {
  /// Opens the only match, offers a choice between several, or shows the problem if there is none.
  fileprivate func answer(_ meanings: [CodeMeaning], typed: String) async throws -> HTTPResponse {
    let choices = meanings.flatMap { meaning -> [ScanPage.Choice] in
      switch meaning {
      case .opens(let choice): [choice]
      case .several(let choices): choices
      case .product, .problem: []
      }
    }
    let products = meanings.compactMap { if case .product(let code) = $0 { code } else { nil } }
    // A box may carry our label and a product's barcode: the label says more.
    if choices.count == 1 { return goTo(choices[0].route) }
    if choices.count > 1 {
      return try await scanPage(ScanPage.Model(code: typed, choices: choices))
    }
    if products.count == 1 { return goTo(.scanning(.scannedProduct(code: products[0]))) }
    if products.count > 1 {
      let words = try await words()
      return try await scanPage(
        ScanPage.Model(
          choices: products.map { code in
            ScanPage.Choice(
              title: words.productCode(code), route: .scanning(.scannedProduct(code: code)))
          }))
    }
    let problem = meanings.compactMap { if case .problem(let text) = $0 { text } else { nil } }
      .first
    return try await scanPage(ScanPage.Model(code: typed, problem: problem ?? .noCode))
  }

  fileprivate func scanPage(_ model: ScanPage.Model) async throws -> HTTPResponse {
    try await page(status: model.problem == nil ? .ok : .unprocessableContent) {
      ScanPage.view(model, in: $0)
    }
  }
}

extension ScanPage.Choice {
  fileprivate init(_ row: StoredItemRow) {
    self.init(title: row.name, detail: row.homeName, route: .items(.item(row.id)))
  }
}
