import Importing
import Testing

@Suite struct DateTextTests {
  private func item(_ date: String, _ options: ImportOptions = ImportOptions(currency: euro))
    throws -> ImportedItem
  {
    try homebox("HB.name,HB.purchase_date\nLamp,\(date)\n", options).items[0]
  }

  @Test(
    "days are read in every form the programs write",
    arguments: [
      ("2021-10-13", "2021-10-13"), ("10/13/2021", "2021-10-13"), ("2021/10/13", "2021-10-13"),
      ("1/5/2021", "2021-01-05"), ("2024-02-29", "2024-02-29"), ("2000-02-29", "2000-02-29"),
      ("2015-03-23T00:00:00Z", "2015-03-23"), ("2015-03-23T10:00:00.123456Z", "2015-03-23"),
      ("2015-03-23T23:30:00+02:00", "2015-03-23"), ("2015-03-23 10:00:00", "2015-03-23"),
      ("2015-03-23 10:00:00.000", "2015-03-23"), ("0001-01-01T00:00:00Z", nil), ("", nil),
    ] as [(String, String?)])
  func days(_ text: String, _ day: String?) throws {
    let item = try item(text)
    #expect(item.purchaseDate == day)
    #expect(item.problems.isEmpty)
  }

  @Test("an instant in UTC that is not midnight is the day it was where the file was made")
  func localDay() throws {
    let east = ImportOptions(currency: euro) { _ in 7200 }
    #expect(try item("2015-03-22T22:00:00.000Z", east).purchaseDate == "2015-03-23")
    #expect(try item("2015-12-31T23:00:00Z", east).purchaseDate == "2016-01-01")
    #expect(try item("2015-03-22T00:00:00Z", east).purchaseDate == "2015-03-22")
    let west = ImportOptions(currency: euro) { _ in -18_000 }
    #expect(try item("2016-03-01T04:00:00Z", west).purchaseDate == "2016-02-29")
  }

  @Test(
    "days that are not in the calendar, or not in a known form, are problems",
    arguments: [
      ("2021-02-29", .impossibleDate), ("1900-02-29", .impossibleDate),
      ("31/12/2021", .impossibleDate), ("2021-13-01", .impossibleDate),
      ("2021-00-10", .impossibleDate), ("2021-01-00", .impossibleDate),
      ("2021-01-01T25:00:00Z", .impossibleDate), ("13.10.2021", .unreadableDate),
      ("yesterday", .unreadableDate), ("2021", .unreadableDate), ("21-01-01", .unreadableDate),
      ("2021-1-1-1", .unreadableDate), ("2021-01-01T10:00:00+2", .unreadableDate),
      ("2021-01-01T10:00:00.Z", .unreadableDate), ("-2021-01-01", .unreadableDate),
      ("09/30/0202", .yearOutOfRange(earliest: 1000, latest: 9999)),
    ] as [(String, ImportProblem.Reason)])
  func problems(_ text: String, _ reason: ImportProblem.Reason) throws {
    let item = try item(text)
    #expect(item.problems.reasons == [reason])
    #expect(item.problems[0].text == text)
    #expect(item.purchaseDate == nil)
  }

  @Test("a creation time keeps its milliseconds and its offset")
  func creation() throws {
    func created(_ text: String) throws -> Int64? {
      try movingBox("Title,Price,Make,Notes,CreatedAt\nLamp,,,,\(text)\n").items[0]
        .createdAtMilliseconds
    }
    #expect(try created("1970-01-02T00:00:00.250Z") == 86_400_250)
    #expect(try created("1970-01-01T02:00:00+02:00") == 0)
    #expect(try created("1969-12-31T23:59:59Z") == -1000)
    #expect(try created("2015-03-23T10:00:00.000Z") == 1_427_104_800_000)
  }
}
