import SQLite
import Things
import Usage
import Web

extension ImportPlan {
  /// The events to count for the homes that an import has made.
  package func homesMade(
    by result: ApplyImport.Result, in connection: Connection
  ) throws -> [UsageEvent] {
    let primary = try PrimaryHome.find(in: connection)
    return try zip(homes, result.homeIDs).filter { $0.0.existingID == nil }.map { _, id in
      .homeCreated(
        home: id, isPrimary: id == primary,
        hasPhoto: try !Photo.of(.home, home: id, in: connection).isEmpty)
    }
  }
}
extension WebApplication {
  /// Counts a finished import: the homes that it made, and a migration when a person imports into
  /// several homes for the first time (S3-EV-migration_complete).
  package func count(
    _ plan: ImportPlan, _ result: ApplyImport.Result, _ made: [UsageEvent], milliseconds: Int64,
    by actor: UsageActor
  ) {
    guard let usage else { return }
    for event in made { usage.record(event, by: actor) }
    let homes = Set(
      plan.items.lazy.filter { [.new, .updated].contains($0.bucket.kind) }.compactMap(\.home))
    guard homes.count > 1 else { return }
    usage.record(
      .migrationComplete(
        homes: homes.count, items: result.newItemCount + result.updatedItemCount,
        milliseconds: milliseconds), by: actor, onceID: "migration")
  }
}
