/// Drawings of furniture and other things in rooms.
extension Brush {
  func sofa() {
    for x in [270.0, 660] { fill(palette.wood.darker(0.3)) { rectangle(x, 560, 26, 40) } }
    solid(palette.main.darker(0.1)) { box(230, 300, 500, 190, 40) }
    solid(palette.main) { box(280, 420, 200, 90, 22) }
    solid(palette.main) { box(482, 420, 200, 90, 22) }
    solid(palette.main.darker(0.05)) { box(260, 490, 440, 80, 20) }
    solid(palette.main.lighter(0.06)) { box(200, 390, 86, 180, 34) }
    solid(palette.main.lighter(0.06)) { box(676, 390, 86, 180, 34) }
    solid(palette.accent) { box(310, 350, 96, 96, 20) }
  }

  func chair() {
    for x in [372.0, 560] { fill(palette.wood.darker(0.25)) { box(x, 250, 26, 350, 12) } }
    solid(palette.wood) { box(380, 190, 200, 170, 26) }
    fill(palette.wall, alpha: 0.85) { box(412, 222, 136, 104, 16) }
    solid(palette.main) { box(350, 400, 260, 52, 22) }
    for x in [352.0, 582] { solid(palette.wood) { box(x, 446, 26, 160, 10) } }
  }

  func table() {
    for x in [262.0, 678] { solid(palette.wood.darker(0.2)) { rectangle(x, 400, 24, 200) } }
    for x in [316.0, 620] { solid(palette.wood.darker(0.35)) { rectangle(x, 400, 18, 160) } }
    solid(palette.wood) { box(220, 356, 524, 48, 10) }
    fill(palette.wood.lighter(0.2), alpha: 0.6) { rectangle(232, 360, 500, 7) }
    solid(palette.accent) { polygon((450, 356), (510, 356), (500, 290), (460, 290)) }
    for x in [462.0, 480, 498] {
      stroke(palette.main.darker(0.1), width: 5) {
        curve(from: (x, 292), (x, 260), (x + (x - 480), 250), to: (x + (x - 480) * 1.4, 226))
      }
      fill(palette.accent.lighter(0.4)) { ellipse(x + (x - 480) * 1.4, 220, 15, 15) }
    }
  }

  func bed() {
    solid(palette.wood) { box(200, 240, 560, 300, 26) }
    solid(palette.light) { box(222, 400, 516, 150, 20) }
    solid(palette.light.darker(0.04)) { box(250, 348, 200, 84, 30) }
    solid(palette.light.darker(0.04)) { box(510, 348, 200, 84, 30) }
    solid(palette.main) { box(214, 440, 532, 128, 24) }
    fill(palette.main.lighter(0.3), alpha: 0.7) { box(214, 440, 532, 34, 17) }
    for x in [214.0, 720] { fill(palette.wood.darker(0.3)) { rectangle(x, 560, 26, 44) } }
  }

  func shelf() {
    solid(palette.wood.darker(0.3)) { box(300, 120, 360, 480, 8) }
    for row in 0..<4 {
      let top = 138 + Double(row) * 114
      fill(palette.wood.darker(0.55)) { rectangle(316, top, 328, 96) }
      var x = 324.0
      var index = row
      while x < 600 {
        let width = 16 + Double(index * 7 % 5) * 5
        let tall = 60 + Double(index * 11 % 4) * 9
        let ink = index % 3 == 0 ? palette.accent : index % 3 == 1 ? palette.main : palette.light
        solid(ink) { rectangle(x, top + 96 - tall, width, tall) }
        x += width + (index % 4 == 3 ? 26 : 3)
        index += 1
      }
      solid(palette.wood) { rectangle(306, top + 96, 348, 14) }
    }
  }

  func lamp() {
    glow(center: (480, 300), radii: (10, 10), alpha: 0)
    fill(palette.light, alpha: 0.35) { ellipse(480, 300, 250, 190) }
    stroke(palette.dark, width: 12) { line((480, 300), (480, 580)) }
    solid(palette.dark) { ellipse(480, 588, 92, 16) }
    gradient(from: (480, 160), to: (480, 330), palette.light, palette.accent.lighter(0.3)) {
      polygon((410, 170), (550, 170), (612, 330), (348, 330))
    }
  }

  func rug() {
    solid(palette.main) { polygon((230, 430), (730, 430), (840, 620), (120, 620)) }
    fill(palette.light, alpha: 0.8) { polygon((262, 448), (698, 448), (778, 598), (182, 598)) }
    solid(palette.accent.darker(0.15)) {
      polygon((280, 458), (680, 458), (752, 588), (208, 588))
    }
    for x in [340.0, 480, 620] {
      fill(palette.light) { polygon((x, 480), (x + 44, 522), (x, 564), (x - 44, 522)) }
      fill(palette.main) { polygon((x, 500), (x + 22, 522), (x, 544), (x - 22, 522)) }
    }
  }

  func picture() {
    solid(palette.wood) { rectangle(240, 110, 480, 380) }
    fill(palette.light) { rectangle(268, 138, 424, 324) }
    gradient(
      from: (300, 170), to: (300, 430), palette.accent.lighter(0.35), palette.light
    ) { rectangle(300, 170, 360, 260) }
    fill(palette.accent.lighter(0.7)) { ellipse(570, 236, 34, 34) }
    solid(palette.main.lighter(0.2)) {
      polygon((300, 380), (400, 250), (500, 380), (500, 430), (300, 430))
    }
    solid(palette.main.darker(0.15)) {
      polygon((420, 430), (540, 290), (660, 400), (660, 430))
    }
  }

  func clock() {
    solid(palette.wood.darker(0.1)) { ellipse(480, 320, 190, 190) }
    fill(palette.light) { ellipse(480, 320, 160, 160) }
    for (x, y) in [(480.0, 186.0), (480, 454), (346, 320), (614, 320)] {
      fill(palette.dark) { ellipse(x, y, 9, 9) }
    }
    stroke(palette.dark, width: 13) { line((480, 320), (410, 270)) }
    stroke(palette.dark, width: 9) { line((480, 320), (556, 220)) }
    fill(palette.accent) { ellipse(480, 320, 15, 15) }
  }

  func plant() {
    for (x, y, turn) in [(330.0, 260.0, -1.0), (630, 250, 1), (400, 170, -0.6), (560, 160, 0.6)] {
      gradient(
        from: (x, y), to: (480, 470), palette.main.lighter(0.1),
        Ink(hue: 0.36, saturation: 0.4, lightness: 0.26)
      ) {
        curve(from: (480, 470), (480 + 20 * turn, 340), (x + 90 * turn, y + 110), to: (x, y))
        curve(from: (480, 470), (480 - 10 * turn, 320), (x - 40 * turn, y + 20), to: (x, y))
      }
    }
    solid(Ink(hue: 0.34, saturation: 0.42, lightness: 0.34)) {
      curve(from: (480, 470), (400, 330), (430, 190), to: (486, 110))
      curve(from: (480, 470), (560, 330), (540, 190), to: (486, 110))
    }
    solid(palette.accent) { polygon((390, 450), (570, 450), (545, 600), (415, 600)) }
    solid(palette.accent.lighter(0.1)) { box(378, 434, 204, 36, 8) }
  }

  /// Fills the whole picture, with its own landscape.
  func house() {
    let sky = Ink(hue: 0.57, saturation: 0.5, lightness: 0.7)
    gradient(from: (0, 0), to: (0, 470), sky, sky.lighter(0.65)) { rectangle(0, 0, 960, 470) }
    fill(palette.light) { ellipse(760, 130, 52, 52) }
    let hill = Ink(hue: 0.3, saturation: 0.3, lightness: 0.46)
    gradient(from: (0, 320), to: (0, 520), hill.lighter(0.3), hill) {
      curve(from: (-20, 480), (200, 280), (420, 300), to: (620, 480))
    }
    gradient(from: (0, 320), to: (0, 520), hill.lighter(0.2), hill) {
      curve(from: (420, 480), (640, 300), (860, 320), to: (1000, 480))
    }
    gradient(from: (0, 450), to: (0, 720), hill, hill.darker(0.4)) { rectangle(0, 450, 960, 270) }
    solid(palette.wall) { rectangle(300, 300, 360, 270) }
    solid(palette.accent.darker(0.2)) { polygon((260, 310), (480, 150), (700, 310)) }
    solid(palette.wood.darker(0.2)) { rectangle(600, 170, 40, 90) }
    solid(palette.main) { box(442, 430, 76, 140, 6) }
    fill(palette.light) { ellipse(504, 504, 5, 5) }
    for (x, y) in [(336.0, 350.0), (560, 350), (336, 460), (560, 460)] {
      fill(palette.light) { rectangle(x, y, 66, 66) }
      solid(Ink(hue: 0.13, saturation: 0.7, lightness: 0.74)) { rectangle(x + 6, y + 6, 54, 54) }
      stroke(palette.light, width: 5) { line((x + 33, y), (x + 33, y + 66)) }
    }
    for x in [180.0, 770] {
      solid(palette.wood.darker(0.3)) { rectangle(x - 9, 480, 18, 90) }
      solid(hill.darker(0.25)) { ellipse(x, 430, 66, 86) }
    }
  }
}
