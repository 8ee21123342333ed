import Testing
import hearth

@Suite("When memory is given back")
struct TrimmingPaceTests {
  @Test("it is given back once after work, when it has become quiet")
  func afterWork() {
    var pace = TrimmingPace()
    // Starting up, then an import, then nothing.
    let used = [0.2, 0.3, 4, 9, 14, 14.1, 14.2, 14.3, 14.3]
    #expect(used.map { pace.isDue(processorSeconds: $0) }.firstIndex(of: true) == 5)
    var again = TrimmingPace()
    #expect(used.filter { again.isDue(processorSeconds: $0) } == [14.1])
  }

  @Test("a server that does little is left alone until it has done enough")
  func quiet() {
    var pace = TrimmingPace()
    let due = (1...20).map { pace.isDue(processorSeconds: Double($0) * 0.125) }
    #expect(due.indices.filter { due[$0] } == [7, 15])
  }

  @Test("a server that is never quiet gives back every now and then")
  func busy() {
    var pace = TrimmingPace()
    let due = (1...40).map { pace.isDue(processorSeconds: Double($0) * 5) }
    let looks = TrimmingPace.maxWaitedLooks
    #expect(due.indices.filter { due[$0] } == [looks - 1, 2 * looks - 1, 3 * looks - 1])
  }
}
