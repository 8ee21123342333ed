import Foundation
import Values

@testable import InsuranceWeb
@testable import ThingsWeb
@testable import Web

extension Samples {
  var insurance: InsurancePage.Model {
    let day = { CalendarDay(year: $0, month: $1, day: $2) }
    func money(_ minor: Int64) -> Money { Money(minor, "EUR") }
    var contents = InsurancePage.PolicyRow(
      id: t("q1"), provider: t("Harbour Mutual"), number: t("HM-2209-441"),
      term: .ending(days: 12), startsOn: day(2025, 6, 25), endsOn: day(2026, 6, 24),
      amounts: [
        (.personalProperty, money(5_000_000)), (.lossOfUse, money(900_000)),
        (.liability, money(50_000_000)), (.deductible, money(25_050)),
      ])
    contents.alsoCovers = [cabin.name, storage.name]
    contents.paperCount = 2
    contents.notes = t("Call the office in Halifax first.\nThe bicycle is named in it.")
    var shared = InsurancePage.Cover(documented: Money(700, "NOK"), limit: Money(1000, "NOK"))
    shared.otherHomes = [cabin.name]
    shared.documentedTogether = Money(1300, "NOK")
    var uneven = InsurancePage.Cover(documented: Money(700, "SEK"), limit: Money(1000, "SEK"))
    uneven.otherHomes = [cabin.name, storage.name]
    uneven.documentedTogether = nil
    return InsurancePage.Model(
      home: home,
      policies: [
        contents,
        .init(
          id: t("q2"), provider: t("North Shore"), term: .notBegun, startsOn: day(2026, 7, 1),
          amounts: [(.dwelling, money(42_000_000))]),
        .init(id: t("q3"), provider: t("Old Reliable"), number: t("7"), term: .running),
        .init(
          id: t("q4"), provider: t("First Fire"), term: .ended(day(2024, 1, 31)),
          endsOn: day(2024, 1, 31), amounts: [(.medicalPayments, money(1))]),
      ],
      covers: [
        .init(documented: money(1_230_000), limit: money(5_000_000)),
        .init(
          documented: Money(480_000, "JPY"), limit: Money(400_000, "JPY"), policyCount: 2),
        .init(documented: Money(0, "USD"), limit: Money(100_000, "USD")),
        .init(documented: Money(900, "CAD"), limit: Money(1000, "CAD")), shared, uneven,
      ],
      uncovered: [Money(48_000, "GBP"), Money(100, "CHF")],
      lacking: .init(items: 286, photo: 12, serial: 240, receipt: 230, price: 0))
  }

  var insurancePages: [SamplePage] {
    let full = insurance
    var viewer = full
    viewer.role = .viewer
    viewer.covers = []
    let viewerModel = viewer
    let empty = InsurancePage.Model(
      home: storage, policies: [], covers: [],
      lacking: .init(items: 0, photo: 0, serial: 0, receipt: 0, price: 0))
    let new = PolicyFormPage.Model(
      home: home, values: FormValues([.currency: FieldValue("EUR")]),
      otherHomes: [.init(cabin), .init(storage, isChosen: true)])
    let wrong = PolicyFormPage.Model(
      policyID: t("q1"), home: home,
      values: FormValues([
        .provider: FieldValue("", problem: .missing),
        FormName(register: "personalPropertyMinor"): FieldValue(
          t("a lot"), problem: .unreadableAmount(t("a lot"))),
        .startsOn: FieldValue(t("last May"), problem: .unreadableDate(t("last May"))),
        .endsOn: FieldValue("2024-01-31", problem: .dayTooEarly),
        .currency: FieldValue("EUR"), .notes: FieldValue(t("Call first.")),
      ]), version: t("provider=Harbour"),
      otherHomes: [.init(cabin, hasPolicy: true, isChosen: true), .init(storage)])
    var delete = DeletePolicyPage.Model(
      home: home, policyID: t("q1"), provider: t("Harbour Mutual"), number: t("HM-2209-441"),
      alsoCovers: [cabin.name])
    delete.paperCount = 2
    let deleteModel = delete
    return [
      SamplePage("insurance", .insurance(.policies(home: home.id))) {
        InsurancePage.view(full, in: $0)
      },
      SamplePage("insurance-viewer", .insurance(.policies(home: home.id))) {
        InsurancePage.view(viewerModel, in: $0)
      },
      SamplePage("insurance-empty", .insurance(.policies(home: storage.id))) {
        InsurancePage.view(empty, in: $0)
      },
      SamplePage("new-policy", .insurance(.newPolicy(home: home.id))) {
        PolicyFormPage.view(new, in: $0)
      },
      SamplePage("policy-problems", .insurance(.policy(home: home.id, policy: t("q1")))) {
        PolicyFormPage.view(wrong, in: $0)
      },
      SamplePage("delete-policy", .insurance(.deletePolicy(home: home.id, policy: t("q1")))) {
        DeletePolicyPage.view(deleteModel, in: $0)
      },
    ]
  }
}
