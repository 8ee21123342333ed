/// Drawings of devices, and of things in cupboards.
extension Brush {
  func screen() {
    solid(palette.dark) { box(190, 150, 580, 350, 16) }
    gradient(from: (210, 170), to: (750, 480), palette.main, palette.accent) {
      rectangle(208, 168, 544, 314)
    }
    fill(palette.light, alpha: 0.18) { polygon((208, 168), (470, 168), (300, 482), (208, 482)) }
    solid(palette.metal.darker(0.35)) { rectangle(448, 500, 64, 66) }
    solid(palette.metal.darker(0.25)) { box(370, 560, 220, 26, 12) }
  }

  func laptop() {
    solid(palette.metal.darker(0.3)) { box(260, 180, 440, 310, 18) }
    gradient(from: (280, 200), to: (680, 470), palette.accent, palette.main) {
      rectangle(280, 200, 400, 266)
    }
    fill(palette.light, alpha: 0.85) { box(320, 240, 150, 20, 8) }
    fill(palette.light, alpha: 0.5) { box(320, 280, 240, 14, 7) }
    fill(palette.light, alpha: 0.5) { box(320, 308, 200, 14, 7) }
    solid(palette.metal) { polygon((240, 490), (720, 490), (790, 590), (170, 590)) }
    fill(palette.dark, alpha: 0.75) { polygon((280, 502), (680, 502), (712, 550), (248, 550)) }
    fill(palette.metal.darker(0.25)) { polygon((420, 558), (540, 558), (552, 582), (408, 582)) }
  }

  func phone() {
    solid(palette.dark) { box(365, 130, 230, 460, 36) }
    gradient(from: (380, 150), to: (580, 570), palette.main.lighter(0.2), palette.accent) {
      box(380, 148, 200, 424, 24)
    }
    for row in 0..<3 {
      for column in 0..<3 {
        fill(palette.light, alpha: 0.75) {
          box(402 + Double(column) * 56, 200 + Double(row) * 62, 42, 42, 11)
        }
      }
    }
    fill(palette.light, alpha: 0.9) { box(440, 540, 80, 8, 4) }
  }

  func camera() {
    solid(palette.dark.lighter(0.1)) { box(380, 210, 200, 90, 22) }
    solid(palette.dark) { box(230, 264, 500, 300, 34) }
    solid(palette.main.darker(0.2)) { rectangle(230, 350, 500, 130) }
    solid(palette.metal.darker(0.2)) { ellipse(480, 414, 142, 142) }
    solid(palette.dark.darker(0.3)) { ellipse(480, 414, 116, 116) }
    gradient(from: (420, 340), to: (540, 490), palette.accent.lighter(0.3), palette.dark) {
      ellipse(480, 414, 76, 76)
    }
    fill(palette.light, alpha: 0.8) { ellipse(446, 378, 17, 17) }
    fill(palette.accent) { ellipse(676, 304, 16, 16) }
    solid(palette.metal) { box(270, 240, 70, 28, 8) }
  }

  func speaker() {
    solid(palette.wood.darker(0.2)) { box(350, 130, 260, 470, 22) }
    fill(palette.dark) { box(368, 148, 224, 434, 14) }
    for (y, radius) in [(256.0, 58.0), (446, 92)] {
      solid(palette.metal.darker(0.3)) { ellipse(480, y, radius, radius) }
      solid(palette.dark.lighter(0.12)) { ellipse(480, y, radius * 0.84, radius * 0.84) }
      solid(palette.main) { ellipse(480, y, radius * 0.34, radius * 0.34) }
    }
  }

  func appliance() {
    solid(palette.light.darker(0.06)) { box(310, 150, 340, 450, 22) }
    fill(palette.metal.darker(0.15)) { rectangle(310, 226, 340, 5) }
    solid(palette.main) { box(336, 172, 120, 36, 10) }
    for x in [520.0, 566, 612] { solid(palette.metal.darker(0.25)) { ellipse(x, 190, 16, 16) } }
    solid(palette.metal) { ellipse(480, 410, 134, 134) }
    gradient(from: (400, 320), to: (560, 500), palette.accent.lighter(0.35), palette.dark) {
      ellipse(480, 410, 106, 106)
    }
    fill(palette.light, alpha: 0.35) { ellipse(446, 372, 40, 28) }
  }

  func pot() {
    stroke(palette.dark, width: 22) {
      curve(from: (300, 410), (230, 410), (230, 480), to: (300, 470))
    }
    stroke(palette.dark, width: 22) {
      curve(from: (660, 410), (730, 410), (730, 480), to: (660, 470))
    }
    solid(palette.main) { box(290, 350, 380, 240, 46) }
    solid(palette.main.lighter(0.12)) { box(270, 330, 420, 44, 20) }
    solid(palette.main.darker(0.12)) {
      curve(from: (284, 332), (340, 250), (620, 250), to: (676, 332))
    }
    solid(palette.dark) { box(444, 236, 72, 34, 15) }
    fill(palette.light, alpha: 0.25) { box(316, 390, 36, 160, 18) }
  }

  func knife() {
    gradient(
      from: (400, 120), to: (520, 400), palette.metal.lighter(0.4), palette.metal.darker(0.2)
    ) {
      polygon((470, 110), (520, 180), (520, 400), (440, 400))
    }
    solid(palette.dark) { box(446, 396, 72, 190, 20) }
    for y in [436.0, 486, 536] { fill(palette.metal) { ellipse(482, y, 9, 9) } }
    stroke(palette.metal, width: 16) { line((620, 330), (620, 580)) }
    for x in [590.0, 620, 650] { stroke(palette.metal, width: 11) { line((x, 160), (x, 290)) } }
    stroke(palette.metal, width: 13) {
      curve(from: (590, 286), (592, 346), (648, 346), to: (650, 286))
    }
    stroke(palette.metal, width: 16) { line((330, 300), (330, 580)) }
    solid(palette.metal) { ellipse(330, 226, 46, 82) }
  }

  func cup() {
    stroke(palette.main.darker(0.1), width: 30) {
      curve(from: (610, 340), (720, 330), (720, 490), to: (598, 480))
    }
    solid(palette.main) { box(320, 280, 300, 300, 60) }
    solid(palette.main) { rectangle(320, 280, 300, 120) }
    fill(palette.main.lighter(0.3)) { ellipse(470, 284, 150, 34) }
    fill(Ink(hue: 0.07, saturation: 0.5, lightness: 0.22)) { ellipse(470, 288, 128, 24) }
    for x in [420.0, 470, 520] {
      stroke(palette.light, width: 8) {
        curve(from: (x, 240), (x - 30, 200), (x + 30, 180), to: (x, 130))
      }
    }
  }

  func plate() {
    solid(palette.light) { ellipse(480, 500, 290, 96) }
    fill(palette.main) { ellipse(480, 496, 262, 82) }
    solid(palette.light) { ellipse(480, 494, 250, 76) }
    fill(palette.metal.darker(0.05), alpha: 0.6) { ellipse(480, 498, 176, 50) }
    fill(palette.light.darker(0.02)) { ellipse(480, 496, 166, 45) }
    solid(palette.accent) { ellipse(440, 470, 44, 38) }
    solid(palette.main.lighter(0.1)) { ellipse(516, 474, 50, 36) }
  }

  func bottle() {
    solid(palette.main.darker(0.2)) { box(400, 300, 160, 300, 34) }
    solid(palette.main.darker(0.2)) { polygon((400, 350), (452, 220), (508, 220), (560, 350)) }
    solid(palette.main.darker(0.2)) { rectangle(452, 130, 56, 110) }
    solid(palette.accent) { box(444, 104, 72, 44, 10) }
    fill(palette.light) { rectangle(400, 390, 160, 120) }
    fill(palette.accent) { rectangle(424, 418, 112, 14) }
    fill(palette.metal.darker(0.3)) { rectangle(424, 448, 80, 8) }
    fill(palette.metal.darker(0.3)) { rectangle(424, 468, 96, 8) }
    fill(palette.light, alpha: 0.22) { box(416, 320, 20, 260, 10) }
  }
}
