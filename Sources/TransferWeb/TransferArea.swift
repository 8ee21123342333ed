import HTTPServer
import SyncProtocol
import ThingsWeb
import Web

/// Import and export: a part of things that has pages of its own.
package enum TransferArea: Area {
  package static let families: [any RouteFamily.Type] = [ImportRoute.self, ExportRoute.self]
  package static let whole: (any Area.Type)? = ThingsArea.self

  package static func services(
    _ configuration: WebApplication.Configuration
  ) throws -> [any Sendable] {
    [
      try ImportShelf(directory: configuration.importDirectory),
      ImportHistory(directory: configuration.historyDirectory),
    ]
  }

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? { TransferNavigation() }
}

/// Import and export stand in the person's menu alone.
package struct TransferNavigation: AreaNavigation {
  package var area: any Area.Type { TransferArea.self }

  package init() {}

  package func personal(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    [NavigationLink(.importing(.importing()), .upload, words.importAndExport)]
  }
}

extension TransferArea: TransferHost {
  package static func recentImports(
    into home: ZoneID, for member: Member
  ) async throws -> [RecentImport] { try await member.recentImports(into: home) }

  package static func keepCopy(
    ofNotice id: String, for member: Member
  ) async throws -> HTTPResponse { try await member.keepCopy(ofNotice: id) }
}

extension WebApplication {
  var imports: ImportShelf { service() }
  var history: ImportHistory { service() }
}
