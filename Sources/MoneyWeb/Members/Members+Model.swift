import Web

/// The members of a group.
package enum MembersPage {
  package struct Row: Equatable, Sendable {
    package var member: MemberName
    /// The display name of the account that they are; `nil` if nobody has said so.
    package var account: String?
    package var isArchived = false
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var rows: [Row]
    package var canWrite: Bool
    /// Whether the person is a member.
    package var isMember: Bool
    /// The name of a member that could not be added, with its problem.
    package var newName = FieldValue()
    /// The member whom the person wanted to be and who is somebody else's by now, or the one whom
    /// the person is already.
    package var taken: MemberName?
  }
}

/// One member of a group.
package enum MemberPage {
  /// Somebody who has the group.
  package struct Account: Equatable, Sendable {
    package var id: String
    package var name: String
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var member: MemberName
    /// The display name of the account that they are.
    package var account: Account?
    package var values: FormValues<FormName>
    package var version = ""
    package var canWrite: Bool
    /// Whether the person owns the group.
    package var isOwner: Bool
    /// Whether the person can say that this is them.
    package var canClaim: Bool
    /// People who have the group and are no member, for the owner.
    package var accounts: [Account] = []
    /// Whether the person says how they are paid.
    package var mayChangePayment = true
    /// How they are paid, as far as the person is shown that.
    package var payment = ""
    /// Whether an expense names them: then they can only be archived.
    package var isNamed: Bool
    /// Other members whom this one can be combined with.
    package var others: [MemberName] = []
  }
}

/// Asks before two members become one.
package enum CombineMemberPage {
  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var member: MemberName
    package var others: [MemberName]
    package var choice = FieldValue()
  }
}
