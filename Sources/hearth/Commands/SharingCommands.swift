/// The commands with which homes and groups are shared, given away, deleted and restored. They are
/// made once; what is said of a home and of a group differs in words alone.
enum SharingCommands {
  static let all =
    SharedKind.allCases.flatMap { kind in
      ZonePeopleCommands.all(kind) + ZoneInviteCommands.all(kind) + ZoneOwnerCommands.all(kind)
    } + [GroupJoinCommand.command] + DeletedZoneCommands.group
}
