import Images

extension PhotoSize {
  /// The thumbnail for a size; `nil` for the original.
  package var made: Thumbnail.Size? {
    switch self {
    case .thumbnail: .small
    case .medium: .medium
    case .large: .large
    case .original: nil
    }
  }
}
