import Testing
import Values

@Suite struct CoordinatesTests {
  // S2-T4-a
  @Test(
    "a point stands behind the name of a place, or alone",
    arguments: [
      ("Café Luna (48.13715, 11.57612)", "Café Luna", 4_813_715, 1_157_612),
      ("48.1,11.5", "", 4_810_000, 1_150_000), ("(-90.0, -180.0)", "", -9_000_000, -18_000_000),
      ("Pole (90.0, 180.00000)", "Pole", 9_000_000, 18_000_000),
      ("A (b) (-0.00001, 0.123456789)", "A (b) (-0.00001, 0.123456789)", nil, nil),
      ("A (b) (-0.00001, 0.12345678)", "A (b)", -1, 12_345),
    ] as [(String, String, Int?, Int?)])
  func read(_ text: String, _ name: String, _ latitude: Int?, _ longitude: Int?) {
    let place = Coordinates.place(text)
    #expect(place.name == name && !place.isOutOfRange)
    #expect(place.coordinates?.latitude == latitude)
    #expect(place.coordinates?.longitude == longitude)
    guard let point = place.coordinates else { return }
    let again = Coordinates.place("\(name) (\(point.text))")
    #expect(again.coordinates == point)
  }

  // S2-TODO-computed: a place without a point.
  @Test(
    "what is no point is a name",
    arguments: [
      "", "Lisbon", "Platform 3, 4", "(3, 4)", "1.5", "1.5, 2.5, 3.5", "a 1.5, 2.5", "1.5, b",
      "1e5.0, 2.0", "+1.5, 2.5", "--1.5, 2.5", ", ", "(", ")", "()", "1., 2.", ".5, .5",
      "1.5, 2.5)", "٣.٥, ٤.٥", "9999.0, 1.0",
    ])
  func names(_ text: String) {
    let place = Coordinates.place(text)
    #expect(place.name == text && place.coordinates == nil && !place.isOutOfRange)
  }

  @Test(
    "a point beyond the poles or half of the way around is nowhere",
    arguments: ["90.00001, 0.0", "-90.1, 0.0", "0.0, 180.00001", "A (0.0, -999.9)"])
  func nowhere(_ text: String) {
    let place = Coordinates.place(text)
    #expect(place.coordinates == nil && place.isOutOfRange)
  }
}
