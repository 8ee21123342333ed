import Web

// Moving a place with all that is in it to another home.
extension Catalogue {
  var moveToOtherHome: String { say("Move to another home") }
  var movePlaceText: String {
    say("Everything in it goes along, all at once. You can undo it right after.")
  }
  var nameThere: String { say("Its name there") }
  func itemsMove(_ count: Int, archived: Int) -> String {
    let items = plural(
      count, one: "1 item goes along", other: "\(number(count)) items go along")
    return archived == 0 ? items : say("\(items), \(number(archived)) of them archived")
  }
  func placesMove(_ count: Int) -> String {
    plural(
      count, one: "1 place inside it goes along",
      other: "\(number(count)) places inside it go along")
  }
  func photosGoAlong(_ count: Int) -> String {
    plural(count, one: "1 photo goes along", other: "\(number(count)) photos go along")
  }
  func papersGoAlong(_ count: Int) -> String {
    plural(count, one: "1 paper goes along", other: "\(number(count)) papers go along")
  }
  func maintenanceGoesAlong(_ count: Int) -> String {
    plural(
      count, one: "1 maintenance entry goes along",
      other: "\(number(count)) maintenance entries go along")
  }
  func fieldsGoAlong(_ count: Int) -> String {
    plural(count, one: "1 own field goes along", other: "\(number(count)) own fields go along")
  }
  func insuredMove(_ count: Int, from old: String, to new: String) -> String {
    plural(
      count,
      one: """
        1 item is marked as insured. The policies of \(old) stay there: look whether one of \
        \(new) covers it.
        """,
      other: """
        \(number(count)) items are marked as insured. The policies of \(old) stay there: look \
        whether one of \(new) covers them.
        """)
  }
  func templatesLosePlace(_ count: Int) -> String {
    plural(
      count, one: "1 template that names this place stays, without a place",
      other: "\(number(count)) templates that name places in here stay, without a place")
  }
  func tooMuchToMove(_ limit: MovePlacePage.Chosen.Limit) -> String {
    switch limit {
    case .items(let max):
      say(
        "At most \(number(max)) items can go at once. Move what is inside one after the other.")
    case .places(let max):
      say(
        "At most \(number(max)) places can go at once. Move what is inside one after the other.")
    }
  }
}
