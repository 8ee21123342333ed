import Values
import Web

// Why settling up proposes a payment.
extension Catalogue {
  func why(_ from: MemberName, _ to: MemberName) -> String {
    if from.isYou { return say("Why you pay \(to.name)") }
    return to.isYou
      ? say("Why \(from.name) pays you") : say("Why \(from.name) pays \(to.name)")
  }
  func whyOwes(_ debtor: MemberName, _ creditor: MemberName) -> String {
    if debtor.isYou { return say("Why you owe \(creditor.name)") }
    return creditor.isYou
      ? say("Why \(debtor.name) owes you") : say("Why \(debtor.name) owes \(creditor.name)")
  }
  var notProposed: String { say("This payment isn't proposed any more") }
  var notProposedText: String {
    say("Something was paid or changed in the meantime. The group shows what is open now.")
  }

  /// How the payment follows from who owes whom.
  func link(_ link: WhyPage.Link, of transfer: GroupPage.Transfer) -> String {
    let (from, to) = (transfer.from, transfer.to)
    switch link {
    case .direct: return say("\(owes(from, to)) exactly this.")
    case .partly(let debt):
      return say(
        """
        \(owes(from, to)) \(money(debt)) directly. That was joined with other debts, so that fewer \
        payments are needed.
        """)
    case .chain(let debts):
      let clauses = debts.enumerated().map { index, debt in
        index == 0 ? owes(debt.debtor, debt.creditor) : owesWithin(debt.debtor, debt.creditor)
      }
      return say("\(list(clauses)), so \(paysWithin(from, to)).")
    case .pooled:
      return say(
        """
        Everybody's debts were added up, so that few payments are needed. That is how \
        \(paysWithin(from, to)) without owing each other anything directly.
        """)
    }
  }

  /// Within a sentence.
  private func owesWithin(_ debtor: MemberName, _ creditor: MemberName) -> String {
    debtor.isYou ? say("you owe \(creditor.name)") : owes(debtor, creditor)
  }
  private func paysWithin(_ from: MemberName, _ to: MemberName) -> String {
    from.isYou ? say("you pay \(to.name)") : pays(from, to)
  }

  func whatOwes(_ member: MemberName) -> String {
    member.isYou ? say("What you owe") : say("What \(member.name) owes")
  }
  func whatIsOwed(_ member: MemberName) -> String {
    member.isYou ? say("What you are owed") : say("What \(member.name) is owed")
  }

  /// What an expense or payment means for a member.
  func reason(_ part: WhyPage.Part, of member: MemberName) -> String {
    let isOwed = part.amount.minor > 0
    guard part.others.count <= 3, !part.others.isEmpty else {
      return isOwed ? paidForOthers(member) : othersPaid(for: member)
    }
    let names = part.others.map(\.member)
    switch part.kind {
    case .payment: return isOwed ? paid(member, names[0]) : paid(names[0], member)
    case .expense where isOwed:
      return say("\(name(member)) paid \(money(part.amount)) for \(objects(names))")
    case .refund where !isOwed:
      let amount = Money(Int128(0).subtractingSaturating(part.amount.minor), part.amount.currency)
      return say("\(name(member)) got \(money(amount)) back for \(objects(names))")
    case .expense, .refund:
      let clauses = part.others.enumerated().map { index, other in
        let subject = index == 0 ? name(other.member) : object(other.member)
        return part.kind == .expense
          ? say("\(subject) paid \(money(other.amount)) for \(object(member))")
          : say("\(subject) got \(money(other.amount)) back for \(object(member))")
      }
      return list(clauses)
    }
  }

  private func paidForOthers(_ member: MemberName) -> String {
    say("\(name(member)) paid for others")
  }
  private func othersPaid(for member: MemberName) -> String {
    say("Others paid for \(object(member))")
  }
  /// Within a sentence.
  func object(_ member: MemberName) -> String {
    member.isYou ? say("you") : member.name
  }
  func objects(_ members: [MemberName]) -> String { list(members.map { object($0) }) }
  /// At the beginning of a sentence.
  func subjects(_ members: [MemberName]) -> String {
    list(members.enumerated().map { $0 == 0 ? name($1) : object($1) })
  }

  var earlierParts: String { say("Everything before") }
  func allWith(_ member: MemberName) -> String {
    member.isYou
      ? say("All your expenses and payments")
      : say("All expenses and payments with \(member.name)")
  }
  /// The payments of a plan that come to somebody's balance.
  func settledBy(_ count: Int) -> String {
    plural(count, one: "Settled by 1 payment", other: "Settled by \(number(count)) payments")
  }
}
