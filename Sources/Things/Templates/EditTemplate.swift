import Household
import Replica
import SyncProtocol

/// Changes a template. Items created from it stay as they are.
package struct EditTemplate: Sendable {
  package var templateID: RecordID
  package var details: TemplateDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the template as it is now.
  package var base: TemplateDetails?

  package typealias Failure = UseCaseFailure

  package init(templateID: RecordID, details: TemplateDetails, base: TemplateDetails? = nil) {
    self.templateID = templateID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ItemTemplate {
    let connection = transaction.connection
    guard let old = try ItemTemplate.find(templateID, in: connection) else {
      throw Failure.templateNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.templateNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    var (shown, template) = (old, old)
    if let base { shown.details = base }
    template.details = check.template(details)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    template.content = try template.content.without(missingIn: old.homeID, in: connection)
    if template.nameKey != shown.nameKey,
      let taken = try ItemTemplate.named(template.nameKey, home: old.homeID, in: connection),
      taken.id != old.id
    {
      throw Failure.nameTaken(taken.id)
    }
    return try template.update(from: shown, over: old, in: connection)
  }
}

/// Deletes a template, and returns it so that it can be restored. Items created from it stay.
package struct DeleteTemplate: Sendable {
  package var templateID: RecordID

  package typealias Failure = UseCaseFailure

  package init(templateID: RecordID) { self.templateID = templateID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ItemTemplate {
    guard let template = try ItemTemplate.find(templateID, in: transaction.connection) else {
      throw Failure.templateNotFound
    }
    try transaction.requireWritable(
      template.homeID, orThrow: Failure.templateNotFound, readOnly: Failure.readOnlyHome)
    try template.delete(in: transaction.connection)
    return template
  }
}

/// Restores a deleted template under its id, without a place or labels that are gone by now.
package struct RestoreTemplate: Sendable {
  package var template: ItemTemplate

  package typealias Failure = UseCaseFailure

  package init(_ template: ItemTemplate) { self.template = template }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ItemTemplate {
    let connection = transaction.connection
    var back = template
    try transaction.requireWritable(
      back.homeID, orThrow: Failure.homeGone, readOnly: Failure.readOnlyHome)
    guard try ItemTemplate.find(back.id, in: connection) == nil,
      try ItemTemplate.named(back.nameKey, home: back.homeID, in: connection) == nil
    else { throw Failure.alreadyThere }
    back.content = try back.content.without(missingIn: back.homeID, in: connection)
    try back.insert(in: connection)
    return back
  }
}
