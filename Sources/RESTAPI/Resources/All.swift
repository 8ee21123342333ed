extension RESTAPI {
  /// All resources of the API. A new resource is a file of its own and one line here.
  static let resources: [any Resource.Type] = [
    HomesResource.self, ItemsResource.self, LocationsResource.self, LabelsResource.self,
    PoliciesResource.self, PhotosResource.self, AttachmentsResource.self, MaintenanceResource.self,
    ActivityResource.self, MembersResource.self, InvitesResource.self, SearchResource.self,
    GroupsResource.self, GroupMembersResource.self, ExpenseCategoriesResource.self,
    ExpensesResource.self, PaymentsResource.self, BalancesResource.self, GroupExportResource.self,
    GroupSharingResource.self, RepeatingResource.self, ExpenseCommentsResource.self,
    ExpenseReceiptsResource.self, GroupActivityResource.self, GroupPictureResource.self,
    LedgerResource.self, LedgerCurrencyResource.self, LedgerEntriesResource.self,
    LedgerBudgetsResource.self,
    LedgerCategoriesResource.self, GroupImportsResource.self, LedgerImportsResource.self,
    GroupRatesResource.self, DeletedGroupsResource.self,
    FamiliesResource.self, FamilyPeopleResource.self, FamilyActivityResource.self,
    RoutinesResource.self, FamilyDaysResource.self, AbsencesResource.self, FamilyFilesResource.self,
    FamilyChildrenResource.self, RoutineWeeksResource.self, RoutineTemplatesResource.self,
    RoutinePicturesResource.self, RewardsResource.self, RewardWishesResource.self,
    DeletedFamiliesResource.self,
    JoinsResource.self, NotificationsResource.self, FamilySharingResource.self,
    OwnershipResource.self,
    SavedSearchesResource.self,
    MeResource.self, ImportResource.self, ExportResource.self, FlagsResource.self,
    DocumentResource.self,
  ]
}

/// The description of the API itself.
enum DocumentResource: Resource {
  static let tag = "API"
  static let schemas: [JSON.Member] = []
  static let operations = [
    Operation(
      method: .get, path: "/openapi.json", id: "getDocument",
      summary: "This document: OpenAPI 3.1", outcome: .plainJSON("The OpenAPI document."),
      // Never called: the document is served without a token, and so without a `Call`.
      handler: { _ in .done })
  ]
}
