extension PhotoSize: RoutePart {
  package static var samples: (PhotoSize, PhotoSize) { (.thumbnail, .original) }

  package init?(part text: String) { self.init(rawValue: text) }
}
