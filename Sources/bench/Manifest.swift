import Foundation

/// What `bench fill` made, for the commands that use it while a server runs on it.
struct Manifest: Codable {
  struct Person: Codable {
    var account: String
    var name: String
    /// A session of a browser and one of a device.
    var browserToken: String
    var deviceToken: String
    /// For the JSON API; few have one.
    var apiToken: String?
  }

  struct Home: Codable {
    var id: String
    var name: String
    var itemIDs: [String]
  }

  /// Owns the large homes.
  var owner: Person
  var homes: [Home] = []
  /// Accounts with one home each, of the sizes named; a device session for two devices.
  var sized: [Sized] = []
  /// The members of one shared home; the first owns it.
  var members: [Person] = []
  var sharedHome = ""
  /// Accounts that only listen.
  var listeners: [Person] = []
  /// The homes of those, if they have any.
  var listenerHomes: [String] = []
  var family: Family?
  var groups: [Group] = []
  /// Who is in them: the first in all, the second in the first group.
  var groupPeople: [Person] = []
  /// A large home, an invite to it, and those who are to join it.
  var joining: Joining?

  /// The first two are parents.
  struct Family: Codable {
    var zone: String
    var people: [Person]
    /// For so many days it has ticked its routines.
    var days: Int
    var events: Int
  }

  /// With its newest expenses.
  struct Group: Codable {
    var zone: String
    var expenses: [String]
  }

  struct Sized: Codable {
    var items: Int
    var home: String
    var person: Person
  }

  struct Joining: Codable {
    var home: String
    var token: String
    var items: Int
    var people: [Person]
  }

  static func load(_ path: String) throws -> Manifest {
    try JSONDecoder().decode(
      Manifest.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func save(_ path: String) throws {
    try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path))
  }
}
