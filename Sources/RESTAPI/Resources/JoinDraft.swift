/// What a request says of an invite that it uses.
struct JoinDraft: Sendable {
  /// A link or a code.
  var invite = ""
  /// The family that the account leaves for the one of the invite.
  var leave: String?
  /// Whether that one is dissolved, as nobody else is in it.
  var dissolves = false
  /// Whether an account that is in it already becomes what the invite gives.
  var upgrades = false
  var choice = ""
  /// The home of the account's own that a merge moves.
  var homeID: String?
  var keepsSeparate = false
  /// The digest of the plan that was shown.
  var plan: String?
}

extension Shape<JoinDraft> {
  private static let key = Field<JoinDraft>.text(
    "invite", \.invite, .url, isRequired: true, "The link of an invite, or its code.",
    example: "KTR-2345")

  private static let choices: [Field<JoinDraft>] = [
    .choice(
      "choice", \.choice, JoinsResource.Choice.allCases.map(\.rawValue),
      "What becomes of the account's own homes; needed for a home where it has things."),
    .optionalText(
      "homeID", \.homeID, "The own home that `merge` moves into the joined one.",
      example: Examples.home),
    .flag(
      "keepsSeparate", \.keepsSeparate,
      "Whether `merge` combines nothing, also what has the same name."),
  ]

  static let invitePreview = Shape(name: "InvitePreview", fields: [key] + choices, readOnly: [])

  static let join = Shape(
    name: "Join",
    fields: [
      key,
      .optionalText(
        "leave", \.leave, "The id of the family that the account leaves for this one.",
        example: Examples.family),
      .flag(
        "dissolves", \.dissolves,
        "Whether that family is dissolved, where the account has founded it and is alone in it."),
      .flag(
        "upgrade", \.upgrades,
        "Whether an account that is in it already, as less, becomes what the invite gives."),
    ] + choices + [
      .optionalText(
        "plan", \.plan,
        "The digest of the plan that the preview has shown; needed for `merge` and `fresh`.",
        example: "9f86d081884c7d659a2feaa0c55ad015")
    ], readOnly: [])
}
