import Foundation

@testable import ThingsWeb
@testable import Web

extension Samples {
  private func photo(_ id: String, _ state: FileState = .available) -> PhotoViewerPage.Photo {
    .init(id: t(id), width: 4032, height: 3024, byteCount: 2_400_000, state: state)
  }

  /// A photo with something said about it.
  var captionPages: [SamplePage] {
    let owner = PhotoOwner.item(t("i1"))
    var shown = photo("f1")
    shown.caption = t("The serial number, below the lid")
    let captioned = PhotoViewerPage.Model(
      owner: owner, name: t("Espresso machine"), photos: [shown], index: 0)
    var (refused, read) = (captioned, captioned)
    refused.refusedCaption = (
      FieldValue(t("Long"), problem: .tooLong(maxCharacters: 300)), t("Before")
    )
    read.role = .viewer
    return [("captioned", captioned), ("caption-refused", refused), ("caption-read", read)].map {
      name, model in
      SamplePage(
        "photo-viewer-\(name)", .gallery(.photoViewer(owner, photo: t("f1"))), hasFrame: false
      ) { PhotoViewerPage.view(model, in: $0) }
    }
  }

  /// Photos one by one, and reading codes.
  var photoPages: [SamplePage] {
    let photos = [photo("f1"), photo("f2"), photo("f3", .pending), photo("f4", .failed)]
    let owner = PhotoOwner.item(t("i1"))
    let room = PhotoOwner.place(home: home.id, place: t("r1"))
    let middle = PhotoViewerPage.Model(
      owner: owner, name: t("Espresso machine"), photos: photos, index: 1)
    let viewer = PhotoViewerPage.Model(
      owner: .home(home.id), name: home.name, role: .viewer, photos: photos, index: 0)
    let missing = PhotoViewerPage.Model(
      owner: room, name: t("Living room"), photos: photos, index: 3)
    let choices = ScanPage.Model(
      code: t("12"),
      choices: [
        .init(title: t("Kettle"), detail: home.name, route: .items(.item(t("i1")))),
        .init(title: t("Lamp"), route: .items(.item(t("i2")))),
      ])
    let product = ScannedProductPage.Model(code: "4006381333931", rows: rows, homes: [home, cabin])
    let unused = ScannedProductPage.Model(code: "96385074")
    let problems: [(String, ScanPage.Problem)] = [
      ("empty", .empty), ("no-picture", .noPicture), ("no-code", .noCode),
      ("picture", .picture(.cutOffPicture(fileName: t("IMG_1.jpg")))), ("not-here", .notHere),
      ("foreign", .foreign(t("https://shop.example"))), ("unknown", .unknown(t("99"))),
    ]
    return [
      SamplePage(
        "photo-viewer", .gallery(.photoViewer(owner, photo: t("f2"))), hasFrame: false
      ) { PhotoViewerPage.view(middle, in: $0) },
      SamplePage(
        "photo-viewer-viewer", .gallery(.photoViewer(.home(home.id), photo: t("f1"))),
        hasFrame: false
      ) { PhotoViewerPage.view(viewer, in: $0) },
      SamplePage(
        "photo-viewer-missing", .gallery(.photoViewer(room, photo: t("f4"))), hasFrame: false
      ) { PhotoViewerPage.view(missing, in: $0) },
      SamplePage("scan", .scanning(.scan)) { ScanPage.view(ScanPage.Model(), in: $0) },
      SamplePage("scan-choices", .scanning(.scan)) { ScanPage.view(choices, in: $0) },
      SamplePage("scanned-product", .scanning(.scannedProduct(code: "4006381333931"))) {
        ScannedProductPage.view(product, in: $0)
      },
      SamplePage("scanned-product-unused", .scanning(.scannedProduct(code: "96385074"))) {
        ScannedProductPage.view(unused, in: $0)
      },
    ]
      + problems.map { name, problem in
        SamplePage("scan-\(name)", .scanning(.scan)) {
          ScanPage.view(ScanPage.Model(code: t("99"), problem: problem), in: $0)
        }
      }
  }
}
