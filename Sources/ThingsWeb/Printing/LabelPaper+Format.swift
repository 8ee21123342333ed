import Documents
import Web

extension LabelPaper {
  var format: LabelFormat {
    switch self {
    case .avery5160: .avery5160
    case .avery5260: .avery5260
    case .averyL7160: .averyL7160
    case .dk11209: .brotherDK11209
    case .dk11201: .brotherDK11201
    case .dk11204: .brotherDK11204
    case .dk22205: .brotherDK22205(lengthMillimetres: 40)
    case .dk22210: .brotherDK22210(lengthMillimetres: 60)
    case .tze12: .brotherTZe12(lengthMillimetres: 50)
    case .tze18: .brotherTZe18(lengthMillimetres: 60)
    case .tze24: .brotherTZe24(lengthMillimetres: 70)
    case .single: .single(name: "", widthMillimetres: 70, heightMillimetres: 36)
    }
  }
}

extension LabelSheetPage.Layout {
  init(_ format: LabelFormat) {
    func units(_ points: Double) -> Int { Int((points * 10).rounded()) }
    self.init(
      pageWidth: units(format.page.width), pageHeight: units(format.page.height),
      width: units(format.label.width), height: units(format.label.height),
      borderX: units(format.borderX), borderY: units(format.borderY),
      corners: (0..<format.labelsPerSheet).map { index in
        let area = format.area(ofLabel: index)
        return Corner(x: units(area.x), y: units(area.y))
      })
  }
}
