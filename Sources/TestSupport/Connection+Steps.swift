import CSQLite
import SQLite

extension Connection {
  /// The steps of SQLite's virtual machine that reading takes, which are the same on every machine.
  /// What is read once for each connection is not counted.
  package func steps(_ read: () throws -> Void) rethrows -> Int {
    try read()
    _ = sumSteps(isReset: true)
    try read()
    return sumSteps(isReset: false)
  }

  /// Over all statements that are prepared.
  private func sumSteps(isReset: Bool) -> Int {
    var statement = sqlite3_next_stmt(handle, nil)
    var sum = 0
    while let current = statement {
      sum += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, isReset ? 1 : 0))
      statement = sqlite3_next_stmt(handle, current)
    }
    return sum
  }
}
