import HTTPServer

/// The one table from addresses to handlers. An address that is in neither list has no page.
extension WebApplication {
  /// What a `GET` or `HEAD` shows. It changes nothing.
  func page(at route: Route) -> Endpoint? {
    switch route {
    case .signIn(let then): signInPage(then: then)
    case .setUp: setUpPage()
    case .signUp(let invite): signUpPage(invite: invite)
    case .start: startPage(isFurther: false)
    case .newHome: startPage(isFurther: true)
    case .dashboard: activeDashboard()
    case .home(let id): dashboard(of: id)
    case .menu: menuPage()
    case .homes: homesPage()
    case .items(let query): allItems(query)
    case .homeItems(let home, let query): items(of: home, query)
    case .rooms(let home): roomsPage(home: home)
    case .room(let home, let room, let isEditing):
      roomPage(home: home, room: room, isEditing: isEditing)
    case .deleteRoom(let home, let room): deleteRoomPage(home: home, room: room)
    case .labels(let home): labelsPage(home: home)
    case .label(let home, let label, let isEditing):
      labelPage(home: home, label: label, isEditing: isEditing)
    case .deleteLabel(let home, let label): deleteLabelPage(home: home, label: label)
    case .newItem(let home, let room, let template):
      newItemPage(home: home, room: room, template: template)
    case .item(let id, let isEditing): item(id, isEditing: isEditing)
    case .deleteItem(let id): deleteItemPage(id)
    case .moveItem(let id, let home): moveItemPage(id, to: home)
    case .photo(let id, let size): photo(id, size)
    case .homeSettings(let home): homeSettingsPage(home)
    case .deleteHome(let home): deleteHomePage(home)
    case .exportHome(let home): exportHome(home)
    case .noticeCopy(let id): noticeCopy(id)
    case .removePerson(let home, let person): removePersonPage(person, home: home)
    case .handOver(let home, let person): handOverPage(to: person, home: home)
    case .stopSharing(let home): stopSharingPage(home)
    case .leaveHome(let home): leaveHomePage(home)
    case .people: peoplePage()
    case .invite(let token): invitePage(token)
    case .join: codePage()
    case .joined(let home): joinedPage(home)
    case .account: accountPage()
    case .events: events()
    case .sync: syncPage()
    case .refusedPhoto(let change, let photo): refusedPhoto(change, photo)
    case .device: devicePage()
    case .importing(let home): importPage(home: home)
    case .importPreview(let id): importPreview(id)
    case .importProgress(let id): importProgress(id)
    case .importResult(let id): importResult(id)
    case .undoImport(let id): undoImportPage(id)
    case .feature(let feature): feature.family.page(in: self)
    case .photos(let item): itemPhotos(item)
    case .homePhotos(let home): homePhotosPage(home)
    case .signOut, .deletePhoto, .makePhotoFirst, .fetchPhoto, .undo, .deleteHomePhoto,
      .setPrimaryHome, .invites, .revokeInvite, .person, .dismissNotice,
      .removeNoticed, .cancelJoin, .runImport, .cancelImport, .syncNow, .retryChange, .copyChange,
      .discardChange, .profile, .password, .region, .endSession, .endOtherSessions, .acceptHome:
      nil
    // Answered before anyone is asked who they are.
    case .asset, .offline, .manifest, .serviceWorker: nil
    }
  }

  /// What a `POST` does.
  func action(at route: Route) -> Endpoint? {
    switch route {
    case .signIn(let then): signIn(then: then)
    case .setUp: setUp()
    case .signUp(let invite): signUp(invite: invite)
    case .signOut: signOut()
    case .start: createHome(isFurther: false)
    case .newHome: createHome(isFurther: true)
    case .rooms(let home): addRoom(home: home)
    case .room(let home, let room, _): editRoom(home: home, room: room)
    case .deleteRoom(let home, let room): deleteRoom(home: home, room: room)
    case .labels(let home): addLabel(home: home)
    case .label(let home, let label, _): editLabel(home: home, label: label)
    case .deleteLabel(let home, let label): deleteLabel(home: home, label: label)
    case .newItem(let home, _, _): addItem(home: home)
    case .item(let id, _): editItem(id)
    case .deleteItem(let id): deleteItem(id)
    case .moveItem(let id, _): moveItem(id)
    case .photos(let item): addPhotos(to: item)
    case .deletePhoto(let item, let photo): deletePhoto(photo, of: item)
    case .makePhotoFirst(let item, let photo): makePhotoFirst(photo, of: item)
    case .fetchPhoto(let id): fetchPhoto(id)
    case .undo(let id): undo(id)
    case .homeSettings(let home): saveHome(home)
    case .homePhotos(let home): addHomePhotos(home)
    case .deleteHomePhoto(let home, let photo): deleteHomePhoto(photo, of: home)
    case .setPrimaryHome(let home): setPrimaryHome(home)
    case .deleteHome(let home): deleteHome(home)
    case .invites(let home): makeInvite(home: home)
    case .revokeInvite(let home, let invite): revokeInvite(invite, home: home)
    case .person(let home, let person): setRole(of: person, home: home)
    case .removePerson(let home, let person): removePerson(person, home: home)
    case .handOver(let home, let person): handOver(to: person, home: home)
    case .acceptHome(let id): acceptHome(id)
    case .noticeCopy(let id): keepCopy(id)
    case .stopSharing(let home): stopSharing(home)
    case .leaveHome(let home): leaveHome(home)
    case .dismissNotice(let id): dismissNotice(id)
    case .removeNoticed(let id): removeNoticed(id)
    case .invite(let token): joinHome(token)
    case .join: enterCode()
    case .cancelJoin(let id): cancelJoin(id)
    case .profile: saveProfile()
    case .password: changePassword()
    case .region: saveRegion()
    case .endSession(let id): endSession(id)
    case .endOtherSessions: endOtherSessions()
    case .syncNow: syncNow()
    case .retryChange(let id): retryChange(id)
    case .copyChange(let id): copyChange(id)
    case .discardChange(let id): discardChange(id)
    case .device: connectDevice()
    case .importing: uploadImport()
    case .runImport(let id): runImport(id)
    case .cancelImport(let id): cancelImport(id)
    case .undoImport(let id): undoImport(id)
    case .feature(let feature): feature.family.action(in: self)
    case .dashboard, .menu, .items, .people, .exportHome, .homes, .home, .homeItems,
      .photo, .joined, .importPreview, .importProgress, .importResult, .sync, .refusedPhoto,
      .account, .asset,
      .events, .offline, .manifest, .serviceWorker:
      nil
    }
  }
}
