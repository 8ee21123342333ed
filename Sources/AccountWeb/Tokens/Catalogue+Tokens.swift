import Web

// Keys of a person's own programs.
extension Catalogue {
  var accessTokens: String { say("Access tokens") }
  var tokensText: String {
    say("A script or your home automation signs in with a token instead of your password.")
  }
  var newToken: String { say("New token") }
  var tokenName: String { say("Name") }
  var tokenNameHint: String { say("What it is for, such as “Kitchen display”.") }
  var tokenAccess: String { say("It may") }
  func tokenAccess(_ access: TokenAccess) -> String {
    switch access {
    case .read: say("Read")
    case .write: say("Read and write")
    case .sharing: say("Read, write, and share homes")
    }
  }
  var tokenHomes: String { say("It opens") }
  var tokenAllHomes: String { say("All your homes") }
  var tokenLife: String { say("It works for") }
  func tokenLife(days: Int) -> String {
    days == 0 ? say("Until you revoke it") : say("\(number(days)) days")
  }
  var makeToken: String { say("Make token") }
  var yourTokens: String { say("Your tokens") }
  var noTokens: String { say("You have none.") }
  var tokensEndText: String {
    say("Changing your password revokes all of them.")
  }
  func tokenSummary(_ access: TokenAccess, home: String?) -> String {
    let access = tokenAccess(access)
    return home.map { say("\(access), only \($0)") } ?? access
  }
  func tokenTimes(used: String?, ends: String?) -> String {
    let use = used.map { say("Last used: \($0)") } ?? say("Not used yet")
    return ends.map { say("\(use). Ends: \($0)") } ?? use
  }
  func tokenMade(_ name: String) -> String { say("The token for \(name)") }
  var tokenSecret: String { say("Token") }
  var tokenShownOnce: String {
    say("Copy it now: it is not shown again. Whoever has it can do what you allowed it.")
  }
  var tokenHomeGone: String { say("You do not have that home any more.") }
}
