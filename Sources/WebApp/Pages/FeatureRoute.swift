/// The addresses of one feature: an enum with a case for each place, beside the feature's pages.
///
/// `Route` knows a feature by one case of ``FeatureRoute``, so that no feature edits what another
/// one's addresses, names or handlers are written in.
protocol RouteFamily: Equatable, Hashable, Sendable {
  /// The unescaped parts of the path.
  var segments: [String] { get }
  var queryFields: [(String, String)] { get }
  /// The kind of page, without ids: for the log.
  var name: String { get }
  /// Reads an address; `nil` when it is not one of this family.
  init?(_ segments: [String], _ fields: QueryFields)
  /// What a `GET` or `HEAD` shows; `nil` where there is nothing to see.
  func page(in app: WebApplication) -> Endpoint?
  /// What a `POST` does; `nil` where there is nothing to do.
  func action(in app: WebApplication) -> Endpoint?
}

extension RouteFamily {
  var queryFields: [(String, String)] { [] }
}

/// The features whose addresses are enums of their own.
package enum FeatureRoute: Equatable, Hashable, Sendable {
  case insurance(InsuranceRoute)
  case hint(HintRoute)
  case deletedHome(DeletedHomeRoute)
  case tokens(TokensRoute)
  case printing(PrintRoute)
  case papers(PaperRoute)
  case maintenance(MaintenanceRoute)
  case reminders(ReminderRoute)
  case itemState(ItemStateRoute)
  case searches(SearchRoute)
  case many(ManyRoute)
  case field(FieldPresetRoute)
  case activity(ActivityRoute)
  case gallery(GalleryRoute)
  case scanning(ScanRoute)
  case usage(UsageRoute)
  case export(ExportRoute)
  case templates(TemplateRoute)
  case checks(CheckRoute)
  case moving(MovePlaceRoute)
  case calendar(CalendarRoute)
  case merging(MergeRoute)
  case joining(JoinDecisionRoute)
  case gate(GateRoute)
  case recovery(RecoveryRoute)
  case forgottenHome(ForgottenHomeRoute)

  var family: any RouteFamily {
    switch self {
    case .insurance(let family): family
    case .hint(let family): family
    case .deletedHome(let family): family
    case .tokens(let family): family
    case .printing(let family): family
    case .papers(let family): family
    case .maintenance(let family): family
    case .reminders(let family): family
    case .itemState(let family): family
    case .searches(let family): family
    case .many(let family): family
    case .field(let family): family
    case .activity(let family): family
    case .gallery(let family): family
    case .scanning(let family): family
    case .usage(let family): family
    case .export(let family): family
    case .templates(let family): family
    case .checks(let family): family
    case .moving(let family): family
    case .calendar(let family): family
    case .merging(let family): family
    case .joining(let family): family
    case .gate(let family): family
    case .recovery(let family): family
    case .forgottenHome(let family): family
    }
  }

  /// Reads an address that no other page has; `nil` when it is none of a feature either.
  init?(_ segments: [String], _ fields: QueryFields) {
    for read in Self.readers {
      if let route = read(segments, fields) {
        self = route
        return
      }
    }
    return nil
  }

  private static let readers: [@Sendable ([String], QueryFields) -> FeatureRoute?] = [
    { InsuranceRoute($0, $1).map(FeatureRoute.insurance) },
    { HintRoute($0, $1).map(FeatureRoute.hint) },
    { DeletedHomeRoute($0, $1).map(FeatureRoute.deletedHome) },
    { TokensRoute($0, $1).map(FeatureRoute.tokens) },
    { PrintRoute($0, $1).map(FeatureRoute.printing) },
    { PaperRoute($0, $1).map(FeatureRoute.papers) },
    { MaintenanceRoute($0, $1).map(FeatureRoute.maintenance) },
    { ReminderRoute($0, $1).map(FeatureRoute.reminders) },
    { ItemStateRoute($0, $1).map(FeatureRoute.itemState) },
    { SearchRoute($0, $1).map(FeatureRoute.searches) },
    { ManyRoute($0, $1).map(FeatureRoute.many) },
    { FieldPresetRoute($0, $1).map(FeatureRoute.field) },
    { ActivityRoute($0, $1).map(FeatureRoute.activity) },
    { GalleryRoute($0, $1).map(FeatureRoute.gallery) },
    { ScanRoute($0, $1).map(FeatureRoute.scanning) },
    { UsageRoute($0, $1).map(FeatureRoute.usage) },
    { ExportRoute($0, $1).map(FeatureRoute.export) },
    { TemplateRoute($0, $1).map(FeatureRoute.templates) },
    { CheckRoute($0, $1).map(FeatureRoute.checks) },
    { MovePlaceRoute($0, $1).map(FeatureRoute.moving) },
    { CalendarRoute($0, $1).map(FeatureRoute.calendar) },
    { MergeRoute($0, $1).map(FeatureRoute.merging) },
    { JoinDecisionRoute($0, $1).map(FeatureRoute.joining) },
    { GateRoute($0, $1).map(FeatureRoute.gate) },
    { RecoveryRoute($0, $1).map(FeatureRoute.recovery) },
    { ForgottenHomeRoute($0, $1).map(FeatureRoute.forgottenHome) },
  ]
}
