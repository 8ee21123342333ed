import FoundationEssentials
import Values
import Web

// The accounts that parents keep for their children.
extension Catalogue {
  var addChild: String { say("Add a child") }
  var addChildNote: String {
    say(
      "For a child without an e-mail address: you let it in with a code, and end it when you like.")
  }
  var childName: String { say("Name of the child") }
  var childNameExample: String { say("Mia") }
  func accountOf(_ name: String) -> String { say("Account of \(name)") }
  var childAccountNote: String {
    say("You and the other parents keep it. It shares nothing, and deletes nothing that is shared.")
  }

  var letIn: String { say("Sign in on another device") }
  var letInText: String {
    say("You get a code and a picture to scan. They work once, for ten minutes.")
  }
  var makeCode: String { say("Show a code") }
  func codeFor(_ name: String) -> String { say("Let \(name) in") }
  func codeNote(_ name: String, until: String) -> String {
    say("Scan this with \(name)'s tablet, or type the code at its sign-in page. It ends \(until).")
  }
  var scanToSignIn: String { say("Scan to sign in") }

  func signedInWhere(_ name: String) -> String { say("Where \(name) is signed in") }
  var signedInNowhere: String { say("Nowhere now") }

  var growUp: String { say("An account of its own") }
  func growUpText(_ name: String) -> String {
    say(
      """
      With a name and a password, \(name) signs in without you, and keeps everything. \
      You can make \(name) a parent then.
      """)
  }
  var giveAccount: String { say("Give it to the child") }

  var removeChild: String { say("Remove") }
  var removeChildStep: String { say("Remove…") }
  func removeChildTitle(_ name: String) -> String { say("Remove \(name)?") }
  func removeChildText(_ name: String) -> String {
    say("\(name) is signed out everywhere and can't come back with this account.")
  }
  var keepChild: String { say("Keep the account") }
  var whatWasDoneStays: String { say("What was done stays, under this name") }
  var growUpInstead: String { say("To let go of it, give it a name and a password instead") }
}
