import Foundation

extension TimeZone {
  /// Time zones that are named after places, without the historical and technical ones.
  package static let ofPlaces = knownTimeZoneIdentifiers.filter {
    $0.contains("/") && !$0.hasPrefix("Etc/")
  }
}
