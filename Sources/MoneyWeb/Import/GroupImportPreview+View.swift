import SharingWeb
import Values
import Web

extension GroupImportPage {
  /// Posts where it goes and who is who to ``GroupImportRoute/run(_:)``.
  static func preview(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.importPreview, isLive: false) {
      context.top(
        words.importPreview, crumbs: importCrumbs(words),
        note: words.fileAndSource(model.fileName, model.source))
      div(.class("stack")) {
        if let failure = model.failure { note(.bad) { words.groupImportFailed(failure) } }
        if let obstacle = model.obstacle { note(.bad) { words.obstacle(obstacle) } }
        if model.isStale { note(.bad) { words.groupChangedSince } }
        if model.isChanged { note { words.choicesChanged } }
        buckets(
          words, new: model.newCount, present: model.presentCount, leftOut: model.leftOutCount,
          isDone: false)
        if model.unknownPayerCount > 0 {
          note(.warn) { words.unknownPayers(model.unknownPayerCount) }
        }
        if model.roundedCount > 0 { note { words.roundedAmounts(model.roundedCount) } }
        files(model.files, words, isDone: false)
        form(model, in: context)
        balances(model.balances, words)
        if !model.newCategories.isEmpty {
          note { words.categoriesComing(model.newCategories) }
        }
        problems(words.staysOut, model.problems, words)
        problems(words.goodToKnow, model.notices, words)
        rows(model, words)
      }
    }
  }

  private static func form(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    return context.importChoices(
      .groupImports(.run(model.id)), cancel: .groupImports(.cancel(model.id)),
      look: words.previewAgain,
      run: model.isAnythingNew ? words.importCount(model.newCount) : nil,
      more: model.hasColumns
        ? linkButton(.groupImports(.columns(model.id)), words.nameColumns, .edit, style: .quiet)
        : .empty
    ) {
      if model.archived.count > 1 {
        context.picker(
          "archived", words.groupOfArchive, FieldValue(model.archivedGroup),
          model.archived.map { ($0, archivedName($0)) })
      }
      div(.class("columns")) {
        context.picker(
          "group", words.importIntoGroup, FieldValue(model.groupID ?? ""),
          [("", words.aNewGroup)] + model.groups.map { ($0.id, $0.name) })
        if model.groupID == nil {
          context.field(
            "newGroupName", words.newGroupName, FieldValue(model.newGroupName),
            FieldStyle(maxLength: 100))
        }
      }
      if model.asksForCurrency {
        context.currencyPicker("currency", words.currencyOfFile, FieldValue(model.currency))
      }
      if model.groupID == nil, !model.people.isEmpty {
        context.picker(
          "own", words.whoOfThem, FieldValue(model.ownPerson.map { "\($0)" } ?? ""),
          model.people.enumerated().map { ("\($0)", $1.name) }
            + [("", words.noneOfThem(model.ownName))])
      }
      people(model, in: context)
      if !model.isAnythingNew { p { words.nothingNew } }
    }
  }

  /// Whom of the group each person of the file is.
  private static func people(_ model: Preview, in context: ViewContext) -> HTML {
    let words = context.words
    guard model.groupID != nil, !model.people.isEmpty else { return .empty }
    return fieldset(.class("plain")) {
      legend { words.whoIsWho }
      p(.class("muted")) { words.whoIsWhoText }
      div(.class("columns")) {
        model.people.enumerated().map { number, person in
          context.picker(
            "person-\(number)", person.name, FieldValue(person.memberID ?? ""),
            [("", words.newMember)] + model.members.map { ($0.id, $0.name) })
        }
      }
    }
  }

  static func buckets(
    _ words: Catalogue, new: Int, present: Int, leftOut: Int, isDone: Bool
  ) -> HTML {
    importBuckets(
      [
        ImportBucket(
          words.bucketNew, new, isDone ? words.expensesAdded : words.expensesComing, .good),
        ImportBucket(words.bucketPresent, present, words.thereAlready, .calm),
        ImportBucket(
          words.bucketLeftOut, leftOut, isDone ? words.wereLeftOut : words.stayOut,
          leftOut > 0 ? .warn : .calm),
      ], words)
  }

  /// The receipts that come along, and those that can't.
  static func files(_ files: Files, _ words: Catalogue, isDone: Bool) -> HTML {
    HTML(joining: [
      files.missingCount == 0
        ? .empty : note(.warn) { words.receiptsMissing(files.missingCount) },
      files.surplusCount == 0
        ? .empty : note(.warn) { words.receiptsSurplus(files.surplusCount) },
      files.isPictureMissing ? note(.warn) { words.pictureMissing } : .empty,
      files.receiptCount == 0
        ? .empty
        : note {
          isDone
            ? words.receiptsCame(files.receiptCount) : words.receiptsComing(files.receiptCount)
        },
    ])
  }

  static func balances(_ balances: [Balance], _ words: Catalogue) -> HTML {
    guard !balances.isEmpty else { return .empty }
    return section(.class("card")) {
      div(.class("pad", "head")) { h2 { words.balancesAfterwards } }
      ul(.class("lines", "padded")) {
        balances.map { balance in
          li {
            div(.class("grow")) {
              b { balance.name }
              if balance.before != balance.after, balance.before.minor != 0 {
                small { words.balanceBefore(balance.before) }
              }
            }
            span(.class("num", signClass(balance.after))) {
              words.signed(balance.after)
            }
          }
        }
      }
    }
  }

  /// What is wrong, where, and what to do.
  static func problems(_ title: String, _ rows: [Problem], _ words: Catalogue) -> HTML {
    importProblems(
      title,
      rows.map { (words.place(of: $0), words.expenseProblem($0)) }, words)
  }

  private static func rows(_ model: Preview, _ words: Catalogue) -> HTML {
    importRows(words.newExpensesTitle, model.rows, total: model.newCount, words) { row in
      HTML(joining: [
        div(.class("grow")) {
          b { row.title }
          small { words.expenseLine(row) }
        },
        span(.class("num")) { words.money(row.amount) },
      ])
    }
  }
}
