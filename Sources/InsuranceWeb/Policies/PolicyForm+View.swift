import AccountWeb
import Values
import Web

extension PolicyFormPage {
  /// Posts ``Field`` to ``Route/newPolicy(home:)`` or ``Route/policy(home:policy:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home
    let title = model.policyID == nil ? words.addPolicy : words.editPolicy
    let target: Route =
      model.policyID.map { .insurance(.policy(home: home.id, policy: $0)) }
      ?? .insurance(.newPolicy(home: home.id))
    return context.page(title, isLive: false) {
      context.top(
        title,
        crumbs: [
          Crumb(home.name, .homes(.home(home.id))),
          Crumb(words.insurance, .insurance(.policies(home: home.id))),
        ])
      div(.class("form-page")) {
        context.postForm(target, .class("stack")) {
          input(.type("hidden"), .name("version"), .value(model.version))
          basics(model, in: context)
          amounts(model, in: context)
          otherHomes(model, in: context)
          section(.class("card", "pad")) {
            context.textBox(
              "notes", words.notes, model.values[.notes], FieldStyle(maxLength: 10_000))
          }
          div(.class("actions", "sticky")) {
            if let id = model.policyID {
              linkButton(
                .insurance(.deletePolicy(home: home.id, policy: id)), words.delete, .trash,
                style: .danger)
              span(.class("grow"))
            }
            linkButton(.insurance(.policies(home: home.id)), words.cancel, style: .quiet)
            submit(words.save, .check)
          }
        }
      }
    }
  }

  private static func basics(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      context.field(
        "provider", words.provider, model.values[.provider],
        FieldStyle(
          placeholder: words.providerExample, maxLength: 200, isRequired: true,
          hasFocus: model.policyID == nil))
      context.field(
        "policyNumber", words.policyNumber, model.values[.policyNumber],
        FieldStyle(maxLength: 300, isVerbatim: true))
      div(.class("columns")) {
        day(.startsOn, words.policyStartsOn, model, in: context)
        day(.endsOn, words.policyEndsOn, model, in: context, hint: words.policyEndsOnHint)
      }
    }
  }

  /// One form for a policy of several homes: each ticked one gets a row of its own.
  private static func otherHomes(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let (same, without) = (
      model.otherHomes.filter(\.hasPolicy), model.otherHomes.filter { !$0.hasPolicy }
    )
    func boxes(_ homes: [OtherHome], _ title: String, _ hint: String) -> HTML {
      guard !homes.isEmpty else { return .empty }
      return fieldset(.class("plain-set")) {
        legend { title }
        p(.class("muted")) { hint }
        homes.map { other in
          context.checkbox(
            "alsoIn", value: other.home.id, other.home.name, isChecked: other.isChosen)
        }
      }
    }
    guard !model.otherHomes.isEmpty else { return .empty }
    return section(.class("card", "pad", "stack")) {
      boxes(same, words.changePolicyThereToo, words.changePolicyThereTooHint)
      boxes(without, words.policyCoversToo, words.policyCoversTooHint)
    }
  }

  private static func day(
    _ field: Field, _ title: String, _ model: Model, in context: ViewContext, hint: String? = nil
  ) -> HTML {
    // A day that could not be read would vanish from a date field.
    let type = model.values[field].problem?.isOfDay == true ? "text" : "date"
    return context.field(
      field.rawValue, title, model.values[field], FieldStyle(type: type, hint: hint))
  }

  private static func amounts(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.coverages) {
      context.field(
        "currency", words.currency, model.values[.currency],
        FieldStyle(
          hint: words.coveragesHint, maxLength: 3, list: "currencies", isRequired: true,
          isVerbatim: true))
      datalist(.id("currencies")) { Currency.common.map { option(.value($0)) } }
      div(.class("columns")) {
        PolicyAmount.allCases.map { amount in
          context.field(
            amount.rawValue, words.amount(amount), model.values[Field(rawValue: amount.rawValue)],
            FieldStyle(inputmode: "decimal", hint: words.hint(amount), maxLength: 24))
        }
      }
    }
  }
}
