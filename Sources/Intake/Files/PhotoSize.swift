/// The sizes in which a photo is served; the number is the longer side in pixels.
package enum PhotoSize: String, CaseIterable, Hashable, Sendable {
  case thumbnail, medium, large, original

  /// The longer side in pixels; `nil`: as it was uploaded.
  package var pixels: Int? {
    switch self {
    case .thumbnail: 160
    case .medium: 640
    case .large: 1600
    case .original: nil
    }
  }
}
