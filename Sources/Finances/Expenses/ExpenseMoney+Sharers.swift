import Splitting
import SyncProtocol

extension ExpenseMoney {
  /// The shares of those among whom it is split, in their order; who only paid is none of them.
  ///
  /// A payer whose part is 0 may be either. Who only paid stands behind those who share it
  /// (``ExpenseDraft/money()``), so parts that are an equal split of the amount up to the last one
  /// who owes something are those of people who share it, too small an amount or not.
  package var takingPart: [Share] {
    let inLines = Set(lines.flatMap { $0.sharers.map(\.memberID) })
    let byHeads = headCount
    return shares.enumerated().filter { index, share in
      share.owedMinor != 0 || share.weight != nil || share.paidMinor == 0 || index < byHeads
        || inLines.contains(share.memberID)
    }.map(\.element)
  }

  /// Among how many it is split, without those who were given nothing of it.
  package var sharerCount: Int {
    takingPart.count { share in
      switch mode {
      case .equal, .adjustment: true
      case .shares, .percentage: share.weight.map { $0 != 0 } ?? (share.owedMinor != 0)
      case .exact, .itemised: share.owedMinor != 0
      }
    }
  }

  /// How many of the first share it alike; 0 if that cannot be told from the parts.
  private var headCount: Int {
    guard mode == .equal, let last = shares.lastIndex(where: { $0.owedMinor != 0 }) else {
      return 0
    }
    let heads = shares[...last]
    let parts = Apportionment.parts(of: amountMinor, by: heads.map { _ in 1 })
    return parts == heads.map(\.owedMinor) ? heads.count : 0
  }
}
