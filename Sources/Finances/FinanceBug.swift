import SyncProtocol

/// A rule of money that is broken on purpose, like `PlantedBug` of the engine. Exists in debug builds
/// only; the simulated groups must detect each of them.
package enum FinanceBug: String, CaseIterable, Sendable {
  // The schema by which the hub judges
  case wrongSumsAccepted, secondClaimWins, twoMembersOfAccount, memberOfOtherGroup
  case categoryReferenceMissing, partsNotJoined, detailsUnguarded
  // Splitting
  case remainderDropped, remainderToFirst, weightsIgnored, tipSpreadEqually
  // Settling up and converting
  case transferTooMany, paymentToOneself, sharesConverted, laterRateTaken
  // Use cases
  case settledTwice, formIgnoresBase, laterEditWins, combineForgetsPayers, copyForgetsPayments
  case copyNamesOthers, restoreMixesParts, categoryKeptByExpenses
  case sharesNotKept, copyForgetsNotes, copyCountsTwice
  case repeatingMadeTwice, commentsForgotten, importDoubled, importUndoTakesEdits
  // What is derived
  case indexForgottenInCombining, debtsOfDeletedKept, spendingKeepsCategory, paymentsAreSpending
  case currenciesMixed
  case ledgerDependsOnOrder, notesLostInReassigning, ledgerCountsPayments, onceBudgetIgnored

  /// Those that histories do not show: directed tests notice them.
  package static let directed: Set<FinanceBug> = [
    .sharesConverted, .laterRateTaken, .copyCountsTwice,
  ]

  /// The rule that is broken in this task, if any.
  @TaskLocal package static var active: FinanceBug?

  /// The schema of hub and replicas while a bug is planted.
  package static func planted(in schema: SyncSchema) -> SyncSchema {
    let tables = schema.tables.filter { !$0.isHubOwned }
    switch active {
    case .wrongSumsAccepted:
      return schema.with(tables.map { $0.with(money: { $0.with(validate: nil, join: $0.join) }) })
    case .partsNotJoined:
      return schema.with(
        tables.map { $0.with(money: { $0.with(validate: $0.validate, join: nil) }) })
    case .secondClaimWins:
      return schema.with(tables.map { $0.with(claim: .lastWriter) })
    case .twoMembersOfAccount: return schema.with(tables.map { $0.with(unique: []) })
    case .memberOfOtherGroup: return schema.with(tables.map { $0.without("memberID") })
    case .detailsUnguarded: return schema.with(tables.map { $0.unguarded })
    case .categoryReferenceMissing: return schema.with(tables.map { $0.without("categoryID") })
    default: return schema
    }
  }
}

/// Whether `bug` is switched on; never in a release build.
@inline(__always)
func isPlanted(_ bug: FinanceBug) -> Bool {
  #if PLANTED_BUGS
    FinanceBug.active == bug
  #else
    false
  #endif
}

extension SyncSchema {
  fileprivate func with(_ tables: [TableSchema]) -> SyncSchema {
    SyncSchema(version: version, tables: tables, zoneKinds: zoneKinds)
  }
}

extension TableSchema {
  private func with(
    _ registers: [RegisterSchema], _ references: [ReferenceSchema], unique: Set<String>
  ) -> TableSchema {
    TableSchema(
      name, in: zoneKinds, zoneColumn: zoneColumn, registers: registers, references: references,
      minimumRole: minimumRole, insertRole: insertRole, authorRegisters: authorRegisters,
      authorReference: authorReference, isAppendOnly: isAppendOnly, hasNaturalID: hasNaturalID,
      retired: retired, unique: unique, matchable: matchable, matchParent: matchParent,
      isCounted: isCounted, keptWhenDeleted: keptWhenDeleted)
  }

  fileprivate func with(money change: (RegisterSchema) -> RegisterSchema) -> TableSchema {
    guard name == Expense.schema.name else { return self }
    return with(
      registers.map { $0.name == "money" ? change($0) : $0 }, references, unique: unique)
  }

  fileprivate func with(claim rule: MergeRule) -> TableSchema {
    guard name == GroupMember.schema.name else { return self }
    return with(
      registers.map { register in
        // Without a claim nothing belongs to its holder.
        guard register.rule == .claim || register.heldBy != nil else { return register }
        return RegisterSchema(register.columns[0], rule: rule)
      }, references, unique: unique)
  }

  fileprivate func with(unique: Set<String>) -> TableSchema {
    guard name == GroupMember.schema.name else { return self }
    return with(registers, references, unique: unique)
  }

  fileprivate var unguarded: TableSchema {
    guard name == Expense.schema.name else { return self }
    return with(
      registers.map { register in
        guard register.isGuarded else { return register }
        return RegisterSchema(register.columns[0], rule: register.rule, follows: register.follows)
      }, references, unique: unique)
  }

  /// Without the references of a column of expenses.
  fileprivate func without(_ column: String) -> TableSchema {
    guard name == Expense.schema.name else { return self }
    return with(registers, references.filter { $0.column != column }, unique: unique)
  }
}

extension RegisterSchema {
  fileprivate func with(
    validate: (@Sendable (FieldValue) -> String?)?, join: (@Sendable (FieldValue) -> FieldValue)?
  ) -> RegisterSchema {
    RegisterSchema(
      aggregate: name, columns: columns, child: child, join: join, validate: validate)
  }
}
