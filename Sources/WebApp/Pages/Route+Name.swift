extension Route {
  /// The kind of page, without ids: for the log. Written out because the language's own description
  /// of a case costs more than answering some of the requests.
  var name: String {
    switch self {
    case .signIn: "signIn"
    case .signUp: "signUp"
    case .setUp: "setUp"
    case .signOut: "signOut"
    case .start: "start"
    case .device: "device"
    case .dashboard: "dashboard"
    case .menu: "menu"
    case .items: "items"
    case .people: "people"
    case .homes: "homes"
    case .newHome: "newHome"
    case .home: "home"
    case .homeItems: "homeItems"
    case .rooms: "rooms"
    case .room: "room"
    case .deleteRoom: "deleteRoom"
    case .labels: "labels"
    case .label: "label"
    case .deleteLabel: "deleteLabel"
    case .newItem: "newItem"
    case .item: "item"
    case .deleteItem: "deleteItem"
    case .photos: "photos"
    case .deletePhoto: "deletePhoto"
    case .makePhotoFirst: "makePhotoFirst"
    case .photo: "photo"
    case .undo: "undo"
    default: laterName
    }
  }

  private var laterName: String {
    switch self {
    case .homeSettings: "homeSettings"
    case .setPrimaryHome: "setPrimaryHome"
    case .deleteHome: "deleteHome"
    case .invites: "invites"
    case .revokeInvite: "revokeInvite"
    case .person: "person"
    case .removePerson: "removePerson"
    case .stopSharing: "stopSharing"
    case .leaveHome: "leaveHome"
    case .invite: "invite"
    case .join: "join"
    case .joined: "joined"
    case .importing: "importing"
    case .importPreview: "importPreview"
    case .runImport: "runImport"
    case .importProgress: "importProgress"
    case .importResult: "importResult"
    case .cancelImport: "cancelImport"
    case .undoImport: "undoImport"
    case .sync: "sync"
    case .syncNow: "syncNow"
    case .retryChange: "retryChange"
    case .copyChange: "copyChange"
    case .discardChange: "discardChange"
    case .account: "account"
    case .profile: "profile"
    case .password: "password"
    case .region: "region"
    case .endSession: "endSession"
    case .endOtherSessions: "endOtherSessions"
    case .asset: "asset"
    case .events: "events"
    case .offline: "offline"
    case .manifest: "manifest"
    case .serviceWorker: "serviceWorker"
    default: preconditionFailure("a route without a name")
    }
  }
}
