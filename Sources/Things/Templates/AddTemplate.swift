import Household
import Replica
import SyncProtocol

/// Adds a template: what items of one sort have in common, for creating new ones. A place or label
/// that the home does not have is dropped.
package struct AddTemplate: Sendable {
  package var homeID: ZoneID
  package var details: TemplateDetails

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, _ details: TemplateDetails) {
    self.homeID = homeID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ItemTemplate {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    var details = check.template(details)
    if try ItemTemplate.of(home: homeID, in: connection).count >= ItemTemplate.maxPerHome {
      check.fail(.name, .tooMany(max: ItemTemplate.maxPerHome))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    details.content = try details.content.without(missingIn: homeID, in: connection)
    let template = ItemTemplate(
      id: transaction.newID(), homeID: homeID, name: details.name, content: details.content,
      createdAt: transaction.nowMilliseconds)
    if let taken = try ItemTemplate.named(template.nameKey, home: homeID, in: connection) {
      throw Failure.nameTaken(taken.id)
    }
    try template.insert(in: connection)
    return template
  }
}
