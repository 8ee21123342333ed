/// A photo as wide as its column, in the size the screen needs.
func photoFigure(_ id: String, alt: String, isFirst: Bool) -> HTML {
  let candidates: [(Route, Int)] = [
    (.photo(id, .medium), 640), (.photo(id, .large), 1600),
  ]
  var attributes: [Attribute] = [
    .src(.photo(id, .medium)), .srcset(candidates), .sizes("(min-width: 860px) 560px, 100vw"),
    .alt(alt), .width(640), .height(480), .decodingAsync(),
  ]
  if !isFirst { attributes.append(.lazy()) }
  return voidElement("img", attributes)
}
