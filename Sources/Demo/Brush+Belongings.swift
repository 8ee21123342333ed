/// Drawings of what people keep, wear, and take outdoors.
extension Brush {
  func cardboard() {
    let ink = Ink(hue: 0.09, saturation: 0.4, lightness: 0.56)
    solid(ink) { polygon((250, 300), (600, 300), (600, 590), (250, 590)) }
    solid(ink.darker(0.25)) { polygon((600, 300), (720, 240), (720, 520), (600, 590)) }
    solid(ink.lighter(0.18)) { polygon((250, 300), (380, 240), (720, 240), (600, 300)) }
    fill(palette.light, alpha: 0.55) { rectangle(400, 300, 60, 290) }
    fill(palette.light, alpha: 0.7) { polygon((400, 300), (516, 240), (570, 240), (460, 300)) }
    fill(palette.light) { box(282, 460, 100, 80, 6) }
    fill(palette.main) { rectangle(296, 478, 72, 10) }
    fill(palette.metal.darker(0.3)) { rectangle(296, 500, 52, 7) }
  }

  func book() {
    let inks = [palette.main, palette.accent, palette.wood, palette.dark.lighter(0.2)]
    for (index, ink) in inks.enumerated() {
      let y = 520 - Double(index) * 74
      let x = 270 + Double(index * 23 % 40)
      solid(ink) { box(x, y, 400 - Double(index * 17 % 50), 70, 8) }
      fill(palette.light) { rectangle(x + 14, y + 12, 380 - Double(index * 17 % 50), 46) }
      solid(ink) { box(x, y, 44, 70, 8) }
    }
    solid(palette.accent.lighter(0.15)) { polygon((420, 296), (600, 250), (620, 274), (440, 320)) }
  }

  func suitcase() {
    stroke(palette.metal.darker(0.3), width: 14) {
      line((420, 230), (420, 120), (540, 120), (540, 230))
    }
    solid(palette.main) { box(290, 220, 380, 360, 36) }
    for x in [360.0, 440, 520, 600] {
      fill(palette.main.darker(0.25), alpha: 0.7) { box(x - 7, 246, 14, 308, 7) }
    }
    fill(palette.metal) { box(440, 210, 80, 24, 8) }
    for x in [330.0, 610] { fill(palette.dark) { ellipse(x, 592, 22, 18) } }
  }

  func jacket() {
    solid(palette.main) {
      polygon(
        (400, 170), (560, 170), (700, 250), (660, 400), (600, 370), (606, 590), (354, 590),
        (360, 370), (300, 400), (260, 250))
    }
    solid(palette.main.darker(0.25)) { polygon((400, 170), (480, 290), (440, 330), (380, 186)) }
    solid(palette.main.darker(0.25)) { polygon((560, 170), (480, 290), (520, 330), (580, 186)) }
    stroke(palette.dark, width: 5) { line((480, 292), (480, 588)) }
    for y in [350.0, 420, 490] { fill(palette.accent) { ellipse(500, y, 10, 10) } }
    stroke(palette.metal.darker(0.3), width: 9) { line((370, 172), (480, 126), (590, 172)) }
    stroke(palette.metal.darker(0.3), width: 9) {
      curve(from: (480, 126), (480, 80), (520, 84), to: (508, 108))
    }
  }

  func ring() {
    stroke(Ink(hue: 0.12, saturation: 0.65, lightness: 0.55), width: 44) {
      ellipse(480, 440, 140, 140)
    }
    stroke(Ink(hue: 0.13, saturation: 0.8, lightness: 0.75), width: 10) {
      ellipse(474, 434, 140, 140)
    }
    solid(palette.accent.lighter(0.35)) {
      polygon((400, 200), (560, 200), (600, 250), (480, 340), (360, 250))
    }
    fill(palette.light, alpha: 0.6) { polygon((400, 200), (450, 250), (360, 250)) }
    fill(palette.light, alpha: 0.35) { polygon((450, 250), (510, 250), (480, 340)) }
  }

  func ball() {
    solid(palette.main) { ellipse(480, 420, 180, 180) }
    stroke(palette.light, width: 15) {
      curve(from: (360, 290), (480, 360), (480, 480), to: (364, 556))
    }
    stroke(palette.light, width: 15) {
      curve(from: (600, 290), (480, 360), (480, 480), to: (596, 556))
    }
    fill(palette.light, alpha: 0.3) { ellipse(420, 330, 46, 34) }
  }

  func bicycle() {
    for x in [320.0, 650] {
      stroke(palette.dark, width: 15) { ellipse(x, 480, 112, 112) }
      stroke(palette.metal, width: 3) { line((x - 100, 480), (x + 100, 480)) }
      stroke(palette.metal, width: 3) { line((x, 380), (x, 580)) }
    }
    stroke(palette.main, width: 18) {
      line((320, 480), (420, 300), (600, 300), (470, 480), (320, 480))
    }
    stroke(palette.main, width: 18) { line((420, 300), (470, 480)) }
    stroke(palette.main, width: 18) { line((584, 250), (650, 480)) }
    stroke(palette.dark, width: 14) { line((540, 236), (590, 244), (620, 226)) }
    stroke(palette.dark, width: 12) { line((412, 300), (402, 262)) }
    solid(palette.dark) { box(356, 244, 92, 24, 12) }
    fill(palette.metal.darker(0.2)) { ellipse(470, 480, 28, 28) }
  }

  func tool() {
    solid(palette.dark) { box(250, 240, 330, 120, 34) }
    solid(palette.main) { box(300, 230, 240, 140, 30) }
    gradient(
      from: (580, 270), to: (580, 330), palette.metal.lighter(0.3), palette.metal.darker(0.4)
    ) {
      polygon((580, 268), (640, 282), (640, 318), (580, 332))
    }
    stroke(palette.metal, width: 15) { line((640, 300), (750, 300)) }
    solid(palette.main.darker(0.1)) { polygon((330, 360), (440, 360), (420, 520), (320, 520)) }
    fill(palette.accent) { box(436, 372, 26, 56, 10) }
    solid(palette.dark) { box(284, 510, 176, 84, 16) }
  }

  func tent() {
    solid(palette.main) { polygon((480, 170), (780, 590), (180, 590)) }
    solid(palette.main.darker(0.3)) { polygon((480, 170), (560, 590), (400, 590)) }
    solid(palette.dark) { polygon((480, 300), (530, 590), (430, 590)) }
    stroke(palette.light, width: 5) { line((480, 170), (160, 470)) }
    stroke(palette.light, width: 5) { line((480, 170), (800, 470)) }
    fill(palette.accent) { polygon((480, 120), (540, 140), (480, 160)) }
    stroke(palette.dark, width: 6) { line((480, 118), (480, 176)) }
  }

  func skis() {
    for (x, ink) in [(420.0, palette.main), (520, palette.accent)] {
      solid(ink) { box(x, 130, 44, 460, 22) }
      fill(palette.light, alpha: 0.8) { box(x + 17, 160, 10, 150, 5) }
      solid(palette.dark) { box(x - 4, 360, 52, 76, 10) }
      solid(palette.metal) { box(x + 4, 380, 36, 16, 5) }
    }
    for x in [350.0, 640] {
      stroke(palette.dark, width: 9) { line((x, 200), (x, 590)) }
      fill(palette.dark) { box(x - 11, 170, 22, 70, 10) }
      stroke(palette.metal, width: 5) { ellipse(x, 560, 24, 8) }
    }
  }

  func guitar() {
    solid(palette.wood.darker(0.4)) { rectangle(464, 110, 32, 300) }
    solid(palette.wood.darker(0.2)) { box(450, 70, 60, 70, 10) }
    solid(palette.main) { ellipse(480, 400, 104, 96) }
    solid(palette.main) { ellipse(480, 500, 138, 110) }
    fill(palette.dark) { ellipse(480, 420, 42, 42) }
    solid(palette.wood.darker(0.4)) { box(424, 528, 112, 18, 6) }
    for x in [470.0, 477, 484, 491] { stroke(palette.light, width: 2) { line((x, 90), (x, 534)) } }
  }
}
