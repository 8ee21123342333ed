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
      let isOfParts = !part.others.isEmpty && part.others.allSatisfy(\.isOfPart)
      return isOwed
        ? isOfParts ? isDue(member) : paidForOthers(member)
        : isOfParts ? owesOthers(member) : othersPaid(for: member)
    }
    let names = part.others.map(\.member)
    switch part.kind {
    case .payment: return isOwed ? paid(member, names[0]) : paid(names[0], member)
    // They are all the member's.
    case .expense where isOwed && part.others[0].isOfPart:
      return isDue(name(member), member.isYou, part.amount.magnitude, ofPartsOf: names)
    case .expense where isOwed:
      return say("\(name(member)) paid \(money(part.amount)) for \(objects(names))")
    case .refund where !isOwed && part.others[0].isOfPart:
      return owesOfRefund(name(member), member.isYou, part.amount.magnitude, to: names)
    case .refund where !isOwed:
      return say("\(name(member)) got \(money(part.amount.magnitude)) back for \(objects(names))")
    case .expense, .refund:
      return list(
        part.others.enumerated().map { index, other in
          let subject = index == 0 ? name(other.member) : object(other.member)
          return clause(subject, other, of: part.kind, member)
        })
    }
  }

  /// What somebody else has to do with what a member owes, or of a refund is owed.
  private func clause(
    _ subject: String, _ other: WhyPage.Other, of kind: WhyPage.Kind, _ member: MemberName
  ) -> String {
    switch (kind, other.isOfPart) {
    case (.expense, true):
      isDue(subject, other.member.isYou, other.amount, ofPartsOf: [member])
    case (.expense, false):
      say("\(subject) paid \(money(other.amount)) for \(object(member))")
    case (_, true): owesOfRefund(subject, other.member.isYou, other.amount, to: [member])
    case (_, false):
      say("\(subject) got \(money(other.amount)) back for \(object(member))")
    }
  }

  /// Of somebody whose own part is below zero, as with a voucher, and who has not paid that.
  private func isDue(
    _ subject: String, _ isYou: Bool, _ amount: Money, ofPartsOf members: [MemberName]
  ) -> String {
    let parts: String
    if members.count > 1 {
      parts = say("the parts of \(objects(members))")
    } else {
      parts = members.first.map { $0.isYou ? say("your part") : say("\($0.name)’s part") } ?? ""
    }
    return isYou
      ? say("\(subject) are due \(money(amount)) of \(parts)")
      : say("\(subject) is due \(money(amount)) of \(parts)")
  }
  /// Of somebody who pays something where the others get money back.
  private func owesOfRefund(
    _ subject: String, _ isYou: Bool, _ amount: Money, to members: [MemberName]
  ) -> String {
    isYou
      ? say("\(subject) owe \(objects(members)) \(money(amount)) of this refund")
      : say("\(subject) owes \(objects(members)) \(money(amount)) of this refund")
  }
  private func isDue(_ member: MemberName) -> String {
    member.isYou
      ? say("You are due part of what others owe")
      : say("\(member.name) is due part of what others owe")
  }
  private func owesOthers(_ member: MemberName) -> String {
    member.isYou
      ? say("You owe others part of this") : say("\(member.name) owes others part of this")
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
