import Foundation
import Testing

/// Stars, rewards and wishes, as programs see them.
@Suite struct FamilyStarTests {
  /// A family with stars in which Cyd has earned some.
  private func family(stars: Int = 20) async throws -> TestFamily {
    let family = try await TestFamily.onItsDay()
    #expect(await family.ann.patch(family.path, #"{"hasStars": true}"#).status == 200)
    let room = try await family.routine("Room", #""people": ["<cyd>"], "stars": \#(stars)"#)
    let note = #"{"on": "\#(TestFamily.day)", "personID": "<cyd>"}"#
    #expect(await family.post("routines/\(room)/tick", note, by: family.cyd).status == 200)
    #expect(await family.post("routines/\(room)/approve", note, by: family.bob).status == 200)
    return family
  }

  private func reward(_ family: TestFamily, _ title: String, _ price: Int) async throws -> String {
    let made = await family.post("rewards", #"{"title": "\#(title)", "price": \#(price)}"#)
    try #require(made.status == 201, "\(made.text)")
    return try made.string("id")
  }

  private func balance(_ family: TestFamily, by client: Client? = nil) async throws -> [Int] {
    try await family.get("stars", by: client).items().compactMap { $0["balance"] as? Int }
  }

  // S1-9.1-a
  @Test("a child asks for a reward, a parent grants it, and its stars are spent once")
  func wishes() async throws {
    let family = try await family()
    let film = try await reward(family, "Film", 15)
    #expect(try await balance(family) == [20])
    let wish = await family.post("rewards/\(film)/wish", "", by: family.cyd)
    #expect(wish.status == 200, "\(wish.text)")
    #expect(try wish.string("personID") == family.cyd.account)
    // One that is open is not repeated.
    #expect(await family.post("rewards/\(film)/wish", "", by: family.cyd).text == wish.text)
    let id = try wish.string("id")
    #expect(try await family.get("wishes").items().compactMap { $0["id"] as? String } == [id])
    let yes = #"{"isGranted": true}"#
    let own = await family.post("wishes/\(id)/decide", yes, by: family.cyd)
    #expect(own.code == "read_only_family", "\(own.text)")
    let granted = await family.post("wishes/\(id)/decide", yes, by: family.bob)
    #expect(try granted.json()["isOpen"] as? Bool == false, "\(granted.text)")
    // The first decision stays.
    #expect(await family.post("wishes/\(id)/decide", #"{"isGranted": false}"#).status == 200)
    #expect(try await balance(family, by: family.cyd) == [5])
    #expect(try await family.get("wishes").items().isEmpty)
    let decision = try #require(try await family.get("wish-decisions").items().first)
    #expect(decision["isGranted"] as? Bool == true && decision["price"] as? Int == 15)
    #expect(decision["by"] as? String == family.bob.account)
    #expect(await family.post("rewards/\(film)/wish", "", by: family.cyd).code == "too_few_stars")
    #expect(
      await family.post("wishes/\(id)/reopen", "", by: family.cyd).code == "read_only_family")
    let again = await family.post("wishes/\(id)/reopen", "")
    #expect(try again.json()["isOpen"] as? Bool == true, "\(again.text)")
    #expect(try await balance(family) == [20])
    #expect(try await family.get("wish-decisions").items().isEmpty)
    // Nobody takes the wish of somebody else back.
    #expect(await family.ann.delete("\(family.path)/wishes/\(id)").status == 404)
    #expect(await family.cyd.delete("\(family.path)/wishes/\(id)").status == 204)
    #expect(try await family.get("wishes").items().isEmpty)
    try family.hub.removeFolder()
  }

  @Test("a child sees its own stars, wishes and decisions, a parent those of all children")
  func children() async throws {
    let family = try await family()
    let dan = try family.hub.person("dan", scope: .sharing)
    try family.hub.admit(dan, to: family.id, of: family.ann, role: .readOnly)
    let film = try await reward(family, "Film", 5)
    let wish = await family.post("rewards/\(film)/wish", "", by: family.cyd)
    #expect(try await family.get("stars").items().count == 2)
    let own = try await family.get("stars", by: dan).items()
    #expect(own.compactMap { $0["personID"] as? String } == [dan.account])
    #expect(try await family.get("wishes", by: dan).items().isEmpty)
    #expect(try await family.get("wishes", by: family.cyd).items().count == 1)
    let answer = #"{"isGranted": false}"#
    let id = try wish.string("id")
    #expect(await family.post("wishes/\(id)/decide", answer).status == 200)
    #expect(try await family.get("wish-decisions", by: dan).items().isEmpty)
    let decided = try await family.get("wish-decisions", by: family.cyd).items()
    #expect(decided.compactMap { $0["price"] as? Int } == [0])
    #expect(try await balance(family, by: family.cyd) == [20])
    try family.hub.removeFolder()
  }

  @Test("decisions come in pages, the latest first, and none is told twice or left out")
  func paging() async throws {
    let family = try await family(stars: 100)
    let film = try await reward(family, "Film", 1)
    var ids: [String] = []
    for _ in 0..<5 {
      let wish = try await family.post("rewards/\(film)/wish", "", by: family.cyd).string("id")
      #expect(await family.post("wishes/\(wish)/decide", #"{"isGranted": true}"#).status == 200)
      ids.insert(wish, at: 0)
      family.hub.advance(milliseconds: 1000)
    }
    var (found, cursor): ([String], String?) = ([], "")
    while let next = cursor {
      let page = try await family.get("wish-decisions?limit=2&cursor=\(next)")
      found += try page.items().compactMap { $0["wishID"] as? String }
      cursor = try page.json()["next"] as? String
    }
    #expect(found == ids)
    for bad in ["1", "zz", "00"] {
      #expect(await family.get("wish-decisions?cursor=\(bad)").status == 400, "\(bad)")
    }
    try family.hub.removeFolder()
  }

  @Test("a reward is changed and archived by parents; what was granted stays at its price")
  func rewards() async throws {
    let family = try await family()
    let film = try await reward(family, "Film", 5)
    let path = "\(family.path)/rewards/\(film)"
    let wish = try await family.post("rewards/\(film)/wish", "", by: family.cyd).string("id")
    #expect(await family.post("wishes/\(wish)/decide", #"{"isGranted": true}"#).status == 200)
    let tag = try #require(await family.ann.get(path).headers["ETag"])
    let dearer = await family.bob.patch(path, #"{"price": 9}"#, ["If-Match": tag])
    #expect(try dearer.json()["price"] as? Int == 9, "\(dearer.text)")
    #expect(await family.ann.patch(path, #"{"price": 8}"#, ["If-Match": tag]).status == 412)
    #expect(try await balance(family) == [15])
    #expect(await family.cyd.patch(path, #"{"price": 1}"#).code == "read_only_family")
    #expect(
      await family.post("rewards", #"{"title": "Sweets"}"#, by: family.cyd).code
        == "read_only_family")
    for (body, fault) in [
      (#"{"price": 0}"#, "price: out_of_range"), (#"{"title": ""}"#, "title: missing"),
      (#"{"emoji": "no"}"#, "emoji: not_an_emoji"), (#"{"stars": 4}"#, "stars: unknown_field"),
    ] {
      #expect(await family.ann.patch(path, body).faults == [fault], "\(body)")
    }
    #expect(await family.ann.patch(path, #"{"isArchived": true}"#).status == 200)
    #expect(try await family.get("rewards").items().isEmpty)
    #expect(try await family.get("rewards?archived=true").items().count == 1)
    #expect(await family.post("rewards/\(film)/wish", "", by: family.cyd).status == 404)
    try family.hub.removeFolder()
  }

  @Test("in a family without stars everything about them says so, and changes nothing")
  func off() async throws {
    let family = try await family()
    let film = try await reward(family, "Film", 5)
    let wish = try await family.post("rewards/\(film)/wish", "", by: family.cyd).string("id")
    #expect(await family.ann.patch(family.path, #"{"hasStars": false}"#).status == 200)
    for path in ["stars", "rewards", "rewards/\(film)", "wishes", "wish-decisions"] {
      #expect(await family.get(path).code == "stars_are_off", "\(path)")
    }
    for (path, body) in [
      ("rewards", #"{"title": "Sweets"}"#), ("rewards/\(film)/wish", ""),
      ("wishes/\(wish)/decide", #"{"isGranted": true}"#), ("wishes/\(wish)/reopen", ""),
    ] {
      #expect(await family.post(path, body).code == "stars_are_off", "\(path)")
    }
    let reward = "\(family.path)/rewards/\(film)"
    #expect(await family.ann.patch(reward, #"{"price": 1}"#).code == "stars_are_off")
    #expect(
      await family.cyd.delete("\(family.path)/wishes/\(wish)").code == "stars_are_off")
    #expect(await family.ann.patch(family.path, #"{"hasStars": true}"#).status == 200)
    #expect(try await family.get("wishes").items().count == 1)
    try family.hub.removeFolder()
  }
}
