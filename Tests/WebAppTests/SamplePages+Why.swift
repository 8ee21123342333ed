import Values

@testable import MoneyWeb
@testable import Web

extension Samples {
  /// Why settling up proposes a payment.
  var whyPages: [SamplePage] {
    let transfer = GroupPage.Transfer(from: annaMember, to: lenaMember, amount: euro(4500))
    var parts: [WhyPage.Part] = []
    func add(_ minor: Int64, _ kind: WhyPage.Kind, _ others: [MemberName]) {
      parts.append(
        WhyPage.Part(
          id: t("e1"), title: t("Groceries"), day: CalendarDay(year: 2026, month: 6, day: 11),
          kind: kind, amount: euro(minor),
          others: others.map { .init(member: $0, amount: euro(abs(minor))) }))
    }
    for sign in [-1, 1] as [Int64] {
      add(1000 * sign, .expense, [jonasMember])
      add(10 * sign, .refund, [lenaMember])
      add(500 * sign, .payment, [jonasMember])
      add(700 * sign, .expense, Array(repeating: lenaMember, count: 4))
    }
    func side(_ member: MemberName, _ net: Int64) -> WhyPage.Side {
      WhyPage.Side(
        sums: .init(
          member: member, paid: euro(2210), owed: euro(2210), sent: euro(500),
          received: euro(500 - net), net: euro(net)),
        parts: parts, earlier: euro(net),
        payments: [
          transfer, .init(from: jonasMember, to: lenaMember, amount: euro(500)),
        ])
    }
    let links: [(String, WhyPage.Link)] = [
      ("why", .direct), ("why-partly", .partly(euro(5000))),
      (
        "why-chain",
        .chain([
          .init(debtor: annaMember, creditor: jonasMember),
          .init(debtor: jonasMember, creditor: lenaMember),
        ])
      ), ("why-pooled", .pooled),
    ]
    let route = Route.balances(.why(group: flat.id))
    return links.map { name, link in
      let model = WhyPage.Model(
        group: flat,
        reasons: .init(
          transfer: transfer, link: link, payer: side(annaMember, -4500),
          receiver: side(lenaMember, 5000)), waitingCount: 1)
      return SamplePage(name, route) { WhyPage.view(model, in: $0) }
    } + [
      SamplePage("why-gone", route) { [flat] in WhyPage.view(.init(group: flat), in: $0) },
      payee,
    ]
  }

  /// How somebody is paid who has an account, for who owes them.
  private var payee: SamplePage {
    var model = MemberPage.Model(
      group: flat, member: jonasMember, account: .init(id: t("p2"), name: t("Jonas")),
      values: FormValues([.name: FieldValue(t("Jonas")), .weight: FieldValue("1")]),
      canWrite: true, isOwner: false, canClaim: false, isNamed: true)
    (model.mayChangePayment, model.payment) = (false, t("DE02 1203 0000 0000 2020 51"))
    let shown = model
    return SamplePage("member-owed", .members(.member(group: flat.id, member: t("m2")))) {
      MemberPage.view(shown, in: $0)
    }
  }
}
