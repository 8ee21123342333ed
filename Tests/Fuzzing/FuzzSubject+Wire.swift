import SyncProtocol

extension FuzzSubject {
  /// Every message of the protocol, and the values they are made of.
  static let wire: [FuzzSubject] = sync + values + sharing + joins

  private static let sync = [
    FuzzSubject("PushRequest", PushRequest.self), FuzzSubject("PushResponse", PushResponse.self),
    FuzzSubject("PullRequest", PullRequest.self), FuzzSubject("PullResponse", PullResponse.self),
    FuzzSubject("HoldRequest", HoldRequest.self), FuzzSubject("HoldReply", HoldReply.self),
    FuzzSubject("HandBackRequest", HandBackRequest.self),
    FuzzSubject("HandBackResponse", HandBackResponse.self),
    FuzzSubject("Hint", Hint.self), FuzzSubject("HistoryRequest", HistoryRequest.self),
    FuzzSubject("HistoryPage", HistoryPage.self), FuzzSubject("ProblemReply", ProblemReply.self),
  ]

  private static let values = [
    FuzzSubject("ChangeSet", ChangeSet.self), FuzzSubject("Mutation", Mutation.self),
    FuzzSubject("Precondition", Precondition.self), FuzzSubject("Answer", Answer.self),
    FuzzSubject("Effect", Effect.self), FuzzSubject("LogEntry", LogEntry.self),
    FuzzSubject("ZonePosition", ZonePosition.self), FuzzSubject("ZoneHead", ZoneHead.self),
    FuzzSubject("Cut", Cut.self), FuzzSubject("SnapshotPart", SnapshotPart.self),
    FuzzSubject("FieldValue", FieldValue.self), FuzzSubject("RecordKey", RecordKey.self),
    FuzzSubject("RecordPlace", RecordPlace.self), FuzzSubject("RecordChange", RecordChange.self),
  ]

  private static let sharing = [
    FuzzSubject("SignInRequest", SignInRequest.self),
    FuzzSubject("SignInReply", SignInReply.self),
    FuzzSubject("PasswordRequest", PasswordRequest.self),
    FuzzSubject("NameRequest", NameRequest.self),
    FuzzSubject("AccountSummary", AccountSummary.self),
    FuzzSubject("SessionSummary", SessionSummary.self),
    FuzzSubject("InviteRequest", InviteRequest.self),
    FuzzSubject("IssuedInvite", IssuedInvite.self), FuzzSubject("InviteKey", InviteKey.self),
    FuzzSubject("InviteOffer", InviteOffer.self),
    FuzzSubject("RedeemRequest", RedeemRequest.self), FuzzSubject("ZoneReply", ZoneReply.self),
    FuzzSubject("RoleRequest", RoleRequest.self), FuzzSubject("OwnerRequest", OwnerRequest.self),
    FuzzSubject("AccountNotice", AccountNotice.self), FuzzSubject("Share", Share.self),
    FuzzSubject("Capabilities", Capabilities.self),
    FuzzSubject("SharingNews", SharingNews.self), FuzzSubject("KeptNews", KeptNews.self),
  ]

  private static let joins = [
    FuzzSubject("DeletedZoneSummary", DeletedZoneSummary.self),
    FuzzSubject("RestoreRequest", RestoreRequest.self),
    FuzzSubject("PendingJoin", PendingJoin.self),
    FuzzSubject("KeepJoinRequest", KeepJoinRequest.self),
    FuzzSubject("JoinChoiceRequest", JoinChoiceRequest.self),
    FuzzSubject("MatchRequest", MatchRequest.self), FuzzSubject("MatchReply", MatchReply.self),
  ]
}
