import Household
import SyncProtocol

/// The domain of homes and what is in them: tables, rules, use cases and queries.
///
/// Everything the program does with homes goes through here; sync knows it only as a
/// `SyncSchema`.
package enum Things {
  /// Only additive changes are allowed.
  package static let tables: [TableSchema] = [
    Home.schema, Location.schema, Label.schema, Item.schema, ItemLabel.schema,
    ItemField.schema, Photo.schema, Policy.schema, MaintenanceEntry.schema, Attachment.schema,
    ItemTemplate.schema, FieldPreset.schema, HomeMerge.schema,
  ]

  package static let zoneKinds: [ZoneKind: ZoneKindSchema] = [
    // The hub counts owned homes against its own setting; `maxOwned` is the most that any setting
    // may allow (X21).
    .home: ZoneKindSchema(
      rootTable: "homes", titleRegister: "name", minimumPerAccount: 1,
      freshRoot: Home.freshRoot, maxOwned: 100, hidesAmounts: true)
  ]

  /// People and homes by themselves, as archives and copies of a home have them. The whole schema
  /// of a hub and a replica is `HearthDomain.schema`.
  package static let schema = SyncSchema(
    version: 5, tables: Household.tables + tables,
    zoneKinds: zoneKinds.merging(Household.zoneKinds) { things, _ in things })

  /// Those of ``Household``, too, as both were shipped together.
  ///
  /// No trigger, no cascade, no custom function: a use case names every row it deletes, and the
  /// plain `sqlite3` shell can read and check any file.
  package static let migrations: [String] = [
    [
      Profile.tableSQL, Home.tableSQL, Location.tableSQL, Label.tableSQL, Item.tableSQL,
      ItemLabel.tableSQL, ItemField.tableSQL, Photo.tableSQL, Policy.tableSQL,
      HouseholdIndex.tablesSQL,
    ].joined(separator: "\n"),
    HouseholdIndex.photosAndWorthSQL,
    NameIndexes.sql,
    HouseholdIndex.orderSQL,
    HouseholdIndex.serialSQL,
    [
      Attachment.tableSQL, MaintenanceEntry.tableSQL, ItemTemplate.tableSQL, FieldPreset.tableSQL,
      SavedSearch.tableSQL, Item.sightingSQL, Location.checkSQL, HouseholdIndex.receiptSQL,
    ].joined(separator: "\n"),
    Profile.hintsSQL,
    [HouseholdIndex.noReceiptSQL, MaintenanceEntry.doneSQL].joined(separator: "\n"),
    [Photo.captionSQL, Item.depreciationSQL, Attachment.maintenanceSQL].joined(separator: "\n"),
    HomeMerge.tableSQL,
    HouseholdIndex.wideValueSQL,
    HouseholdIndex.erasingSQL,
    Origin.sql,
  ]

  /// The names of the fields that people fill in, by table, in the order in which they are told.
  package static let fieldNames: [String: [String]] = [
    "homes": HomeDetails.fields.columns(), "locations": LocationDetails.fields.columns(),
    "labels": LabelDetails.fields.columns(), "items": ItemDetails.fields.columns(),
    "policies": PolicyDetails.fields.columns(),
    "maintenance": MaintenanceDetails.fields.columns(),
    "templates": TemplateDetails.fields.columns(),
    "fieldPresets": FieldPresetDetails.fields.columns(),
  ]
}
