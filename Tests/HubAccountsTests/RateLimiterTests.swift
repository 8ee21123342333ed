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

  @Test("wrong codes are limited by address, by account and altogether")
  func inviteCodes() throws {
    let limits = AttemptLimits.inviteCodes()
    for index in 0..<10 { try limits.begin(address: "192.0.2.\(index)", name: "ann", now: 0) }
    #expect(throws: AttemptLimits.TooManyAttempts.self) {
      try limits.begin(address: "192.0.2.50", name: "ann", now: 0)
    }
    for index in 0..<15 { try limits.begin(address: "198.51.100.1", name: "x\(index)", now: 0) }
    #expect(throws: AttemptLimits.TooManyAttempts.self) {
      try limits.begin(address: "198.51.100.1", name: "ben", now: 0)
    }
    for index in 0..<175 {
      try limits.begin(address: "203.0.113.\(index)", name: "y\(index)", now: 0)
    }
    #expect(throws: AttemptLimits.TooManyAttempts.self) {
      try limits.begin(address: "192.0.2.200", name: "cy", now: 0)
    }
    // What was refused altogether was counted nowhere.
    try limits.begin(address: "192.0.2.200", name: "cy", now: 900_000)
  }
}
