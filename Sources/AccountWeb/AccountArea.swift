import Web

/// Sessions, the account, its devices, and what administrators see.
package enum AccountArea: Area {
  package static let families: [any RouteFamily.Type] = [
    SessionRoute.self, AccountRoute.self, SyncRoute.self, TokensRoute.self, UsageRoute.self,
    GateRoute.self, RecoveryRoute.self,
  ]
}
