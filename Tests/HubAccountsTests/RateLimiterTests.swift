import Hub
import Testing

@Suite struct RateLimiterTests {
  @Test("a window begins with its first attempt and ends after its time")
  func window() {
    let limiter = RateLimiter(maxAttempts: 2, windowSeconds: 60)
    #expect(limiter.take("a", now: 1000) == nil)
    #expect(limiter.take("a", now: 31_000) == nil)
    #expect(limiter.take("a", now: 31_000) == 30)
    #expect(limiter.take("a", now: 60_999) == 1)
    #expect(limiter.take("b", now: 60_999) == nil)
    #expect(limiter.take("a", now: 61_000) == nil)
  }

  @Test("attempts that were none are given back")
  func givenBack() {
    let limiter = RateLimiter(maxAttempts: 1, windowSeconds: 60)
    limiter.giveBack("a")
    #expect(limiter.take("a", now: 0) == nil)
    limiter.giveBack("a")
    #expect(limiter.keyCount == 0)
    #expect(limiter.take("a", now: 0) == nil)
    #expect(limiter.take("a", now: 0) == 60)
    limiter.forget("a")
    #expect(limiter.take("a", now: 0) == nil)
  }

  @Test("a clock that is set back locks nobody out")
  func clockSetBack() {
    let limiter = RateLimiter(maxAttempts: 1, windowSeconds: 60)
    #expect(limiter.take("a", now: 1_000_000) == nil)
    #expect(limiter.take("a", now: 0) == nil)
  }

  @Test("a flood of keys is forgotten oldest first and never fills the memory")
  func bounded() {
    let limiter = RateLimiter(maxAttempts: 1, windowSeconds: 60, maxKeys: 80)
    for index in 0..<1000 { #expect(limiter.take("\(index)", now: Int64(index)) == nil) }
    #expect(limiter.keyCount <= 80)
    #expect(limiter.take("999", now: 1000) != nil)
    #expect(limiter.take("0", now: 1000) == nil)
  }
}

@Suite struct AttemptPacerTests {
  private static let pace = AttemptPacer.Pace(
    free: 2, firstWait: 1000, longestWait: 4000, forgetAfter: 60_000)

  @Test("after the free attempts each wait is twice the last, up to the longest")
  func doubling() {
    let pacer = AttemptPacer(Self.pace)
    var now: Int64 = 5
    for _ in 0..<2 { #expect(pacer.take("a", now: now) == nil) }
    for wait: Int64 in [1000, 2000, 4000, 4000, 4000] {
      #expect(pacer.take("a", now: now) == wait)
      #expect(pacer.take("a", now: now + wait - 1) == 1)
      now += wait
      #expect(pacer.take("a", now: now) == nil)
    }
    #expect(pacer.take("b", now: now) == nil)
    // Silence long enough makes a new beginning.
    for _ in 0..<2 { #expect(pacer.take("a", now: now + 60_000) == nil) }
    #expect(pacer.take("a", now: now + 60_000) == 1000)
  }

  @Test("what is given back or forgotten counts no more")
  func givenBack() {
    let pacer = AttemptPacer(Self.pace)
    for _ in 0..<20 {
      #expect(pacer.take("a", now: 0) == nil)
      pacer.giveBack("a")
    }
    #expect(pacer.keyCount == 0)
    for _ in 0..<2 { #expect(pacer.take("a", now: 0) == nil) }
    pacer.forget("a")
    #expect(pacer.take("a", now: 0) == nil)
  }

  @Test("a clock that is set back or far ahead makes no wait longer than the longest")
  func clocks() {
    let pacer = AttemptPacer(Self.pace)
    for _ in 0..<2 { _ = pacer.take("a", now: 1_000_000) }
    #expect(pacer.take("a", now: 0) == 1000)
    #expect(pacer.take("a", now: 1000) == nil)
    #expect(pacer.take("a", now: .max) == nil)
    for _ in 0..<3 { _ = pacer.take("a", now: .min) }
    #expect(pacer.take("a", now: .min) ?? 0 <= 4000)
  }

  @Test("memory stays bounded; those that were silent longest go first")
  func bounded() {
    let pacer = AttemptPacer(Self.pace, maxKeys: 80)
    for index in 0..<1000 { #expect(pacer.take("\(index)", now: Int64(index)) == nil) }
    #expect(pacer.keyCount <= 80)
    #expect(pacer.take("999", now: 1000) == nil)
    #expect(pacer.take("999", now: 1000) != nil)
  }
}

@Suite struct CodeLimitTests {
  // D-INV-9
  @Test("wrong codes of one account, or from one address, wait ever longer")
  func slowed() throws {
    let limits = AttemptLimits.inviteCodes()
    for index in 0..<10 { try limits.begin(address: "192.0.2.\(index)", name: "ann", now: 0) }
    #expect(throws: AttemptLimits.TooManyAttempts(retryAfterSeconds: 30)) {
      try limits.begin(address: "192.0.2.50", name: "ann", now: 0)
    }
    try limits.begin(address: "192.0.2.50", name: "ann", now: 30_000)
    #expect(throws: AttemptLimits.TooManyAttempts(retryAfterSeconds: 60)) {
      try limits.begin(address: "192.0.2.50", name: "ann", now: 30_000)
    }
    for _ in 0..<15 { try limits.begin(address: "198.51.100.1", name: nil, now: 0) }
    #expect(throws: AttemptLimits.TooManyAttempts(retryAfterSeconds: 5)) {
      try limits.begin(address: "198.51.100.1", name: nil, now: 0)
    }
    // Somebody who has signed in there is not among them.
    try limits.begin(address: "198.51.100.1", name: "ben", now: 0)
  }

  // D-INV-9
  @Test("strangers who guess everywhere slow down strangers, and nobody who has signed in")
  func neverOff() throws {
    let limits = AttemptLimits.inviteCodes()
    for index in 0..<200 { try limits.begin(address: "203.0.113.\(index)", name: nil, now: 0) }
    #expect(throws: AttemptLimits.TooManyAttempts(retryAfterSeconds: 4)) {
      try limits.begin(address: "192.0.2.200", name: nil, now: 0)
    }
    try limits.begin(address: "192.0.2.200", name: "cy", now: 0)
    // What was refused was counted nowhere.
    try limits.begin(address: "192.0.2.200", name: nil, now: 4000)
  }
}
