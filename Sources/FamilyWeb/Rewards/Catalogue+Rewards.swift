import Web

// Stars and rewards.
extension Catalogue {
  var rewards: String { say("Rewards") }
  var rewardsNote: String { say("Routines earn stars when a parent approves them.") }
  var addReward: String { say("Add reward") }
  var editReward: String { say("Edit reward") }
  var rewardExample: String { say("Choose the film") }
  var priceInStars: String { say("Price in stars") }
  func editRewardNamed(_ title: String) -> String { say("Edit \(title)") }
  var archiveReward: String { say("Archive") }
  var archiveRewardHint: String {
    say("Children no longer see an archived reward. What was granted stays.")
  }
  func archivedRewards(_ count: Int) -> String { say("Archived (\(number(count)))") }
  var noRewards: String { say("No rewards yet") }
  var noRewardsText: String { say("Parents say here what stars are exchanged for.") }
  var wishes: String { say("Wishes") }
  func wishesWait(_ count: Int) -> String {
    plural(count, one: "1 wish waits for you", other: "\(number(count)) wishes wait for you")
  }
  var grant: String { say("Grant") }
  var notThisTime: String { say("Not this time") }
  var withdrawWish: String { say("Take back") }
  var askForIt: String { say("Ask for it") }
  var wishesOnHold: String {
    say("On hold for now: you can look, but wishes have to wait. Your stars stay.")
  }
  var decided: String { say("Decided") }
  var myDay: String { say("My day") }
  func stars(_ count: Int64) -> String { say("⭐ \(number(Int(count)))") }
  func starsMissing(_ count: Int64) -> String { say("⭐ \(number(Int(count))) to go") }
  func tooFewStars(of price: Int64) -> String {
    say("⭐ \(number(Int(price))), and there aren't enough stars")
  }
  func wants(_ name: String, _ title: String) -> String { say("\(name) asks for: \(title)") }
  func grantedTo(_ name: String, _ price: Int64) -> String {
    say("Granted to \(name) for ⭐ \(number(Int(price)))")
  }
  func notGrantedTo(_ name: String) -> String { say("Not granted to \(name)") }
}
