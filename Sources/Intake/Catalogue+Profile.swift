import FoundationEssentials
import Household
import TimeZones
import Wording

extension Catalogue {
  /// The words in the region and time zone of a person's settings, without a browser's wishes.
  package init(_ profile: Profile?) {
    self.init()
    guard let profile else { return }
    // For a setting that this program does not know, the default stays.
    region = Region.named(profile.locale) ?? region
    timeZone = CivilTimeZone(identifier: profile.timeZone) ?? timeZone
  }
}
