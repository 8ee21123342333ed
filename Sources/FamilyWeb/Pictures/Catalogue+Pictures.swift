import Web

// Pictures of steps, and photos that show that something was done.
extension Catalogue {
  var stepPictures: String { say("Pictures of the steps") }
  var stepPicturesNote: String { say("For a child who doesn't read yet.") }
  var noSteps: String { say("No steps yet") }
  var noStepsText: String { say("Each step of the routine can have a picture.") }
  var addPicture: String { say("Add picture") }
  func choosePicture(of step: String) -> String { say("Choose a picture of \(step)") }
  func removePicture(of step: String) -> String { say("Remove the picture of \(step)") }
  func takePhoto(of title: String) -> String { say("Photo: \(title)") }
  var sendPhoto: String { say("Send photo") }
  func photo(of title: String, by name: String) -> String { say("\(title), shown by \(name)") }
  var noPhoto: String { say("No photo") }
}
