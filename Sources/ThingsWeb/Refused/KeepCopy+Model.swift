import Web

/// Asks in which home a refused change is kept as a new item.
enum KeepCopyPage {
  struct Model: Equatable, Sendable {
    /// The id of the refused change.
    var id: String
    /// The name of the item.
    var name: String
    /// The home it was written in; `nil` when nobody knows what it was called.
    var writtenIn: String?
    /// Whether the person has lost access to that home.
    var isLost: Bool
    /// The homes that the person may write in, the private ones first.
    var homes: [Home]
    /// The home that was chosen; none when the page is first shown.
    var choice = FieldValue()
    var photoCount = 0
    /// Photos whose files are not on this machine.
    var missingPhotoCount = 0

    /// A home that others see is never chosen for the person.
    var chosenID: String? {
      homes.contains { $0.link.id == choice.text }
        ? choice.text : homes.first { $0.others.isEmpty }?.link.id
    }
  }

  struct Home: Equatable, Sendable {
    var link: ZoneLink
    /// Who sees what is in it, besides the person.
    var others: [String]
  }
}
