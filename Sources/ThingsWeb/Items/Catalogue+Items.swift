import Values
import Web

// Items, lists of them, and the dashboard.
extension Catalogue {
  var home: String { say("Home") }
  var label: String { say("Label") }
  func itemsOf(_ home: String) -> String { say("Items in \(home)") }
  var searchHint: String { say("Search everything you own") }
  var hasNoPrice: String { say("Has no price") }
  var hasNoPhoto: String { say("Has no photo") }
  var hasNoSerial: String { say("Has no serial number") }
  var hasNoReceipt: String { say("Has no receipt") }
  var isLent: String { say("Lent") }
  var clearFilters: String { say("Clear") }
  var nothingFoundTitle: String { say("Nothing found") }
  var nothingFoundText: String { say("Try fewer letters, or look in all homes and rooms.") }
  var showEverything: String { say("Show everything") }
  var emptyHomeTitle: String { say("A clean slate") }
  var emptyHomeText: String { say("Begin with one room, or with the things you would miss most.") }
  var addFirstItem: String { say("Add your first item") }
  var noPrice: String { say("no price") }
  func pieces(_ count: Int) -> String {
    plural(count, one: "1 piece", other: "\(number(count)) pieces")
  }
  package func named(_ name: String, emoji: String) -> String {
    emoji.isEmpty ? name : emoji + " " + name
  }

  func sort(_ sort: ItemSort) -> String {
    switch sort {
    case .newest: say("Newest first")
    case .name: say("By name")
    case .value: say("Highest value first")
    case .room: say("Room by room")
    }
  }

  // Dashboard
  /// Where the items of a home are: in so many rooms, and so many of them in none.
  func inRooms(_ count: Int, without placeless: Int) -> String {
    let rooms = plural(count, one: "in 1 room", other: "in \(number(count)) rooms")
    if placeless == 0 { return rooms }
    return count == 0 ? say("in no room yet") : say("\(rooms), \(number(placeless)) in no room")
  }
  var documentedValue: String { say("Documented value") }
  var noValue: String { say("None yet") }
  var priceTimesQuantity: String { say("Prices times pieces") }
  func andAlso(_ amounts: String) -> String { say("and \(amounts)") }
  /// What something is worth where there is room for two amounts: never a part that looks whole.
  func worth(_ values: [Money], _ style: MoneyStyle = .exact) -> [String] {
    guard values.count > 2, let first = values.first else {
      return values.map { money($0, style) }
    }
    return [say("\(money(first, style)) and \(number(values.count - 1)) more currencies")]
  }
  func chartCurrency(_ code: String) -> String { say("Only what has its price in \(code).") }
  package var withoutPrice: String { say("Without a price") }
  var allHavePrices: String { say("All items have one") }
  var addThemWhenYouCan: String { say("Worth a look") }
  package var withoutPhoto: String { say("Without a photo") }
  var allHavePhotos: String { say("All items have one") }
  var photosProveIt: String { say("A photo is proof") }
  var recentlyAdded: String { say("Recently added") }
  var allItems: String { say("All items") }
  var valueByLabel: String { say("Value by label") }
  var valueByRoom: String { say("Value by room") }
  var noneOfThem: String { say("None") }
  var arrangeRooms: String { say("Arrange") }

  // One item
  package var photos: String { say("Photos") }
  func photo(_ index: Int, of count: Int, item: String) -> String {
    say("\(item), photo \(number(index)) of \(number(count))")
  }
  /// A photo in words: what people said about it, and which of the photos it is.
  func photo(_ index: Int, of count: Int, item: String, caption: String) -> String {
    let place = photo(index, of: count, item: item)
    return caption.isEmpty ? place : say("\(caption) (\(place))")
  }
  var addCaption: String { say("Add a caption") }
  var editCaption: String { say("Change the caption") }
  func openPhoto(_ index: Int) -> String { say("Open photo \(number(index)) in full") }
  func openPhoto(_ index: Int, caption: String) -> String {
    caption.isEmpty ? openPhoto(index) : say("\(openPhoto(index)): \(caption)")
  }
  func showPhoto(_ index: Int) -> String { say("Show photo \(number(index))") }
  var photoNotHere: String { say("This photo is not here right now") }
  func missingPhoto(_ state: FileState) -> String {
    switch state {
    case .available: ""
    case .pending: say("This photo has not arrived yet")
    case .failed: say("This photo could not be fetched")
    }
  }
  func photoPosition(_ index: Int, of count: Int) -> String {
    say("Photo \(number(index)) of \(number(count))")
  }
  var previousPhoto: String { say("Previous photo") }
  var nextPhoto: String { say("Next photo") }
  var zoomIn: String { say("Zoom in") }
  var zoomOut: String { say("Zoom out") }
  func saveOriginal(_ size: String) -> String { say("Save the original, \(size)") }
  func backTo(_ name: String) -> String { say("Back to \(name)") }
  var moveEarlier: String { say("Move earlier") }
  var moveLater: String { say("Move later") }
  var orderNotSaved: String {
    say("The order could not be saved. The photos are back where they were; try again.")
  }
  var photoActions: String { say("What to do with this photo") }
  var showFirst: String { say("Show first") }
  var deletePhoto: String { say("Delete photo") }
  var addPhotos: String { say("Add photos") }
  var uploadPhotos: String { say("Upload") }
  var nothingKnownYet: String { say("Nothing more is known about it yet.") }
  func addedBy(_ name: String, _ when: String) -> String { say("Added by \(name), \(when)") }
  func added(_ when: String) -> String { say("Added \(when)") }
  func lent(to name: String) -> String { say("Lent to \(name)") }
  func lent(to name: String, until day: String) -> String { say("Lent to \(name) until \(day)") }
  var valueToday: String { say("Value today") }
  func straightLine(years: Int, to residual: String?) -> String {
    let life = plural(years, one: "1 year", other: "\(number(years)) years")
    return residual.map { say("by straight line over \(life), to \($0)") }
      ?? say("by straight line over \(life)")
  }
  /// How long there is a warranty, and what is said of it.
  func warranty(_ details: ItemPage.Details) -> String {
    warranty(
      isForLife: details.isLifetimeWarranty, until: details.warrantyUntil,
      details: details.warrantyDetails)
  }

  func soldSummary(_ details: ItemPage.Details) -> String {
    soldSummary(
      on: details.soldOn, to: details.soldTo, for: details.sold, notes: details.soldNotes)
  }

  // Deleting
  package func deleteItemTitle(_ name: String) -> String { say("Delete \(name)?") }
  func deleteItemText(photos: Int) -> String {
    photos == 0
      ? say("You can undo it right after.")
      : plural(
        photos, one: "Its photo goes with it. You can undo it right after.",
        other: "Its \(number(photos)) photos go with it. You can undo it right after.")
  }
  var deleteItem: String { say("Delete item") }
  package var keepIt: String { say("Keep it") }
}
