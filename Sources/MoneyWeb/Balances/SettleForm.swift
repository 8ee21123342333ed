import Values
import Web

/// Records a payment as it is shown, by one press. Of two who press the hub lets one through.
struct SettleForm {
  var group: String
  /// In which view it is proposed.
  var debts: DebtView
  var from: MemberName
  var to: MemberName
  var amount: Money

  /// Posts to ``BalanceRoute/settle(group:)``.
  func view(in context: ViewContext) -> HTML {
    let words = context.words
    return context.postForm(.balances(.settle(group: group)), .class("inline")) {
      input(.type("hidden"), .name("debts"), .value(debts.rawValue))
      input(.type("hidden"), .name("from"), .value(from.id))
      input(.type("hidden"), .name("to"), .value(to.id))
      input(.type("hidden"), .name("currency"), .value(amount.currency))
      input(.type("hidden"), .name("minor"), .value(String(amount.minor)))
      button(
        .class("btn", "small"), .type("submit"), .ariaLabel(words.recordPayment(from, to))
      ) { words.record }
    }
  }
}
