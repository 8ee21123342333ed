import Values
import Web

/// The name of a place, and where it is on a map; nothing is loaded of the map.
func placeOnMap(_ text: String) -> HTML {
  let place = Coordinates.place(text)
  guard let point = place.coordinates, let address = ExternalAddress(point.mapAddress) else {
    return HTML(text: text)
  }
  return HTML(joining: [
    HTML(text: place.name.isEmpty ? "" : place.name + " · "),
    a(.class("link"), .href(address), .rel("noopener noreferrer nofollow")) { point.text },
  ])
}
