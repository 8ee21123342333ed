@testable import WebApp

/// Every address of the app, with ids of a home, an item and so on put in.
struct RouteMatrix {
  let home: String
  var item = "019d0000-0000-7000-8000-000000000001"
  var other = "019d0000-0000-7000-8000-000000000002"

  var paper = "019d0000-0000-7000-8000-000000000003"
  var entry = "019d0000-0000-7000-8000-000000000004"

  var all: [Route] { ofHouse + ofBelongings + ofPictures }

  private var ofPictures: [Route] {
    let owners: [PhotoOwner] = [.item(item), .home(home), .place(home: home, place: other)]
    return owners.flatMap { owner in
      [.gallery(.photoViewer(owner, photo: other)), .gallery(.photoOrder(owner))]
    } + [
      .gallery(.placePhotos(home: home, place: other)),
      .gallery(.deletePlacePhoto(home: home, place: other, photo: other)),
      .scanning(.scan), .scanning(.scanPhoto), .scanning(.scannedProduct(code: "4006381333931")),
      .scanning(.newScannedItem(home: home, code: "4006381333931")),
    ]
  }

  private var ofBelongings: [Route] {
    [
      .papers(.itemPapers(item: item)), .papers(.policyPapers(home: home, policy: other)),
      .papers(.paper(paper)), .papers(.editPaper(paper)), .papers(.deletePaper(paper)),
      .maintenance(.maintenance(home: home)), .maintenance(.newMaintenance(item: item)),
      .maintenance(.maintenanceEntry(entry)), .maintenance(.completeMaintenance(entry)),
      .maintenance(.deleteMaintenance(entry)), .reminders(.reminders(home: home)),
      .itemState(.lendItem(item)), .itemState(.returnItem(item)), .itemState(.sellItem(item)),
      .itemState(.archiveItem(item)), .itemState(.unarchiveItem(item)),
      .itemState(.unsellItem(item)),
      .moving(.movePlace(home: home, room: other)),
      .merging(.mergeHome(home: home)), .merging(.merged(other)), .merging(.undoMerge(other)),
      .joining(.decideJoin(other)), .joining(.endJoin(other)), .joining(.freshDone(home: home)),
      .checks(.check(home: home, room: other)),
      .checks(.checkItem(home: home, room: other, item: item)),
      .checks(.finishCheck(home: home, room: other)), .checks(.seeItem(item)),
      .templates(.templates(home: home)), .templates(.newTemplate(home: home)),
      .templates(.template(home: home, template: other)),
      .templates(.deleteTemplate(home: home, template: other)),
    ]
  }

  private var ofHouse: [Route] {
    [
      .signIn(), .signUp(), .setUp, .signOut, .start, .device, .dashboard, .menu, .items(), .people,
      .homes, .newHome, .home(home), .homeItems(home: home), .rooms(home: home),
      .room(home: home, room: other), .room(home: home, room: other, isEditing: true),
      .deleteRoom(home: home, room: other), .labels(home: home), .label(home: home, label: other),
      .label(home: home, label: other, isEditing: true), .deleteLabel(home: home, label: other),
      .insurance(.policies(home: home)), .insurance(.newPolicy(home: home)),
      .insurance(.policy(home: home, policy: other)),
      .insurance(.deletePolicy(home: home, policy: other)),
      .export(.exports), .export(.archive), .export(.movingBox),
      .export(.homeArchive(home)), .export(.homeMovingBox(home)),
      .hint(.dismissHint("firstSteps")),
      .field(.fieldPresets(home: home)), .field(.fieldPreset(home: home, preset: other)),
      .field(.deleteFieldPreset(home: home, preset: other)), .newItem(home: home), .item(item),
      .item(item, isEditing: true), .deleteItem(item),
      .activity(.homeActivity(home: home)), .activity(.itemActivity(item: item)),
      .activity(.change(home: home, sequence: 1)),
      .activity(.restoreValue(home: home, sequence: 1)),
      .deletedHome(.restoreHome(home)),
      .deletedHome(.purgeHome(home)),
      .calendar(.calendarSettings), .calendar(.removeCalendar), .calendar(.calendar(secret: other)),
      .tokens(.accessTokens),
      .tokens(.revokeAccessToken(other)),
      .printing(.itemLabels(item: item)),
      .printing(.itemLabelsFile(item: item)),
      .printing(.placeLabels(home: home, place: other)),
      .printing(.placeLabelsFile(home: home, place: other)),
      .printing(.listLabels(home: home)),
      .printing(.listLabelsFile(home: home)),
      .printing(.numberItems(home: home)),
      .printing(.claim(home: home)),
      .printing(.claimFile(home: home)),
      .searches(.savedSearches()),
      .searches(.savedSearch(other)),
      .searches(.deleteSearch(other)),
      .many(.changeItems),
      .usage(.counting),
      .usage(.feedback),
      .gate(.flags),
      .gate(.kill),
      .recovery(.recovery),
      .recovery(.stopWaiting),
      .moveItem(item),
      .photos(item: item), .deletePhoto(item: item, photo: other),
      .makePhotoFirst(item: item, photo: other), .photo(other, .thumbnail), .fetchPhoto(other),
      .undo(other),
      .homePhotos(home), .deleteHomePhoto(home: home, photo: other), .homeSettings(home),
      .setPrimaryHome(home), .deleteHome(home), .invites(home: home),
      .revokeInvite(home: home, invite: other), .person(home: home, person: other),
      .removePerson(home: home, person: other), .stopSharing(home), .leaveHome(home),
      .dismissNotice(other), .removeNoticed(other), .cancelJoin(other), .noticeCopy(other),
      .exportHome(home), .handOver(home: home, person: other), .acceptHome(other),
      .invite(other), .join, .joined(home: home), .importing(), .importPreview(other),
      .runImport(other), .importProgress(other), .importResult(other), .cancelImport(other),
      .undoImport(other), .sync, .forgotten(.removeForgotten(home: home)),
      .syncNow, .retryChange(other), .copyChange(other), .discardChange(other),
      .refusedPhoto(change: other, photo: other), .account, .profile,
      .password, .region, .endSession(other), .endOtherSessions,
      .asset(hash: "0123456789abcdef", name: "hearth.css"), .events, .offline, .manifest,
      .serviceWorker,
    ]
  }
}
