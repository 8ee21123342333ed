import Web

/// A picture of a step, or a photo that shows that something was done, as pages show it.
package struct FamilyImage: Equatable, Sendable {
  package enum Kind: String, Equatable, Sendable { case step, proof }

  package var family: String
  package var id: String
  package var kind: Kind
  /// Whether its file is on the machine that shows it.
  package var state = FileState.available

  package init(family: String, id: String, _ kind: Kind, state: FileState = .available) {
    (self.family, self.id, self.kind, self.state) = (family, id, kind, state)
  }

  func route(_ size: PhotoSize) -> Route {
    switch kind {
    case .step: .pictures(.step(family: family, picture: id, size))
    case .proof: .pictures(.proof(family: family, proof: id, size))
    }
  }

  /// The picture, or what stands for one that is not here yet.
  ///
  /// - Parameter text: what it shows; empty where words beside it say that.
  func picture(_ style: String, _ size: PhotoSize = .thumbnail, text: String = "") -> HTML {
    guard state == .available else { return span(.class(style), .ariaHidden()) { "🖼️" } }
    return img(.class(style), .src(route(size)), .alt(text), .lazy(), .decodingAsync())
  }
}
