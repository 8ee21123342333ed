extension Route: RouteFamily {
  var route: Route { self }

  /// What a place looks like, and what is there. What a browser fetches by itself is answered before
  /// anyone is asked who they are.
  var place: Place {
    switch self {
    case .signIn(let then):
      at(
        "signin", query: ["then": then], get: { $0.signInPage(then: then) },
        post: { $0.signIn(then: then) })
    case .signUp(let invite):
      at(
        "signup", query: ["invite": invite], get: { $0.signUpPage(invite: invite) },
        post: { $0.signUp(invite: invite) })
    case .setUp: at("setup", get: { $0.setUpPage() }, post: { $0.setUp() })
    case .signOut: at("signout", post: { $0.signOut() })
    case .start:
      at(
        "start", get: { $0.startPage(isFurther: false) }, post: { $0.createHome(isFurther: false) })
    case .device: at("device", get: { $0.devicePage() }, post: { $0.connectDevice() })
    case .dashboard: at([], get: { $0.activeDashboard() })
    case .menu: at("menu", get: { $0.menuPage() })
    case .items(let query): at("items", fields: query.fields, get: { $0.allItems(query) })
    case .people: at("people", get: { $0.peoplePage() })
    case .homes: at("homes", get: { $0.homesPage() })
    case .newHome:
      at(
        "homes", "new", get: { $0.startPage(isFurther: true) },
        post: { $0.createHome(isFurther: true) })
    case .home(let id): at("homes", id, get: { $0.dashboard(of: id) })
    case .homeItems(let home, let query):
      at("homes", home, "items", fields: query.fields, get: { $0.items(of: home, query) })
    case .rooms(let home):
      at(
        "homes", home, "rooms", get: { $0.roomsPage(home: home) }, post: { $0.addRoom(home: home) })
    case .room(let home, let room, let isEditing):
      at(
        "homes", home, "rooms", room, query: ["edit": isEditing ? "" : nil],
        get: { $0.roomPage(home: home, room: room, isEditing: isEditing) },
        post: { $0.editRoom(home: home, room: room) })
    case .deleteRoom(let home, let room):
      at(
        "homes", home, "rooms", room, "delete", get: { $0.deleteRoomPage(home: home, room: room) },
        post: { $0.deleteRoom(home: home, room: room) })
    case .labels(let home):
      at(
        "homes", home, "labels", get: { $0.labelsPage(home: home) },
        post: { $0.addLabel(home: home) })
    case .label(let home, let label, let isEditing):
      at(
        "homes", home, "labels", label, query: ["edit": isEditing ? "" : nil],
        get: { $0.labelPage(home: home, label: label, isEditing: isEditing) },
        post: { $0.editLabel(home: home, label: label) })
    case .deleteLabel(let home, let label):
      at(
        "homes", home, "labels", label, "delete",
        get: { $0.deleteLabelPage(home: home, label: label) },
        post: { $0.deleteLabel(home: home, label: label) })
    case .newItem(let home, let room, let template):
      at(
        "homes", home, "items", "new", query: ["room": room, "template": template],
        get: { $0.newItemPage(home: home, room: room, template: template) },
        post: { $0.addItem(home: home) })
    case .item(let id, let isEditing):
      at(
        "items", id, query: ["edit": isEditing ? "" : nil],
        get: { $0.item(id, isEditing: isEditing) }, post: { $0.editItem(id) })
    case .deleteItem(let id):
      at("items", id, "delete", get: { $0.deleteItemPage(id) }, post: { $0.deleteItem(id) })
    case .moveItem(let id, let home):
      at(
        "items", id, "move", query: ["home": home], get: { $0.moveItemPage(id, to: home) },
        post: { $0.moveItem(id) })
    case .photos(let item):
      at("items", item, "photos", get: { $0.itemPhotos(item) }, post: { $0.addPhotos(to: item) })
    case .deletePhoto(let item, let photo):
      at("items", item, "photos", photo, "delete", post: { $0.deletePhoto(photo, of: item) })
    case .makePhotoFirst(let item, let photo):
      at("items", item, "photos", photo, "first", post: { $0.makePhotoFirst(photo, of: item) })
    case .photo(let id, let size): at("photos", id, size.rawValue, get: { $0.photo(id, size) })
    case .fetchPhoto(let id): at("photos", id, "fetch", post: { $0.fetchPhoto(id) })
    case .undo(let id): at("undo", id, post: { $0.undo(id) })
    case .homeSettings(let home):
      at("homes", home, "settings", get: { $0.homeSettingsPage(home) }, post: { $0.saveHome(home) })
    case .homePhotos(let home):
      at(
        "homes", home, "photos", get: { $0.homePhotosPage(home) }, post: { $0.addHomePhotos(home) })
    case .deleteHomePhoto(let home, let photo):
      at("homes", home, "photos", photo, "delete", post: { $0.deleteHomePhoto(photo, of: home) })
    case .setPrimaryHome(let home): at("homes", home, "primary", post: { $0.setPrimaryHome(home) })
    case .deleteHome(let home):
      at("homes", home, "delete", get: { $0.deleteHomePage(home) }, post: { $0.deleteHome(home) })
    case .invites(let home):
      at("homes", home, "settings", "invites", post: { $0.makeInvite(home: home) })
    case .revokeInvite(let home, let invite):
      at(
        "homes", home, "settings", "invites", invite, "revoke",
        post: { $0.revokeInvite(invite, home: home) })
    case .person(let home, let person):
      at("homes", home, "settings", "people", person, post: { $0.setRole(of: person, home: home) })
    case .removePerson(let home, let person):
      at(
        "homes", home, "settings", "people", person, "remove",
        get: { $0.removePersonPage(person, home: home) },
        post: { $0.removePerson(person, home: home) })
    case .handOver(let home, let person):
      at(
        "homes", home, "settings", "people", person, "hand-over",
        get: { $0.handOverPage(to: person, home: home) },
        post: { $0.handOver(to: person, home: home) })
    case .stopSharing(let home):
      at(
        "homes", home, "settings", "stop-sharing", get: { $0.stopSharingPage(home) },
        post: { $0.stopSharing(home) })
    case .leaveHome(let home):
      at(
        "homes", home, "settings", "leave", get: { $0.leaveHomePage(home) },
        post: { $0.leaveHome(home) })
    case .exportHome(let home): at("homes", home, "export", get: { $0.exportHome(home) })
    case .dismissNotice(let id): at("notices", id, "dismiss", post: { $0.dismissNotice(id) })
    case .removeNoticed(let id): at("notices", id, "remove", post: { $0.removeNoticed(id) })
    case .acceptHome(let id): at("notices", id, "accept", post: { $0.acceptHome(id) })
    case .noticeCopy(let id):
      at("notices", id, "copy", get: { $0.noticeCopy(id) }, post: { $0.keepCopy(id) })
    case .invite(let token):
      at("i", token, get: { $0.invitePage(token) }, post: { $0.joinHome(token) })
    case .join: at("join", get: { $0.codePage() }, post: { $0.enterCode() })
    case .joined(let home): at("homes", home, "joined", get: { $0.joinedPage(home) })
    case .cancelJoin(let id): at("join", id, "cancel", post: { $0.cancelJoin(id) })
    case .importing(let home):
      at(
        "import", query: ["home": home], get: { $0.importPage(home: home) },
        post: { $0.uploadImport() })
    case .importPreview(let id): at("import", id, get: { $0.importPreview(id) })
    case .runImport(let id): at("import", id, "run", post: { $0.runImport(id) })
    case .importProgress(let id): at("import", id, "progress", get: { $0.importProgress(id) })
    case .importResult(let id): at("import", id, "result", get: { $0.importResult(id) })
    case .cancelImport(let id): at("import", id, "cancel", post: { $0.cancelImport(id) })
    case .undoImport(let id):
      at("imports", id, "undo", get: { $0.undoImportPage(id) }, post: { $0.undoImport(id) })
    case .sync: at("sync", get: { $0.syncPage() })
    case .syncNow: at("sync", "now", post: { $0.syncNow() })
    case .retryChange(let id): at("sync", id, "retry", post: { $0.retryChange(id) })
    case .copyChange(let id):
      at("sync", id, "copy", get: { $0.copyChangePage(id) }, post: { $0.copyChange(id) })
    case .discardChange(let id): at("sync", id, "discard", post: { $0.discardChange(id) })
    case .refusedPhoto(let change, let photo):
      at("sync", change, "photos", photo, get: { $0.refusedPhoto(change, photo) })
    case .account: at("account", get: { $0.accountPage() })
    case .profile: at("account", "profile", post: { $0.saveProfile() })
    case .password: at("account", "password", post: { $0.changePassword() })
    case .region: at("account", "region", post: { $0.saveRegion() })
    case .endSession(let id): at("account", "sessions", id, "end", post: { $0.endSession(id) })
    case .endOtherSessions: at("account", "sessions", "end-others", post: { $0.endOtherSessions() })
    case .asset(let hash, let name): at("assets", hash, name)
    case .events: at("events", get: { $0.events() })
    case .offline: at("offline")
    case .manifest: at("manifest.webmanifest")
    case .serviceWorker: at("sw.js")
    case .feature(let feature): feature.family.place
    }
  }

  static let readers = [
    of(signIn), of(signUp), of(setUp), of(signOut), of(start), of(device), of(dashboard), of(menu),
    of(items), of(people), of(homes), of(newHome), of(home), of(homeItems), of(rooms), of(room),
    of(deleteRoom), of(labels), of(label), of(deleteLabel), of(newItem), of(item), of(deleteItem),
    of(moveItem), of(photos), of(deletePhoto), of(makePhotoFirst), of(photo), of(fetchPhoto),
    of(undo), of(homeSettings), of(homePhotos), of(deleteHomePhoto), of(setPrimaryHome),
    of(deleteHome), of(invites), of(revokeInvite), of(person), of(removePerson), of(handOver),
    of(stopSharing), of(leaveHome), of(exportHome), of(dismissNotice), of(removeNoticed),
    of(acceptHome), of(noticeCopy), of(invite), of(join), of(joined), of(cancelJoin), of(importing),
    of(importPreview), of(runImport), of(importProgress), of(importResult), of(cancelImport),
    of(undoImport), of(sync), of(syncNow), of(retryChange), of(copyChange), of(discardChange),
    of(refusedPhoto), of(account), of(profile), of(password), of(region), of(endSession),
    of(endOtherSessions), of(asset), of(events), of(offline), of(manifest), of(serviceWorker),
  ]
}
