import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The commands about stars, the rewards that they are exchanged for, and wishes.
enum FamilyRewardCommands {
  static let all =
    [stars, list, add, edit, archive] + [wish, withdraw, wishes, grant, refuse, reopen, history]

  private static let reward = Command.Operand(
    name: "REWARD", help: "the reward: its title, or its id when several have that title")
  private static let wanted = Command.Operand(
    name: "WISH", help: "the wish: its id, or the reward's title when one wish is for it")

  // MARK: Stars

  private static let stars = Command(
    path: ["family", "stars"], summary: "Show the stars of the family's children",
    details: "A parent sees those of all children, a child its own.", options: MoneyPlace.options,
    examples: [.init("hearth family stars", "what each has left to spend")]
  ) { invocation in
    let (rows, names) = try await read(invocation) { reader, family in
      try Stars.shown(
        to: reader.accountID, in: family.id, through: reader.today(of: family), reader.connection
      )
      .map { StarRow($0.person.id, $0.stars) }
    }
    return try invocation.list(rows, or: "No child is in the family.") {
      [
        names[$0.personID] ?? "", "\($0.balance) stars",
        "\($0.earned) earned, \($0.spent) spent",
      ]
    }
  }

  // MARK: Rewards

  private static let list = Command(
    path: ["family", "reward", "list"], summary: "List the rewards of the family",
    details: "The cheapest first.",
    options: [.flag("archived", "those that are out of the way instead")] + MoneyPlace.options,
    examples: [.init("hearth family reward list --json", "with their ids, for a program")]
  ) { invocation in
    let (rows, _) = try await read(invocation) { reader, family in
      try Reward.of(family.id, isArchived: invocation.has("archived"), in: reader.connection)
        .map { RewardRow($0) }
    }
    return try invocation.list(rows, or: "No rewards there.") {
      ["\($0.emoji) \($0.title)", "\($0.price) stars", $0.id]
    }
  }

  private static let fields: [Command.Option] = [
    .value("price", "N", "in stars; at first 10"), .value("emoji", "EMOJI", "one emoji"),
  ]

  private static let add = Command(
    path: ["family", "reward", "add"], summary: "Add a reward", details: "Parents may.",
    operands: [.init(name: "TITLE", help: "what it is")], options: fields + MoneyPlace.options,
    examples: [.init("hearth family reward add 'Choose the film' --price 15", "for 15 stars")]
  ) { invocation in
    let title = try invocation.requiredOperand(0)
    return try await write(invocation, "Added") { reader, family in
      var details = RewardDetails(title: title)
      try take(invocation, &details)
      let save = SaveReward(familyID: family.id, details)
      return MoneyChange { RewardRow(try save($0)) }
    }
  }

  private static let edit = Command(
    path: ["family", "reward", "edit"], summary: "Change a reward",
    details: "Parents may. Only what is named changes; what was granted stays at its price.",
    operands: [reward],
    options: [.value("title", "TEXT", "what it is")] + fields + MoneyPlace.options,
    examples: [.init("hearth family reward edit 'Choose the film' --price 20", "dearer")]
  ) { invocation in
    try invocation.requireChange("family reward edit", ["title"] + fields.map(\.name))
    return try await change(invocation, "Saved") { details in
      if let title = invocation["title"] { details.title = title }
      try take(invocation, &details)
    }
  }

  private static let archive = Command(
    path: ["family", "reward", "archive"],
    summary: "Put a reward out of the way, or bring it back",
    details: "Parents may. Nobody can ask for it then.", operands: [reward],
    options: [.flag("undo", "bring it back among the others")] + MoneyPlace.options,
    examples: [.init("hearth family reward archive 'Choose the film'", "no more films")]
  ) { invocation in
    try await change(invocation, invocation.has("undo") ? "Back:" : "Archived") {
      $0.isArchived = !invocation.has("undo")
    }
  }

  private static func take(
    _ invocation: Invocation, _ details: inout RewardDetails
  ) throws(CommandFailure) {
    if let emoji = invocation["emoji"] { details.emoji = emoji }
    guard let text = invocation["price"] else { return }
    guard let price = Int64(text), RewardDetails.prices.contains(price) else {
      throw .usage("--price is a number of stars from 1 to 100000, not '\(text)'")
    }
    details.price = price
  }

  /// Changes the reward that the first operand names.
  private static func change(
    _ invocation: Invocation, _ sentence: String,
    _ body: @escaping @Sendable (inout RewardDetails) throws -> Void
  ) async throws -> ExitCode {
    let wanted = try invocation.requiredOperand(0)
    return try await write(invocation, sentence) { reader, family in
      guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
      let found = try reader.reward(wanted, of: family)
      var details = found.details
      try body(&details)
      let save = SaveReward(familyID: family.id, rewardID: found.id, details)
      return MoneyChange { RewardRow(try save($0)) }
    }
  }

  private static func write(
    _ invocation: Invocation, _ sentence: String,
    _ prepare: @escaping @Sendable (MoneyReader, Family) throws -> MoneyChange<RewardRow>
  ) async throws -> ExitCode {
    return try await invocation.write(saying: { "\(sentence) \($0.title), \($0.price) stars." }) {
      reader in
      try prepare(reader, try reader.familyWithStars())
    }
  }

  // MARK: Wishes

  private static let wish = Command(
    path: ["family", "reward", "wish"], summary: "Ask for a reward, for oneself",
    details: """
      Everybody in the family may who has the stars. A wish that is open already is not repeated.
      """, operands: [reward],
    options: MoneyPlace.options,
    examples: [.init("hearth family reward wish 'Choose the film'", "a parent grants it")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await decide(invocation, { "Asked for \($0.title)." }) { reader, family in
      let reward = try reader.reward(wanted, of: family)
      let wish = WishReward(rewardID: reward.id, today: reader.today(of: family))
      return MoneyChange { WishRow(try wish($0), reward, isOpen: true) }
    }
  }

  private static let withdraw = Command(
    path: ["family", "reward", "withdraw"], summary: "Take one's own wish back",
    details: "One that is decided stays as it is.", operands: [wanted],
    options: MoneyPlace.options,
    examples: [.init("hearth family reward withdraw 'Choose the film'", "rather save for more")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await decide(invocation, { "Took back: \($0.title)." }) { reader, family in
      let own = try OpenWish.shown(to: reader.accountID, in: family.id, reader.connection)
        .filter { $0.wish.personID == reader.accountID }
      return try about(own, wanted) { wish, transaction in
        try WithdrawWish(wishID: wish)(transaction)
      }
    }
  }

  private static let wishes = Command(
    path: ["family", "reward", "wishes"], summary: "List the wishes that wait for a parent",
    details: "The oldest first. A parent sees all, a child its own.", options: MoneyPlace.options,
    examples: [.init("hearth family reward wishes", "hearth family reward grant answers one")]
  ) { invocation in
    let (rows, names) = try await read(invocation) { reader, family in
      try OpenWish.shown(to: reader.accountID, in: family.id, reader.connection)
        .map { WishRow($0.wish, $0.reward, isOpen: true) }
    }
    return try invocation.list(rows, or: "No wish waits.") {
      [names[$0.personID] ?? "somebody who left", $0.title, "\($0.price) stars", $0.id]
    }
  }

  private static let grant = answer(
    "grant", "Grant a wish: its stars are spent", "Granted", isGranted: true)
  private static let refuse = answer(
    "refuse", "Do not grant a wish", "Not granted:", isGranted: false)

  private static func answer(
    _ word: String, _ summary: String, _ sentence: String, isGranted: Bool
  ) -> Command {
    Command(
      path: ["family", "reward", word], summary: summary, details: "Parents may.",
      operands: [wanted],
      options: [
        .value("for", "NAME", "whose wish, where several ask for the same")
      ] + MoneyPlace.options,
      examples: [
        .init("hearth family reward \(word) 'Choose the film' --for Cyd", "Cyd's wish")
      ]
    ) { invocation in
      let wanted = try invocation.requiredOperand(0)
      return try await decide(invocation, { "\(sentence) \($0.title)." }) { reader, family in
        guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
        var open = try OpenWish.shown(to: reader.accountID, in: family.id, reader.connection)
        if let name = invocation["for"] {
          let person = try reader.person(name, of: family, at: "--for").id
          open.removeAll { $0.wish.personID != person }
        }
        let today = reader.today(of: family)
        return try about(open, wanted) { wish, transaction in
          try DecideWish(wishID: wish, isGranted: isGranted, today: today)(transaction)
        }
      }
    }
  }

  private static let reopen = Command(
    path: ["family", "reward", "reopen"], summary: "Take back what was decided about a wish",
    details: "Parents may. It is open again, and its stars are there again.",
    operands: [
      .init(name: "WISH", help: "the wish's id, as hearth family reward history shows it")
    ], options: MoneyPlace.options,
    examples: [
      .init(
        "hearth family reward reopen 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "it waits again")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    return try await decide(invocation, { "\($0.title) is open again." }) { reader, family in
      guard try reader.role(in: family).canWrite else { throw FamilyFailure.parentsOnly }
      guard let wish = try RewardWish.find(id, in: reader.connection), wish.undoesID == nil,
        wish.familyID == family.id,
        let reward = try Reward.find(wish.rewardID, in: reader.connection)
      else { throw CommandFailure.refused("there is no wish '\(id)'; nothing was changed") }
      return MoneyChange { transaction in
        try UndoDecision(wishID: id)(transaction)
        return WishRow(
          wish, reward, isOpen: try RewardWish.isOpen(id, in: transaction.connection))
      }
    }
  }

  private static let history = Command(
    path: ["family", "reward", "history"], summary: "List what was decided about wishes",
    details: "The latest first. A parent sees all, a child what is about its own.",
    options: [
      .value("limit", "N", "how many at most, from 1 to 200; by default 50")
    ] + MoneyPlace.options,
    examples: [.init("hearth family reward history", "for what stars were spent")]
  ) { invocation in
    let text = invocation["limit"] ?? "50"
    guard let limit = Int(text), (1...200).contains(limit) else {
      throw CommandFailure.usage("--limit is a number from 1 to 200, not '\(text)'")
    }
    let (rows, names) = try await read(invocation) { reader, family in
      let isChild = try !reader.role(in: family).canWrite
      return try StarGrant.page(
        of: family.id, person: isChild ? reader.accountID : nil, limit: limit,
        in: reader.connection
      ).map { WishDecisionRow($0) }
    }
    return try invocation.list(rows, or: "Nothing was decided yet.") {
      [
        names[$0.personID] ?? "somebody who left", $0.title,
        $0.isGranted ? "\($0.price) stars" : "not granted", $0.at, $0.wishID,
      ]
    }
  }

  /// A change of the open wish that somebody names.
  private static func about(
    _ open: [OpenWish], _ wanted: String,
    _ body: @escaping @Sendable (RecordID, WriteTransaction) throws -> Void
  ) throws -> MoneyChange<WishRow> {
    let found = try Choice(
      kind: "open wish", in: "", all: open.map { ($0.wish.id, $0.reward.details.title) }
    ).find(wanted).map { open[$0] }.get()
    return MoneyChange { transaction in
      try body(found.wish.id, transaction)
      return WishRow(
        found.wish, found.reward,
        isOpen: try RewardWish.isOpen(found.wish.id, in: transaction.connection))
    }
  }

  private static func decide(
    _ invocation: Invocation, _ sentence: (WishRow) -> String,
    _ prepare: @escaping @Sendable (MoneyReader, Family) throws -> MoneyChange<WishRow>
  ) async throws -> ExitCode {
    return try await invocation.write(saying: sentence) { reader in
      try prepare(reader, try reader.familyWithStars())
    }
  }

  private static func read<Row: Sendable>(
    _ invocation: Invocation, _ body: (MoneyReader, Family) throws -> [Row]
  ) async throws -> ([Row], [AccountID: String]) {
    try await invocation.read { reader in
      let family = try reader.familyWithStars()
      return (try body(reader, family), try reader.names(of: family))
    }
  }
}
