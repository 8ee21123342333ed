import Web

/// One photo of an item, a home or a place, as large as the window, with the way to its neighbours.
package enum PhotoViewerPage {
  package struct Photo: Equatable, Sendable {
    package var id: String
    /// In pixels, as shown.
    package var width: Int
    package var height: Int
    package var byteCount: Int64
    /// What people say about it; empty when nothing was said.
    package var caption: String = ""
    /// Whether the file is here.
    package var state: FileState = .available
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var owner: PhotoOwner
    /// What the owner is called.
    package var name: String
    package var role: Role
    /// All photos of the owner in their order; never empty.
    package var photos: [Photo]
    /// Which of them is shown.
    package var index: Int
    /// What was typed as a caption and cannot be stored, with the caption that it was to replace.
    package var refusedCaption: (typed: FieldValue, base: String)?

    package init(
      owner: PhotoOwner, name: String, role: Role = .owner, photos: [Photo], index: Int
    ) {
      precondition(photos.indices.contains(index), "a viewer shows one of its photos")
      self.owner = owner
      self.name = name
      self.role = role
      self.photos = photos
      self.index = index
    }

    var shown: Photo { photos[index] }
    var previous: Photo? { index > 0 ? photos[index - 1] : nil }
    var next: Photo? { index + 1 < photos.count ? photos[index + 1] : nil }

    package static func == (left: Model, right: Model) -> Bool {
      left.owner == right.owner && left.name == right.name && left.role == right.role
        && left.photos == right.photos && left.index == right.index
        && left.refusedCaption?.typed == right.refusedCaption?.typed
        && left.refusedCaption?.base == right.refusedCaption?.base
    }
  }
}
