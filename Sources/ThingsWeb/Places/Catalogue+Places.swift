import Web

// Rooms, shelves, boxes and labels.
extension Catalogue {
  var noRoomsTitle: String { say("No rooms yet") }
  var noRoomsText: String { say("Rooms, shelves and boxes tell where things are.") }
  func withoutPlace(_ count: Int) -> String {
    plural(
      count, one: "1 item is in no particular room.",
      other: "\(number(count)) items are in no particular room.")
  }
  /// What is in a place: all of it, and how much of that is in no place inside it.
  func itemCount(_ count: Int, direct: Int) -> String {
    let all = itemCount(count)
    guard direct < count else { return all }
    return direct == 0
      ? say("\(all), none directly here") : say("\(all), \(number(direct)) directly here")
  }
  var newPlace: String { say("New room, shelf or box") }
  var roomExample: String { say("Kitchen") }
  var inside: String { say("Inside") }
  var insideNothing: String { say("Nothing: it is a room") }
  var addPlace: String { say("Add place") }
  var emptyRoomTitle: String { say("Nothing in here yet") }
  var emptyRoomText: String { say("Add the first item, or move some here.") }
  func allItemsIn(_ name: String) -> String { say("All items in \(name)") }
  func itemsStay(_ count: Int) -> String {
    plural(count, one: "1 item stays in the home", other: "\(number(count)) items stay in the home")
  }
  func placesMoveUp(_ count: Int) -> String {
    plural(
      count, one: "1 place inside it moves up", other: "\(number(count)) places inside it move up")
  }
  var itemsStay: String { say("This cannot be undone. The items stay in the home.") }
  var deleteRoom: String { say("Delete place") }
  var deleteLabel: String { say("Delete label") }
  var withoutThisLabel: String { say("without this label") }
  var noLabelsTitle: String { say("No labels yet") }
  var noLabelsText: String { say("Labels group things across rooms: tools, papers, toys.") }
  var newLabel: String { say("New label") }
  var editLabel: String { say("Edit label") }
  package func editNamed(_ name: String) -> String { say("Edit \(name)") }
  var labelExample: String { say("Electronics") }
  var addLabel: String { say("Add label") }
  var colourTitle: String { say("Colour") }
}
