/// What the picture of an item shows.
package enum DemoMotif: String, CaseIterable, Sendable {
  case sofa, chair, table, bed, shelf, lamp, rug, picture, clock, plant
  case screen, laptop, phone, camera, speaker, appliance
  case pot, knife, cup, plate, bottle
  case box, book, suitcase, jacket, ring, ball
  case bicycle, tool, tent, ski, guitar
  /// A whole house in its landscape.
  case house

  /// Draws the motif, standing on the floor in the middle of the picture.
  func draw(_ brush: Brush) {
    switch self {
    case .sofa: brush.sofa()
    case .chair: brush.chair()
    case .table: brush.table()
    case .bed: brush.bed()
    case .shelf: brush.shelf()
    case .lamp: brush.lamp()
    case .rug: brush.rug()
    case .picture: brush.picture()
    case .clock: brush.clock()
    case .plant: brush.plant()
    case .screen: brush.screen()
    case .laptop: brush.laptop()
    case .phone: brush.phone()
    case .camera: brush.camera()
    case .speaker: brush.speaker()
    case .appliance: brush.appliance()
    case .pot: brush.pot()
    case .knife: brush.knife()
    case .cup: brush.cup()
    case .plate: brush.plate()
    case .bottle: brush.bottle()
    case .box: brush.cardboard()
    case .book: brush.book()
    case .suitcase: brush.suitcase()
    case .jacket: brush.jacket()
    case .ring: brush.ring()
    case .ball: brush.ball()
    case .bicycle: brush.bicycle()
    case .tool: brush.tool()
    case .tent: brush.tent()
    case .ski: brush.skis()
    case .guitar: brush.guitar()
    case .house: brush.house()
    }
  }
}
