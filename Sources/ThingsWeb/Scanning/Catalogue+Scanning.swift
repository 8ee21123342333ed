import Web

// Reading codes of labels and products.
extension Catalogue {
  var scan: String { say("Scan a code") }
  var scanWithCamera: String { say("With the camera") }
  var scanWithCameraHint: String {
    say("Hold the code of a label or the barcode of a product in front of the camera.")
  }
  var scanView: String { say("What the camera sees") }
  var scanLooking: String { say("Looking for a code…") }
  var scanDenied: String {
    say("The browser does not let this page use the camera. Take a photo or type the number.")
  }
  var scanFailed: String {
    say("The camera could not be opened. Take a photo or type the number.")
  }
  var openCamera: String { say("Open the camera") }
  var closeCamera: String { say("Close the camera") }
  var scanPhotoTitle: String { say("With a photo of the code") }
  var scanPhotoHint: String {
    say("Nothing of the photo is kept. Get close, so that the code fills most of it.")
  }
  var choosePicture: String { say("Take or choose a photo") }
  var readCode: String { say("Read the code") }
  var typeCodeTitle: String { say("By hand") }
  var codeOrNumber: String { say("Asset number or barcode") }
  var codeOrNumberHint: String { say("As it stands on the label: 000-012, or just 12.") }
  var openIt: String { say("Open") }
  var severalFound: String { say("Which one is it?") }
  func searchFor(_ text: String) -> String { say("Search everything for \(text)") }

  func scanProblem(_ problem: ScanPage.Problem) -> String {
    switch problem {
    case .empty: say("Type what stands on the label or below the barcode.")
    case .noPicture: say("Choose a photo of the code first.")
    case .noCode:
      say(
        """
        No code can be read in this photo. Take one from closer, straight from the front and \
        without glare, or type the number.
        """)
    case .picture(let problem): self.problem(problem)
    case .notHere:
      say("What this label was made for has been deleted, or is in a home that you do not have.")
    case .foreign(let address):
      say("This code is no label of this Hearth. It says: \(address)")
    case .unknown(let code): say("Nothing here has the number \(code).")
    }
  }

  // A product's number
  func productCode(_ code: String) -> String { say("Barcode \(code)") }
  var barcode: String { say("Barcode") }
  func haveProduct(_ count: Int) -> String {
    count == 0
      ? say("Nothing here has this barcode yet.")
      : plural(
        count, one: "1 item has this barcode", other: "\(number(count)) items have this barcode")
  }
  var scanAnother: String { say("Scan another") }
  var whatNow: String { say("What now?") }
  func addWithProduct(_ home: String) -> String { say("Add an item with it to \(home)") }
}
