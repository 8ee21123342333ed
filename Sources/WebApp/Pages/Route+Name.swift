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
    case .moveItem: "moveItem"
    case .photos: "photos"
    case .deletePhoto: "deletePhoto"
    case .makePhotoFirst: "makePhotoFirst"
    case .photo: "photo"
    case .fetchPhoto: "fetchPhoto"
    case .undo: "undo"
    case .feature(let feature): feature.family.name
    case .homeSettings, .homePhotos, .deleteHomePhoto, .setPrimaryHome, .deleteHome, .invites,
      .revokeInvite, .person, .removePerson, .handOver, .stopSharing, .leaveHome, .exportHome,
      .dismissNotice, .removeNoticed, .acceptHome, .noticeCopy, .invite, .join, .joined,
      .cancelJoin, .importing, .importPreview, .runImport, .importProgress, .importResult,
      .cancelImport, .undoImport, .sync, .syncNow, .retryChange, .copyChange, .discardChange,
      .refusedPhoto,
      .account, .profile, .password, .region, .endSession, .endOtherSessions, .asset, .events,
      .offline, .manifest, .serviceWorker:
      laterName
    }
  }

  private var laterName: String {
    switch self {
    case .homeSettings: "homeSettings"
    case .homePhotos: "homePhotos"
    case .deleteHomePhoto: "deleteHomePhoto"
    case .setPrimaryHome: "setPrimaryHome"
    case .deleteHome: "deleteHome"
    case .invites: "invites"
    case .revokeInvite: "revokeInvite"
    case .person: "person"
    case .removePerson: "removePerson"
    case .handOver: "handOver"
    case .stopSharing: "stopSharing"
    case .leaveHome: "leaveHome"
    case .exportHome: "exportHome"
    case .dismissNotice: "dismissNotice"
    case .removeNoticed: "removeNoticed"
    case .acceptHome: "acceptHome"
    case .noticeCopy: "noticeCopy"
    case .invite: "invite"
    case .join: "join"
    case .joined: "joined"
    case .cancelJoin: "cancelJoin"
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
    case .refusedPhoto: "refusedPhoto"
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
    // Those of `name`, which lists every case there is.
    default: "other"
    }
  }
}
