import AccountWeb
import Values
import Web

extension MaintenanceFormPage {
  /// Posts ``Field`` to ``MaintenanceRoute/newMaintenance(item:)`` or
  /// ``MaintenanceRoute/maintenanceEntry(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = model.entryID == nil ? words.addMaintenance : words.editMaintenance
    let target: MaintenanceRoute =
      model.entryID.map { .maintenanceEntry($0) } ?? .newMaintenance(item: model.itemID)
    return context.page(title, isLive: false) {
      context.top(
        title,
        crumbs: [
          Crumb(model.home.name, .homes(.home(model.home.id))),
          Crumb(model.itemName, .items(.item(model.itemID))),
        ])
      div(.class("form-page", "stack")) {
        context.postForm(.maintenance(target), .class("stack")) {
          input(.type("hidden"), .name("version"), .value(model.version))
          section(.class("card", "pad")) { fields(model, in: context) }
          actions {
            linkButton(
              .items(.item(model.itemID)), words.cancel, style: .quiet, fragment: "maintenance")
            submit(words.save, .check)
          }
        }
        if let papers = model.papers { context.papers(papers) }
        if let id = model.entryID {
          section(.class("card", "pad")) {
            p(.class("muted")) { words.deleteMaintenanceText }
            context.postButton(
              .maintenance(.deleteMaintenance(id)), words.deleteMaintenance, .trash,
              style: .danger)
          }
        }
      }
    }
  }

  private static func fields(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let cost = context.amountField(
      "cost", words.cost, model.values[.cost], FieldStyle(inputmode: "decimal", maxLength: 24))
    return HTML(joining: [
      context.field(
        "title", words.whatToDo, model.values[.title],
        FieldStyle(
          placeholder: words.whatToDoExample, maxLength: 200, isRequired: true,
          hasFocus: model.entryID == nil)),
      day("dueOn", words.dueOn, model.values[.dueOn], words.dueOnHint, in: context),
      div(.class("columns")) {
        context.field(
          "everyCount", words.repeats, model.values[.everyCount],
          FieldStyle(inputmode: "numeric", hint: words.repeatsHint, maxLength: 4))
        context.picker(
          "everyUnit", words.repeatsUnit, model.values[.everyUnit],
          MaintenanceRow.Interval.Unit.allCases.map { ($0.rawValue, words.unit($0)) })
      },
      model.isDone ? day("doneOn", words.doneOn, model.values[.doneOn], nil, in: context) : .empty,
      model.entryID == nil
        ? day(
          "doneOn", words.doneAlready, model.values[.doneOn], words.doneAlreadyHint, in: context)
        : .empty,
      context.currencyFields("currency", model.values[.currency], beside: cost) {
        div(.class("columns")) {
          cost
          context.field(
            "currency", words.currency, model.values[.currency],
            FieldStyle(maxLength: 3, list: "currencies", isRequired: true, isVerbatim: true))
        }
      },
      datalist(.id("currencies")) { Currency.common.map { option(.value($0)) } },
      context.textBox("notes", words.notes, model.values[.notes], FieldStyle(maxLength: 10_000)),
    ])
  }
}

extension CompleteMaintenancePage {
  /// Posts ``Field`` to ``MaintenanceRoute/completeMaintenance(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.completeTitle(model.title)
    return context.page(title, isLive: false) {
      context.top(
        title,
        crumbs: [
          Crumb(model.home.name, .homes(.home(model.home.id))),
          Crumb(model.itemName, .items(.item(model.itemID))),
        ])
      div(.class("form-page")) {
        context.postForm(.maintenance(.completeMaintenance(model.id)), .class("stack")) {
          section(.class("card", "pad")) {
            if let interval = model.interval {
              p(.class("muted")) { words.comesAgain(words.every(interval)) }
            }
            day("doneOn", words.doneOn, model.values[.doneOn], nil, in: context)
            context.amountField(
              "cost", words.amount(words.cost, in: model.currency), model.values[.cost],
              FieldStyle(inputmode: "decimal", maxLength: 24))
          }
          actions {
            linkButton(
              .items(.item(model.itemID)), words.cancel, style: .quiet, fragment: "maintenance")
            submit(words.markDone, .check)
          }
        }
      }
    }
  }
}

/// A day; one that could not be read would vanish from a date field.
func day(
  _ name: String, _ title: String, _ value: FieldValue, _ hint: String?, in context: ViewContext
) -> HTML {
  let type = value.problem?.isOfDay == true ? "text" : "date"
  return context.field(name, title, value, FieldStyle(type: type, hint: hint))
}
