import Web

// Taking an import back.
extension Catalogue {
  func itemsGo(_ count: Int) -> String {
    plural(count, one: "1 item goes", other: "\(number(count)) items go")
  }
  func itemsAsBefore(_ count: Int) -> String {
    plural(
      count, one: "1 item is as it was before", other: "\(number(count)) items are as before")
  }
  func photosGo(_ count: Int) -> String {
    plural(
      count, one: "1 photo of a home or room goes",
      other: "\(number(count)) photos of homes and rooms go")
  }
  func roomsGo(_ count: Int) -> String {
    plural(count, one: "1 empty room goes", other: "\(number(count)) empty rooms go")
  }
  func labelsGo(_ count: Int) -> String {
    plural(count, one: "1 unused label goes", other: "\(number(count)) unused labels go")
  }
  func policiesGo(_ count: Int) -> String {
    plural(count, one: "1 policy goes", other: "\(number(count)) policies go")
  }
  func homesGo(_ count: Int) -> String {
    plural(count, one: "1 empty home goes", other: "\(number(count)) empty homes go")
  }
  func itemsKept(_ count: Int) -> String {
    plural(
      count, one: "1 item was changed since and stays",
      other: "\(number(count)) items were changed since and stay")
  }
}
