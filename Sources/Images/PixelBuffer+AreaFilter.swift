extension PixelBuffer {
  /// The size in proportion with `longestEdge` as the longer side; the same size if it is smaller
  /// already.
  static func fitted(width: Int, height: Int, longestEdge: Int) -> (width: Int, height: Int) {
    let longest = max(width, height)
    guard longest > longestEdge else { return (width, height) }
    func scaled(_ side: Int) -> Int { max(1, (side * longestEdge + longest / 2) / longest) }
    return (scaled(width), scaled(height))
  }

  /// Scales down by averaging the area that each new pixel covers. Never scales up.
  func fitted(longestEdge: Int) throws(ImageError) -> PixelBuffer {
    precondition(channels == 3)
    let size = PixelBuffer.fitted(width: width, height: height, longestEdge: longestEdge)
    guard size != (width, height) else { return self }
    let result = try PixelBuffer(width: size.width, height: size.height)
    let columns = AreaWeights(source: width, target: size.width)
    let rows = AreaWeights(source: height, target: size.height)
    let samples = size.width * 3
    // 8 bits of value and 8 of fraction from the columns, times 16 bits of row weight, fit into 32
    // bits.
    var line = [UInt32](repeating: 0, count: samples)
    var sum = [UInt32](repeating: 0, count: samples)
    let (source, target) = (bytes, result.bytes)
    line.withUnsafeMutableBufferPointer { line in
      sum.withUnsafeMutableBufferPointer { sum in
        for y in 0..<size.height {
          sum.update(repeating: 1 << 23)  // one half, so that the shift below rounds
          for (index, sourceY) in rows.span(y).enumerated() {
            let start = sourceY * width * 3
            let row = UnsafeBufferPointer(rebasing: source[start..<start + width * 3])
            columns.average(row, into: line)
            let weight = rows.weights[rows.firstWeight[y] + index]
            for sample in 0..<samples { sum[sample] &+= line[sample] &* weight }
          }
          for sample in 0..<samples {
            target[y * samples + sample] = UInt8(truncatingIfNeeded: sum[sample] >> 24)
          }
        }
      }
    }
    return result
  }
}

/// Which source positions make up each target position along one side, and with which weight.
private struct AreaWeights {
  /// The weights of one target position add up to exactly 65536.
  private(set) var weights: [UInt32] = []
  private(set) var firstWeight: [Int] = []
  private var firstSource: [Int] = []
  private let target: Int

  init(source: Int, target: Int) {
    self.target = target
    // Position n covers source units n·source ..< (n+1)·source; a source position is `target` units
    // long.
    for place in 0..<target {
      let (start, end) = (place * source, (place + 1) * source)
      let (first, last) = (start / target, (end - 1) / target)
      firstSource.append(first)
      firstWeight.append(weights.count)
      var given = 0
      for index in first...last {
        let covered = min(end, (index + 1) * target) - start
        let upTo = covered * 65536 / source
        weights.append(UInt32(upTo - given))
        given = upTo
      }
    }
    firstWeight.append(weights.count)
  }

  func span(_ place: Int) -> Range<Int> {
    let first = firstSource[place]
    return first..<(first + firstWeight[place + 1] - firstWeight[place])
  }

  /// Averages a row of RGB into `line`, as values with 8 bits of fraction.
  func average(_ row: UnsafeBufferPointer<UInt8>, into line: UnsafeMutableBufferPointer<UInt32>) {
    weights.withUnsafeBufferPointer { weights in
      for place in 0..<target {
        var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
        var from = firstSource[place] * 3
        for index in firstWeight[place]..<firstWeight[place + 1] {
          let weight = weights[index]
          red &+= weight &* UInt32(row[from])
          green &+= weight &* UInt32(row[from + 1])
          blue &+= weight &* UInt32(row[from + 2])
          from += 3
        }
        line[place * 3] = red >> 8
        line[place * 3 + 1] = green >> 8
        line[place * 3 + 2] = blue >> 8
      }
    }
  }
}
